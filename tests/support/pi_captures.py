"""A Raspberry Pi as the doctor sees it: files captured on real machines, its I2C buses and sound cards."""

import re
import tomllib
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import smbus2
from luma.core.interface.serial import i2c

from firmware_py.config import defaults, files
from firmware_py.config.build import load
from firmware_py.config.config import Config
from firmware_py.config.requirements import config_lines, listing
from firmware_py.doctor import check_board, check_buses, check_pins, check_programs, check_system
from firmware_py.doctor import machine as board_machine
from firmware_py.doctor.check_buses import BusAnswers
from firmware_py.doctor.machine import MODULES, Machine, Unit, input_devices
from firmware_py.emulator.wires import EmulatedI2CBus
from firmware_py.system.sound_cards import cards_in

FOLDER = Path(__file__).parents[1] / "data" / "captures"
PI_3 = "Raspberry Pi 3 Model B Plus Rev 1.3"
PI_4 = "Raspberry Pi 4 Model B Rev 1.5"
PI_5 = "Raspberry Pi 5 Model B Rev 1.0"


def text(name: str) -> str:
    return (FOLDER / name).read_text()


def models() -> list[dict[str, Any]]:
    return list(tomllib.loads(text("models.toml"))["model"])


@cache
def profile(name: str) -> Config:
    return load(files.profile(name))


def users(name: str) -> dict[int, str]:
    """Return the driver or program that uses each pin, keyed by BCM number, as listed in a captured file.

    Args:
        name: the name of the file. It contains the output of `gpioinfo` or the contents of
            `/sys/kernel/debug/gpio`.
    """
    gpioinfo = re.findall(r'^\s*line +(\d+): +(?:"[^"]*"|unnamed) +"([^"]+)"', text(name), re.MULTILINE)
    debug = re.findall(r"^ gpio-(\d+) +\([^|)]*\|([^)]*?) *\)", text(name), re.MULTILINE)
    return {int(pin): user for pin, user in gpioinfo + debug}


def answers(name: str, **status: int) -> BusAnswers:
    """Return the answers of the chips on an I2C bus, as listed in a file with the output of `i2cdetect`.

    Args:
        name: the name of the file.
        status: the status bytes of chips, e.g. `x3c=0x46` for the chip at address 0x3C.
    """
    found = [
        (row, column)
        for row, cells in re.findall(r"^(\d0):(.*)", text(name), re.MULTILINE)
        for column, cell in enumerate(re.findall(r"(?: (..))", cells.ljust(48)))
        if re.fullmatch("[0-9a-f]{2}", cell)
    ]
    addresses = tuple(int(row, 16) + column for row, column in found)
    return BusAnswers(addresses, status={int(key[1:], 16): value for key, value in status.items()})


# The facts that a check finds out itself.
FACTS = {
    "cmdline": check_pins.running_command_line,
    "lines": check_pins.pin_users,
    "answers": check_buses.bus_answers,
    "i2c_hz": check_buses.i2c_clocks,
    "bufsiz": check_buses.spidev_buffer,
    "forgetful": check_board.folder_in_memory,
    "is_root": check_system.is_root,
    "groups": check_system.own_groups,
    "named_groups": check_system.named_groups,
    "page_port_taken": check_programs.page_port_taken,
    "address": check_programs.address,
    "broker": check_programs.broker_fault,
    "sound_cards": check_programs.sound_cards,
    "alsa_devices": check_programs.sound_devices,
    "programs": check_programs.voice_programs,
    "has_recordings": check_programs.has_recordings,
}
STATES = {"service": board_machine.UNIT, "switch": board_machine.SWITCH, "voice": board_machine.VOICE}
STATES |= {"page": board_machine.PAGE, "page_server": board_machine.PAGE_SERVER}
STATES |= {"page_menu": board_machine.PAGE_MENU, "publisher": board_machine.PUBLISHER}
STATES["updater"] = board_machine.UPDATER
UNITS = {name: (unit, "state") for name, unit in STATES.items()}
UNITS |= {f"{name}_enabled": (STATES[name], "enabled") for name in ("voice", "page", "publisher")}
UNITS["enabled"] = (board_machine.UNIT, "enabled")


def bare(**changes: Any) -> Machine:
    """Return the description of a machine that has nothing.

    Args:
        changes: facts about it, such as `model=PI_5`: attributes of `Machine`, `UNITS` or `FACTS`.
    """
    empty = Machine(NUMPAD, Path("/there/is/nothing")).knowing(modules=frozenset(), packaged=False)
    return changed(empty, **{"programs": frozenset(), **changes})


def bookworm(more: str = "", **changes: Any) -> Machine:
    """Return the description of a fault-free Raspberry Pi 4 with a fresh Raspberry Pi OS 12.

    Args:
        more: lines to add to config.txt.
        changes: other facts, as in `bare`.
    """
    machine = bare(
        model=PI_4,
        config_txt=text("bookworm-config.txt") + more,
        cmdline_txt="console=tty1 root=PARTUUID=dd2cc413-02 rootfstype=ext4 fsck.repair=yes rootwait",
        cmdline=text("uart-proc-cmdline.txt"),
        devices={f"/dev/{name}": True for name in "i2c-1 spidev0.0 spidev0.1 gpiochip0 input/event0".split()},
        i2c_hz={1: 400_000},
        bufsiz=4096,
        inputs=text("keyboard-inputs.txt"),
        groups=frozenset(text("groups.txt").split()),
        named_groups=frozenset(text("groups.txt").split()),
        lines={},
        answers={1: answers("i2cdetect-3c.txt")},
        modules=frozenset(MODULES),
    )
    return changed(machine, **changes)


def changed(machine: Machine, **changes: Any) -> Machine:
    """Return a copy of a machine with some properties changed.

    Args:
        machine: the machine.
        changes: other facts, as in `bare`.
    """
    units = dict(machine.units)
    for name, (unit, about) in UNITS.items():
        if name in changes:
            units[unit] = units.get(unit, Unit())._replace(**{about: changes.pop(name)})
    facts = {FACTS[name]: changes.pop(name) for name in FACTS if name in changes}
    if isinstance(changes.get("inputs"), str):
        changes["inputs"] = input_devices(changes["inputs"], changes.pop("word_bits", 64))
    assert all(hasattr(Machine, name) for name in changes), changes
    return machine.knowing(facts, units=units, **changes)


def fit(config: Config, more: str = "", **changes: Any) -> Machine:
    """Return the description of a Raspberry Pi that is correctly set up for a board.

    Args:
        config: the board's configuration.
        more: lines to add to config.txt.
        changes: other facts, as in `bare`.
    """
    return bookworm(listing(config_lines(config)) + more, **changes)


def without(machine: Machine, *devices: str) -> Machine:
    """Return a copy of a machine without these device files."""
    kept = {name: may for name, may in machine.devices.items() if name not in devices}
    return machine.knowing(devices=kept)


NUMPAD = profile("usb-numpad")


CARDS = """\
 0 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones
                      bcm2835 Headphones
 1 [vc4hdmi0       ]: vc4-hdmi - vc4-hdmi-0
                      vc4-hdmi-0
 2 [vc4hdmi1       ]: vc4-hdmi - vc4-hdmi-1
                      vc4-hdmi-1
"""
USB = """\
 3 [UACDemoV10     ]: USB-Audio - UACDemoV1.0
                      Jieli Technology UACDemoV1.0 at usb-0000:01:00.0-1.2, full speed
"""
HDMI_FIRST = """\
 0 [vc4hdmi        ]: vc4-hdmi - vc4-hdmi
                      vc4-hdmi
 1 [UACDemoV10     ]: USB-Audio - UACDemoV1.0
                      Jieli Technology UACDemoV1.0 at usb-20980000.usb-1, full speed
"""
AMPLIFIER = """\
 0 [MAX98357A      ]: simple-card - MAX98357A
                      MAX98357A
"""


def machine_with(root: Path, text: str, silent: int | None = None) -> None:
    """Create the files in which Linux lists the sound cards of a machine.

    Args:
        root: the folder that represents the root of the machine's file system.
        text: the contents of /proc/asound/cards.
        silent: the number of a card that cannot play sound; None if all cards can play sound.
    """
    folder = root / "proc/asound"
    for card in cards_in(text):
        (folder / f"card{card.number}").mkdir(parents=True, exist_ok=True)
        if card.number != silent:
            (folder / f"card{card.number}/pcm0p").mkdir(exist_ok=True)
    (folder / "cards").write_text(text, encoding="utf-8")


def pi_i2c(bus: EmulatedI2CBus) -> Any:
    """Return luma's `i2c` interface to a chip on an emulated bus.

    The interface sends up to 4096 bytes at once, as it does on a bus that luma opens itself. On a bus that is
    passed to it, it would send at most 32 bytes at once.
    """
    smbus = SimpleNamespace(
        write_i2c_block_data=lambda address, first, others: bus.write(address, bytes([first, *others])),
        i2c_rdwr=lambda message: bus.write(message.addr, bytes(message)),
        close=lambda: None,
    )
    serial = i2c(bus=smbus, address=defaults.ADDRESS)
    serial._managed = True
    serial._i2c_msg_write = smbus2.i2c_msg.write
    return serial
