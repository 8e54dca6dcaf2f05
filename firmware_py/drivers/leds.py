"""Chains of LEDs on the SPI bus: APA102 and SK9822 with a clock wire, WS2812 and SK6812 without.

`chain` returns the driver for a board's settings. The base class `LedChain` decides when a frame is sent,
opens the device and limits the current; its two subclasses encode the colours.

**APA102.** A frame begins with 32 zero bits. Then come, for each LED, three ones, five bits of brightness,
and one byte each for blue, green and red (some LEDs use a different order). An SK9822 then needs 32 more
zeros, which an APA102 ignores (https://cpldcpu.com/2016/12/13/sk9822-a-clone-of-the-apa102/). The frame ends
with enough clock edges to carry the data to the last LED: each LED delays its data by half a clock cycle, so
each LED after the first needs one more edge. The data sheet's 32 bits have 64 edges, enough for 65 LEDs. Here
the frame ends with zeros, not with ones as in the data sheet, because ones would light any LED beyond the
last one sent. The sources are the data sheet and
https://cpldcpu.com/2014/11/30/understanding-the-apa102-superled/.

**WS2812.** A bit is a pulse, short for 0 and long for 1, and after a pause the LEDs show the bits they
received. Each bit is sent as four bits of SPI at 3.2 MHz, 1000 or 1100, so it is high for 312 or 625 ns.
These times are within the limits of the newer WS2812B (220 to 380 ns, and 580 ns or more) and of the SK6812
(300 and 600 ns, each ± 150 ns). The older WS2812B's data sheet asks for 800 ± 150 ns for a 1, but
measurements show that 550 ns is enough
(https://wp.josh.com/2014/05/13/ws2812-neopixels-are-not-so-finicky-once-you-get-to-know-them/). The pause is
280 us for the newer WS2812B and 80 us for the SK6812. The pulses must not be interrupted, so a frame is sent
in one transfer. On a Raspberry Pi, the SPI clock is derived from the processor's core clock: a Pi 3 needs
`core_freq=250` in config.txt, and a Pi 4 needs `core_freq=500` and `core_freq_min=500`.

**The current** is an estimate: each colour of an LED draws 20 mA at full brightness, and proportionally less
at lower brightness. The LEDs' own electronics, about 1 mA each, are not included. If the colours would draw
more than the limit, they are dimmed in proportion.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from firmware_py.config.lights import BUFSIZ, LEAD, PAUSE, LightSettings, timed_frame, wanted_bufsiz
from firmware_py.system.errors import DisplayError

from . import Wires

CHANNEL_MA = 20
"""The current of one colour of an LED at full brightness, in mA (APA102 data sheet; WS2812B: an estimate)."""
MAX_BRIGHTNESS = 31
"""The highest brightness setting of an APA102."""
BUFSIZ_FILE = Path("/sys/module/spidev/parameters/bufsiz")
"""The kernel's file with the number of bytes that spidev can send in one transfer."""


def chain(settings: LightSettings, wires: Wires) -> LedChain:
    """Return the driver for a chain of LEDs. Its device is opened by the first call to `show`."""
    return _Ws2812(settings, wires) if settings.timed else _Apa102(settings, wires)


class LedChain(ABC):
    """A chain of LEDs. Nothing is sent before the first call to `show`.

    `show` sends the colours to the LEDs only if they have changed since the last call. After an error or a
    call to `refresh`, `show` sends them even if they have not changed.
    """

    def __init__(self, settings: LightSettings, wires: Wires) -> None:
        """Create the driver without opening the device."""
        self._settings, self._make = settings, wires.spidev
        self._port: Any = None
        self._lit = 0
        self._sent: bytes | None = None
        self._failed = False

    def show(self, colours: bytes) -> None:
        """Show the given colours: three bytes (red, green, blue) for each LED, in chain order.

        If no colour changed, nothing is sent. If `colours` is for fewer LEDs than last time, the remaining
        LEDs are switched off.

        Raises:
            DisplayError: the device is missing or does not accept the colours (the next call opens it again),
                or there are more LEDs than it can send in one transfer.
            ValueError: the number of bytes is not a multiple of three.
        """
        if len(colours) % 3:
            raise ValueError(f"expected three bytes for each LED: got {len(colours)} bytes")
        colours = bytes(colours).ljust(3 * self._lit, b"\0")
        if colours == self._sent:
            return
        transfers = self._transfers(colours, after_failure=self._failed)
        self._lit = len(colours) // 3
        self._sent = None
        self._port = self._port or self._opened()
        try:
            for transfer in transfers:
                self._port.writebytes2(transfer)
        except OSError as error:
            self._failed = True
            self._release()
            raise DisplayError(f"the LEDs cannot be reached: {error}") from error
        self._sent, self._failed = colours, False

    def refresh(self) -> None:
        """Make the next call to `show` send the colours even if they have not changed.

        This is useful if the LEDs may have lost power.
        """
        self._sent = None

    def close(self) -> None:
        """Switch off all LEDs and release the device. It is not an error if the device is missing."""
        if self._lit:
            with suppress(DisplayError):
                self.show(bytes(3 * self._lit))
        self._release()

    @abstractmethod
    def _transfers(self, colours: bytes, *, after_failure: bool) -> Sequence[bytes | bytearray]:
        """After a failure, the LEDs must not take the beginning for the rest of the previous transfer."""

    def _opened(self) -> Any:
        make = self._make
        if make is None:
            try:
                import spidev
            except ImportError as error:
                raise DisplayError("the LEDs need the package spidev, which is not installed") from error
            make = spidev.SpiDev
        port = make()
        bus, device = self._settings.bus, self._settings.device
        try:
            port.open(bus, device)
            port.max_speed_hz = self._settings.hz
            port.mode = 0
        except OSError as error:
            port.close()
            raise DisplayError(f"cannot open /dev/spidev{bus}.{device}: {error}") from error
        return port

    def _release(self) -> None:
        port, self._port = self._port, None
        if port is not None:
            with suppress(OSError):
                port.close()


class _Apa102(LedChain):
    """APA102 or SK9822."""

    def __init__(self, settings: LightSettings, wires: Wires) -> None:
        super().__init__(settings, wires)
        self._order = ["RGB".index(colour) for colour in settings.order]
        self._brightness = level(settings.brightness)
        brightness = max(self._brightness, 1)
        self._limit = 255 * settings.limit_ma * MAX_BRIGHTNESS // (CHANNEL_MA * brightness)
        self._frame = bytearray()
        self._leds: int | None = None

    def _transfers(self, colours: bytes, *, after_failure: bool) -> list[bytearray]:
        leds = len(colours) // 3
        end = 4 + 4 * leds
        if self._leds != leds:
            self._leds = leds
            self._frame = bytearray(end + 4 + (max(leds - 1, 0) + 15) // 16)
            self._frame[4:end:4] = bytes([0xE0 | self._brightness]) * leds
        shown = _capped(colours, self._limit)
        for position, colour in enumerate(self._order, start=5):
            self._frame[position:end:4] = shown[colour::3]
        # After a failure, an LED that got only some of its 32 bits takes zeros for the missing bits, so the
        # 32 zeros are sent twice.
        return [bytearray(4) + self._frame if after_failure else self._frame]


class _Ws2812(LedChain):
    """WS2812 or SK6812."""

    def __init__(self, settings: LightSettings, wires: Wires) -> None:
        super().__init__(settings, wires)
        self._order = settings.order
        self._dimmed = bytes(_dimmed(value, settings.brightness) for value in range(256))
        self._limit = 255 * settings.limit_ma // CHANNEL_MA
        self._most_bytes = bufsiz()

    def _transfers(self, colours: bytes, *, after_failure: bool) -> list[bytes]:
        leds = len(colours) // 3
        size = timed_frame(leds, self._order)
        if size > self._most_bytes:
            wanted = wanted_bufsiz(leds, self._order)
            raise DisplayError(
                f"{leds} LEDs take {size} bytes in one transfer and spidev takes {self._most_bytes}: "
                f"add spidev.bufsiz={wanted} to /boot/firmware/cmdline.txt and restart"
            )
        frame = b"".join((bytes(LEAD), self._pulses(colours), bytes(PAUSE)))
        # After a failure, a pause separates this frame from the part of the last frame that was sent.
        return [bytes(PAUSE), frame] if after_failure else [frame]

    def _pulses(self, colours: bytes) -> bytearray:
        dimmed = colours.translate(self._dimmed)
        parts = {"R": dimmed[0::3], "G": dimmed[1::3], "B": dimmed[2::3]}
        step = len(self._order)
        if step == 4:
            white = bytes(map(min, *parts.values()))
            parts = {name: _difference(part, white) for name, part in parts.items()} | {"W": white}
        values = bytearray(step * (len(colours) // 3))
        for position, name in enumerate(self._order):
            values[position::step] = parts[name]
        shown = _capped(values, self._limit)
        pulses = bytearray(4 * len(shown))
        for position, table in enumerate(_SYMBOLS):
            pulses[position::4] = shown.translate(table)
        return pulses


def level(percent: float) -> int:
    """Convert a percentage to the nearest brightness setting of an APA102, 0 to 31. Only 0% gives 0."""
    nearest = round(percent * MAX_BRIGHTNESS / 100)
    return nearest or int(percent > 0)


def _capped(colours: bytes | bytearray, limit: int) -> bytes | bytearray:
    total = sum(colours)
    if total <= limit:
        return colours
    return colours.translate(bytes(value * limit // total for value in range(256)))


def bufsiz() -> int:
    """Return the number of bytes that spidev can send in one transfer, or `BUFSIZ` if it is not known."""
    try:
        return int(BUFSIZ_FILE.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return BUFSIZ


def _dimmed(value: int, brightness: float) -> int:
    """Return a colour byte dimmed to `brightness` percent. The result is 0 only if either argument is 0."""
    return max(round(value * brightness / 100), 1) if value and brightness else 0


def _difference(some: bytes, less: bytes) -> bytes:
    return (int.from_bytes(some, "big") - int.from_bytes(less, "big")).to_bytes(len(some), "big")


def _symbols(bits: int) -> int:
    """1100 for a 1, 1000 for a 0."""
    return (0xC0 if bits & 2 else 0x80) | (0x0C if bits & 1 else 0x08)


# Four tables, one for each pair of bits in a byte, the highest pair first. Each maps a byte to the pulses
# of its pair.
_SYMBOLS = tuple(bytes(_symbols(value >> shift & 3) for value in range(256)) for shift in (6, 4, 2, 0))
