"""Check that games are saved on a disk or memory card, where they survive a power cut."""

from __future__ import annotations

from collections.abc import Iterator

from firmware_py.doctor.diagnosis import FAULT, Case, Diagnosis
from firmware_py.journal.tmpfs_warning import LOSS, REMEDY


def check(case: Case) -> Iterator[Diagnosis]:
    """Check that saved games survive a power cut, i.e. that their folder is not stored only in memory."""
    folder = case.machine.forgetful
    if folder:
        yield Diagnosis(FAULT, f"{folder} {LOSS}", REMEDY)
