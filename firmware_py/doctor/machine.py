"""The machine that the doctor checks, and setup configures: what can be found out about it.

A fact that only one check needs is found out by a function in the chapter of that check, through
`Machine.fact`. What several need is here.
"""

from __future__ import annotations

import importlib.util
import os
import pwd
import re
import struct
import subprocess
from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from firmware_py.config.config import Config
from firmware_py.config.keypads import KeyboardSettings
from firmware_py.system.process import is_packaged

from .boot_files import Setting, Settings, commented_out, read, sections

T = TypeVar("T")

BOOT_FOLDERS = ("/boot/firmware", "/boot")
"""The possible folders of the boot partition. Systems before Raspberry Pi OS 12 use the second folder."""
MODULES = ("gpiozero", "inotify_simple", "luma.core", "paho", "segno", "spidev", "tornado")
"""The Python packages that a board may need."""


class Machine:
    """A machine. Each fact about it is found out when it is first asked for, and changes nothing.

    A fact that cannot be found out is None.

    Attributes:
        config: the board's configuration. It says which parts to look at.
    """

    def __init__(self, config: Config, root: Path = Path("/")) -> None:
        """Prepare to inspect a machine.

        Args:
            root: the root folder of the file system. If it is not `/`, the buses, the pins and systemd are
                not inspected.
        """
        self.config, self.root = config, root
        self._facts: dict[Callable[[Machine], Any], Any] = {}

    def knowing(self, facts: Mapping[Callable[[Machine], Any], Any] = {}, **own: Any) -> Machine:
        """Return a copy that is told facts instead of finding them out.

        Args:
            facts: the facts, keyed by the functions that would find them out.
            own: facts that are attributes of this class, such as `model`.
        """
        copy = Machine(self.config, self.root)
        copy.__dict__.update(self.__dict__ | own | {"_facts": {**self._facts, **facts}})
        return copy

    def fact(self, find: Callable[[Machine], T]) -> T:
        """Return what `find` finds out about this machine. It is called only once."""
        if find not in self._facts:
            self._facts[find] = find(self)
        found: T = self._facts[find]
        return found

    @property
    def is_here(self) -> bool:
        """True if this is the machine that the program is running on, not a folder with files of another."""
        return self.root == Path("/")

    def text(self, path: str) -> str | None:
        """Return the content of a file, or None if it cannot be read. The path begins without a slash."""
        try:
            # The text files of the device tree end with a zero byte.
            return (self.root / path).read_bytes().decode("utf-8", "replace").rstrip("\0\n")
        except OSError:
            return None

    @cached_property
    def model(self) -> str | None:
        """The model of a Raspberry Pi, or of another computer with a device tree."""
        return self.text("proc/device-tree/model")

    @property
    def is_pi(self) -> bool:
        """True if this is a Raspberry Pi."""
        return (self.model or "").startswith("Raspberry Pi")

    @cached_property
    def boot(self) -> str:
        """The folder that contains config.txt and cmdline.txt."""
        there = (each for each in BOOT_FOLDERS if (self.root / each[1:] / "config.txt").is_file())
        return next(there, BOOT_FOLDERS[0])

    @cached_property
    def config_txt(self) -> str | None:
        """The content of config.txt."""
        return self.text(f"{self.boot[1:]}/config.txt")

    @cached_property
    def included(self) -> Mapping[str, str]:
        """The contents of each file that config.txt can include, keyed by file name."""
        folder = self.boot[1:]
        files = sorted((self.root / folder).glob("*.txt"))
        return {file.name: self.text(f"{folder}/{file.name}") or "" for file in files}

    @property
    def settings(self) -> Settings:
        """The settings in config.txt that apply to this machine. They are empty if there is no such file."""
        return read(self.config_txt or "", self.config_file, self.model, self.included.get)

    @property
    def models(self) -> frozenset[str]:
        """The model filters in config.txt that match this machine, such as `pi4`; none if it is no Pi."""
        return sections(self.model)

    @cached_property
    def cmdline_txt(self) -> str | None:
        """The content of cmdline.txt."""
        return self.text(f"{self.boot[1:]}/cmdline.txt")

    @property
    def config_file(self) -> str:
        """The path to config.txt."""
        return f"{self.boot}/config.txt"

    @property
    def cmdline_file(self) -> str:
        """The path to cmdline.txt."""
        return f"{self.boot}/cmdline.txt"

    def write(self, line: str, now: Setting | None = None) -> str:
        """Return a remedy that tells the user which line to write in config.txt, and where.

        Args:
            now: the setting that the new line replaces, or None if the line should be added.
        """
        if now is not None:
            return f"{now.place}: make it {line} and restart"
        number = commented_out(self.config_txt or "", line)
        if number is not None:
            return f"{self.config_file}, line {number}: make it {line} (without the #) and restart"
        return f"{self.config_file}: add {line} at the end, under [all], and restart"

    @cached_property
    def devices(self) -> Mapping[str, bool]:
        """Each device file of a bus, a GPIO chip or an input device: True if this user may open it."""
        found = {}
        for pattern in ("dev/i2c-*", "dev/spidev*", "dev/gpiochip*", "dev/input/event*"):
            for path in sorted(self.root.glob(pattern)):
                found[f"/{path.relative_to(self.root)}"] = os.access(path, os.R_OK | os.W_OK)
        for each in self.config.inputs:
            if isinstance(each, KeyboardSettings) and each.device and each.device.startswith("/"):
                path = self.root / each.device[1:]
                if path.exists():
                    found[each.device] = os.access(path, os.R_OK | os.W_OK)
        return found

    @cached_property
    def inputs(self) -> list[InputDevice] | None:
        """The input devices."""
        text = self.text("proc/bus/input/devices")
        return None if text is None else input_devices(text, 8 * struct.calcsize("l"))

    @cached_property
    def user(self) -> str:
        """The name of the user who runs the program."""
        try:
            return pwd.getpwuid(os.geteuid()).pw_name if self.is_here else "pi"
        except KeyError:  # inside a container, the user may have no name
            return str(os.geteuid())

    @cached_property
    def modules(self) -> frozenset[str]:
        """The Python packages in `MODULES` that are installed."""
        return frozenset(name for name in MODULES if _installed(name))

    @cached_property
    def packaged(self) -> bool:
        """True if the program was installed from the Debian package."""
        return is_packaged()

    @cached_property
    def units(self) -> Mapping[str, Unit]:
        """The board's systemd units that are installed, keyed by name."""
        return unit_states() if self.is_here else {}

    def unit(self, name: str) -> Unit:
        """Return the state of one of the board's systemd units."""
        return self.units.get(name, Unit())


def _installed(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except ImportError:
        return False


class InputDevice(NamedTuple):
    """An input device.

    Attributes:
        node: the device file, such as `/dev/input/event0`, or None if there is none.
        codes: the key codes that the device can send (linux/input-event-codes.h).
    """

    name: str
    node: str | None
    codes: frozenset[int]


def input_devices(text: str, word_bits: int) -> list[InputDevice]:
    """Return the input devices in the kernel's list, in the same order.

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


UNIT = "muggins.service"
"""The board's service."""
SWITCH = "muggins-poweroff.path"
"""The unit that switches the machine off when the board requests it."""
UPDATER = "muggins-update.path"
"""The unit that updates the board when its menu asks for it."""
VOICE = "muggins-speak.service"
"""The voice's service."""
PUBLISHER = "muggins-publish.service"
"""The service that tells an MQTT broker what happens on the board."""
PAGE, PAGE_SERVER = "muggins-serve.socket", "muggins-serve.service"
"""The web page's socket unit, which is enabled, and its service, which the socket unit starts."""
PAGE_MENU = "muggins-serve-phone.path"
"""The unit that starts the web page's service when the board's menu lets phones in."""


_UNITS = (UNIT, SWITCH, VOICE, PAGE, PAGE_SERVER, PAGE_MENU, PUBLISHER, UPDATER)


class Unit(NamedTuple):
    """A systemd unit. Both attributes are None if it is not installed, or if the board's service is not.

    Attributes:
        state: the state of the unit, such as `active`. That of the switch and of the updater is
            `not-found` or `masked` if it cannot run.
        enabled: the state of the unit's file, such as `enabled` or `disabled`.
    """

    state: str | None = None
    enabled: str | None = None


def unit_states() -> dict[str, Unit]:
    """Ask systemd for the board's units, and return those that are installed, keyed by name."""
    wanted = "--property=LoadState,ActiveState,UnitFileState"
    try:
        done = subprocess.run(
            ["systemctl", "show", wanted, *_UNITS], capture_output=True, text=True, timeout=5, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return {}
    found: dict[str, Unit] = {}
    # An empty line separates the properties of two units.
    for name, block in zip(_UNITS, done.stdout.split("\n\n"), strict=False):
        facts = dict(line.partition("=")[::2] for line in block.splitlines())
        load = facts.get("LoadState")
        if name in (SWITCH, UPDATER) and load != "loaded":
            found[name] = Unit(load)
        elif load in ("loaded", "masked"):
            found[name] = Unit(facts.get("ActiveState"), facts.get("UnitFileState"))
    return found if UNIT in found else {}
