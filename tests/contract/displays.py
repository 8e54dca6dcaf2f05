"""Every supported kind of display, over an emulated wire that can be cut after any byte."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from PIL import Image

from firmware_py.config.displays import OLED_CONTROLLERS, displays
from firmware_py.drivers import Wires
from firmware_py.drivers.oled import Oled
from firmware_py.emulator.oled_chips import CHIPS
from firmware_py.emulator.oled_controller import EmulatedController, ProtocolError
from firmware_py.emulator.wires import EmulatedI2CBus, EmulatedPins, EmulatedSpi, reset_line
from firmware_py.system.errors import DisplayError

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
            self.wire: _I2c | _Spi = _I2c(self.chip, line)
            wires = Wires(smbus=self.wire.opened, pins=pins.factory)
        else:
            self.wire = _Spi(self.chip, pins)
            wires = Wires(spidev=self.wire.opened, pins=pins.factory)
        (settings,) = displays(
            {
                "display": {
                    "controller": kind.controller,
                    "interface": kind.interface,
                    "dc": DC,
                    "reset": RESET if kind.reset else None,
                }
            }
        )
        self.oled = Oled(settings, wires)

    def shows(self, image: Image.Image) -> bool:
        return self.chip.image().tobytes() == image.tobytes()

    def bytes_for(self, image: Image.Image) -> int:
        before = self.wire.bytes_sent
        self.oled.show(image)
        return self.wire.bytes_sent - before

    def tries(self, image: Image.Image) -> bool:
        """Show a picture, and return True if the driver raised no error."""
        with suppress(DisplayError):
            self.oled.show(image)
            return True
        return False


class _I2c:
    """A test double for `smbus2.SMBus` whose panel can be unplugged in the middle of a transfer."""

    def __init__(self, chip: EmulatedController, reset: Any) -> None:
        self._bus = EmulatedI2CBus()
        self._bus.attach(0x3C, chip, reset)
        self._pulling = self._out = False

    def opened(self, port: int) -> Any:
        assert port == 1
        return self

    @property
    def bytes_sent(self) -> int:
        return self._bus.bytes_sent

    def fail_after(self, through: int) -> None:
        """Make a transfer fail once, after `through` more bytes have been sent."""
        self._bus.fail_after(through)

    def pull_after(self, through: int) -> None:
        """Unplug the panel after `through` more bytes have been sent."""
        self._bus.fail_after(through)
        self._pulling = True

    def unplug(self) -> None:
        self._bus.unplug()
        self._out = True

    def plug(self) -> None:
        """Plug the panel in again if it has been unplugged."""
        self._pulling = False
        if self._out:
            self._bus.plug()
        self._out = False

    def write_i2c_block_data(self, address: int, register: int, data: Sequence[int]) -> None:
        self._sends(lambda: self._bus.write_i2c_block_data(address, register, data))

    def i2c_rdwr(self, *messages: Any) -> None:
        self._sends(lambda: self._bus.i2c_rdwr(*messages))

    def close(self) -> None:
        pass

    def _sends(self, send: Any) -> None:
        try:
            send()
        except OSError:
            if self._pulling and not self._out:
                self.unplug()
            raise


class _Spi:
    """A test double for `spidev.SpiDev` whose panel can be unplugged in the middle of a transfer.

    After the panel has been plugged in again, protocol errors are ignored until the driver switches it on.
    """

    def __init__(self, chip: EmulatedController, pins: EmulatedPins) -> None:
        self._chip = chip
        self._port = EmulatedSpi(chip, pins=pins, dc=DC, reset=RESET)
        self._left: int | None = None
        self._lost = False
        self.mode = 0
        self.max_speed_hz = 0

    def opened(self) -> Any:
        return self

    @property
    def bytes_sent(self) -> int:
        return self._port.bytes_sent

    def fail_after(self, through: int) -> None:
        """Let `through` more bytes be sent, then make one transfer fail."""
        self._port.fail_after(through)

    def pull_after(self, through: int) -> None:
        """Unplug the panel after `through` more bytes have been sent. The driver does not get an error."""
        self._left = through

    def unplug(self) -> None:
        self._port.unplug()

    def plug(self) -> None:
        """Plug the panel in again, after cutting its power if it is still on."""
        self._left = None
        self._port.unplug()
        self._port.plug()
        self._lost = True

    def open(self, bus: int, device: int) -> None:
        self._port.open(bus, device)

    def writebytes(self, data: Sequence[int]) -> None:
        if self._left is not None:
            if self._left < len(data):
                before, data, self._left = data[: self._left], data[self._left :], None
                if before:
                    self._write(before)
                self._port.unplug()
            else:
                self._left -= len(data)
        self._write(data)

    def close(self) -> None:
        self._port.close()

    def _write(self, data: Sequence[int]) -> None:
        self._lost = self._lost and not self._chip.on
        try:
            self._port.writebytes(data)
        except ProtocolError:
            if not self._lost:
                raise
