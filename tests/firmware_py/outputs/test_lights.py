"""The LED tracks with the finale when a game is won, and the indicator LEDs."""

from itertools import pairwise

import pytest

from firmware_py.render import leds
from tests.support import keyed
from tests.support.pictures import draw_leds

from .bench import Bench


@pytest.fixture
def won() -> Bench:
    bench = Bench(keyed.board("OK", start=keyed.WON))
    bench.loop.show()
    keyed.press(bench.board, "J")
    bench.loop.show()
    return bench


def test_the_finale_moves_for_its_time_and_ends_at_rest(won: Bench) -> None:
    assert won.board.view.winner == 0
    assert won.deadline == pytest.approx(leds.STEP)
    won.loop.run()
    assert leds.FINALE <= won.fingers.now <= leds.FINALE + 2 * leds.STEP
    assert won.deadline is None
    assert won.lamps.shown[-1] == draw_leds(won.board.view)
    moving = won.lamps.shown[2:-1]
    assert len(moving) >= leds.FINALE / leds.STEP - 1
    assert all(one != other for one, other in pairwise(moving))
    assert won.lamps.shown[1] == draw_leds(won.board.view, 0.0)
    assert len(won.panel.shown) == 2


def test_undo_ends_the_finale_and_redo_starts_it_anew(won: Bench) -> None:
    won.turn_until(2.0)
    keyed.press(won.board, "UNDO")
    won.loop.show()
    assert won.lamps.shown[-1] == draw_leds(won.board.view)
    assert won.deadline is None
    won.fingers.now = 60.0
    keyed.press(won.board, "REDO")
    won.loop.show()
    assert won.lamps.shown[-1] == draw_leds(won.board.view, 0.0)
    assert won.deadline is not None


def test_a_game_that_is_found_won_has_no_finale() -> None:
    bench = Bench(keyed.board("OK J", start=keyed.WON))
    bench.loop.show()
    assert bench.deadline is None
    assert bench.lamps.shown == [draw_leds(bench.board.view)]


def test_the_finale_needs_no_display_and_a_display_that_fails_needs_no_finale(won: Bench) -> None:
    won.panel.failing = True
    won.lamps.failing = True
    keyed.press(won.board, "S")
    won.loop.show()
    tries = won.panel.tries
    won.turn_until(3.5)
    assert won.panel.tries - tries == 3
    won.panel.failing = won.lamps.failing = False
    won.loop.run()
    assert won.panel.shown[-1] == won.screen
    assert won.lamps.shown[-1] == draw_leds(won.board.view)
