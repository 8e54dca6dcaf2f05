"""A piece of advice, and what the tables say about it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Piece(NamedTuple):
    """A piece of advice.

    Attributes:
        advice: the advice, in one sentence.
        verdict: the answer of the tables, in one sentence.
        figures: further sentences with the figures, and tables in Markdown.
    """

    advice: str
    verdict: str
    figures: tuple[str, ...]


def table(heading: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table in Markdown. All columns but the first are aligned to the right."""
    lines = [heading, ["---", *["---:"] * (len(heading) - 1)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
