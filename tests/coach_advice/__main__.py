"""Write `engine/coach/ADVICE.md`, which compares common advice on cribbage with the coach's calculations.

    python -m tests.coach_advice

This takes about a minute.
"""

from __future__ import annotations

from pathlib import Path
from textwrap import fill

from tests.coach_advice import leading, playing, replying, score, throwing
from tests.coach_advice.dealt_hands import NUMBER

FILE = Path(__file__).parents[2] / "engine" / "coach" / "ADVICE.md"
HEAD = f"""# The players' advice, checked

Books, clubs and the papers on which [the rules](../RULES.md) rest give advice. Here is what the coach's
tables say about it, in the six-card game for two. [FIGURES.md](FIGURES.md) says how the tables were made, and
[PROOFS.md](PROOFS.md) how they were checked. `python -m tests.coach_advice` writes this page.

All figures are means in points. Figures over all hands come from {NUMBER:,} random hands, so that a share is
known to about one percentage point. The coach throws for the most points here; near the end of a game, the
score can make another throw better.
"""
SECTIONS = {
    "What to throw": throwing,
    "What to lead": leading,
    "After the lead": replying,
    "The play as a whole": playing,
    "The score": score,
}


def advice() -> str:
    """Return the text of ADVICE.md.

    Raises:
        AssertionError: a sentence no longer agrees with the coach's tables.
    """
    parts = [HEAD]
    number = 0
    for title, section in SECTIONS.items():
        parts.append(f"## {title}\n")
        for piece in section.pieces():
            number += 1
            parts.append(f"### {number}. {piece.advice}\n")
            parts += [f"{_wrapped(paragraph)}\n" for paragraph in (piece.verdict, *piece.figures)]
    return "\n".join(parts)


def _wrapped(paragraph: str) -> str:
    """Return a paragraph with line breaks inserted. A table is returned unchanged."""
    return paragraph if paragraph.startswith("|") else fill(paragraph, 110, break_on_hyphens=False)


def main() -> None:
    FILE.write_text(advice(), encoding="utf-8")


if __name__ == "__main__":
    main()
