"""Every display, with each controller on I2C and on SPI, shows its pictures and recovers from failures.

The emulated wire can be cut after any byte.
"""

import random
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import pytest

from firmware_py.config.displays import OLED_CONTROLLERS, Glass, displays
from firmware_py.drivers import Wires
from firmware_py.drivers.oled import Oled
from firmware_py.emulator.board import CHIPS
from firmware_py.emulator.oled_controller import EmulatedController, ProtocolError
from firmware_py.emulator.wires import EmulatedI2CBus, EmulatedPins, EmulatedSpi, reset_line
from firmware_py.system.errors import DisplayError
from tests.support.pictures import BLACK, noise, upside_down, with_box, with_dot

DC, RESET = 24, 25


class Kind(NamedTuple):
    """A display controller on one interface, with the expected sizes of transfers to it.

    Attributes:
        controller: the controller's name.
        interface: `i2c` or `spi`.
        whole: the number of bytes in a whole frame, including the commands before the data.
        asked: the number of bytes needed to ask whether the panel is on; 0 on SPI, where this is impossible.
        reset: True if a pin controls the panel's reset line (RES#). On I2C, such a panel does not respond
            until the driver raises this pin.
        set_up: the maximum number of bytes, apart from the frame, needed to initialise the panel again.
    """

    controller: str
    interface: str
    whole: int
    asked: int
    reset: bool
    set_up: int = 50

    def __str__(self) -> str:
        line = "-reset" if self.reset and self.interface == "i2c" else ""
        return f"{self.controller}-{self.interface}{line}"


def _kind(controller: str, interface: str, reset: bool) -> Kind:
    """Describe one kind of display, with transfer sizes calculated from the controller's data sheet."""
    # Setting a window takes 6 bytes (data sheets of the SSD1306 and the SSD1309, 10.1.4 and 10.1.5). The
    # SH1106 has none, and needs 3 bytes for each of its 8 pages.
    selections = (6,) if OLED_CONTROLLERS[controller].has_window else (3,) * 8
    # On I2C, an address and a control byte precede each command and each run of data.
    framing = 4 if interface == "i2c" else 0
    return Kind(controller, interface, 1024 + sum(each + framing for each in selections), framing, reset)


KINDS = (
    *(_kind(controller, "i2c", False) for controller in OLED_CONTROLLERS),
    _kind("ssd1309", "i2c", True),
    *(_kind(controller, "spi", True) for controller in OLED_CONTROLLERS),
)


class DisplayRig:
    """A test rig: a display of one kind with an emulated chip, and the real driver for it."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self.chip: EmulatedController = CHIPS[kind.controller]()
        pins = EmulatedPins()
        if kind.interface == "i2c":
            line = reset_line(pins.factory.pin(RESET), self.chip.reset) if kind.reset else None
            bus = _I2c(self.chip, line)
            self.wire: _I2c | _Spi = bus
            wires = Wires(i2c=lambda number: {1: bus}[number].open(), pins=pins.factory)
        else:
            self.wire = _Spi(self.chip, pins)
            wires = Wires(spidev=self.wire.opened, pins=pins.factory)
        table = {"controller": kind.controller, "interface": kind.interface, "dc": DC}
        (settings,) = displays({"display": table | {"reset": RESET if kind.reset else None}})
        self.oled = Oled(settings, wires)

    def shows(self, image: bytes) -> bool:
        return self.chip.image() == image

    def bytes_for(self, image: bytes) -> int:
        before = self.wire.bytes_sent
        self.oled.show(image)
        return self.wire.bytes_sent - before

    def tries(self, image: bytes) -> bool:
        """Show a picture, and return True if the driver raised no error."""
        with suppress(DisplayError):
            self.oled.show(image)
            return True
        return False


class _I2c(EmulatedI2CBus):
    """An emulated I2C bus whose panel can be unplugged in the middle of a transfer."""

    def __init__(self, chip: EmulatedController, reset: Any) -> None:
        super().__init__()
        self.attach(0x3C, chip, reset)
        self._pulling = self._out = False

    def pull_after(self, through: int) -> None:
        """Unplug the panel after `through` more bytes have been sent."""
        self.fail_after(through)
        self._pulling = True

    def unplug(self, address: int = 0x3C) -> None:
        super().unplug(address)
        self._out = True

    def plug(self, address: int = 0x3C) -> None:
        """Plug the panel in again if it has been unplugged."""
        self._pulling = False
        if self._out:
            super().plug(address)
        self._out = False

    def _pass(self, address: int, size: int) -> Any:
        chip, through, failing = super()._pass(address, size)
        if failing and self._pulling and not self._out:
            self.unplug()
        return chip, through, failing


class _Spi:
    """A test double for `spidev.SpiDev` whose panel can be unplugged in the middle of a transfer.

    After the panel has been plugged in again, protocol errors are ignored until the driver switches it on.
    """

    def __init__(self, chip: EmulatedController, pins: EmulatedPins) -> None:
        self._chip = chip
        self._port = EmulatedSpi(chip, pins=pins, dc=DC, reset=RESET)
        self.fail_after, self.unplug = self._port.fail_after, self._port.unplug
        self.open, self.close = self._port.open, self._port.close
        self._left: int | None = None
        self._lost = False
        self.mode = self.max_speed_hz = 0

    def opened(self) -> Any:
        return self

    @property
    def bytes_sent(self) -> int:
        return self._port.bytes_sent

    def pull_after(self, through: int) -> None:
        """Unplug the panel after `through` more bytes have been sent. The driver does not get an error."""
        self._left = through

    def plug(self) -> None:
        """Plug the panel in again, after cutting its power if it is still on."""
        self._left = None
        self._port.unplug()
        self._port.plug()
        self._lost = True

    def writebytes(self, data: Sequence[int]) -> None:
        if self._left is not None and self._left < len(data):
            before, data, self._left = data[: self._left], data[self._left :], None
            if before:
                self._write(before)
            self._port.unplug()
        elif self._left is not None:
            self._left -= len(data)
        self._write(data)

    def _write(self, data: Sequence[int]) -> None:
        self._lost = self._lost and not self._chip.on
        try:
            self._port.writebytes(data)
        except ProtocolError:
            if not self._lost:
                raise


def rigs(kinds: Sequence[Kind]) -> Any:
    """Return a fixture: a new rig for each of these kinds."""
    return pytest.fixture(params=kinds, ids=str)(lambda request: DisplayRig(request.param))


bench, spi = rigs(KINDS), rigs([kind for kind in KINDS if kind.interface == "spi"])


FIRST = noise(1)
# Three changed areas on five pages; the last pixel stays the same.
CHANGED = with_box(with_box(with_box(FIRST, 10, 3, 24, 20), 80, 40, 90, 50), 127, 0, 127, 0, fill=0)
OTHERS = (FIRST, CHANGED, noise(2))


def altered(image: bytes, chance: random.Random) -> bytes:
    """Return either random noise or `image` with up to four rectangles filled."""
    kind = chance.random()
    if kind < 0.1:
        return noise(chance.randrange(10**6))
    if kind < 0.2:
        return image
    changed = image
    for _ in range(chance.randint(1, 4)):
        left, top = chance.randrange(128), chance.randrange(64)
        box = left, top, min(127, left + chance.randrange(30)), min(63, top + chance.randrange(20))
        changed = with_box(changed, *box, fill=chance.randrange(2))
    return changed


def test_the_panel_shows_the_picture_drawn_whatever_went_wrong_before(bench: DisplayRig) -> None:
    chance = random.Random(str(bench.kind))
    image, turned, on, level = BLACK, True, True, 0
    bench.oled.contrast(level)
    for _ in range(500):
        image = altered(image, chance)
        turned ^= chance.random() < 0.1
        if chance.random() < 0.4:
            bench.wire.fail_after(chance.choice([0, 1, chance.randrange(60), chance.randrange(1200)]))
        try:
            match chance.randrange(5):
                case 0:
                    on = not on
                    bench.oled.power(on)
                case 1:
                    level = chance.randrange(256)
                    bench.oled.contrast(level)
                case 2:
                    bench.oled.refresh()
                case _:
                    bench.oled.show(altered(image, chance))
        except DisplayError:
            if chance.random() < 0.5:
                bench.wire.plug()  # the power was off in between
        bench.wire.fail_after(10**9)
        if chance.random() < 0.1 and on and bench.kind.interface == "i2c":  # on SPI nobody can notice
            bench.wire.unplug()
            assert chance.random() < 0.5 or not bench.tries(image)
            bench.wire.plug()
        bench.oled.show(image, upside_down=turned)
        wanted = upside_down(image) if turned else image
        assert bench.shows(wanted if on else BLACK)
        assert bench.chip.on == on and (not on or bench.chip.contrast == level)


@pytest.mark.parametrize("controller", OLED_CONTROLLERS)
def test_a_smaller_glass_anywhere_needs_its_entry(controller: str, monkeypatch: pytest.MonkeyPatch) -> None:
    entry = OLED_CONTROLLERS[controller]._replace(glass=Glass(64, 40, first_column=33, first_page=2))
    monkeypatch.setitem(OLED_CONTROLLERS, controller, entry)
    bench = DisplayRig(Kind(controller, "i2c", 0, 0, False))
    for seed in range(9):
        image = noise(seed)[: 64 * 5]
        bench.oled.show(image)
        assert bench.shows(image)
    with pytest.raises(ValueError, match="64 x 40"):
        bench.oled.show(FIRST)
    bench.oled.close()
    bench.chip.on = True
    assert not any(bench.chip.image())


def test_nothing_is_sent_before_the_first_frame(bench: DisplayRig) -> None:
    bench.oled.contrast(9)
    bench.oled.power(False)
    bench.oled.refresh()
    assert bench.wire.bytes_sent == 0
    bench.oled.show(FIRST)
    assert not bench.chip.on and bench.chip.contrast == 9
    bench.oled.power(True)
    assert bench.shows(FIRST)


def test_a_frame_costs_no_more_than_what_changed_or_a_whole_one(bench: DisplayRig) -> None:
    kind = bench.kind
    first = bench.bytes_for(FIRST)
    assert kind.whole < first <= kind.whole + kind.set_up
    # Nothing is sent when nothing changed but the question where one can ask.
    assert bench.bytes_for(FIRST) == kind.asked
    bench.oled.show(FIRST, upside_down=True)
    assert bench.bytes_for(upside_down(FIRST)) == kind.asked
    changed = with_box(FIRST, 60, 30, 71, 41)
    bench.oled.show(FIRST)
    assert bench.bytes_for(changed) < kind.whole / 5
    chance = random.Random(3)
    most = kind.whole + (kind.asked if kind.interface == "i2c" else kind.set_up)
    for _ in range(40):
        speckled = FIRST
        for _ in range(chance.randrange(600)):
            x, y = chance.randrange(128), chance.randrange(64)
            speckled = with_box(speckled, x, y, x, y)
        assert bench.bytes_for(speckled) <= most
        assert bench.shows(speckled)


def test_the_panel_is_lit_once_the_first_frame_is_there(bench: DisplayRig) -> None:
    lit: list[bytes] = []
    take = bench.chip.serial

    def watch(sent: bytes, data: bool) -> None:
        take(sent, data)
        if bench.chip.on:
            lit.append(sent)

    bench.chip.serial = watch  # type: ignore[method-assign]
    for _ in range(2):
        bench.oled.show(FIRST)
        for on in (False, True):
            bench.oled.power(on)
            assert lit == [b"\xaf"]
            lit.clear()
        bench.oled.power(False)
        bench.oled.refresh()
        bench.oled.power(True)


def test_close_leaves_the_panel_dark_and_blank_until_it_is_shown_again(bench: DisplayRig) -> None:
    bench.oled.show(FIRST)
    bench.oled.close()
    assert not bench.chip.on
    bench.chip.on = True
    assert bench.shows(BLACK)
    bench.oled.show(FIRST)
    assert bench.shows(FIRST)


def test_power_lost_while_the_panel_is_switched_off(bench: DisplayRig) -> None:
    bench.oled.show(FIRST)
    bench.oled.power(False)
    bench.wire.unplug()
    bench.wire.plug()
    bench.oled.power(True)
    assert bench.shows(FIRST)


# On I2C an unplugged panel does not acknowledge. On SPI the driver cannot notice; other tests cover that.
CUTS = [(kind, False) for kind in KINDS] + [(kind, True) for kind in KINDS if kind.interface == "i2c"]


@pytest.fixture(params=CUTS, ids=lambda given: f"{given[0]}-{'pulled out' if given[1] else 'failing'}")
def cut(request: pytest.FixtureRequest) -> tuple[DisplayRig, bool]:
    kind, pulled = request.param
    return DisplayRig(kind), pulled


def test_an_error_at_any_byte_of_a_change(cut: tuple[DisplayRig, bool]) -> None:
    bench, pulled = cut
    usual = DisplayRig(bench.kind)
    usual.oled.show(FIRST)
    for through in range(usual.bytes_for(CHANGED)):
        bench.oled.refresh()
        bench.oled.show(FIRST)
        (bench.wire.pull_after if pulled else bench.wire.fail_after)(through)
        assert not bench.tries(CHANGED), through
        if pulled or (bench.kind.interface == "spi" and through % 2):
            bench.wire.plug()  # the power was off in between
        image = OTHERS[through % 3]
        bench.oled.show(image)
        assert bench.shows(image), through


@pytest.mark.parametrize("changes", [True, False])
def test_pulled_out_in_silence_it_is_right_again_within_eight_frames(spi: DisplayRig, changes: bool) -> None:
    usual = DisplayRig(spi.kind)
    first = usual.bytes_for(FIRST)
    for through in range(usual.bytes_for(CHANGED)) if changes else [*range(0, first, 5), first - 1, first]:
        spi.oled.refresh()
        if changes:
            spi.oled.show(FIRST)
        spi.wire.pull_after(through)
        spi.oled.show(CHANGED if changes else FIRST)
        spi.wire.plug()
        image = FIRST
        for frame in range(8):
            image = with_dot(image, 5, 5 + frame)
            spi.oled.show(image)
        assert spi.shows(image), through
