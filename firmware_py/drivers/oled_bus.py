"""The buses of an OLED, opened when first needed, and again after an error.

luma's own interfaces do the sending. A device file may appear long after the start of the board, and a bus
may go away: until it is back, each use raises `DisplayError`, and the next tries again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol
from warnings import catch_warnings, simplefilter

from luma.core.error import Error as LumaError

from firmware_py.errors import DisplayError

# D6 of the status byte: 1 while the display is off (data sheets of the SSD1306 and the SSD1309, table 9-2; of
# the SH1106, "read status").
_OFF = 0x40

# Seconds that the reset line is held low, and that the chip has to itself afterwards. The SSD1309 asks for
# most, 0.1 ms each (data sheet, 8.9); the SH1106 for 10 us and 1 us, the SSD1306 for 3 us each.
_RESET = 0.0002

# luma takes pin 0 for no pin at all, so it never sees the real number.
_LUMA_DC = 1


class Serial(Protocol):
    """The part of a luma serial interface that is used; `luma.core.interface.serial.i2c` is one."""

    def command(self, *cmd: int) -> None:
        """Send command bytes, 32 at most."""

    def data(self, data: Sequence[int]) -> None:
        """Send display data."""

    def cleanup(self) -> None:
        """Let go of the bus."""


class Wire(NamedTuple):
    """An open bus with a panel on it.

    Attributes:
        serial: luma's interface.
        status: reads the controller's status byte; raises OSError.
        reset: pulses the panel's reset line.
        close: lets go of all of it.
    """

    serial: Serial
    status: Callable[[], int]
    reset: Callable[[], None]
    close: Callable[[], None]


class LateOledBus:
    """A `Serial` over a `Wire` that is opened when first needed, and again after an error."""

    def __init__(self, opened: Callable[[], Wire]) -> None:
        """Take what opens the bus; it may raise `DisplayError`. Nothing is opened yet."""
        self._opened = opened
        self._wire: Wire | None = None

    def command(self, *cmd: int) -> None:
        """Send command bytes, 32 at most.

        Raises:
            DisplayError: the bus cannot be opened.
            luma.core.error.Error, OSError: the panel does not answer.
        """
        try:
            self._open().serial.command(*cmd)
        except (LumaError, OSError):
            self.cleanup()
            raise

    def data(self, data: Sequence[int]) -> None:
        """Send display data; raises as `command` does."""
        try:
            self._open().serial.data(data)
        except (LumaError, OSError):
            self.cleanup()
            raise

    def powered(self) -> bool:
        """Return True if the controller reports that its display is on.

        Raises:
            DisplayError: the bus cannot be opened.
            OSError: nobody answers, or this module cannot be read.
        """
        return not self._open().status() & _OFF

    def reset(self) -> None:
        """Pulse the panel's reset line.

        Raises:
            DisplayError: the bus cannot be opened.
        """
        self._open().reset()

    def cleanup(self) -> None:
        """Let go of the bus, if it is open."""
        wire, self._wire = self._wire, None
        if wire is not None:
            wire.close()

    def _open(self) -> Wire:
        if self._wire is None:
            self._wire = self._opened()
        return self._wire


def i2c_wire(port: int, address: int, smbus: Callable[[int], Any] | None) -> Wire:
    """Open an I2C bus.

    Args:
        port: the bus is /dev/i2c-`port`.
        address: the panel's.
        smbus: opens something shaped as `smbus2.SMBus`; that itself by default.

    Raises:
        DisplayError: it cannot be opened. The message says what may be done.
    """
    import smbus2
    from luma.core.interface.serial import i2c

    try:
        bus: Any = (smbus or smbus2.SMBus)(port)
    except OSError as error:
        raise DisplayError(
            f"cannot open /dev/i2c-{port}: {error.strerror or error}. "
            "Is I2C on (dtparam=i2c_arm=on), and is this user in the group i2c?"
        ) from error
    serial: Any = i2c(bus=bus, address=address)
    # Given a bus, luma sends blocks of 32 bytes; one that it opened itself it calls managed, and sends up to
    # 4096 bytes at once. There is no public way to have both that and a bus to read from.
    serial._managed = True
    serial._i2c_msg_write = smbus2.i2c_msg.write

    # What is read is what the last control byte written was about: after display data that would be display
    # data (SH1106 data sheet, I2C-bus protocol). So a control byte for commands goes first.
    question, answer = smbus2.i2c_msg.write(address, [0x00]), smbus2.i2c_msg.read(address, 1)

    def status() -> int:
        bus.i2c_rdwr(question, answer)
        return bytes(answer)[0]

    return Wire(serial, status, lambda: None, serial.cleanup)


def spi_wire(
    bus: int,
    device: int,
    dc: int,
    reset: int | None,
    hz: int,
    factory: Any,
    spidev: Callable[[], Any] | None,
) -> Wire:
    """Open an SPI port and the pins that go with it.

    Args:
        bus: the port is /dev/spidev`bus`.`device`.
        device: the chip select.
        dc: the BCM pin that is low for commands and high for data.
        reset: the BCM pin of the reset line, low to reset; None if it is not connected.
        hz: clock ticks a second.
        factory: gpiozero's pin factory; None for its default.
        spidev: makes something shaped as `spidev.SpiDev`; that itself by default.

    Raises:
        DisplayError: a pin or the port cannot be had. The message says what may be done.
    """
    from luma.core.interface.serial import spi

    port: Any = spidev() if spidev else _spidev()
    pins = _Pins(dc, reset, factory)
    try:
        serial: Any = spi(spi=port, gpio=pins, port=bus, device=device, gpio_DC=_LUMA_DC, gpio_RST=None)
        # luma takes certain speeds only, and leaves the mode as it was; nothing has been sent yet.
        port.max_speed_hz, port.mode = hz, 0
    except (LumaError, OSError) as error:
        port.close()
        pins.close()
        raise DisplayError(
            f"cannot open /dev/spidev{bus}.{device}: {error}. "
            "Is SPI on (dtparam=spi=on), and is this user in the group spi?"
        ) from error

    def close() -> None:
        port.close()
        pins.close()

    def status() -> int:
        raise OSError("an OLED on SPI cannot be read")

    return Wire(serial, status, pins.pulse, close)


def _spidev() -> Any:
    try:
        import spidev
    except ImportError as error:
        raise DisplayError("an OLED on SPI needs the package spidev, which is not installed") from error
    return spidev.SpiDev()


class _Pins:
    """The pins of an OLED on SPI, and the part of RPi.GPIO that luma uses, over gpiozero.

    RPi.GPIO itself does not run on a Pi 5.
    """

    LOW, HIGH, OUT = 0, 1, 0

    def __init__(self, dc: int, reset: int | None, factory: Any) -> None:
        """Open the pins; raises DisplayError where one cannot be had."""
        # It is slow to import, and most boards have their display on I2C.
        from gpiozero import OutputDevice, PinFactoryFallback

        self._open: list[Any] = []
        for number in (dc, reset):
            if number is None:
                continue
            try:
                # High is no reset.
                with catch_warnings():
                    simplefilter("ignore", PinFactoryFallback)  # one for each library that is not there
                    self._open.append(OutputDevice(number, initial_value=True, pin_factory=factory))
            except Exception as error:  # lgpio's own errors derive from nothing narrower
                self.close()
                raise DisplayError(
                    f"pin {number} of the OLED is not available: {error}. "
                    "Is lgpio installed, and does another program use the pin?"
                ) from error

    def pulse(self) -> None:
        """Pulse the reset line, if there is one."""
        for line in self._open[1:]:
            line.off()
            time.sleep(_RESET)
            line.on()
            time.sleep(_RESET)

    def close(self) -> None:
        for pin in self._open:
            pin.close()

    def setup(self, pin: int, direction: int) -> None:
        """Do nothing: the pins are outputs already."""

    def output(self, pin: int, value: int) -> None:
        """Make the pin for data or commands high or low: luma is told of no other."""
        self._open[0].value = value
