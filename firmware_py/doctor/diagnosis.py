"""The findings of the doctor, with remedies that name the line to change."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from firmware_py.doctor.config_txt import commented_out

if TYPE_CHECKING:
    from firmware_py.config.config import Config
    from firmware_py.doctor.config_txt import Setting, Settings
    from firmware_py.doctor.machine import Machine

OK, WARNING, FAULT = "ok", "warning", "fault"


class Diagnosis(NamedTuple):
    """The result of a check.

    Attributes:
        level: `ok`, `warning` if the board may work all the same, `fault` if it cannot.
        what: a line that describes what was found.
        remedy: the steps that fix it; None if all is well.
    """

    level: str
    what: str
    remedy: str | None = None


class Case(NamedTuple):
    """The input of a check.

    Attributes:
        config: the board.
        machine: the machine that the board will run on.
        settings: the settings of its config.txt; empty if there is no such file.
        models: the model filters that the machine meets.
    """

    config: Config
    machine: Machine
    settings: Settings
    models: frozenset[str]

    @property
    def config_file(self) -> str:
        """The path of config.txt."""
        return f"{self.machine.boot}/config.txt"

    @property
    def cmdline_file(self) -> str:
        """The path of cmdline.txt."""
        return f"{self.machine.boot}/cmdline.txt"

    def write(self, line: str, now: Setting | None = None) -> str:
        """Return the remedy that writes a line into config.txt: which line to change, or where to add it.

        Args:
            line: the new line.
            now: the present setting that it replaces; None if there is none.
        """
        if now is not None:
            return f"{now.place}: make it {line} and restart"
        number = commented_out(self.machine.config_txt or "", line)
        if number is not None:
            return f"{self.config_file}, line {number}: make it {line} (without the #) and restart"
        return f"{self.config_file}: add {line} at the end, under [all], and restart"


def report(findings: list[Diagnosis]) -> str:
    """Format findings, a line each, with the remedy indented below."""
    lines = []
    for finding in findings:
        lines.append(f"{finding.level:8}{finding.what}")
        if finding.remedy:
            lines += [f"{'':8}  {line}" for line in finding.remedy.splitlines()]
    return "\n".join(lines) + "\n"
