"""The machine as the doctor sees it: files, devices, buses and permissions, gathered once."""

from __future__ import annotations

import errno
import grp
import importlib
import importlib.util
import os
import pwd
import struct
import tempfile
from collections.abc import Mapping
from contextlib import chdir, suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from firmware_py.config.keypads import ButtonSettings, KeyboardSettings
from firmware_py.doctor import systemd_units
from firmware_py.doctor.boot_settings import spi_devices
from firmware_py.errors import UsageError
from firmware_py.journal.locations import state_folder
from firmware_py.journal.tmpfs_warning import is_in_memory, mount_table
from firmware_py.version import is_packaged

if TYPE_CHECKING:
    from firmware_py.config.config import Config

BOOT_FOLDERS = ("/boot/firmware", "/boot")
"""Where the boot partition is: the second before Raspberry Pi OS 12."""
MODULES = ("gpiozero", "inotify_simple", "lgpio", "luma.oled", "smbus2", "spidev")
"""The packages that a board can need."""
_FIRST, _LAST = 0x08, 0x77  # what is below and above is reserved (I2C specification, 3.1.12)
_IN_USE = 1  # bit 0 of a line's flags: GPIOLINE_FLAG_KERNEL of linux/gpio.h, which any user of a line sets
_HEADER = 28  # BCM 0 to 27


class BusAnswers(NamedTuple):
    """The addresses that answer on an I2C bus.

    Attributes:
        addresses: the addresses that do.
        busy: those that a driver of the kernel keeps to itself.
        status: the status byte of the display at each address where one is configured.
    """

    addresses: tuple[int, ...] = ()
    busy: tuple[int, ...] = ()
    status: Mapping[int, int] = {}


class Machine(NamedTuple):
    """A machine as the doctor finds it. None stands for what could not be found out.

    Attributes:
        model: /proc/device-tree/model.
        boot: the folder of config.txt and cmdline.txt.
        config_txt: what is in config.txt.
        included: what is in each file that it may include, by name.
        cmdline_txt: what is in cmdline.txt.
        cmdline: what the kernel was started with.
        devices: the device files of buses, pins and keys, each with whether it can be opened.
        i2c_hz: the clock of each I2C bus, by its number.
        bufsiz: what spidev sends in one piece, in bytes.
        inputs: /proc/bus/input/devices.
        word_bits: the bits of a C `long` here.
        user: who is asking.
        is_root: whether that is root.
        groups: the groups that this program runs in.
        named_groups: the groups that /etc/group has the user in, and those that nobody is in yet.
        lines: who uses which pin, by BCM number.
        answers: what answers, by the number of the I2C bus.
        modules: which of MODULES are installed.
        folder: where the program runs.
        folder_writable: whether files can be made there.
        unit: what systemd says of the board's service, such as `active`.
        enabled: what it says of whether the service starts with the machine, such as `enabled`.
        switch: what it says of what switches the machine off for the board; `not-found` where there is none.
        packaged: the Debian package brought this program.
        forgetful: the folder of the games, if what is written there is gone with the power.
    """

    model: str | None = None
    boot: str = BOOT_FOLDERS[0]
    config_txt: str | None = None
    included: Mapping[str, str] = {}
    cmdline_txt: str | None = None
    cmdline: str | None = None
    devices: Mapping[str, bool] = {}
    i2c_hz: Mapping[int, int] = {}
    bufsiz: int | None = None
    inputs: str | None = None
    word_bits: int = 64
    user: str = "pi"
    is_root: bool = False
    groups: frozenset[str] = frozenset()
    named_groups: frozenset[str] = frozenset()
    lines: Mapping[int, str] | None = None
    answers: Mapping[int, BusAnswers] = {}
    modules: frozenset[str] = frozenset()
    folder: str = "."
    folder_writable: bool = True
    unit: str | None = None
    enabled: str | None = None
    switch: str | None = None
    packaged: bool = False
    forgetful: str | None = None


def look(config: Config, root: Path = Path("/")) -> Machine:
    """The machine that this runs on. Nothing is changed, and what cannot be read is left out.

    Args:
        config: the board: only buses that it uses are asked.
        root: the folder that stands for `/`; anything else leaves buses, pins and systemd alone.
    """
    real = root == Path("/")
    boot = next(
        (each for each in BOOT_FOLDERS if (root / each[1:] / "config.txt").is_file()), BOOT_FOLDERS[0]
    )
    folder = root / boot[1:]
    devices = _devices(root, config)
    user = _user() if real else "pi"
    unit, enabled, switch = systemd_units.look() if real else systemd_units.UnitStates()
    return Machine(
        model=_text(root / "proc/device-tree/model"),
        boot=boot,
        config_txt=_text(folder / "config.txt"),
        included={path.name: _text(path) or "" for path in sorted(folder.glob("*.txt"))},
        cmdline_txt=_text(folder / "cmdline.txt"),
        cmdline=_text(root / "proc/cmdline"),
        devices=devices,
        i2c_hz=_clocks(root),
        bufsiz=_number(_text(root / "sys/module/spidev/parameters/bufsiz")),
        inputs=_text(root / "proc/bus/input/devices"),
        word_bits=8 * struct.calcsize("l"),
        user=user,
        is_root=real and os.geteuid() == 0,
        groups=_own_groups() if real else frozenset(),
        named_groups=_named_groups(_text(root / "etc/group") or "", user),
        lines=_lines(devices) if real and _wants_pins(config) else None,
        answers=_all_answers(config, devices) if real else {},
        modules=frozenset(name for name in MODULES if _installed(name)),
        folder=_folder(),
        folder_writable=os.access(".", os.W_OK),
        unit=unit,
        enabled=enabled,
        switch=switch,
        packaged=is_packaged(),
        forgetful=_forgetful(unit is not None) if real else None,
    )


def _forgetful(service: bool) -> str | None:
    """The folder of the games, the service's or the user's, if it is only in memory."""
    with suppress(UsageError):
        folder = os.path.realpath(systemd_units.STATE if service else state_folder())
        if is_in_memory(Path(folder), mount_table()):
            return folder
    return None


def _user() -> str:
    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:  # in a container a user need not have a name
        return str(os.geteuid())


def _folder() -> str:
    try:
        return os.getcwd()
    except FileNotFoundError:
        return "a folder that is gone"


def _text(path: Path) -> str | None:
    try:
        # Files of the device tree end in a zero byte.
        return path.read_bytes().decode("utf-8", "replace").rstrip("\0\n")
    except OSError:
        return None


def _number(text: str | None) -> int | None:
    return int(text) if text and text.strip().isdigit() else None


def _devices(root: Path, config: Config) -> dict[str, bool]:
    found = {}
    for pattern in ("dev/i2c-*", "dev/spidev*", "dev/gpiochip*", "dev/input/event*"):
        for path in sorted(root.glob(pattern)):
            found[f"/{path.relative_to(root)}"] = os.access(path, os.R_OK | os.W_OK)
    for each in config.inputs:
        if isinstance(each, KeyboardSettings) and each.device and each.device.startswith("/"):
            path = root / each.device[1:]
            if path.exists():
                found[each.device] = os.access(path, os.R_OK | os.W_OK)
    return found


def _clocks(root: Path) -> dict[int, int]:
    """The clock of each I2C bus: `clock-frequency` of its node, a big-endian number of four bytes."""
    found = {}
    for path in sorted(root.glob("sys/bus/i2c/devices/i2c-*/of_node/clock-frequency")):
        number = path.parts[-3].removeprefix("i2c-")
        with suppress(OSError, struct.error):
            if number.isdigit():
                (found[int(number)],) = struct.unpack(">I", path.read_bytes())
    return found


def _own_groups() -> frozenset[str]:
    names = set()
    for number in {os.getegid(), *os.getgroups()}:
        with suppress(KeyError):
            names.add(grp.getgrgid(number).gr_name)
    return frozenset(names)


def _named_groups(text: str, user: str) -> frozenset[str]:
    named = set()
    for line in text.splitlines():
        name, *others = line.split(":")
        if others and user in others[-1].split(","):
            named.add(name)
    return frozenset(named)


def _installed(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except ImportError:
        return False


def _wants_pins(config: Config) -> bool:
    kernel = any(isinstance(each, KeyboardSettings) and (each.pins or each.rows) for each in config.inputs)
    return kernel or wants_lgpio(config)


def wants_lgpio(config: Config) -> bool:
    """Return True if the program itself drives or reads a pin, which needs lgpio."""
    return (
        any(isinstance(each, ButtonSettings) for each in config.inputs)
        or any(each.interface == "spi" for each in config.displays)
        or config.signals is not None
    )


def _lines(devices: Mapping[str, bool]) -> dict[int, str] | None:
    """Return the user of each header pin, as lgpio reports it; None if lgpio is unavailable.

    The chip of the header calls itself `pinctrl-` and the name of its driver on every model.
    """
    if not _installed("lgpio"):
        return None
    # lgpio makes a pipe in the current folder when it is imported, and fails where it cannot.
    with suppress(Exception), tempfile.TemporaryDirectory() as folder, chdir(folder):
        lgpio = importlib.import_module("lgpio")
        for name in devices:
            number = name.removeprefix("/dev/gpiochip")
            if not number.isdigit():
                continue
            chip = lgpio.gpiochip_open(int(number))
            try:
                _, _, _, label = lgpio.gpio_get_chip_info(chip)
                if label.startswith("pinctrl-"):
                    return _used(lgpio, chip)
            finally:
                lgpio.gpiochip_close(chip)
    return None


def _used(lgpio: object, chip: int) -> dict[int, str]:
    found = {}
    for pin in range(_HEADER):
        _, _, flags, _, user = lgpio.gpio_get_line_info(chip, pin)  # type: ignore[attr-defined]
        if flags & _IN_USE or user:
            found[pin] = user or "the kernel"
    return found


def _all_answers(config: Config, devices: Mapping[str, bool]) -> dict[int, BusAnswers]:
    found = {}
    for bus in {each.bus for each in config.displays if each.interface == "i2c"}:
        if devices.get(f"/dev/i2c-{bus}"):
            wanted = {each.address for each in config.displays if (each.interface, each.bus) == ("i2c", bus)}
            with suppress(OSError, ImportError):
                found[bus] = _answers(bus, wanted)
    return found


def _answers(bus: int, displays: set[int]) -> BusAnswers:
    """Read a byte from each address of a bus, and return the addresses that answer.

    Reading does no harm to the chips that a board has. A display's status is read after a control byte of 00h
    with no command behind it.
    """
    from smbus2 import SMBus

    addresses, busy, status = [], [], {}
    with SMBus(bus) as port:
        for address in range(_FIRST, _LAST + 1):
            try:
                port.read_byte(address)
            except OSError as error:
                if error.errno == errno.EBUSY:
                    busy.append(address)
            else:
                addresses.append(address)
        for address in displays.intersection(addresses):
            with suppress(OSError):
                status[address] = port.read_byte_data(address, 0)
    return BusAnswers(tuple(addresses), tuple(busy), status)


def needed_devices(config: Config) -> dict[str, str]:
    """The device files of the buses that a board uses, each with the group that may open it."""
    needed = {f"/dev/i2c-{each.bus}": "i2c" for each in config.displays if each.interface == "i2c"}
    needed |= {f"/dev/spidev{bus}.{device}": "spi" for bus, device in sorted(spi_devices(config))}
    return needed
