"""Write `engine/coach/ADVICE.md`, which compares common advice on cribbage with the coach's calculations.

    python -m tests.coach_advice

This takes about a minute.
"""

from __future__ import annotations

from pathlib import Path
from textwrap import fill

from engine.coach import chance_before_deal
from tests.coach_advice import playing, throwing
from tests.coach_advice.throwing import Piece, piece, table


def on_the_score() -> list[Piece]:
    return [_first_deal(), _positional_holes(), _one_point()]


def _chance(dealer: int, pone: int) -> str:
    return f"{chance_before_deal(dealer=dealer, pone=pone):.1%}"


def _first_deal() -> Piece:
    verdict = f"This is right: the first dealer wins {_chance(0, 0)} of all games."
    return piece("Take the first deal.", verdict)


def _positional_holes() -> Piece:
    """Compare the advice on positional holes with the coach's tables.

    Positional holes are the scores that a player should have before dealing. The advice is from J. Chambers
    (http://www.cribbage.org/NewSite/tips/chambers6.asp).
    """
    holes = (18, 44, 70, 96)
    for hole in holes:
        at, before = (chance_before_deal(dealer=own, pone=own) for own in (hole, hole - 6))
        after = chance_before_deal(dealer=hole + 6, pone=hole + 6)
        assert before < at < after
    return piece(
        "Have 18, 44, 70 or 96 points when it is your turn to deal (Chambers, Colvert).",
        "This is right, and the later in the game, the more it matters. With fewer points, the "
        "dealer's chance at an equal score is lower, and with more points it is higher.",
        "The dealer's chance to win when both players have the same score:",
        table(
            ["both players have", *map(str, holes)],
            [
                ["six points less", *(_chance(hole - 6, hole - 6) for hole in holes)],
                ["so many points", *(_chance(hole, hole) for hole in holes)],
                ["six points more", *(_chance(hole + 6, hole + 6) for hole in holes)],
            ],
        ),
    )


def _one_point() -> Piece:
    rows = []
    for score in (0, 30, 60, 90, 105, 115):
        level = chance_before_deal(dealer=score, pone=score)
        ahead = chance_before_deal(dealer=score + 1, pone=score)
        behind = chance_before_deal(dealer=score, pone=score + 1)
        changes = (f"{100 * (other - level):+.1f}" for other in (ahead, behind))
        rows.append([str(score), f"{level:.1%}", *changes])
    return piece(
        "Every point counts.",
        "It does, and near the end it counts more.",
        "The dealer's chance to win, and how many percentage points it changes by one point more:",
        table(["both players have", "the dealer wins", "one more for the dealer", "one more for pone"], rows),
    )


FILE = Path(__file__).parents[2] / "engine" / "coach" / "ADVICE.md"
SECTIONS = {
    "What to throw": throwing.on_throwing,
    "What to lead": playing.on_the_lead,
    "After the lead": playing.after_the_lead,
    "The play as a whole": playing.on_the_play,
    "The score": on_the_score,
}


def advice() -> str:
    """Return the text of ADVICE.md, of which what stands before the first section is written by hand.

    Raises:
        AssertionError: a sentence no longer agrees with the coach's tables.
    """
    parts = [FILE.read_text(encoding="utf-8").partition("\n## ")[0]]
    number = 0
    for title, section in SECTIONS.items():
        parts.append(f"## {title}\n")
        for found in section():
            number += 1
            parts.append(f"### {number}. {found.advice}\n")
            parts += [f"{_wrapped(paragraph)}\n" for paragraph in (found.verdict, *found.figures)]
    return "\n".join(parts)


def _wrapped(paragraph: str) -> str:
    """Return a paragraph with line breaks inserted. A table is returned unchanged."""
    return paragraph if paragraph.startswith("|") else fill(paragraph, 110, break_on_hyphens=False)


def main() -> None:
    FILE.write_text(advice(), encoding="utf-8")


if __name__ == "__main__":
    main()
