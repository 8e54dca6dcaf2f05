"""Check the Python packages, the user's permissions, and the board's systemd service."""

from __future__ import annotations

import grp
import os
from collections.abc import Iterator
from contextlib import suppress

from firmware_py.config.keypads import KeyboardSettings
from firmware_py.config.requirements import needed_devices, needed_groups, needed_packages, opens_pins

from .diagnosis import FAULT, OK, WARNING, Diagnosis
from .machine import SWITCH, UNIT, UPDATER, Machine

REINSTALL = "install the Debian package again: sudo apt install --reinstall ./muggins_*.deb"
"""The remedy if a file from the Debian package is missing."""
# The packages that Raspberry Pi OS provides. The others come from PyPI.
_APT = {
    "gpiozero": "python3-gpiozero",
    "luma.core": "python3-luma.core",
    "spidev": "python3-spidev",
}
# The remedies for the packages that Muggins' Debian package gets from apt. It includes all others itself.
_FROM_APT = {
    "spidev": "sudo apt install python3-spidev",
}


def check_packages(machine: Machine) -> Iterator[Diagnosis]:
    """Check that the Python packages that the board needs are installed."""
    wanted = needed_packages(machine.config)
    missing = {name: part for name, part in wanted.items() if name not in machine.modules}
    for name, part in sorted(missing.items()):
        what = f"the Python package {name} is missing, which {part}"
        yield Diagnosis(FAULT, what, _remedy(name, packaged=machine.packaged))
    if wanted and not missing:
        yield Diagnosis(OK, f"all Python packages are installed: {', '.join(sorted(wanted))}")


def _remedy(name: str, *, packaged: bool) -> str:
    if packaged:
        return _FROM_APT.get(name, REINSTALL)
    if name in _APT:
        return f"sudo apt install {_APT[name]}, and make a virtual environment with --system-site-packages"
    return f"pip install {name.replace('_', '-')} where Muggins is installed"


def check_permissions(machine: Machine) -> Iterator[Diagnosis]:
    """Check that the user is in the right groups and that the permissions of the device files are correct."""
    yield from _groups(machine)
    yield from _devices(machine)


def is_root(machine: Machine) -> bool:
    """Return True if root runs the program."""
    return machine.is_here and os.geteuid() == 0


def own_groups(machine: Machine) -> frozenset[str]:
    """Return the groups of the running program."""
    names = set()
    for number in {os.getegid(), *os.getgroups()} if machine.is_here else ():
        with suppress(KeyError):
            names.add(grp.getgrgid(number).gr_name)
    return frozenset(names)


def named_groups(machine: Machine) -> frozenset[str]:
    """Return the user's groups according to /etc/group, which take effect at the next login."""
    named = set()
    for line in (machine.text("etc/group") or "").splitlines():
        name, *others = line.split(":")
        if others and machine.user in others[-1].split(","):
            named.add(name)
    return frozenset(named)


def _missing_groups(machine: Machine) -> set[str]:
    return set() if machine.fact(is_root) else needed_groups(machine.config) - machine.fact(own_groups)


def _groups(machine: Machine) -> Iterator[Diagnosis]:
    wanted, user = needed_groups(machine.config), machine.user
    missing = _missing_groups(machine)
    if missing and machine.packaged:
        # The service runs as a user of its own, who is in all these groups. This is a different user.
        yield Diagnosis(
            WARNING,
            f"{user} is not in {_names(missing)}, so the doctor cannot check everything",
            "run it as root: sudo muggins doctor",
        )
        return
    later = missing & machine.fact(named_groups)
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
        who = "root may open everything" if machine.fact(is_root) else f"{user} is in {_names(wanted)}"
        yield Diagnosis(OK, who)


def _names(groups: set[str]) -> str:
    return f"the group{'s' if len(groups) > 1 else ''} {', '.join(sorted(groups))}"


def _devices(machine: Machine) -> Iterator[Diagnosis]:
    devices, missing = machine.devices, _missing_groups(machine)
    needed = needed_devices(machine.config)
    if opens_pins(machine.config):
        chips = [name for name in devices if name.startswith("/dev/gpiochip")]
        if not chips:
            yield Diagnosis(FAULT, "there is no /dev/gpiochip0: Linux finds no GPIO pins on this machine")
        needed |= dict.fromkeys(chips[:1], "gpio")
    if any(isinstance(each, KeyboardSettings) for each in machine.config.inputs):
        needed |= {name: "input" for name in devices if name.startswith("/dev/input/")}
    for name, group in needed.items():
        if devices.get(name) is False and group not in missing:
            yield Diagnosis(
                FAULT,
                f"{machine.user} cannot open {name}",
                f"check its owner with ls -l {name}: its group should be {group}, its mode crw-rw----",
            )


def running_service(unit: str, state: str, name: str) -> Diagnosis:
    """Return a diagnosis of a service that should be running, with the command that starts it again.

    Args:
        unit: the full name of the service, such as `muggins-speak.service`.
        state: its state, such as `active`.
        name: the name of the service in commands, such as `muggins-speak`.
    """
    if state == "active":
        return Diagnosis(OK, f"{unit} is running")
    if state == "failed":
        return Diagnosis(
            FAULT,
            f"{unit} has failed",
            f"see why: sudo journalctl -b -u {name}; once that is put right: sudo systemctl restart {name}",
        )
    return Diagnosis(WARNING, f"{unit} is {state}", f"start it: sudo systemctl start {name}")


def check_service(machine: Machine) -> Iterator[Diagnosis]:
    """Check that the board's service is running, starts at boot, and can switch off and update."""
    unit, enabled = machine.unit(UNIT)
    if unit is None:
        return
    if enabled in ("disabled", "masked"):
        remedy = f"sudo systemctl {'unmask' if enabled == 'masked' else 'enable'} {UNIT}"
        yield Diagnosis(WARNING, f"{UNIT} is {enabled}: it does not start when the machine does", remedy)
    yield from _asked_by_menu(machine, SWITCH, "switch the machine off")
    yield from _asked_by_menu(machine, UPDATER, "update the board")
    yield running_service(UNIT, unit, UNIT)


def _asked_by_menu(machine: Machine, name: str, what: str) -> Iterator[Diagnosis]:
    state = machine.unit(name).state
    # The unit starts together with the service, and is not needed while the service is stopped.
    if state in (None, "active") or (state == "inactive" and machine.unit(UNIT).state != "active"):
        return
    remedies = {
        "failed": f"see why: sudo journalctl -b -u {name}; then: sudo systemctl restart {name}",
        "masked": f"sudo systemctl unmask {name}, then sudo systemctl start {name}",
        "not-found": REINSTALL
        if machine.packaged
        else f"copy it, and the unit it starts, to the folder of {UNIT}",
    }
    yield Diagnosis(
        WARNING,
        f"the menu cannot {what}: {name} is {state}",
        remedies.get(str(state), f"start it: sudo systemctl start {name}"),
    )
