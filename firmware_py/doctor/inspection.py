"""Inspect the machine: its files, devices, I2C buses, header pins and permissions."""

from __future__ import annotations

import errno
import grp
import importlib.util
import os
import pwd
import re
import shutil
import struct
from collections.abc import Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

from firmware_py.config.config import Config
from firmware_py.config.keypads import KeyboardSettings
from firmware_py.config.needs import is_published, needed_programs, uses_pins
from firmware_py.config.programs import MqttSettings, SpeechSettings
from firmware_py.journal.locations import state_folder
from firmware_py.journal.tmpfs_warning import is_in_memory, mount_table
from firmware_py.mqtt.connection_faults import Fault
from firmware_py.system.errors import UsageError
from firmware_py.system.gpio_chip import GpioError, header_chip
from firmware_py.system.network import PORT, own_address
from firmware_py.system.process import is_packaged
from firmware_py.system.sound_cards import alsa_devices, read_cards

from . import units as systemd_units
from .diagnosis import BOOT_FOLDERS, MODULES, BusAnswers, Machine

_HEADER = 28  # BCM 0 to 27


def pin_users(folder: str = "/dev") -> dict[int, str] | None:
    """Return the driver or program that uses each header pin, keyed by BCM number. Unused pins are omitted.

    Return None if there is no header, or if this user is not permitted to open its device file.

    Args:
        folder: the folder that contains the device files.
    """
    with suppress(GpioError, OSError), closing(header_chip(folder)) as chip:
        lines = {pin: chip.info(pin) for pin in range(_HEADER)}
        return {pin: line.consumer or "the kernel" for pin, line in lines.items() if line.is_used}
    return None


_FIRST, _LAST = 0x08, 0x77  # lower and higher addresses are reserved (I2C specification, 3.1.12)


def scan_all(config: Config, devices: Mapping[str, bool]) -> dict[int, BusAnswers]:
    """Scan the I2C buses of a board's displays and return the results keyed by bus number.

    Args:
        devices: maps each device file of the machine to True if the user is permitted to open it.
    """
    found = {}
    for bus in {each.bus for each in config.displays if each.interface == "i2c"}:
        if devices.get(f"/dev/i2c-{bus}"):
            wanted = {each.address for each in config.displays if (each.interface, each.bus) == ("i2c", bus)}
            with suppress(OSError, ImportError):
                found[bus] = scan(bus, wanted)
    return found


def scan(bus: int, displays: set[int]) -> BusAnswers:
    """Read a byte from each address on an I2C bus and return the addresses that respond.

    The status byte of each display that responds is also returned.

    Args:
        displays: the addresses of the displays on the bus.

    Raises:
        OSError: the bus cannot be opened.
        ImportError: smbus2 is not installed.
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


_LISTENS = "0A"  # TCP_LISTEN in linux/include/net/tcp_states.h


def inspect(config: Config, root: Path = Path("/")) -> Machine:
    """Inspect the machine that the program is running on, without changing anything.

    Facts that cannot be determined are None.

    Args:
        config: the board's configuration. Only the I2C buses that it uses are scanned.
        root: the root folder of the file system. If it is not `/`, the buses, the pins and systemd are not
            inspected.
    """
    real = root == Path("/")
    boot = next(
        (each for each in BOOT_FOLDERS if (root / each[1:] / "config.txt").is_file()), BOOT_FOLDERS[0]
    )
    folder = root / boot[1:]
    devices = _devices(root, config)
    user = _user() if real else "pi"
    units = systemd_units.ask() if real else systemd_units.UnitStates()
    settings = config.speech or SpeechSettings()
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
        lines=pin_users() if real and uses_pins(config) else None,
        answers=scan_all(config, devices) if real else {},
        modules=frozenset(name for name in MODULES if _installed(name)),
        units=units,
        page_port_taken=_is_listened_on(root, PORT),
        broker=_broker(config, units) if real else None,
        address=(own_address() or "localhost") if real else None,
        sound_cards=read_cards(root),
        alsa_devices=alsa_devices() if real else frozenset(),
        programs=frozenset(name for name in needed_programs(settings) if shutil.which(name)),
        has_recordings=bool(settings.voice) and any(_sound_files(root / settings.voice[1:])),
        packaged=is_packaged(),
        forgetful=_folder_in_memory(units.service is not None) if real else None,
    )


def _broker(config: Config, units: systemd_units.UnitStates) -> Fault | None:
    if not is_published(config, units.publisher, units.publisher_enabled) or not _installed("paho"):
        return None
    from firmware_py.mqtt.connection import probe

    try:
        return probe(config.mqtt or MqttSettings())
    except UsageError as error:
        return Fault(str(error), "correct [mqtt]")


def _folder_in_memory(service: bool) -> str | None:
    """Return the games folder if it is stored only in memory, or None if saved games survive a power cut."""
    with suppress(UsageError):
        folder = os.path.realpath(systemd_units.STATE if service else state_folder())
        if is_in_memory(Path(folder), mount_table()):
            return folder
    return None


def _user() -> str:
    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:  # inside a container, the user may have no name
        return str(os.geteuid())


def _text(path: Path) -> str | None:
    try:
        # The text files of the device tree end with a zero byte.
        return path.read_bytes().decode("utf-8", "replace").rstrip("\0\n")
    except OSError:
        return None


def _sound_files(folder: Path) -> list[str]:
    with suppress(OSError):
        return [name for name in os.listdir(folder) if name.lower().endswith(".wav")]
    return []


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
    """Return the clock frequencies of the I2C buses in Hz, keyed by bus number."""
    found = {}
    for path in sorted(root.glob("sys/bus/i2c/devices/i2c-*/of_node/clock-frequency")):
        number = path.parts[-3].removeprefix("i2c-")
        with suppress(OSError, struct.error):
            if number.isdigit():
                (found[int(number)],) = struct.unpack(">I", path.read_bytes())
    return found


def _is_listened_on(root: Path, port: int) -> bool | None:
    """Return True if a program is listening on a TCP port, or None if /proc/net cannot be read (proc(5))."""
    tables = [text for name in ("tcp", "tcp6") if (text := _text(root / "proc/net" / name)) is not None]
    if not tables:
        return None
    sockets = [line.split() for table in tables for line in table.splitlines()[1:]]
    return any(each[1].endswith(f":{port:04X}") and each[3] == _LISTENS for each in sockets)


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


class InputDevice(NamedTuple):
    """An input device.

    Attributes:
        name: the name that the device reports.
        node: the device file, such as `/dev/input/event0`, or None if there is none.
        codes: the key codes that the device can send (linux/input-event-codes.h).
    """

    name: str
    node: str | None
    codes: frozenset[int]


def read(text: str, word_bits: int) -> list[InputDevice]:
    """Parse the list of input devices and return them in the same order.

    Args:
        text: the content of /proc/bus/input/devices.
        word_bits: the size of a C `long` in bits, 32 or 64. The kernel prints bitmaps as words of this size
            (drivers/input/input.c, `input_bits_to_string`).
    """
    devices = []
    for block in re.split(r"\n\s*\n", text):
        name = re.search(r'^\s*N: Name="(.*)"', block, re.MULTILINE)
        if not name:
            continue
        handlers = re.search(r"^\s*H: Handlers=(.*)", block, re.MULTILINE)
        event = re.search(r"\bevent\d+\b", handlers[1]) if handlers else None
        keys = re.search(r"^\s*B: KEY=(.*)", block, re.MULTILINE)
        devices.append(
            InputDevice(
                name[1],
                f"/dev/input/{event[0]}" if event else None,
                _bits(keys[1], word_bits) if keys else frozenset(),
            )
        )
    return devices


def _bits(words: str, word_bits: int) -> frozenset[int]:
    number = 0
    for word in words.split():
        number = number << word_bits | int(word, 16)
    return frozenset(bit for bit in range(number.bit_length()) if number >> bit & 1)
