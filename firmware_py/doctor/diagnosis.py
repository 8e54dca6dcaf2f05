"""The findings that the checks return, and the report made of them."""

from __future__ import annotations

from typing import NamedTuple

from firmware_py.config.wiring_warnings import FAULT as FAULT
from firmware_py.config.wiring_warnings import NOTE as NOTE
from firmware_py.config.wiring_warnings import WARNING as WARNING

OK = "ok"


class Diagnosis(NamedTuple):
    """One result of a check, such as a fault and its remedy.

    Attributes:
        level: `ok` if there is no problem, `note` if the user has to check something, `warning` if the board
            may still work, or `fault` if it cannot work.
        what: the finding, in one line.
        remedy: the steps that fix the problem, or None if there is nothing to do.
    """

    level: str
    what: str
    remedy: str | None = None


def report(findings: list[Diagnosis]) -> str:
    """Return the findings as text, one line each, with the remedy indented below."""
    lines = []
    for finding in findings:
        lines.append(f"{finding.level:8}{finding.what}")
        if finding.remedy:
            lines += [f"{'':8}  {line}" for line in finding.remedy.splitlines()]
    return "\n".join(lines) + "\n"
