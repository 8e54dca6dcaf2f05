"""The changed parts of a frame are covered by rectangles that take few bytes to send."""

from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_py.drivers.oled_commands import (
    OVERHEAD,
    RUN_OVERHEAD,
    PageArea,
    changed_rectangles,
    changed_runs,
)

BLANK = [bytes(128)] * 8
WHOLE = PageArea(0, 127, 0, 7)
Spots = list[tuple[int, int]]
spots_anywhere = st.lists(st.tuples(st.integers(0, 7), st.integers(0, 127)), max_size=60)


def frame(spots: Spots) -> list[bytes]:
    return [bytes(1 if (page, column) in spots else 0 for column in range(128)) for page in range(8)]


def covered(rectangles: list[PageArea]) -> set[tuple[int, int]]:
    return {
        (page, column)
        for left, right, top, bottom in rectangles
        for page in range(top, bottom + 1)
        for column in range(left, right + 1)
    }


def cost(rectangles: list[PageArea], overhead: int) -> int:
    return sum(overhead + (right - left + 1) * (bottom - top + 1) for left, right, top, bottom in rectangles)


def cost_of_each_run_alone(spots: Spots, overhead: int) -> int:
    return sum(overhead + 1 if (page, column - 1) not in spots else 1 for page, column in set(spots))


@settings(deadline=None, max_examples=150)
@given(spots_anywhere)
def test_rectangles_cover_every_change_and_cost_no_more_than_each_run_alone(spots: Spots) -> None:
    rectangles = changed_rectangles(BLANK, frame(spots))
    assert set(spots) <= covered(rectangles)
    most = min(cost_of_each_run_alone(spots, OVERHEAD), cost([WHOLE], OVERHEAD))
    assert cost(rectangles, OVERHEAD) <= most


@settings(deadline=None, max_examples=150)
@given(spots_anywhere)
def test_runs_cover_every_change_on_one_page_each(spots: Spots) -> None:
    rectangles = changed_runs(BLANK, frame(spots))
    assert set(spots) <= covered(rectangles)
    assert all(top == bottom for _, _, top, bottom in rectangles)
    most = min(cost_of_each_run_alone(spots, RUN_OVERHEAD), 8 * (128 + RUN_OVERHEAD))
    assert cost(rectangles, RUN_OVERHEAD) <= most


def test_a_gap_is_sent_if_a_new_run_would_cost_more() -> None:
    assert changed_runs(BLANK, frame([(3, 10), (3, 10 + RUN_OVERHEAD + 1)])) == [PageArea(10, 18, 3, 3)]
    assert changed_runs(BLANK, frame([(3, 10), (3, 10 + RUN_OVERHEAD + 2)])) == [
        PageArea(10, 10, 3, 3),
        PageArea(19, 19, 3, 3),
    ]


def test_a_narrow_gap_through_several_pages_is_left_out() -> None:
    # A second rectangle costs ten bytes, so the driver skips a gap of twelve bytes but sends one of nine.
    assert OVERHEAD == 10
    apart = [(page, column) for page in (2, 3, 4) for column in (10, 15)]
    assert changed_rectangles(BLANK, frame(apart)) == [PageArea(10, 10, 2, 4), PageArea(15, 15, 2, 4)]
    close = [(page, column) for page in (2, 3, 4) for column in (10, 14)]
    assert changed_rectangles(BLANK, frame(close)) == [PageArea(10, 14, 2, 4)]


def test_runs_on_two_pages_stay_apart() -> None:
    assert changed_runs(BLANK, frame([(0, 127), (1, 0)])) == [
        PageArea(127, 127, 0, 0),
        PageArea(0, 0, 1, 1),
    ]
