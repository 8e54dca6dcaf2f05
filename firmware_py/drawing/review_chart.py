"""The drawing of a reviewed game: how the chance of winning changed, deal by deal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from textwrap import wrap

from engine.coach.reviewing.course import Moment
from engine.coach.reviewing.review import Review
from firmware_py.reports.review import positions, review_names, standing_text, turning_point_text
from firmware_py.words.in_use import words

from .shapes import BLACK, GREY, WHITE, Circle, Drawing, Line, Point, Primitive, Rectangle, Strokes, Text

WIDTH = 200.0
_LEFT, _RIGHT = 16.0, 8.0
_TOP, _HEIGHT = 22.0, 80.0
_BOTTOM = _TOP + _HEIGHT
_LETTERS = 108
"""The maximum number of letters in a line of text."""
_LINE = 5.0
"""The distance between lines of text."""
_SIDES = ("#dbe7f5", "#f6dfd6")
"""The backgrounds of the halves in which the first and the second side are ahead."""
_INK = ("#1a49b5", "#ab1a25")
"""The colours of the sides' names: those of their pegs on the page."""
_GRID = "#c4c4c4"


def review_chart(review: Review) -> Drawing:
    """Draw a chart of the chance of winning during a reviewed game, with the game's deals and turning points.

    The curve shows the first side's chance of winning, from 100% at the top to 0% at the bottom.
    """
    names = review_names(review)
    standing = standing_text(review)
    points = _points(review.course, len(review.deals))
    foot = _BOTTOM + 22
    legend = [wrap(turning_point_text(review, point), _LETTERS) for point in review.turning_points]
    shapes = (
        *_frame(names),
        *_deals(review),
        Line(tuple(points), BLACK, 0.7),
        *_marks(review, points),
        Text(_LEFT, 8, f"{words().REVIEW_CHANCE}: {standing}", 5, bold=True),
        *_legend(review, legend, foot),
    )
    height = foot + _LINE * sum(map(len, legend))
    return Drawing(f"{words().REVIEW_CHANCE}: {standing}", WIDTH, height, shapes)


def _x(deal: float, deals: int) -> float:
    return _LEFT + (WIDTH - _LEFT - _RIGHT) * deal / deals


def _y(chance: float) -> float:
    return _BOTTOM - _HEIGHT * chance


def _points(course: Sequence[Moment], deals: int) -> list[Point]:
    return [
        (_x(position, deals), _y(moment.chances[0]))
        for position, moment in zip(positions(course), course, strict=True)
    ]


def _frame(names: Sequence[str]) -> Iterator[Primitive]:
    width = WIDTH - _LEFT - _RIGHT
    for side, colour in enumerate(_SIDES):
        yield Rectangle(_LEFT, _TOP + side * _HEIGHT / 2, width, _HEIGHT / 2, colour, None)
    for quarter in range(5):
        y = _y(quarter / 4)
        yield Line(((_LEFT, y), (WIDTH - _RIGHT, y)), GREY if quarter == 2 else _GRID, 0.3)
        yield Text(_LEFT - 2, y, f"{25 * max(quarter, 4 - quarter)}%", 3, "end", GREY)
    # The names are outside the curve's area, so that they never hide it.
    yield Text(_LEFT - 10, _TOP - 5, names[0], 4, colour=_INK[0], bold=True)
    yield Text(_LEFT - 10, _BOTTOM + 5, names[1], 4, colour=_INK[1], bold=True)


def _deals(review: Review) -> Iterator[Primitive]:
    deals = len(review.deals)
    edges = [_x(deal, deals) for deal in range(deals + 1)]
    yield Strokes(tuple(((x, _TOP), (x, _BOTTOM)) for x in edges), _GRID, 0.2)
    for deal in review.deals:
        middle = _x(deal.number - 0.5, deals)
        yield Text(middle, _BOTTOM + 10, str(deal.number), 3.4, "middle", bold=True)
        scores = "-".join(map(str, deal.scores))
        yield Text(middle, _BOTTOM + 14.5, scores, 2.6, "middle", GREY)


def _marks(review: Review, points: Sequence[Point]) -> Iterator[Primitive]:
    yield Circle(*points[-1], 1.3, BLACK, None)
    pairs = list(pairwise(review.course))
    for number, turn in enumerate(review.turning_points, start=1):
        index = pairs.index((turn.before, turn.after))
        (x, y), (to_x, to_y) = points[index], points[index + 1]
        middle = (x + to_x) / 2, (y + to_y) / 2
        yield Circle(*middle, 2.4, WHITE, _INK[turn.side], 0.6)
        yield Text(*middle, str(number), 3.2, "middle", bold=True)


def _legend(review: Review, legend: Sequence[Sequence[str]], y: float) -> Iterator[Primitive]:
    for number, (point, lines) in enumerate(zip(review.turning_points, legend, strict=True), start=1):
        yield Circle(_LEFT + 2, y, 2, WHITE, _INK[point.side], 0.5)
        yield Text(_LEFT + 2, y, str(number), 2.8, "middle", bold=True)
        for line in lines:
            yield Text(_LEFT + 6, y, line, 2.7)
            y += _LINE
