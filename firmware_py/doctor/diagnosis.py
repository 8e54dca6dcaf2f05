"""The facts about a machine that the doctor's checks use, and the findings that they return."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from firmware_py.config.wiring_warnings import FAULT as FAULT
from firmware_py.config.wiring_warnings import NOTE as NOTE
from firmware_py.config.wiring_warnings import WARNING as WARNING

from .config_txt import commented_out
from .units import UnitStates

if TYPE_CHECKING:
    from firmware_py.config.config import Config
    from firmware_py.mqtt.connection_faults import Fault
    from firmware_py.system.sound_cards import SoundCard

    from .config_txt import Setting, Settings


OK = "ok"


class Diagnosis(NamedTuple):
    """One result of a check, such as a fault and its remedy.

    Attributes:
        level: `ok` if there is no problem, `note` if the user has to check something, `warning` if the board
            may still work, or `fault` if it cannot work.
        what: the finding, in one line.
        remedy: the steps that fix the problem, or None if there is nothing to do.
    """

    level: str
    what: str
    remedy: str | None = None


class Case(NamedTuple):
    """The facts about a board that the doctor's checks use.

    Attributes:
        config: the board's configuration.
        machine: the machine on which the board runs.
        settings: the settings in the machine's config.txt. They are empty if there is no such file.
        models: the model filters in config.txt that match the machine, such as `pi4`.
    """

    config: Config
    machine: Machine
    settings: Settings
    models: frozenset[str]

    @property
    def config_file(self) -> str:
        """The path to the machine's config.txt."""
        return f"{self.machine.boot}/config.txt"

    @property
    def cmdline_file(self) -> str:
        """The path to the machine's cmdline.txt."""
        return f"{self.machine.boot}/cmdline.txt"

    def write(self, line: str, now: Setting | None = None) -> str:
        """Return a remedy that tells the user which line to write in config.txt, and where.

        Args:
            now: the setting that the new line replaces, or None if the line should be added.
        """
        if now is not None:
            return f"{now.place}: make it {line} and restart"
        number = commented_out(self.machine.config_txt or "", line)
        if number is not None:
            return f"{self.config_file}, line {number}: make it {line} (without the #) and restart"
        return f"{self.config_file}: add {line} at the end, under [all], and restart"


def report(findings: list[Diagnosis]) -> str:
    """Return the findings as text, one line each, with the remedy indented below."""
    lines = []
    for finding in findings:
        lines.append(f"{finding.level:8}{finding.what}")
        if finding.remedy:
            lines += [f"{'':8}  {line}" for line in finding.remedy.splitlines()]
    return "\n".join(lines) + "\n"


BOOT_FOLDERS = ("/boot/firmware", "/boot")
"""The possible folders of the boot partition. Systems before Raspberry Pi OS 12 use the second folder."""
MODULES = ("gpiozero", "inotify_simple", "luma.oled", "paho", "segno", "smbus2", "spidev", "tornado")
"""The Python packages that a board may need."""


class BusAnswers(NamedTuple):
    """The result of an I2C bus scan.

    Attributes:
        addresses: the addresses at which a device responds.
        busy: the addresses that a kernel driver uses.
        status: the status bytes of the configured displays that respond, keyed by address.
    """

    addresses: tuple[int, ...] = ()
    busy: tuple[int, ...] = ()
    status: Mapping[int, int] = {}


class Machine(NamedTuple):
    """The facts about a machine that the doctor's checks use. A fact is None if it is unknown.

    Attributes:
        model: the content of /proc/device-tree/model.
        boot: the folder that contains config.txt and cmdline.txt.
        config_txt: the content of config.txt.
        included: the contents of each file that config.txt can include, keyed by file name.
        cmdline_txt: the content of cmdline.txt.
        cmdline: the command line of the running kernel.
        devices: maps each device file of a bus, a GPIO chip or an input device to True if the user is
            permitted to open it.
        i2c_hz: the clock frequency of each I2C bus in Hz, keyed by bus number.
        bufsiz: the number of bytes that spidev can send in one transfer.
        inputs: the content of /proc/bus/input/devices.
        word_bits: the size of a C `long` in bits.
        user: the name of the user who runs the doctor.
        is_root: True if the user is root.
        groups: the groups of the running program.
        named_groups: the user's groups according to /etc/group, which take effect at the next login.
        lines: the driver or program that uses each header pin, keyed by BCM number.
        answers: the result of each I2C bus scan, keyed by bus number.
        modules: the Python packages in `MODULES` that are installed.
        units: the states of the board's systemd units.
        page_port_taken: True if a program is using the web page's port, or None if this is not known.
        broker: the fault if this machine tried to connect to the broker and failed, otherwise None.
        address: the machine's address on its network, or `localhost` if it has none.
        sound_cards: the sound cards that can play sound.
        alsa_devices: the names of the sound devices that ALSA lists.
        programs: the installed programs that the voice needs.
        has_recordings: True if the folder for the recorded voice contains sound files.
        packaged: True if the program was installed from the Debian package.
        forgetful: the games folder if it is only in memory and would be lost in a power cut, otherwise None.
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
    units: UnitStates = UnitStates()
    page_port_taken: bool | None = None
    broker: Fault | None = None
    address: str | None = None
    sound_cards: tuple[SoundCard, ...] = ()
    alsa_devices: frozenset[str] = frozenset()
    programs: frozenset[str] = frozenset()
    has_recordings: bool = False
    packaged: bool = False
    forgetful: str | None = None
