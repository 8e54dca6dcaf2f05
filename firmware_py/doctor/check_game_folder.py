"""The check that games are stored on a disk or card, not in memory."""

from __future__ import annotations

from collections.abc import Iterator

from firmware_py.doctor.findings import FAULT, Case, Finding
from firmware_py.journal.tmpfs_warning import LOSS, REMEDY


def check(case: Case) -> Iterator[Finding]:
    """Check that games survive when the plug is pulled."""
    folder = case.machine.forgetful
    if folder:
        yield Finding(FAULT, f"{folder} {LOSS}", REMEDY)
