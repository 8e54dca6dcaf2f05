"""Checks: packages, groups, device files, the working directory, the games and the service."""

from __future__ import annotations

from collections.abc import Iterator

from firmware_py.config.keypads import KeyboardSettings
from firmware_py.doctor.boot_settings import spi_devices
from firmware_py.doctor.findings import FAULT, OK, WARNING, Case, Finding
from firmware_py.doctor.machine import needed_devices, wants_lgpio
from firmware_py.doctor.systemd_units import SWITCH, UNIT
from firmware_py.journal.tmpfs_warning import LOSS, REMEDY

# What Raspberry Pi OS calls the packages; of the others only PyPI has them.
_APT = {
    "gpiozero": "python3-gpiozero",
    "lgpio": "python3-lgpio",
    "luma.oled": "python3-luma.oled",
    "smbus2": "python3-smbus2",
    "spidev": "python3-spidev",
}


def check(case: Case) -> Iterator[Finding]:
    """Check that the packages, devices and folders that the board uses are accessible."""
    yield from _packages(case)
    yield from _groups(case)
    yield from _devices(case)
    yield from _folder(case)


# What the Debian package takes from apt; the others are in it.
_TAKEN = {
    "lgpio": "sudo apt install python3-lgpio; where apt does not have it, as on Debian, let the kernel read "
    "the buttons: /usr/share/doc/muggins/hardware/gpio-keys.md",
    "spidev": "sudo apt install python3-spidev",
}
_AGAIN = "install the Debian package again: sudo apt install --reinstall ./muggins_*.deb"


def check_games(case: Case) -> Iterator[Finding]:
    """Check that games survive when the plug is pulled."""
    folder = case.machine.forgetful
    if folder:
        yield Finding(FAULT, f"{folder} {LOSS}", REMEDY)


def check_service(case: Case) -> Iterator[Finding]:
    """Check that the service runs, starts with the machine, and can switch the machine off."""
    unit, enabled = case.machine.unit, case.machine.enabled
    if unit is None:
        return
    if enabled in ("disabled", "masked"):
        remedy = f"sudo systemctl {'unmask' if enabled == 'masked' else 'enable'} {UNIT}"
        yield Finding(WARNING, f"{UNIT} is {enabled}: it does not start when the machine does", remedy)
    yield from _switch(case)
    if unit == "active":
        yield Finding(OK, f"{UNIT} is running")
    elif unit == "failed":
        yield Finding(
            FAULT,
            f"{UNIT} has failed",
            f"see why: sudo journalctl -b -u {UNIT}; once that is put right: sudo systemctl restart {UNIT}",
        )
    else:
        yield Finding(WARNING, f"{UNIT} is {unit}", f"start it: sudo systemctl start {UNIT}")


def _switch(case: Case) -> Iterator[Finding]:
    """Check that the menu can switch the machine off."""
    switch = case.machine.switch
    # It starts with the service, and need not run without it.
    if switch in (None, "active") or (switch == "inactive" and case.machine.unit != "active"):
        return
    remedies = {
        "failed": f"see why: sudo journalctl -b -u {SWITCH}; then: sudo systemctl restart {SWITCH}",
        "masked": f"sudo systemctl unmask {SWITCH}, then sudo systemctl start {SWITCH}",
        "not-found": _AGAIN
        if case.machine.packaged
        else f"copy it, and the unit it starts, to the folder of {UNIT}",
    }
    yield Finding(
        WARNING,
        f"the menu cannot switch the machine off: {SWITCH} is {switch}",
        remedies.get(str(switch), f"start it: sudo systemctl start {SWITCH}"),
    )


def _packages(case: Case) -> Iterator[Finding]:
    config = case.config
    wanted = {}
    if wants_lgpio(config):
        wanted["lgpio"] = wanted["gpiozero"] = "pins need"
    if spi_devices(config):
        wanted["spidev"] = "SPI needs"
    if config.displays:
        wanted["luma.oled"] = "the display needs"
    if any(each.interface == "i2c" for each in config.displays):
        wanted["smbus2"] = "I2C needs"
    if any(isinstance(each, KeyboardSettings) for each in config.inputs):
        wanted["inotify_simple"] = "the keypad needs"
    missing = {name: part for name, part in wanted.items() if name not in case.machine.modules}
    for name, part in sorted(missing.items()):
        what = f"the Python package {name} is missing, which {part}"
        yield Finding(FAULT, what, _how_to_have(name, packaged=case.machine.packaged))
    if wanted and not missing:
        yield Finding(OK, f"all Python packages are installed: {', '.join(sorted(wanted))}")


def _how_to_have(name: str, *, packaged: bool) -> str:
    """How to have a Python package that is missing."""
    if packaged:
        return _TAKEN.get(name, _AGAIN)
    if name in _APT:
        return f"sudo apt install {_APT[name]}, and make a virtual environment with --system-site-packages"
    return f"pip install {name.replace('_', '-')} where Muggins is installed"


def _wanted_groups(case: Case) -> set[str]:
    wanted = set(needed_devices(case.config).values())
    if wants_lgpio(case.config):
        wanted.add("gpio")
    if any(isinstance(each, KeyboardSettings) for each in case.config.inputs):
        wanted.add("input")
    return wanted


def _missing_groups(case: Case) -> set[str]:
    return set() if case.machine.is_root else _wanted_groups(case) - case.machine.groups


def _groups(case: Case) -> Iterator[Finding]:
    wanted, user = _wanted_groups(case), case.machine.user
    missing = _missing_groups(case)
    if missing and case.machine.packaged:
        # The board of the package has a user of its own, who is in all of them.
        yield Finding(
            WARNING,
            f"{user} is not in {_names(missing)}, so the doctor cannot check everything",
            "run it as root: sudo muggins doctor",
        )
        return
    later = missing & case.machine.named_groups
    if later:
        yield Finding(
            FAULT,
            f"{user} was added to {_names(later)} after logging in",
            "log out and in again, or restart",
        )
    if missing - later:
        names = ",".join(sorted(missing - later))
        yield Finding(
            FAULT,
            f"{user} is not in {_names(missing - later)}",
            f"sudo usermod -aG {names} {user}, then log out and in again",
        )
    if wanted and not missing:
        who = "root may open everything" if case.machine.is_root else f"{user} is in {_names(wanted)}"
        yield Finding(OK, who)


def _names(groups: set[str]) -> str:
    return f"the group{'s' if len(groups) > 1 else ''} {', '.join(sorted(groups))}"


def _devices(case: Case) -> Iterator[Finding]:
    """Device files that are there and cannot be opened, though the groups are right."""
    devices, missing = case.machine.devices, _missing_groups(case)
    needed = needed_devices(case.config)
    if wants_lgpio(case.config):
        chips = [name for name in devices if name.startswith("/dev/gpiochip")]
        if not chips:
            yield Finding(FAULT, "there is no /dev/gpiochip0: Linux finds no GPIO pins on this machine")
        needed |= dict.fromkeys(chips[:1], "gpio")
    if any(isinstance(each, KeyboardSettings) for each in case.config.inputs):
        needed |= {name: "input" for name in devices if name.startswith("/dev/input/")}
    for name, group in needed.items():
        if devices.get(name) is False and group not in missing:
            yield Finding(
                FAULT,
                f"{case.machine.user} cannot open {name}",
                f"check its owner with ls -l {name}: its group should be {group}, its mode crw-rw----",
            )


def _folder(case: Case) -> Iterator[Finding]:
    # The service of the package has a folder of its own to run in.
    if wants_lgpio(case.config) and not case.machine.folder_writable and not case.machine.packaged:
        yield Finding(
            FAULT,
            f"{case.machine.folder} is not writable, and lgpio must create a pipe there when it starts",
            "start the board in another folder: cd first, or WorkingDirectory= in the service",
        )
