"""Check the wiring that the configuration describes, and list what only a person can check."""

from __future__ import annotations

from collections.abc import Iterator

from firmware_py.config.wiring_warnings import wiring_warnings
from firmware_py.doctor.diagnosis import Case, Diagnosis


def check(case: Case) -> Iterator[Diagnosis]:
    """Check for wiring that cannot work on this machine, or that often fails."""
    for warning in wiring_warnings(case.config, case.machine.model):
        yield Diagnosis(warning.level, warning.what, warning.remedy)
