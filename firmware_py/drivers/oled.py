"""The driver for an OLED, which sends only what changed since the last frame.

The bus is slow: a whole frame is 1034 bytes, which take 23 ms at 400 kHz. So a frame is compared with the one
that the panel is known to hold, and only the changed columns of the changed pages are sent.

A panel that lost power between two frames and got it back accepts data but stays dark. So on I2C, the driver
asks the controller whether the panel is still on before sending the changes. A module that cannot be read,
and any module on SPI, is periodically reinitialised and sent a whole frame. All this follows the data sheets;
it has not been tested on real modules.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

from firmware_py.config.displays import OLED_CONTROLLERS, DisplaySettings
from firmware_py.system.errors import DisplayError

from . import REAL, Wires
from .oled_bus import OledBus
from .oled_bytes import (
    CONTRAST,
    NO_OPERATION,
    OFF,
    ON,
    PageArea,
    addressing_of,
    turned,
)

WHOLE_EVERY = 8
"""The interval, in frames, at which a panel that cannot report a loss of power is sent a whole frame."""


class Oled:
    """The driver for an OLED. Nothing is sent to the panel before the first call to `show`."""

    def __init__(self, settings: DisplaySettings, wires: Wires = REAL) -> None:
        """Create the driver for a display.

        Its bus is opened by the first call to `show`. If the bus cannot be opened, each call tries again, and
        raises `DisplayError`. On SPI, a missing panel is not an error, because SPI has no acknowledgement.
        """
        self._bus = OledBus(settings, wires)
        chip = OLED_CONTROLLERS[settings.controller]
        self._start_up, self._addressing, self._glass = chip.start_up, addressing_of(chip), chip.glass
        self._contrast: int | None = None
        self._on = True
        # The pages of the frame that the panel holds; None while that is uncertain.
        self._sent: list[bytes] | None = None
        # True if the panel reported correctly that it was off when it was last initialised.
        self._readable = False
        # The number of frames since the last one that was sent whole.
        self._partial = 0
        self._stale = False

    def show(self, frame: bytes, *, upside_down: bool = False) -> None:
        """Show a frame of the panel's size (`firmware_py.board.ports`). Normally, only the changes are sent.

        Args:
            upside_down: if True, the image is rotated by 180 degrees.

        Raises:
            DisplayError: the bus or the panel is not responding.
            ValueError: the frame does not have the right size.
        """
        width, height = self._glass.width, self._glass.height
        if len(frame) != width * height // 8:
            raise ValueError(f"expected the bytes of {width} x {height} pixels; got {len(frame)}")
        if upside_down:
            frame = turned(frame)
        pages = [frame[start : start + width] for start in range(0, len(frame), width)]
        sent = self._sent
        with self._talking():
            # The panel is asked even if nothing changed: somebody may be pressing keys and see a dark panel.
            if sent is None or self._lost_its_power():
                self._initialise(pages)
            elif self._stale or (pages != sent and self._whole_is_due()):
                self._renew(pages)
            elif pages != sent:
                self._partial += 1
                for rectangle in self._addressing.changed(sent, pages):
                    self._send(rectangle, pages)
        self._sent = pages

    def contrast(self, level: int) -> None:
        """Set the panel's brightness, 0 to 255 (SSD1306 data sheet, 10.1.7).

        Raises:
            DisplayError: the bus or the panel is not responding.
            ValueError: `level` is out of range.
        """
        if not 0 <= level <= 255:
            raise ValueError(f"contrast is 0 to 255: got {level}")
        self._contrast = level
        sent = self._sent
        if sent is not None:
            with self._talking():
                self._bus.command(CONTRAST, level)
            self._sent = sent

    def power(self, on: bool) -> None:
        """Switch the panel off, or switch it on again and show the latest image.

        Before the first call to `show`, and after an error, this takes effect at the next call to `show`.

        Raises:
            DisplayError: the bus or the panel is not responding.
        """
        if on == self._on:
            return
        self._on = on
        sent = self._sent
        if sent is not None:
            with self._talking():
                if on:
                    self._initialise(sent)
                else:
                    self._bus.command(OFF)
            self._sent = sent

    def refresh(self) -> None:
        """Make the next call to `show` send the whole image, in case the panel has lost part of it.

        If the panel cannot report a loss of power, `show` switches it off while sending the image. The panel
        then blinks once.
        """
        if self._readable and self._on:
            self._stale = True
        else:
            self._sent = None

    def close(self) -> None:
        """Switch off the panel, clear its memory and release the bus. A missing panel is not an error."""
        known, self._sent = self._sent is not None, None
        with suppress(OSError, DisplayError):
            self._bus.command(OFF)
            if known:
                self._send_whole([bytes(self._glass.width)] * self._glass.pages)
        self._bus.close()

    @contextmanager
    def _talking(self) -> Iterator[None]:
        self._sent = None
        try:
            yield
        except OSError as error:
            raise DisplayError(f"the OLED does not answer: {error}") from error

    def _lost_its_power(self) -> bool:
        return self._readable and self._on and not self._bus.powered()

    def _whole_is_due(self) -> bool:
        return not self._readable and self._partial + 1 >= WHOLE_EVERY

    def _initialise(self, pages: Sequence[bytes]) -> None:
        # The panel is switched on last, because its memory holds noise until the frame has arrived.
        self._bus.reset()
        self._bus.command(NO_OPERATION, NO_OPERATION, OFF)
        self._set_up(pages)
        self._readable = self._reports_off()
        self._switch()

    def _renew(self, pages: Sequence[bytes]) -> None:
        # The panel is not reset, so the picture does not blink.
        self._bus.command(NO_OPERATION, NO_OPERATION)
        self._set_up(pages)
        self._switch()

    def _set_up(self, pages: Sequence[bytes]) -> None:
        self._bus.command(*self._start_up)
        if self._contrast is not None:
            self._bus.command(CONTRAST, self._contrast)
        self._send_whole(pages)
        self._partial, self._stale = 0, False

    def _switch(self) -> None:
        self._bus.command(ON if self._on else OFF)

    def _reports_off(self) -> bool:
        # A panel that reports correctly that it is off can be trusted to report its state later, too.
        try:
            return not self._bus.powered()
        except OSError:
            # The panel accepted a frame a moment ago, so this module cannot be read. If the panel has gone
            # since then, it will refuse the next command, too.
            return False

    def _send_whole(self, pages: Sequence[bytes]) -> None:
        for rectangle in self._addressing.whole:
            self._send(rectangle, pages)

    def _send(self, rectangle: PageArea, pages: Sequence[bytes]) -> None:
        left, right, top, bottom = rectangle
        self._bus.command(*self._addressing.select(rectangle))
        self._bus.data(b"".join([page[left : right + 1] for page in pages[top : bottom + 1]]))
