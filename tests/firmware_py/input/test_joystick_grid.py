"""The grid of keys for the joystick: its cells, the moves between them, and the best cell to start from."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from firmware_py.input.joystick import CARDS, COLUMNS, LABELS, PAGES, RANK_CELLS, ROWS, PageTurn, moved, start
from firmware_py.input.keys import DIRECTIONS, RANKS, VOICE_KEYS, Key, Stick

ALL = frozenset(range(COLUMNS * ROWS))
SEVEN = PAGES[CARDS].index(Key.SEVEN)


def test_each_key_but_those_of_the_voice_has_a_cell_and_page_one_has_the_ranks() -> None:
    assert {cell for page in PAGES for cell in page} == {*Key, PageTurn.OTHER_PAGE, None} - {*VOICE_KEYS}
    assert PAGES[0][:13] == tuple(RANKS)
    assert all(len(page) == ROWS * COLUMNS for page in PAGES)
    assert LABELS[0] == tuple("A 2 3 4 5 6 7 8 9 10 J Q K UNDO …".split())
    assert LABELS[1][:4] == ("♠", "♥", "♦", "♣")


# The moves are checked against a walk over the grid, one cell at a time.


def stepped(cell: int, stick: Stick, cells: frozenset[int]) -> int:
    """Return the cell that is selected after a movement of the joystick. Cells not in `cells` are skipped.

    Args:
        cell: the cell selected before the movement: 0 to 14, in rows of five.
        stick: the direction of the movement.
        cells: the cells that can be selected.
    """
    if stick in (Stick.LEFT, Stick.RIGHT):
        there = cell
        while cells:
            there = (there + (1 if stick is Stick.RIGHT else 14)) % 15
            if there in cells:
                return there
        return cell
    x, y = cell % 5, cell // 5
    for _ in range(2):
        y = (y + (1 if stick is Stick.DOWN else 2)) % 3
        for aside in (0, -1, 1, -2, 2, -3, 3, -4, 4):
            if 0 <= x + aside < 5 and 5 * y + x + aside in cells:
                return 5 * y + x + aside
    return cell


def moves(cell: int, cells: frozenset[int]) -> dict[int, int]:
    """Return the smallest number of joystick movements needed to reach each cell, keyed by cell.

    Args:
        cell: the cell from which the movements start.
        cells: the cells that can be selected.
    """
    far, edge = {cell: 0}, {cell}
    while edge:
        edge = {stepped(here, stick, cells) for here in edge for stick in DIRECTIONS} - far.keys()
        far.update(dict.fromkeys(edge, max(far.values()) + 1))
    return far


def some_cells() -> Iterator[frozenset[int]]:
    random = Random(3)
    for gone in [0, 1, 1, 2, 3, 4, 6, 8, 10, 11, 12] * 6:
        yield ALL - set(random.sample(range(13), gone)) - ({13} if random.random() < 0.3 else set())


def test_a_direction_leads_to_the_next_cell_that_can_be_chosen() -> None:
    for cells in some_cells():
        for cell in cells:
            for stick in DIRECTIONS:
                assert moved(cell, stick, cells) == stepped(cell, stick, cells)


def test_every_cell_that_can_be_chosen_can_be_reached_from_each_other() -> None:
    for cells in some_cells():
        for cell in cells:
            assert moves(cell, cells).keys() == cells


def test_no_rank_is_nearer_to_the_other_ranks_than_the_start() -> None:
    for cells in some_cells():
        ranks = cells & RANK_CELLS

        def far(cell: int, cells: frozenset[int] = cells, ranks: frozenset[int] = ranks) -> tuple[int, int]:
            walked = moves(cell, cells)
            return sum(walked[rank] for rank in ranks), sum(walked.values())

        first = start(CARDS, cells)
        assert first in ranks
        assert far(first) == min(map(far, ranks))


def test_with_all_ranks_to_choose_from_it_takes_twenty_two_moves_for_thirteen() -> None:
    # The mean is 1.69 moves a card: none for the 7, and never more than three.
    walked = moves(start(CARDS, ALL), ALL)
    assert start(CARDS, ALL) == SEVEN
    assert sum(walked[rank] for rank in RANK_CELLS) == 22
    assert max(walked.values()) == 3


def test_where_no_cell_can_be_chosen_the_picker_stays() -> None:
    for stick in DIRECTIONS:
        assert moved(SEVEN, stick, frozenset()) == SEVEN
        assert moved(SEVEN, stick, frozenset({SEVEN})) == SEVEN
