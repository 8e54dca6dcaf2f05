"""Findings of the doctor, with remedies that name the line to change."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from firmware_py.doctor.config_txt import commented_out

if TYPE_CHECKING:
    from firmware_py.config.config import Config
    from firmware_py.doctor.config_txt import Setting, Settings
    from firmware_py.doctor.machine import Machine

OK, WARNING, FAULT = "ok", "warning", "fault"


class Finding(NamedTuple):
    """One thing that was looked at.

    Attributes:
        level: `ok`, `warning` for what may do no harm, `fault` for what does.
        what: what was found, a line.
        remedy: what to do about it; None for what is well.
    """

    level: str
    what: str
    remedy: str | None = None


class Case(NamedTuple):
    """The input of a check.

    Attributes:
        config: the board.
        machine: the machine that it is to run on.
        settings: what that machine's config.txt comes to; empty where there is none.
        models: the model filters that the machine meets.
    """

    config: Config
    machine: Machine
    settings: Settings
    models: frozenset[str]

    @property
    def config_file(self) -> str:
        """The name of config.txt."""
        return f"{self.machine.boot}/config.txt"

    @property
    def cmdline_file(self) -> str:
        """The name of cmdline.txt."""
        return f"{self.machine.boot}/cmdline.txt"

    def write(self, line: str, now: Setting | None = None) -> str:
        """How to have a line in config.txt.

        Args:
            line: what it is to be.
            now: what is set at present in its place, if anything is.
        """
        if now is not None:
            return f"{now.place}: make it {line} and restart"
        number = commented_out(self.machine.config_txt or "", line)
        if number is not None:
            return f"{self.config_file}, line {number}: make it {line} (without the #) and restart"
        return f"{self.config_file}: add {line} at the end, under [all], and restart"


def report(findings: list[Finding]) -> str:
    """Format findings, a line each, with the remedy indented below."""
    lines = []
    for finding in findings:
        lines.append(f"{finding.level:8}{finding.what}")
        if finding.remedy:
            lines += [f"{'':8}  {line}" for line in finding.remedy.splitlines()]
    return "\n".join(lines) + "\n"
