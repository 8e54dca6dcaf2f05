"""The emulated wires: an I2C bus, SPI ports, and the pins of the GPIO header with a button on each.

They have the methods of `system.i2c_bus.I2CBus`, of `spidev.SpiDev` and of gpiozero's pin factories, so that
the real drivers can use them.
"""

from __future__ import annotations

import errno
import os
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from gpiozero.pins.mock import MockFactory, MockPin
from gpiozero.pins.pi import PiPin

from firmware_py.config import defaults

from .oled_controller import EmulatedController, ProtocolError

_MESSAGE_MAX = 8192  # the longest message of the kernel's device file
BUFSIZ = 4096
"""The size of the largest transfer, in bytes: the default of spidev's module parameter `bufsiz`."""
_LIST_MAX = 4096  # the longest list in one call, SPIDEV_MAXPATH of the Python module


class Transaction(NamedTuple):
    """A write transaction on the bus: the chip's address, followed by the bytes that reached the chip."""

    address: int
    payload: bytes


class EmulatedI2CBus:
    """An emulated I2C bus that counts bytes, logs writes, and can be made to fail.

    Attributes:
        bytes_sent: the number of bytes sent, including addresses and bytes that no chip received.
        log: the last 1000 writes.
        busy: the processor time, in seconds, spent emulating the chips.
    """

    def __init__(self) -> None:
        self.bytes_sent = 0
        self.busy = 0.0
        self.log: deque[Transaction] = deque(maxlen=1000)
        self._chips: dict[int, EmulatedController] = {}
        self._resets: dict[int, Any] = {}
        self._unplugged: dict[int, EmulatedController] = {}
        self._left: int | None = None

    def attach(self, address: int, chip: EmulatedController, reset: Any = None) -> None:
        """Connect a chip to the bus.

        Args:
            address: the I2C address of the chip.
            chip: the chip.
            reset: the pin connected to the chip's reset input, as returned by `reset_line`; None if there is
                no such pin. While the pin is low, the chip does not respond.
        """
        self._chips[address] = chip
        self._resets[address] = reset

    def unplug(self, address: int = defaults.ADDRESS) -> None:
        """Unplug the chip at the given address, so that nothing responds there any more."""
        self._unplugged[address] = self._chips.pop(address)

    def plug(self, address: int = defaults.ADDRESS) -> None:
        """Plug the chip at the given address back in. It starts in its power-on state."""
        chip = self._unplugged.pop(address)
        chip.power_cycle()
        self._chips[address] = chip

    def fail_after(self, n_bytes: int) -> None:
        """Make the bus fail once, after `n_bytes` more bytes (including addresses) have been sent."""
        self._left = n_bytes

    def open(self) -> EmulatedI2CFile:
        """Return this bus as a program sees it that has opened the device file of the bus."""
        return EmulatedI2CFile(self)

    def write(self, address: int, message: bytes) -> None:
        """Send a message to the chip at an address.

        Raises:
            OSError: no chip responded (errno EREMOTEIO).
            ValueError: the message is longer than the 8192 bytes that the kernel takes.
        """
        if len(message) > _MESSAGE_MAX:
            raise ValueError(f"a message is {_MESSAGE_MAX} bytes at most: got {len(message)}")
        chip, through, failing = self._pass(address, 1 + len(message))
        if chip is not None and through:
            taken = message[: through - 1]
            self.log.append(Transaction(address, taken))
            begun = time.thread_time()
            chip.write(taken)
            self.busy += time.thread_time() - begun
        if failing:
            raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))

    def read(self, address: int, size: int) -> bytes:
        """Return `size` copies of the status byte of the chip at an address.

        Raises:
            OSError: no chip responded (errno EREMOTEIO).
        """
        chip, _, failing = self._pass(address, 1 + size)
        if chip is None or failing:
            raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))
        return bytes([chip.status()]) * size

    def _pass(self, address: int, size: int) -> tuple[EmulatedController | None, int, bool]:
        through, failing = size, False
        if self._left is not None:
            through = min(size, self._left)
            failing = through < size
            self._left = None if failing else self._left - through
        chip, reset = self._chips.get(address), self._resets.get(address)
        if reset is not None and not reset.state:
            chip = None
        if chip is None:
            # The address is sent, but no chip acknowledges it.
            through, failing = min(through, 1), True
        self.bytes_sent += through
        return chip, through, failing


class EmulatedI2CFile:
    """An emulated I2C bus that a program has opened, with the methods of `I2CBus` in `system/i2c_bus.py`."""

    def __init__(self, bus: EmulatedI2CBus) -> None:
        self._bus = bus
        self._address: int | None = None

    def select(self, address: int) -> None:
        """Set the address of the chip to which all further messages go."""
        self._address = address

    def write(self, message: bytes) -> None:
        """Send a message to the chip selected.

        Raises:
            OSError: no chip responded (errno EREMOTEIO), or the file is closed (errno EBADF).
        """
        self._bus.write(self._selected(), message)

    def read(self, size: int) -> bytes:
        """Read `size` bytes from the chip selected.

        Raises:
            OSError: no chip responded (errno EREMOTEIO), or the file is closed (errno EBADF).
        """
        return self._bus.read(self._selected(), size)

    def close(self) -> None:
        """Close the file. The chips on the bus stay as they are."""
        self._address = None

    def _selected(self) -> int:
        if self._address is None:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        return self._address


class ContactPin(MockPin):  # type: ignore[misc]  # gpiozero has no types
    """A mock pin of gpiozero that stays low while its contact to ground is closed.

    gpiozero's own mock pin goes high when it becomes an input with a pull-up, so a test could not hold a
    button down while the program starts.
    """

    closed = False

    def _change_state(self, value: bool) -> bool:
        changed: bool = super()._change_state(value and not self.closed)
        return changed

    def _call_when_changed(self) -> None:
        # gpiozero's own mock pin always reports the machine's time, not that of the factory's clock.
        PiPin._call_when_changed(self, self.factory.ticks(), self._state)


class ContactFactory(MockFactory):  # type: ignore[misc]  # gpiozero has no types
    """A gpiozero pin factory with mock pins. Each pin has a contact that can connect it to ground.

    Attributes:
        clock: a function that returns the current time in seconds. Every pin change is
            timestamped with this clock.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        super().__init__(pin_class=ContactPin)
        self.clock = clock

    def ticks(self) -> float:
        """Return the time on this factory's clock, in seconds."""
        return self.clock()


class EmulatedPins:
    """An emulated GPIO header with a button between each pin and ground.

    Attributes:
        factory: the pin factory to pass to gpiozero's devices.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Create the pins with no button pressed. `clock` returns the current time in seconds."""
        self.factory = ContactFactory(clock)
        self._pins: dict[int, Any] = {}

    def press(self, pin: int) -> None:
        """Press the button on a BCM pin. If it is already pressed, nothing changes."""
        contact = self._pin(pin)
        contact.closed = True
        contact.drive_low()

    def release(self, pin: int) -> None:
        """Release the button on a BCM pin. The pin goes high if it has a pull-up."""
        contact = self._pin(pin)
        contact.closed = False
        if contact.pull == "up":
            contact.drive_high()

    def close(self) -> None:
        """Close all pins."""
        self.factory.close()

    def _pin(self, pin: int) -> Any:
        # The factory searches for a pin by its name, which would take longer than a press should.
        if pin not in self._pins:
            self._pins[pin] = self.factory.pin(pin)
        return self._pins[pin]


def reset_line(pin: Any, reset: Callable[[], object]) -> Any:
    """Make a pin call `reset` each time it goes low, and return the pin.

    Args:
        pin: a pin created by gpiozero's mock factory.
        reset: a function that resets the emulated chip.
    """
    change = pin._change_state

    def changing(value: bool) -> bool:
        changed: bool = change(value)
        if changed and not value:
            reset()
        return changed

    pin._change_state = changing
    return pin


class SpiPort:
    """An emulated SPI port with the methods of `spidev.SpiDev`.

    Attributes:
        max_speed_hz: the clock frequency in Hz, as set by the driver.
        mode: the SPI mode, 0 to 3, which determines the clock polarity and phase.
        no_cs: True if the driver does not use the chip select line.
        bytes_sent: the number of bytes sent, including bytes that no chip received.
    """

    def __init__(self, hz: int) -> None:
        self.max_speed_hz = hz
        self.mode = 0
        self.no_cs = False
        self.bytes_sent = 0
        self._open = True

    def open(self, bus: int, device: int) -> None:
        """Open the port. `bus` and `device` are ignored."""
        self._open = True

    def close(self) -> None:
        """Close the port. The chips connected to it stay as they are."""
        self._open = False

    def writebytes(self, data: Sequence[int]) -> None:
        """Send up to 4096 bytes in one transfer.

        Raises:
            OSError: the port is closed (errno EBADF).
            OverflowError: `data` is longer than 4096 bytes.
            TypeError: `data` is empty.
        """
        if not len(data):
            raise TypeError("Empty argument list.")
        if len(data) > _LIST_MAX:
            raise OverflowError(f"Argument list size exceeds {_LIST_MAX} bytes.")
        self._clock_out(bytes(data))

    def writebytes2(self, data: bytes | bytearray | Sequence[int]) -> None:
        """Send any number of bytes, in transfers of `BUFSIZ` bytes.

        Raises:
            OSError: the port is closed (errno EBADF).
        """
        whole = bytes(data)
        for at in range(0, len(whole), BUFSIZ):
            self._clock_out(whole[at : at + BUFSIZ])

    def xfer2(self, data: Sequence[int]) -> list[int]:
        """Send bytes as `writebytes` does, and return a zero for each byte."""
        self.writebytes(data)
        return [0] * len(data)

    def _clock_out(self, data: bytes) -> None:
        if not self._open:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        self._transfer(data)

    def _transfer(self, data: bytes) -> None:
        raise NotImplementedError


class EmulatedSpi(SpiPort):
    """An emulated SPI port to which an OLED controller is connected.

    The controller's D/C# and RES# inputs are connected to GPIO pins. While RES# is low, the controller
    ignores the bus. A missing controller is not an error, because SPI has no acknowledgement.

    Attributes:
        busy: the processor time, in seconds, spent emulating the chip.
    """

    def __init__(
        self, chip: EmulatedController, *, pins: EmulatedPins, dc: int, reset: int | None = None
    ) -> None:
        """Create a port with a chip connected to it.

        Args:
            chip: the OLED controller.
            pins: the GPIO header with the pins `dc` and `reset`.
            dc: the BCM pin that is connected to D/C#.
            reset: the BCM pin that is connected to RES#; None if RES# is always high.
        """
        super().__init__(hz=500_000)
        self.busy = 0.0
        self._chip = chip
        self._plugged = True
        self._left: int | None = None
        self._dc = pins.factory.pin(dc)
        self._res = None if reset is None else reset_line(pins.factory.pin(reset), self._reset)

    def unplug(self) -> None:
        """Unplug the chip. Bytes sent to it are lost, and no error is raised."""
        self._plugged = False

    def plug(self) -> None:
        """Plug the chip back in. It starts in its power-on state."""
        self._chip.power_cycle()
        self._plugged = True

    def fail_after(self, n_bytes: int) -> None:
        """Make the port fail once (errno EIO), after `n_bytes` more bytes have been sent."""
        self._left = n_bytes

    def _transfer(self, data: bytes) -> None:
        through, failing = len(data), False
        if self._left is not None:
            through = min(through, self._left)
            failing = through < len(data)
            self._left = None if failing else self._left - through
        self.bytes_sent += through
        if self._plugged and through and (self._res is None or self._res.state):
            self._give(data[:through])
        if failing:
            raise OSError(errno.EIO, os.strerror(errno.EIO))

    def _give(self, data: bytes) -> None:
        if self.mode not in (0, 3):
            # SSD1306 data sheet, 8.1.3: the chip reads a bit at the rising edge of the clock.
            raise ProtocolError(f"the chip takes bits at rising edges: SPI mode 0 or 3, not {self.mode}")
        if self._dc.function != "output":
            raise ProtocolError("nothing drives D/C#")
        begun = time.thread_time()
        self._chip.serial(data, bool(self._dc.state))
        self.busy += time.thread_time() - begun

    def _reset(self) -> None:
        if self._plugged:
            self._chip.reset()
