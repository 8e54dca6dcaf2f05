"""The report about a board on the emulated Raspberry Pi: a table with a line for each finding."""

from __future__ import annotations


class Findings:
    """The findings so far, in order."""

    def __init__(self) -> None:
        self._rows: list[tuple[str, str]] = []

    def add(self, what: str, found: str) -> None:
        """Add a line: what was tried, and what was found."""
        self._rows.append((what, found))

    def table(self) -> str:
        """Return all findings as the table of a Markdown document."""
        rows = [("what was tried", "what was found"), ("---", "---"), *self._rows]
        return "\n".join(f"| {what} | {found} |" for what, found in rows)
