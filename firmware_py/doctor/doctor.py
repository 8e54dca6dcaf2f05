"""Run all the doctor's checks in order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from . import check_board, check_buses, check_pins, check_programs, check_system
from .config_txt import read, sections
from .diagnosis import FAULT, OK, WARNING, Case, Diagnosis, report

if TYPE_CHECKING:
    from firmware_py.config.config import Config

    from .diagnosis import Machine


def run(config: Config, machine: Machine) -> tuple[str, int]:
    """Run all of the doctor's checks on a board and its machine.

    Return the report and the exit status: 1 if there is a fault, otherwise 0.
    """
    findings = check(config, machine)
    return report(findings), int(any(finding.level == FAULT for finding in findings))


def check(config: Config, machine: Machine) -> list[Diagnosis]:
    """Run all of the doctor's checks and return the findings in the order in which the user should fix them.

    On a machine that is not a Raspberry Pi, skip the checks that need one.
    """
    settings = read(
        machine.config_txt or "", f"{machine.boot}/config.txt", machine.model, machine.included.get
    )
    case = Case(config, machine, settings, sections(machine.model))
    if not case.models:
        return [
            *_no_pi(case),
            *check_board.check_colours(case),
            *check_board.check_game_folder(case),
            *check_programs.check_sound(case),
            *check_programs.check_broker(case),
            *check_board.check_wiring(case),
        ]
    return [
        *_machine(case),
        *check_system.check_packages(case),
        *check_system.check_permissions(case),
        *check_buses.check_i2c(case),
        *check_buses.check_spi(case),
        *check_pins.check(case),
        *check_board.check_colours(case),
        *check_board.check_keys(case),
        *check_board.check_game_folder(case),
        *check_system.check_service(case),
        *check_programs.check_sound(case),
        *check_programs.check_page(case),
        *check_programs.check_broker(case),
        *check_board.check_wiring(case),
    ]


def _no_pi(case: Case) -> Iterator[Diagnosis]:
    model = case.machine.model
    yield Diagnosis(
        WARNING,
        f"this is not a Raspberry Pi{f' but {model}' if model else ''}: settings, buses, pins and parts were "
        "not checked",
        "run muggins doctor on the Pi to check them",
    )
    config = case.config
    if config.source:
        says = f"the configuration is correct: {config.source}"
    else:
        says = f"no configuration file: the default profile, {config.profile}"
    yield Diagnosis(OK, f"{says}, {config.title}")


def _machine(case: Case) -> Iterator[Diagnosis]:
    yield Diagnosis(OK, f"this is a {case.machine.model}")
    if case.machine.config_txt is None:
        yield Diagnosis(
            WARNING,
            "no config.txt in /boot/firmware or /boot, so the settings were not checked",
            "check that the boot partition is mounted: findmnt /boot/firmware",
        )
