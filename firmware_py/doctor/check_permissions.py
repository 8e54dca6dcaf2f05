"""Check that the user is permitted to open the device files."""

from __future__ import annotations

from collections.abc import Iterator

from firmware_py.config.keypads import KeyboardSettings
from firmware_py.doctor.diagnosis import FAULT, OK, WARNING, Case, Diagnosis
from firmware_py.doctor.requirements import needed_devices, needed_groups, opens_pins


def check(case: Case) -> Iterator[Diagnosis]:
    """Check that the user is in the right groups and that the permissions of the device files are correct."""
    yield from _groups(case)
    yield from _devices(case)


def _missing_groups(case: Case) -> set[str]:
    return set() if case.machine.is_root else needed_groups(case.config) - case.machine.groups


def _groups(case: Case) -> Iterator[Diagnosis]:
    wanted, user = needed_groups(case.config), case.machine.user
    missing = _missing_groups(case)
    if missing and case.machine.packaged:
        # The service runs as a user of its own, who is in all these groups. This is a different user.
        yield Diagnosis(
            WARNING,
            f"{user} is not in {_names(missing)}, so the doctor cannot check everything",
            "run it as root: sudo muggins doctor",
        )
        return
    later = missing & case.machine.named_groups
    if later:
        yield Diagnosis(
            FAULT,
            f"{user} was added to {_names(later)} after logging in",
            "log out and in again, or restart",
        )
    if missing - later:
        names = ",".join(sorted(missing - later))
        yield Diagnosis(
            FAULT,
            f"{user} is not in {_names(missing - later)}",
            f"sudo usermod -aG {names} {user}, then log out and in again",
        )
    if wanted and not missing:
        who = "root may open everything" if case.machine.is_root else f"{user} is in {_names(wanted)}"
        yield Diagnosis(OK, who)


def _names(groups: set[str]) -> str:
    return f"the group{'s' if len(groups) > 1 else ''} {', '.join(sorted(groups))}"


def _devices(case: Case) -> Iterator[Diagnosis]:
    """Yield a fault for each device file that the user cannot open despite being in the right group."""
    devices, missing = case.machine.devices, _missing_groups(case)
    needed = needed_devices(case.config)
    if opens_pins(case.config):
        chips = [name for name in devices if name.startswith("/dev/gpiochip")]
        if not chips:
            yield Diagnosis(FAULT, "there is no /dev/gpiochip0: Linux finds no GPIO pins on this machine")
        needed |= dict.fromkeys(chips[:1], "gpio")
    if any(isinstance(each, KeyboardSettings) for each in case.config.inputs):
        needed |= {name: "input" for name in devices if name.startswith("/dev/input/")}
    for name, group in needed.items():
        if devices.get(name) is False and group not in missing:
            yield Diagnosis(
                FAULT,
                f"{case.machine.user} cannot open {name}",
                f"check its owner with ls -l {name}: its group should be {group}, its mode crw-rw----",
            )
