"""The I2C or SPI bus of an OLED, opened when it is first needed and reopened after an error.

On I2C, the bytes go to the kernel's device file; on SPI, luma's own interface sends them. A device file may
appear long after the board starts, and a bus may disappear. While the bus is missing, each use tries to open
it, and raises `DisplayError` if that fails.
"""

from __future__ import annotations

import errno
import time
from typing import Any

from firmware_py.config.displays import DisplaySettings
from firmware_py.system import i2c_bus
from firmware_py.system.errors import DisplayError

from . import Wires
from .oled_bytes import COMMANDS, DATA

# Bit 6 of the status byte is 1 while the display is off (data sheets of the SSD1306 and the SSD1309, table
# 9-2, and of the SH1106, "read status").
_OFF = 0x40

# The seconds for which the reset line is held low, and the seconds that the chip then gets to recover. The
# SSD1309 needs the longest times, 0.1 ms each (data sheet, 8.9); the SH1106 needs 10 us and 1 us, the SSD1306
# 3 us each.
_RESET = 0.0002

# luma treats pin 0 as no pin at all, so it never sees the real number.
_LUMA_DC = 1


class OledBus:
    """The I2C or SPI bus of an OLED, opened when it is first needed, and opened again after an error."""

    def __init__(self, settings: DisplaySettings, wires: Wires) -> None:
        """Create the bus without opening it."""
        self._settings, self._wires = settings, wires
        self._wire: _I2cWire | _SpiWire | None = None

    def command(self, *commands: int) -> None:
        """Send command bytes.

        Raises:
            DisplayError: the bus cannot be opened.
            OSError: the panel is not responding.
        """
        self._send(bytes(commands), is_data=False)

    def data(self, data: bytes) -> None:
        """Send display data.

        Raises:
            DisplayError: the bus cannot be opened.
            OSError: the panel is not responding.
        """
        self._send(data, is_data=True)

    def powered(self) -> bool:
        """Return True if the controller reports that its display is on.

        Raises:
            DisplayError: the bus cannot be opened.
            OSError: the panel is not responding, or cannot be read, as on SPI.
        """
        return not self._open().status() & _OFF

    def reset(self) -> None:
        """Pulse the panel's reset line, if it has one.

        Raises:
            DisplayError: the bus cannot be opened.
        """
        self._open().reset.pulse()

    def close(self) -> None:
        """Release the bus, if it is open."""
        wire, self._wire = self._wire, None
        if wire is not None:
            wire.close()

    def _send(self, sent: bytes, *, is_data: bool) -> None:
        try:
            self._open().send(sent, is_data)
        except OSError:
            self.close()
            raise

    def _open(self) -> _I2cWire | _SpiWire:
        if self._wire is None:
            self._wire = open_wire(self._settings, self._wires)
        return self._wire


def open_wire(settings: DisplaySettings, wires: Wires) -> _I2cWire | _SpiWire:
    """Open a display's I2C bus or SPI port, and its pins.

    Raises:
        DisplayError: the bus or a pin is not available. The message says what to check.
    """
    return _I2cWire(settings, wires) if settings.interface == "i2c" else _SpiWire(settings, wires)


class _I2cWire:
    def __init__(self, settings: DisplaySettings, wires: Wires) -> None:
        try:
            self._bus: Any = (wires.i2c or i2c_bus.I2CBus)(settings.bus)
        except OSError as error:
            raise DisplayError(
                f"cannot open /dev/i2c-{settings.bus}: {error.strerror or error}. "
                "Is I2C on (dtparam=i2c_arm=on), and is this user in the group i2c?"
            ) from error
        try:
            self._bus.select(settings.address)
            self.reset = _ResetLine(settings.reset, wires.pins)
        except (OSError, DisplayError):
            self._bus.close()
            raise
        self._address = settings.address

    def send(self, sent: bytes, is_data: bool) -> None:
        try:
            self._bus.write((DATA if is_data else COMMANDS) + sent)
        except OSError as error:
            if error.errno in (errno.EREMOTEIO, errno.EIO):
                # The kernel's words for a missing acknowledgement would not say who is missing.
                raise OSError(f"I2C device not found on address: 0x{self._address:02X}") from error
            raise

    def status(self) -> int:
        # After a control byte for display data, a read returns display data, not the status. The controller
        # goes by the latest write, also by one that ended with a stop (SH1106 data sheet, I2C-bus protocol).
        self._bus.write(COMMANDS)
        (status,) = self._bus.read(1)
        return int(status)

    def close(self) -> None:
        self._bus.close()
        self.reset.close()


class _SpiWire:
    def __init__(self, settings: DisplaySettings, wires: Wires) -> None:
        from luma.core.error import Error as LumaError
        from luma.core.interface.serial import spi

        bus, device = settings.bus, settings.device
        self._port: Any = wires.spidev() if wires.spidev else _spidev()
        self._dc = _DataCommandPin(settings.dc, wires.pins)
        try:
            self.reset = _ResetLine(settings.reset, wires.pins)
        except DisplayError:
            self._dc.close()
            raise
        try:
            self._serial: Any = spi(
                spi=self._port, gpio=self._dc, port=bus, device=device, gpio_DC=_LUMA_DC, gpio_RST=None
            )
            # luma accepts only certain speeds, and does not set the mode. Nothing has been sent yet.
            self._port.max_speed_hz, self._port.mode = settings.hz, 0
        except (LumaError, OSError) as error:
            self.close()
            raise DisplayError(
                f"cannot open /dev/spidev{bus}.{device}: {error}. "
                "Is SPI on (dtparam=spi=on), and is this user in the group spi?"
            ) from error

    def send(self, sent: bytes, is_data: bool) -> None:
        if is_data:
            self._serial.data(sent)
        else:
            self._serial.command(*sent)

    def status(self) -> int:
        raise OSError("an OLED on SPI cannot be read")

    def close(self) -> None:
        self._port.close()
        self._dc.close()
        self.reset.close()


def _spidev() -> Any:
    try:
        import spidev
    except ImportError as error:
        raise DisplayError("an OLED on SPI needs the package spidev, which is not installed") from error
    return spidev.SpiDev()


def _output(pin: int, factory: Any) -> Any:
    # gpiozero is slow to import, and most boards have a display that needs no pins of its own.
    from gpiozero import OutputDevice

    from .gpio_factory import default_factory

    try:
        pins = default_factory() if factory is None else factory
        return OutputDevice(pin, initial_value=True, pin_factory=pins)
    except Exception as error:  # the errors of pin factories have no narrower class
        raise DisplayError(f"pin {pin} of the OLED is not available: {error}") from error


class _ResetLine:
    def __init__(self, pin: int | None, factory: Any) -> None:
        self._line = None if pin is None else _output(pin, factory)

    def pulse(self) -> None:
        if self._line is not None:
            self._line.off()
            time.sleep(_RESET)
            self._line.on()
            time.sleep(_RESET)

    def close(self) -> None:
        if self._line is not None:
            self._line.close()


class _DataCommandPin:
    """The data/command pin of an OLED on SPI, with the methods of RPi.GPIO that luma calls.

    RPi.GPIO itself does not run on a Pi 5, so the pin is opened with gpiozero.
    """

    LOW, HIGH, OUT = 0, 1, 0

    def __init__(self, pin: int, factory: Any) -> None:
        self._line = _output(pin, factory)

    def close(self) -> None:
        self._line.close()

    def setup(self, pin: int, direction: int) -> None:
        """Do nothing, because the pin is already an output."""

    def output(self, pin: int, value: int) -> None:
        self._line.value = value
