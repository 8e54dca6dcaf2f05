"""The check that games are stored on a disk or card, not in memory."""

from __future__ import annotations

from collections.abc import Iterator

from firmware_py.doctor.diagnosis import FAULT, Case, Diagnosis
from firmware_py.journal.tmpfs_warning import LOSS, REMEDY


def check(case: Case) -> Iterator[Diagnosis]:
    """Check that games survive when the plug is pulled."""
    folder = case.machine.forgetful
    if folder:
        yield Diagnosis(FAULT, f"{folder} {LOSS}", REMEDY)
