"""A complete emulated board, wired as a configuration describes.

Its keys can be pressed, by `Fingers` for as long as a person would, and its LEDs and displays can be read.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import monotonic
from typing import Any

from firmware_py.config import files
from firmware_py.config.build import load
from firmware_py.config.config import Config
from firmware_py.config.displays import PICTURE, DisplaySettings
from firmware_py.config.keypads import ButtonSettings, InputSettings
from firmware_py.config.lights import LightSettings
from firmware_py.drivers import Wires
from firmware_py.input.keys import HELD, Input, Key, parse_input

from .led_chips import Apa102Chain, Led, Ws2812Chain
from .oled_chips import CHIPS
from .wires import EmulatedI2CBus, EmulatedPins, EmulatedSpi, reset_line

FULL = 31
"""The brightness reported for LEDs without a brightness setting."""
TWENTY_BUTTONS = files.profile("keypad-20")
"""The profile whose buttons are emulated, whichever keys the real board has."""


TYPED = {typed: key for key in Key for typed in key.typed}
"""The board's key for each key of the user's keyboard, which is a letter or Textual's name for a key.

A terminal does not report when a key is released, so there are no long presses: MENU, REDO and MUGGINS have
letters and buttons of their own. So have AGAIN and SCORE, which most boards have in the menu.
"""

REST = 0.03
"""The minimum time, in seconds, before each key press: longer than a contact can bounce."""


class EmulatedBoard:
    """An emulated board for the real drivers: its keys can be pressed, its LEDs and displays read.

    Attributes:
        config: the board's configuration.
        pins: the pins on the GPIO header.
        bus: the I2C bus of the first I2C display; an unused bus if there is no such display.
        chips: the controllers of the displays.
        chain: the track LEDs; None if there are none.
        wires: the emulated hardware, in the form that the drivers accept.
    """

    def __init__(self, config: Config | None = None) -> None:
        """Create a board with no key pressed.

        Args:
            config: the board's configuration; None for that of `TWENTY_BUTTONS`.
        """
        self.config = config or load(TWENTY_BUTTONS)
        self.pins = EmulatedPins()
        self._keys: dict[Input, int] = {
            parse_input(word): pin
            for each in self.config.inputs
            if isinstance(each, ButtonSettings)
            for word, pin in each.pins.items()
        }
        self._buses: dict[int, EmulatedI2CBus] = {}
        self._ports: dict[tuple[int, int], Any] = {}
        self.chips = [self._attached(display) for display in self.config.displays]
        self._panels = list(self._ports.values())
        self.chain = self._chained(self.config.lights) if self.config.lights else None
        self.bus = next(iter(self._buses.values()), EmulatedI2CBus())
        self.wires = Wires(
            i2c=lambda number: self._buses.setdefault(number, EmulatedI2CBus()).open(),
            spidev=lambda: _Port(self._ports),
            pins=self.pins.factory,
        )

    def must_be_held(self, key: Input) -> bool:
        """Return True if a key has no button of its own and another button must be held down instead.

        For example, OK is held down for MENU.
        """
        return key not in self._keys and key in HELD

    def press(self, key: Input) -> None:
        """Press the button for a key.

        If MENU, REDO or MUGGINS has no button of its own, press the OK, UNDO or GO button instead. This
        button must then be held down (see `must_be_held`).
        """
        self.pins.press(self._pin(key))

    def release(self, key: Input) -> None:
        """Release the button for a key."""
        self.pins.release(self._pin(key))

    @property
    def chip(self) -> Any:
        """The controller of the first display."""
        return self.chips[0]

    @property
    def screen(self) -> bytes:
        """The image on the first display, as `firmware_py.board.ports.Display` takes it; dark without one."""
        image: bytes = self.chip.image() if self.chips else bytes(PICTURE.width * PICTURE.pages)
        return image

    @property
    def lights(self) -> tuple[Led, ...]:
        """The state of the LED of each hole, track by track. Each track starts with hole 1."""
        if self.chain is None or self.config.lights is None:
            return ()
        leds = [led if isinstance(led, Led) else _mixed(led) for led in self.chain.leds]
        return tuple(leds[index] for track in self.config.lights.shape.tracks for index in track)

    @property
    def oled_bytes(self) -> int:
        """The total number of bytes sent to the displays so far."""
        sent: int = sum(bus.bytes_sent for bus in (*self._buses.values(), *self._panels))
        return sent

    @property
    def led_bytes(self) -> int:
        """The total number of bytes sent to the LEDs so far."""
        return self.chain.bytes_sent if self.chain else 0

    @property
    def busy(self) -> float:
        """The processor time, in seconds, spent emulating the chips so far."""
        busy: float = sum(bus.busy for bus in (*self._buses.values(), *self._panels))
        return busy

    def _pin(self, key: Input) -> int:
        return self._keys[HELD[key] if isinstance(key, Key) and self.must_be_held(key) else key]

    def _attached(self, display: DisplaySettings) -> Any:
        chip = CHIPS[display.controller]()
        if display.interface == "i2c":
            line = None
            if display.reset is not None:
                line = reset_line(self.pins.factory.pin(display.reset), chip.reset)
            self._buses.setdefault(display.bus, EmulatedI2CBus()).attach(display.address, chip, line)
        else:
            port = EmulatedSpi(chip, pins=self.pins, dc=display.dc, reset=display.reset)
            self._ports[display.bus, display.device] = port
        return chip

    def _chained(self, lights: LightSettings) -> Apa102Chain | Ws2812Chain:
        chain: Apa102Chain | Ws2812Chain
        if not lights.timed:
            chain = Apa102Chain(lights.shape.leds, sk9822=lights.chip == "sk9822")
        else:
            chain = Ws2812Chain(lights.shape.leds, order=lights.order)
        self._ports[lights.bus, lights.device] = chain
        return chain


class Fingers:
    """Presses the keys of an emulated board one after another, no faster than the board can handle them."""

    def __init__(
        self, board: EmulatedBoard, light: Callable[[Key, bool], object] = lambda key, down: None
    ) -> None:
        """Prepare to simulate presses of a board's keys.

        Args:
            board: the board, with a button for every key.
            light: a function that is called each time a key is pressed or released, with the key, and with
                True if it was pressed or False if it was released.
        """
        self._board = board
        self._light = light
        # A key; its steps, True for a press and False for a release; the rest before them, in seconds.
        self._moves: asyncio.Queue[tuple[Key, tuple[bool, ...], float]] = asyncio.Queue()
        self._moved_at = float("-inf")

    def tap(self, key: Key) -> None:
        """Queue a short press of a key."""
        self._moves.put_nowait((key, (True, False), REST))

    def down(self, key: Key) -> None:
        """Queue a press of a key, which stays down until it is released with `up`."""
        self._moves.put_nowait((key, (True,), REST))

    def up(self, key: Key) -> None:
        """Queue the release of a key. It comes after everything that is already in the queue."""
        self._moves.put_nowait((key, (False,), 0.0))

    async def rest(self) -> None:
        """Wait until all requested presses and releases have been made."""
        await self._moves.join()

    async def work(self) -> None:
        """Press and release keys, as queued by the other methods, until this method's task is cancelled."""
        while True:
            key, downs, rest = await self._moves.get()
            wait = self._moved_at + rest - monotonic()
            if wait > 0:
                await asyncio.sleep(wait)
            # Nothing else is done in between, because a busy program might turn a tap into a long press.
            for down in downs:
                if down:
                    self._board.press(key)
                else:
                    self._board.release(key)
            self._moved_at = monotonic()
            for down in downs:
                self._light(key, down)
            self._moves.task_done()


class _Port:
    def __init__(self, ports: dict[tuple[int, int], Any]) -> None:
        self.__dict__["_ports"] = ports
        self.__dict__["_port"] = None

    def open(self, bus: int, device: int) -> None:
        if (bus, device) not in self._ports:
            raise FileNotFoundError(2, "No such file or directory", f"/dev/spidev{bus}.{device}")
        self.__dict__["_port"] = self._ports[bus, device]
        if hasattr(self._port, "open"):
            self._port.open(bus, device)

    def close(self) -> None:
        if self._port is not None:
            self._port.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._port, name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self._port, name, value)


def _mixed(led: tuple[int, ...]) -> Led:
    red, green, blue = (min(255, colour + sum(led[3:])) for colour in led[:3])
    return Led(FULL, red, green, blue)


_PINS = range(54)
"""The BCM pins of a Pi's chip, of which 28 are on the header.

On a Pi some of them belong to buses and to HATs; here they are free, because the emulated buses use no pins.
"""


def with_keys_of_held_go(config: Config) -> Config:
    """Return a copy of the configuration with buttons for MUGGINS, AGAIN and SCORE added.

    Without these buttons, a long press of GO stands for one of these keys, depending on the rules and the
    previous key.
    """
    keys = [key for key in Key if HELD.get(key, Key.GO) is Key.GO]
    return config._replace(inputs=tuple(_with_buttons(each, keys) for each in config.inputs))


def with_simulator_keys(config: Config) -> Config:
    """Return a copy of the configuration with a button for every key, but no buzzer or indicator LEDs."""
    inputs = tuple(_with_buttons(each, list(Key)) for each in load(TWENTY_BUTTONS).inputs)
    spare = iter(set(_PINS).difference(*(each.pins.values() for each in inputs)))
    displays = []
    for display in config.displays:
        if display.interface == "spi" or display.reset is not None:
            # The pins may not suffice for a reset line of a second display.
            display = display._replace(dc=next(spare), reset=next(spare, None))
        displays.append(display)
    return config._replace(inputs=inputs, displays=tuple(displays), signals=None)


def _with_buttons(settings: InputSettings, keys: list[Key]) -> InputSettings:
    """Add a button on a spare pin for each of these keys that has none."""
    if not isinstance(settings, ButtonSettings):
        return settings
    spare = (pin for pin in _PINS if pin not in settings.pins.values())
    missing = (key.value for key in keys if key.value not in settings.pins)
    return settings._replace(pins=dict(settings.pins) | dict(zip(missing, spare, strict=False)))
