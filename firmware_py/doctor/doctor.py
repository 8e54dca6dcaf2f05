"""Run all the doctor's checks in order."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from . import check_board, check_buses, check_pins, check_programs, check_system
from .diagnosis import FAULT, OK, WARNING, Diagnosis, report
from .machine import Machine


def run(machine: Machine) -> tuple[str, int]:
    """Run all of the doctor's checks on a machine and the board that it is configured for.

    Return the report and the exit status: 1 if there is a fault, otherwise 0.
    """
    findings = check(machine)
    return report(findings), int(any(finding.level == FAULT for finding in findings))


ANYWHERE, ON_A_PI = True, False
CHECKS: dict[Callable[[Machine], Iterator[Diagnosis]], bool] = {
    check_system.check_packages: ON_A_PI,
    check_system.check_permissions: ON_A_PI,
    check_buses.check_i2c: ON_A_PI,
    check_buses.check_spi: ON_A_PI,
    check_pins.check: ON_A_PI,
    check_board.check_colours: ANYWHERE,
    check_board.check_keys: ON_A_PI,
    check_board.check_game_folder: ANYWHERE,
    check_system.check_service: ON_A_PI,
    check_programs.check_sound: ANYWHERE,
    check_programs.check_page: ON_A_PI,
    check_programs.check_broker: ANYWHERE,
    check_board.check_wiring: ANYWHERE,
}
"""The checks, in the order in which the user should fix what they find; where each makes sense."""


def check(machine: Machine) -> list[Diagnosis]:
    """Run the doctor's checks and return the findings, in the order of `CHECKS`.

    On a machine that is not a Raspberry Pi, skip the checks that need one.
    """
    found = [*(_machine(machine) if machine.is_pi else _no_pi(machine))]
    for each, anywhere in CHECKS.items():
        if machine.is_pi or anywhere:
            found += each(machine)
    return found


def _no_pi(machine: Machine) -> Iterator[Diagnosis]:
    model = machine.model
    yield Diagnosis(
        WARNING,
        f"this is not a Raspberry Pi{f' but {model}' if model else ''}: settings, buses, pins and parts were "
        "not checked",
        "run muggins doctor on the Pi to check them",
    )
    config = machine.config
    if config.source:
        says = f"the configuration is correct: {config.source}"
    else:
        says = f"no configuration file: the default profile, {config.profile}"
    yield Diagnosis(OK, f"{says}, {config.title}")


def _machine(machine: Machine) -> Iterator[Diagnosis]:
    yield Diagnosis(OK, f"this is a {machine.model}")
    if machine.config_txt is None:
        yield Diagnosis(
            WARNING,
            "no config.txt in /boot/firmware or /boot, so the settings were not checked",
            "check that the boot partition is mounted: findmnt /boot/firmware",
        )
