"""The drawing of a reviewed game shows the chances, the deals and the turning points, all on the page."""

import pytest

from engine.coach.reviewing.review import review
from firmware_py.drawing.review_chart import review_chart
from firmware_py.drawing.shapes import Circle, Drawing, Line, Rectangle, Text
from tests.support.coach_examples import BEGINS, DEAL, FIRST_DEAL, timeline

WON = BEGINS.format(start="100,90", target=121) + DEAL


def texts(drawing: Drawing) -> list[str]:
    return [shape.text for shape in drawing.shapes if isinstance(shape, Text)]


def curve(drawing: Drawing) -> Line:
    return max(
        (shape for shape in drawing.shapes if isinstance(shape, Line)), key=lambda line: line.thickness
    )


def halves(drawing: Drawing) -> tuple[Rectangle, Rectangle]:
    first, second = (shape for shape in drawing.shapes if isinstance(shape, Rectangle))
    return first, second


def test_the_curve_shows_each_moment_and_ends_with_the_winner() -> None:
    found = review(timeline(WON))
    drawing = review_chart(found)
    top, bottom = halves(drawing)
    points = curve(drawing).points
    assert len(points) == len(found.course)
    assert points[0][0] == top.x
    assert points[-1] == (pytest.approx(top.x + top.width), pytest.approx(top.y))  # Ann has won
    for (_, y), moment in zip(points, found.course, strict=True):
        share = (bottom.y + bottom.height - y) / (2 * top.height)
        assert share == pytest.approx(moment.chances[0])


def test_deals_sides_and_turning_points_are_named() -> None:
    found = review(timeline(FIRST_DEAL + DEAL))
    shown = texts(review_chart(found))
    scores = "Chance to win: Ann {}, Bob {}".format(*found.scores)
    assert {"Ann", "Bob", "1", "2", "0-0", "22-13", scores} <= {*shown}
    assert shown.count("100%") == 2 and shown.count("50%") == 1
    for point in found.turning_points:
        assert any(text.startswith(f"Deal {point.after.deal}, ") for text in shown)


@pytest.mark.parametrize("text", [FIRST_DEAL, FIRST_DEAL + DEAL * 3, WON])
def test_everything_is_on_the_page(text: str) -> None:
    drawing = review_chart(review(timeline(text)))
    for shape in drawing.shapes:
        if isinstance(shape, Circle):
            assert shape.radius <= shape.x <= drawing.width - shape.radius
            assert shape.radius <= shape.y <= drawing.height - shape.radius
        elif isinstance(shape, Text):
            assert 0 < shape.y < drawing.height
            assert shape.anchor != "start" or shape.x + shape.width <= drawing.width
