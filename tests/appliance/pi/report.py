"""The report about a board on the emulated Raspberry Pi: a table with one line per finding."""

from __future__ import annotations

from collections.abc import Callable


class Findings:
    """The results of the tests so far, each with a description of what was tested."""

    def __init__(self, progress: Callable[[str], None]) -> None:
        """Create an empty list of findings. `progress` prints each finding when it is added."""
        self._progress = progress
        self._rows: list[tuple[str, str]] = []

    def add(self, what: str, found: str) -> None:
        self._rows.append((what, found))
        self._progress(f"{what}: {found}")

    def table(self) -> str:
        rows = [("what was tried", "what was found"), ("---", "---"), *self._rows]
        return "\n".join(f"| {what} | {found} |" for what, found in rows)
