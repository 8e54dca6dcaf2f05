"""The facts about a machine that the doctor's checks use."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from firmware_py.sound_cards import SoundCard

BOOT_FOLDERS = ("/boot/firmware", "/boot")
"""The possible folders of the boot partition. Systems before Raspberry Pi OS 12 use the second folder."""
MODULES = ("gpiozero", "inotify_simple", "luma.oled", "smbus2", "spidev")
"""The Python packages that a board may need."""


class BusAnswers(NamedTuple):
    """The result of scanning an I2C bus.

    Attributes:
        addresses: the addresses at which a device answers.
        busy: the addresses that a kernel driver has claimed.
        status: the status byte of each configured display that answers, by address.
    """

    addresses: tuple[int, ...] = ()
    busy: tuple[int, ...] = ()
    status: Mapping[int, int] = {}


class Machine(NamedTuple):
    """The facts about a machine that the doctor's checks use. None means unknown.

    Attributes:
        model: the text of /proc/device-tree/model.
        boot: the folder of config.txt and cmdline.txt.
        config_txt: the text of config.txt.
        included: the text of each file that config.txt can include, by the file's name.
        cmdline_txt: the text of cmdline.txt.
        cmdline: the command line with which the kernel was started.
        devices: the device files of buses, pins and keys, each with True if the user may open it.
        i2c_hz: the clock frequency of each I2C bus in Hz, by the number of the bus.
        bufsiz: the number of bytes that spidev sends in one transfer.
        inputs: the text of /proc/bus/input/devices.
        word_bits: the size of a C `long` in bits.
        user: the name of the user who runs the doctor.
        is_root: True if the user is root.
        groups: the groups of the running program.
        named_groups: the groups of the user in /etc/group, which take effect at the next login.
        lines: the driver or program that uses each header pin, by BCM number.
        answers: the result of scanning each I2C bus, by the number of the bus.
        modules: the Python packages in MODULES that are installed.
        unit: the state of the board's service, such as `active`.
        enabled: the state of the service's automatic start at boot, such as `enabled` or `disabled`.
        switch: the state of the unit that switches the machine off; `not-found` if there is none.
        voice: the state of the service of the voice; None if that service is not installed.
        voice_enabled: the state of its automatic start at boot.
        sound_cards: the sound cards that can play.
        alsa_devices: the names of the sound devices that ALSA lists.
        programs: the programs that the voice needs and that are installed.
        has_recordings: True if the folder of the recorded voice has sound files in it.
        packaged: True if the program was installed from the Debian package.
        forgetful: the folder of the games if it is only in memory, so that a power cut erases the games;
            otherwise None.
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
    unit: str | None = None
    enabled: str | None = None
    switch: str | None = None
    voice: str | None = None
    voice_enabled: str | None = None
    sound_cards: tuple[SoundCard, ...] = ()
    alsa_devices: frozenset[str] = frozenset()
    programs: frozenset[str] = frozenset()
    has_recordings: bool = False
    packaged: bool = False
    forgetful: str | None = None
