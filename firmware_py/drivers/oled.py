"""An OLED of 128 x 64 through luma: sends what changed since the last frame.

The wire is the slow part: a whole frame is 1034 bytes, 23 ms at 400 kHz. So a frame is compared with the one
the panel is known to hold, and only the changed columns of the changed pages go out.

A panel that lost its power between two frames and has it back takes what is sent, and stays dark. So on I2C
the controller is asked whether it is still on, before what changed is sent. A module that cannot be read, or
any on SPI, is set up again and sent a whole frame every so often. That modules answer as data sheets say is
unconfirmed on hardware.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from ctypes import Array, c_char
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from luma.core.error import Error as LumaError

from firmware_py.config import defaults
from firmware_py.drivers.changed_parts import Rectangle
from firmware_py.drivers.oled_bus import LateOledBus, Serial, i2c_wire, spi_wire
from firmware_py.drivers.oled_commands import (
    CONTRAST,
    NO_OPERATION,
    OFF,
    ON,
    addressing_of,
    controller_named,
)
from firmware_py.drivers.oled_pages import HEIGHT, PAGES, WIDTH, packed
from firmware_py.errors import DisplayError

if TYPE_CHECKING:
    from PIL import Image

WHOLE_EVERY = 8
"""One frame in so many is sent whole to a panel that cannot be asked whether it lost its power."""

_BLANK = bytes(WIDTH)


class Oled:
    """Shows frames on an OLED; nothing is sent before the first `show`."""

    def __init__(
        self,
        serial: Serial,
        controller: str = defaults.CONTROLLER,
        *,
        powered: Callable[[], bool] | None = None,
        reset: Callable[[], None] | None = None,
        whole_every: int | None = None,
    ) -> None:
        """Take a luma serial interface, which may well lead to a panel that is not there yet.

        Args:
            serial: the interface.
            controller: the name of a controller in `OLED_CONTROLLERS`.
            powered: asks the controller whether its display is switched on; raises OSError if nobody answers,
                or always, where the module cannot be read. None where nothing can be read.
            reset: pulses the panel's reset line, before it is initialised.
            whole_every: while `powered` is of no use, one frame in so many is sent whole; None for never.

        Raises:
            ValueError: there is no such controller.
        """
        self._serial = serial
        self._start_up = controller_named(controller).start_up
        self._addressing = addressing_of(controller_named(controller))
        self._powered = powered
        self._reset = reset
        self._whole_every = whole_every
        self._contrast: int | None = None
        self._on = True
        # The frame the panel holds, as "L" bytes and as pages; None when that is not known for certain.
        self._sent: bytes | None = None
        self._pages: list[bytes] = []
        # Whether `powered` was right when last put to the test, and how many frames went out since a whole
        # one.
        self._readable = False
        self._partial = 0
        self._stale = False

    def show(self, image: Image.Image, *, upside_down: bool = False) -> None:
        """Show a mode "1" image of 128 x 64 pixels.

        The first frame, and the first after an error, initialises the panel and is sent whole, before the
        panel is switched on; so is one that finds the panel off that should be on. The first after `refresh`
        is sent whole as well. Other frames send what changed, or nothing.

        Args:
            image: the picture.
            upside_down: turn it by 180 degrees.

        Raises:
            DisplayError: the bus or the panel does not answer.
            ValueError: not a 128 x 64 image of mode "1".
        """
        if image.mode != "1" or image.size != (WIDTH, HEIGHT):
            raise ValueError(
                f'expected mode "1", {WIDTH} x {HEIGHT} pixels; got {image.mode!r}, {image.size}'
            )
        # Pillow packs "1" to bits pixel by pixel. One byte a pixel is four times as fast, convert included.
        pixels = image.convert("L").tobytes()
        if upside_down:
            pixels = pixels[::-1]
        sent = self._sent
        pages = self._pages if pixels == sent else packed(pixels, sent, self._pages)
        with self._talking():
            # Asked also where nothing has changed: somebody may be pressing keys before a dark panel.
            if sent is None or self._lost_its_power():
                self._initialise(pages)
            elif self._stale or (pixels != sent and self._whole_is_due()):
                self._renew(pages)
            elif pixels == sent:
                pass
            else:
                self._partial += 1
                for rectangle in self._addressing.changed(self._pages, pages):
                    self._send(rectangle, pages)
        self._sent, self._pages = pixels, pages

    def contrast(self, level: int) -> None:
        """Set the brightness, 0 to 255 (SSD1306 data sheet, 10.1.7); kept over a new initialisation.

        Raises:
            DisplayError: the bus or the panel does not answer.
            ValueError: `level` is out of range.
        """
        if not 0 <= level <= 255:
            raise ValueError(f"contrast is 0 to 255: got {level}")
        self._contrast = level
        sent = self._sent
        if sent is not None:
            with self._talking():
                self._serial.command(CONTRAST, level)
            self._sent = sent

    def power(self, on: bool) -> None:
        """Switch the panel off, or on again with what was shown last; a frame shown meanwhile is kept.

        A panel that is off and one that lost its power answer alike, so one switched on is initialised and
        sent its frame whole. Where it is not known what the panel holds, nothing is sent, and the next `show`
        does it.

        Raises:
            DisplayError: the bus or the panel does not answer. The next `show` does it.
        """
        if on == self._on:
            return
        self._on = on
        sent = self._sent
        if sent is not None:
            with self._talking():
                if on:
                    self._initialise(self._pages)
                else:
                    self._serial.command(OFF)
            self._sent = sent

    def refresh(self) -> None:
        """Make the next `show` set the panel up and send the whole frame.

        A panel that answers that it is on does not blink at it; any other is initialised as at first.
        """
        if self._readable and self._on:
            self._stale = True
        else:
            self._sent = None

    def close(self) -> None:
        """Switch the panel off, blank its memory and let go of the bus; a missing panel is no error.

        luma would do so at exit, but not after SIGTERM.
        """
        known, self._sent = self._sent is not None, None
        with suppress(LumaError, OSError, DisplayError):
            self._serial.command(OFF)
            if known:
                self._send_whole([_BLANK] * PAGES)
        self._serial.cleanup()

    @contextmanager
    def _talking(self) -> Iterator[None]:
        """While something is sent it is not known what the panel holds; nor is it after an error."""
        self._sent = None
        try:
            yield
        except (LumaError, OSError) as error:
            raise DisplayError(f"the OLED does not answer: {error}") from error

    def _lost_its_power(self) -> bool:
        """Return True if the panel reports that it is off while it should be on."""
        return self._powered is not None and self._readable and self._on and not self._powered()

    def _whole_is_due(self) -> bool:
        return not self._readable and self._whole_every is not None and self._partial + 1 >= self._whole_every

    def _initialise(self, pages: Sequence[bytes]) -> None:
        # On last: until the frame is there, the panel's memory is noise.
        if self._reset is not None:
            self._reset()
        self._serial.command(NO_OPERATION, NO_OPERATION, OFF)
        self._set_up(pages)
        self._readable = self._says_off()
        self._switch()

    def _renew(self, pages: Sequence[bytes]) -> None:
        """The same, but a panel that is on does not blink: it is not reset, and not switched off."""
        self._serial.command(NO_OPERATION, NO_OPERATION)
        self._set_up(pages)
        self._switch()

    def _set_up(self, pages: Sequence[bytes]) -> None:
        self._serial.command(*self._start_up)
        if self._contrast is not None:
            self._serial.command(CONTRAST, self._contrast)
        self._send_whole(pages)
        self._partial, self._stale = 0, False

    def _switch(self) -> None:
        self._serial.command(ON if self._on else OFF)

    def _says_off(self) -> bool:
        """Return True if a panel that is certainly off reports it; other panels are not worth asking."""
        if self._powered is None:
            return False
        try:
            return not self._powered()
        except OSError:
            # It took a frame a moment ago, so this module cannot be read; or it is gone: then it will not
            # take the next command either.
            return False

    def _send_whole(self, pages: Sequence[bytes]) -> None:
        for rectangle in self._addressing.whole:
            self._send(rectangle, pages)

    def _send(self, rectangle: Rectangle, pages: Sequence[bytes]) -> None:
        left, right, top, bottom = rectangle
        self._serial.command(*self._addressing.select(rectangle))
        data = b"".join([page[left : right + 1] for page in pages[top : bottom + 1]])
        _held(1 + len(data))  # a control byte goes before it
        self._serial.data(data)


@lru_cache(maxsize=256)
def _held(size: int) -> type[Array[c_char]]:
    """The ctypes array type of so many bytes, of which smbus2 makes one for each message.

    ctypes makes such a type anew once nobody holds it any more, and that takes three times as long as all
    else about the message.
    """
    return c_char * size


def i2c_oled(
    port: int = defaults.DISPLAY_BUS["i2c"],
    address: int = defaults.ADDRESS,
    controller: str = defaults.CONTROLLER,
    *,
    smbus: Callable[[int], Any] | None = None,
) -> Oled:
    """An `Oled` on /dev/i2c-`port`, opened at the first `show`.

    The device file may appear long after the start: until it does, `show` raises `DisplayError`, and tries
    again each time.

    Args:
        port: the bus.
        address: the panel's.
        controller: the name of a controller in `OLED_CONTROLLERS`.
        smbus: opens something shaped as `smbus2.SMBus`; that itself by default.

    Raises:
        ValueError: there is no such controller.
    """
    serial = LateOledBus(lambda: i2c_wire(port, address, smbus))
    return Oled(serial, controller, powered=serial.powered, whole_every=WHOLE_EVERY)


def spi_oled(
    bus: int = defaults.DISPLAY_BUS["spi"],
    device: int = defaults.DISPLAY_SELECT,
    dc: int = defaults.DC_PIN,
    reset: int | None = defaults.RESET_PIN,
    hz: int = defaults.DISPLAY_HZ,
    controller: str = "sh1106",
    factory: Any = None,
    *,
    spidev: Callable[[], Any] | None = None,
) -> Oled:
    """An `Oled` on /dev/spidev`bus`.`device`, opened at the first `show`, as `i2c_oled` does.

    Nothing acknowledges on SPI: a panel that is missing is no error, and one that was pulled out and put back
    is right again with the next frame that is sent whole.

    Args:
        bus: the SPI bus.
        device: its chip select.
        dc: the BCM pin that is low for commands and high for data.
        reset: the BCM pin of the reset line; None if it is not connected.
        hz: clock ticks a second. The data sheet of the SH1106 promises less than the default.
        controller: the name of a controller in `OLED_CONTROLLERS`.
        factory: gpiozero's pin factory; None for its default.
        spidev: makes something shaped as `spidev.SpiDev`; that itself by default.

    Raises:
        ValueError: there is no such controller.
    """
    serial = LateOledBus(lambda: spi_wire(bus, device, dc, reset, hz, factory, spidev))
    return Oled(serial, controller, reset=serial.reset, whole_every=WHOLE_EVERY)
