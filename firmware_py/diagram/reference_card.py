"""The printed reference card: a page that explains a deal, the scoring and the board's keys.

It also has tables of the best throws and leads, and of the chance of winning at each score.

The wording comes from the message catalogue, and the figures from the coach's tables and the engine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import comb
from textwrap import wrap

from engine.coach.tables import usual_play_mean
from engine.scoring.fast_count import distribution
from firmware_py.diagram.paper import PAPERS
from firmware_py.diagram.reference_card_grids import chances, cribs, leads
from firmware_py.diagram.shapes import BLACK, GREY, WHITE, Circle, Drawing, Line, Primitive, Rectangle, Text
from firmware_py.input.keys import SUITS, Key
from firmware_py.words.english import English
from firmware_py.words.in_use import words

Part = Callable[[float, float, float], tuple[list[Primitive], float]]
"""A part of the card: a function of the left edge, the top edge and the width, all in millimetres.

It returns the shapes, and the y-coordinate of the lower edge.
"""

_MARGIN = 13.0
_GAP = 12.0
_SIZE = 2.9
_LINE = 4.1
_LETTERS = 65
"""The number of letters in a line of the whole width of a column."""


def reference_card() -> Drawing:
    """Return the drawing of the reference card on a page of A4 paper."""
    paper = PAPERS["a4"]
    width = (paper.width - 2 * _MARGIN - _GAP) / 2
    shapes = _head(paper.width)
    columns = (_deal, _play, _show, _keys), (cribs, leads, chances, _worth_knowing)
    for number, parts in enumerate(columns):
        left, top = _MARGIN + number * (width + _GAP), 35.0
        for part in parts:
            heading = _HEADINGS[part](words())
            shapes += [
                Text(left, top, heading, 4.2, bold=True),
                Line(((left, top + 3.6), (left + width, top + 3.6)), thickness=0.25),
            ]
            found, bottom = part(left, top + 8.4, width)
            shapes += found
            top = bottom + 8.8
    return Drawing(words().CARD_TITLE, paper.width, paper.height, tuple(shapes))


def _head(width: float) -> list[Primitive]:
    return [
        Text(_MARGIN, 19, words().CARD_TITLE, 11, bold=True),
        Text(width - _MARGIN, 20.4, words().CARD_SUBTITLE, 3.6, "end", GREY),
        Line(((_MARGIN, 26.5), (width - _MARGIN, 26.5)), thickness=0.8),
    ]


def _lines(text: str, left: float, top: float, letters: int = _LETTERS) -> tuple[list[Primitive], float]:
    """Wrap a paragraph. Return its lines as shapes, and the y-coordinate for a line directly below them.

    Args:
        text: the paragraph.
        left: the x-coordinate of the left edge, in millimetres.
        top: the y-coordinate of the first line, in millimetres.
        letters: the maximum number of characters in a line.
    """
    broken = wrap(text, letters, break_on_hyphens=False)
    shapes: list[Primitive] = [
        Text(left, top + index * _LINE, line, _SIZE) for index, line in enumerate(broken)
    ]
    return shapes, top + len(broken) * _LINE


def _deal(left: float, top: float, width: float) -> tuple[list[Primitive], float]:
    shapes: list[Primitive] = []
    for number, step in enumerate(words().CARD_STEPS, 1):
        shapes += [
            Circle(left + 2.2, top, 2.2, BLACK, None),
            Text(left + 2.2, top, str(number), 2.8, "middle", WHITE, bold=True),
        ]
        lines, bottom = _lines(step, left + 7, top, _LETTERS - 5)
        shapes += lines
        top = bottom + 1.1
    return shapes, top - _LINE - 1.1


def _points(
    rows: Sequence[tuple[str, str]], left: float, top: float, width: float
) -> tuple[list[Primitive], float]:
    """Draw a table of the points for each kind of score. Return the shapes and the last row's y-coordinate.

    Each row is a pair of strings: the kind of score, and its points.
    """
    shapes: list[Primitive] = []
    for reason, points in rows:
        shapes += [
            Text(left, top, reason, _SIZE),
            Text(left + width, top, points, _SIZE, "end", bold=True),
            Line(((left, top + 2.4), (left + width, top + 2.4)), "#c8c8c8", 0.15),
        ]
        top += 4.8
    return shapes, top - 4.8


def _play(left: float, top: float, width: float) -> tuple[list[Primitive], float]:
    rows = (
        (words().CARD_COUNT_OF_15, "2"),
        (words().CARD_COUNT_OF_31, "2"),
        (words().CARD_PAIR, "2"),
        (words().CARD_THREE, "6"),
        (words().CARD_FOUR, "12"),
        (words().CARD_RUN, words().CARD_ONE_EACH),
        (words().CARD_GO, "1"),
    )
    return _points(rows, left, top, width)


def _show(left: float, top: float, width: float) -> tuple[list[Primitive], float]:
    rows = (
        (words().CARD_FIFTEEN, "2"),
        (f"{words().CARD_PAIR}; {words().CARD_THREE}; {words().CARD_FOUR}", "2; 6; 12"),
        (words().CARD_RUN_OF_SHOW, words().CARD_ONE_EACH),
        (f"{words().CARD_DOUBLE_RUN}; {words().CARD_LONG_DOUBLE_RUN}", "8; 10"),
        (words().CARD_TRIPLE_RUN, "15"),
        (words().CARD_QUADRUPLE_RUN, "16"),
        (words().CARD_FLUSH, "4; 5"),
        (words().CARD_CRIB_FLUSH, "5"),
        (words().CARD_NOBS, "1"),
    )
    return _points(rows, left, top, width)


def _keys(left: float, top: float, width: float) -> tuple[list[Primitive], float]:
    rows = [
        ("A  2 - 10  J  Q  K", words().CARD_RANK_KEYS),
        ("  ".join(key.value for key in SUITS), words().CARD_SUIT_KEYS),
    ]
    rows += [
        (key.value, words().CARD_MEANINGS[key.value]) for key in Key if key.value in words().CARD_MEANINGS
    ]
    shapes: list[Primitive] = []
    for cap, meaning in rows:
        shapes += [
            Rectangle(left, top - 2.1, 25, 4.2, None, BLACK, 0.2, 0.9),
            Text(left + 12.5, top, cap, 2.5, "middle", bold=True),
            Text(left + 28, top, meaning, 2.7),
        ]
        top += 5.2
    return shapes, top - 5.2


def _worth_knowing(left: float, top: float, width: float) -> tuple[list[Primitive], float]:
    numbers = distribution()
    most = max(points for points, number in enumerate(numbers) if number)
    never = [points for points, number in enumerate(numbers[: most + 1]) if not number]
    sentences = (
        words().card_play_points(usual_play_mean(dealer=True).own, usual_play_mean(dealer=False).own),
        words().card_rare_hands(most, round(sum(numbers) / numbers[most] / comb(6, 4))),
        words().card_impossible(never),
    )
    shapes: list[Primitive] = []
    for sentence in sentences:
        lines, top = _lines(sentence, left, top)
        shapes += lines
    return shapes, top - _LINE


_HEADINGS: dict[Part, Callable[[English], str]] = {
    _deal: lambda words: words.CARD_DEAL,
    _play: lambda words: words.CARD_PLAY,
    _show: lambda words: words.CARD_SHOW,
    _keys: lambda words: words.CARD_KEYS,
    cribs: lambda words: words.CARD_THROW,
    leads: lambda words: words.CARD_LEAD,
    chances: lambda words: words.CARD_ODDS,
    _worth_knowing: lambda words: words.CARD_WORTH_KNOWING,
}
