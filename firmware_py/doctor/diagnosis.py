"""A case for the doctor, a board and its machine, and the findings that the checks return."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from firmware_py.config.wiring_warnings import FAULT as FAULT
from firmware_py.config.wiring_warnings import NOTE as NOTE
from firmware_py.config.wiring_warnings import WARNING as WARNING

from .boot_files import commented_out

if TYPE_CHECKING:
    from firmware_py.config.config import Config

    from .boot_files import Setting, Settings
    from .machine import Machine


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


class Case(NamedTuple):
    """The facts about a board that the doctor's checks use.

    Attributes:
        config: the board's configuration.
        machine: the machine on which the board runs.
    """

    config: Config
    machine: Machine

    @property
    def settings(self) -> Settings:
        """The settings in the machine's config.txt. They are empty if there is no such file."""
        return self.machine.settings

    @property
    def models(self) -> frozenset[str]:
        """The model filters in config.txt that match the machine, such as `pi4`."""
        return self.machine.models

    @property
    def config_file(self) -> str:
        """The path to the machine's config.txt."""
        return f"{self.machine.boot}/config.txt"

    @property
    def cmdline_file(self) -> str:
        """The path to the machine's cmdline.txt."""
        return f"{self.machine.boot}/cmdline.txt"

    def write(self, line: str, now: Setting | None = None) -> str:
        """Return a remedy that tells the user which line to write in config.txt, and where.

        Args:
            now: the setting that the new line replaces, or None if the line should be added.
        """
        if now is not None:
            return f"{now.place}: make it {line} and restart"
        number = commented_out(self.machine.config_txt or "", line)
        if number is not None:
            return f"{self.config_file}, line {number}: make it {line} (without the #) and restart"
        return f"{self.config_file}: add {line} at the end, under [all], and restart"


def report(findings: list[Diagnosis]) -> str:
    """Return the findings as text, one line each, with the remedy indented below."""
    lines = []
    for finding in findings:
        lines.append(f"{finding.level:8}{finding.what}")
        if finding.remedy:
            lines += [f"{'':8}  {line}" for line in finding.remedy.splitlines()]
    return "\n".join(lines) + "\n"
