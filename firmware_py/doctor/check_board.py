"""Check a board's keys, colours and wiring, and that its games survive a power cut."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from itertools import combinations
from pathlib import Path

from firmware_py.config.keypads import KeyboardSettings
from firmware_py.config.palette import confused
from firmware_py.config.requirements import MATRIX, SINGLE_KEY, KeyOverlay, key_overlays
from firmware_py.config.wiring_warnings import wiring_warnings
from firmware_py.input.keys import RANKS, Key, Stick
from firmware_py.journal.locations import SERVICE_STATE_FOLDER, state_folder
from firmware_py.journal.tmpfs_warning import LOSS, REMEDY, is_in_memory, mount_table
from firmware_py.system.errors import UsageError

from .diagnosis import FAULT, OK, WARNING, Diagnosis
from .machine import UNIT, InputDevice, Machine

# While the board is running, it keeps the keypad to itself, so evtest would receive no keys.
_EVTEST = "sudo apt install evtest, stop the board, then sudo evtest"


def check_keys(machine: Machine) -> Iterator[Diagnosis]:
    """Check that each rank, GO, OK and UNDO has a key, and that the configured keys exist."""
    yield from _missing_keys(machine)
    devices = machine.inputs
    for keyboard in machine.config.inputs:
        if not isinstance(keyboard, KeyboardSettings):
            continue
        lines = list(_overlays(machine, keyboard))
        yield from lines
        if devices is None:
            yield Diagnosis(WARNING, "/proc/bus/input/devices is not readable, so the keys were not checked")
        elif not lines:
            yield from _keys(machine, keyboard, devices)


def _missing_keys(machine: Machine) -> Iterator[Diagnosis]:
    keys = {
        key
        for each in machine.config.inputs
        for key in (each.codes if isinstance(each, KeyboardSettings) else each.pins)
    }
    stick = {each.value for each in Stick} <= keys
    lacking = [key.value for key in (*RANKS, Key.GO, Key.OK, Key.UNDO) if key.value not in keys]
    if lacking and not stick:
        yield Diagnosis(
            FAULT,
            f"there is no key for {', '.join(lacking)}",
            "add them to [buttons] or [keyboard.codes], or let the configuration extend a profile",
        )


def _overlays(machine: Machine, keyboard: KeyboardSettings) -> Iterator[Diagnosis]:
    missing = [each for each in key_overlays(keyboard) if not _is_loaded(machine, each)]
    if not missing or machine.config_txt is None:
        return
    what = (
        "the matrix keypad"
        if missing[0].name == MATRIX
        else f"{len(missing)} key{'s' if len(missing) > 1 else ''}"
    )
    yield Diagnosis(
        FAULT,
        f"{machine.config_file} does not load the overlay for {what}",
        f"{machine.config_file}: add at the end, under [all], and restart:\n"
        + "\n".join(each.line for each in missing),
    )


def _is_loaded(machine: Machine, wanted: KeyOverlay) -> bool:
    """For a single key, only the pin, the polarity and the key code have to match."""
    for each in machine.settings.overlays:
        if each.name == wanted.name and each.params == wanted.params:
            return True
        if each.name == wanted.name == SINGLE_KEY:
            usual = {"gpio": "3", "active_low": "1", "gpio_pull": "up", "keycode": "116"} | dict(each.params)
            if all(usual[param] == wanted.params[param] for param in ("gpio", "active_low", "keycode")):
                return True
    return False


def _keys(machine: Machine, keyboard: KeyboardSettings, devices: list[InputDevice]) -> Iterator[Diagnosis]:
    if keyboard.device is not None:
        chosen = [each for each in devices if keyboard.device in (each.name, each.node)]
        # A path such as /dev/input/by-id/… is a link, which may lead to any of the devices.
        if not chosen and keyboard.device in machine.devices:
            chosen = devices
        names = ", ".join(each.name for each in devices)
        devices = chosen
        if not devices:
            yield Diagnosis(
                FAULT,
                f"there is no input device {keyboard.device}",
                f"plug it in, or name another one under [keyboard]; plugged in now: {names or 'none'}",
            )
            return
    there = frozenset(code for each in devices for code in each.codes)
    missing = [key for key, codes in keyboard.codes.items() if not there.intersection(codes)]
    if not missing:
        names = ", ".join(dict.fromkeys(each.name for each in _with_keys(keyboard, devices)))
        yield Diagnosis(OK, f"all {len(keyboard.codes)} keys were found on {names}")
    elif len(missing) > len(keyboard.codes) // 2:
        yield Diagnosis(
            FAULT,
            "no input device has the keys of [keyboard.codes]",
            f"plug in the keypad; if it is plugged in, find out which codes its keys send: {_EVTEST}",
        )
    else:
        codes = ", ".join(f"{key} ({keyboard.codes[key][0]})" for key in missing)
        yield Diagnosis(
            FAULT,
            f"no input device has these keys: {codes}",
            f"find out which codes they send and put those under [keyboard.codes]: {_EVTEST}",
        )


def _with_keys(keyboard: KeyboardSettings, devices: list[InputDevice]) -> list[InputDevice]:
    """Return the devices with the most configured keys; if the keys are on pins, those with any of them."""
    wanted = {code for codes in keyboard.codes.values() for code in codes}
    most = max((len(each.codes & wanted) for each in devices), default=0)
    least = 1 if keyboard.pins else most
    return [each for each in devices if len(each.codes & wanted) >= least]


def check_colours(machine: Machine) -> Iterator[Diagnosis]:
    """Check that colour-blind players can tell the sides' colours apart."""
    lights = machine.config.lights
    if lights is None:
        return
    sides = lights.palette.sides_in(machine.config.equipment().palette or ())
    alike, sides = False, sides[: max(3, len(lights.shape.tracks))]
    for (one, first), (other, second) in combinations(enumerate(sides), 2):
        sights = confused(first, second)
        if sights:
            alike, people = True, ", ".join(sights)
            yield Diagnosis(
                WARNING,
                f"the colours of sides {one + 1} and {other + 1} look alike to players with {people}",
                'choose other colours under [lights], such as colours = ["orange", "blue", "white"]',
            )
    if not alike:
        yield Diagnosis(OK, "colour-blind players can tell the sides apart")


def check_wiring(machine: Machine) -> Iterator[Diagnosis]:
    """Check for wiring that cannot work on this machine, or that often fails."""
    for warning in wiring_warnings(machine.config, machine.model):
        yield Diagnosis(warning.level, warning.what, warning.remedy)


def folder_in_memory(machine: Machine) -> str | None:
    """Return the games folder if it is stored only in memory, or None if saved games survive a power cut."""
    if machine.is_here:
        with suppress(UsageError):
            is_service = UNIT in machine.units
            folder = os.path.realpath(SERVICE_STATE_FOLDER if is_service else state_folder())
            if is_in_memory(Path(folder), mount_table()):
                return folder
    return None


def check_game_folder(machine: Machine) -> Iterator[Diagnosis]:
    """Check that saved games survive a power cut, i.e. that their folder is not stored only in memory."""
    folder = machine.fact(folder_in_memory)
    if folder:
        yield Diagnosis(FAULT, f"{folder} {LOSS}", REMEDY)
