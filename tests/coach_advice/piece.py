"""A piece of advice about cribbage, and what the coach's tables say about it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Piece(NamedTuple):
    """A piece of advice about how to play.

    Attributes:
        advice: the advice, in one sentence.
        verdict: what the coach's tables say about the advice, in one sentence.
        figures: further sentences with numbers from these tables, and tables in Markdown.
    """

    advice: str
    verdict: str
    figures: tuple[str, ...]


def table(heading: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table in Markdown. All columns but the first are aligned to the right."""
    lines = [heading, ["---", *["---:"] * (len(heading) - 1)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def judged(right: float) -> str:
    """Return a sentence about how often a piece of advice is right, such as `This is mostly right.`

    Args:
        right: the proportion of hands in which it is right, from 0 to 1.
    """
    if right > 0.9:
        return "This is nearly always right."
    if right > 0.7:
        return "This is mostly right."
    if right > 0.55:
        return "This is right more often than not."
    return "This is right only about half the time." if right > 0.45 else "The tables disagree."
