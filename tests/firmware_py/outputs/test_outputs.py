"""Keeping the display and the lights up to date, and trying again what fails."""

from itertools import pairwise

import pytest

from firmware_py.board import Board
from firmware_py.errors import Stopped
from firmware_py.input.keys import Key
from firmware_py.loop import Loop
from firmware_py.outputs.outputs import Frames
from firmware_py.outputs.retry import RETRY
from firmware_py.outputs.screen import Screen
from firmware_py.render import led_finale, leds, oled
from tests.support import keyed
from tests.support.fakes import Fingers, Lamps, Panel, taps


class Bench:
    """A loop with its parts, that stops at a time."""

    def __init__(self, board: Board, words: str = "", until: float = float("inf")) -> None:
        self.board = board
        self.fingers = Fingers(taps(words, at=0.5), until)
        self.panel, self.lamps = Panel(), Lamps()
        self.told: list[str] = []
        self.frames = Frames([Screen(self.panel)], self.lamps, self.told.append)
        self.loop = Loop(board, self.frames, self.fingers, self.fingers.clock)

    @property
    def screen(self) -> bytes:
        """What the display is to show now."""
        return oled.draw(self.board.view).tobytes()

    def turn_until(self, time: float) -> None:
        while self.fingers.now < time:
            self.loop.turn()


def test_either_part_may_be_missing() -> None:
    board = keyed.board("OK 3")
    panel, lamps = Panel(), Lamps()
    Frames([Screen(panel)], None).show(board.view, 0.0)
    Frames([], lamps).show(board.view, 0.0)
    neither = Frames([], None)
    neither.show(board.view, 0.0)
    assert neither.deadline is None
    assert panel.shown == [oled.draw(board.view).tobytes()]
    assert lamps.shown == [leds.draw(board.view)]


def test_what_fails_is_tried_again_within_a_second_and_not_before() -> None:
    assert RETRY == 0.9
    panel, lamps = Panel(), Lamps()
    frames = Frames([Screen(panel)], lamps)
    board = keyed.board("OK 3")
    panel.failing = True
    frames.show(board.view, 10.0)
    assert (panel.tries, frames.deadline) == (1, 10.9)
    frames.show(board.view, 10.8)
    board.press(Key.FOUR)
    frames.show(board.view, 10.899)
    assert (panel.tries, frames.deadline) == (1, 10.9)
    frames.show(board.view, 10.9)
    assert (panel.tries, frames.deadline) == (2, 11.8)
    panel.failing = False
    frames.show(board.view, 12.5)
    assert frames.deadline is None
    assert panel.shown == [oled.draw(board.view).tobytes()]


def test_a_display_that_fails_comes_back_with_the_game_as_it_stands() -> None:
    bench = Bench(keyed.board(), "OK 3 K 5 9 6")
    bench.panel.failing = True
    bench.loop.show()
    bench.turn_until(1.2)
    assert bench.board.history.applied >= 3
    bench.panel.failing = False
    bench.loop.run()
    assert bench.board.history.applied == 6
    assert bench.panel.shown[-1] == bench.screen
    assert bench.lamps.shown[-1] == leds.draw(bench.board.view)
    assert bench.frames.deadline is None
    assert bench.told == ["display: pulled out; the game goes on, trying again every second", "display: back"]


def test_a_display_that_stays_away_is_tried_once_a_second_whatever_is_keyed() -> None:
    bench = Bench(keyed.board(), "OK 3 K 5 9 6", until=10.5)
    bench.panel.failing = True
    bench.loop.run()
    assert bench.panel.tries == 12  # at 0, and each 0.9 seconds until 10.5
    assert bench.board.history.applied == 6
    assert bench.lamps.shown[-1] == leds.draw(bench.board.view)
    assert len(bench.told) == 1


def test_a_display_that_comes_back_while_nobody_keys_shows_again() -> None:
    bench = Bench(keyed.board(), "OK 3", until=9.0)
    bench.panel.failing = True
    bench.loop.show()
    bench.turn_until(4.0)
    assert bench.panel.shown == []
    bench.panel.failing = False
    bench.loop.run()
    assert bench.panel.shown == [bench.screen]


def test_lights_that_fail_do_not_keep_the_display_waiting() -> None:
    bench = Bench(keyed.board(), "OK 3 K", until=3.0)
    bench.lamps.failing = True
    bench.loop.run()
    assert bench.panel.shown[-1] == bench.screen
    assert len(bench.panel.shown) == 4
    assert bench.lamps.shown == []
    assert bench.told == ["lights: no such bus; the game goes on, trying again every second"]


def test_a_failure_is_told_again_after_the_part_was_back() -> None:
    panel = Panel()
    told: list[str] = []
    frames = Frames([Screen(panel)], None, told.append)
    board = keyed.board()
    for time, failing in ((0.0, True), (1.0, True), (2.0, False), (3.0, True), (4.0, False)):
        panel.failing = failing
        board.press(Key.UNDO)
        frames.show(board.view, time)
    assert [line.partition(":")[2].split()[0].rstrip(";") for line in told] == ["pulled", "back"] * 2


def test_the_display_starts_afresh_at_first_and_with_each_deal() -> None:
    bench = Bench(keyed.board())
    bench.loop.show()
    assert bench.panel.refreshed == 1
    words = keyed.whole_game(5)
    dealers = []
    refreshed = []
    for word in words:
        keyed.press(bench.board, word)
        bench.loop.show()
        dealers.append(bench.board.history.game.dealer)
        refreshed.append(bench.panel.refreshed)
    changes = sum(before != after for before, after in pairwise([None, *dealers]))
    assert changes > 5
    assert refreshed[-1] == 1 + changes


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_nothing_that_a_game_comes_to_stops_the_board(seed: int) -> None:
    bench = Bench(keyed.board())
    bench.loop.show()
    for word in keyed.whole_game(seed, suits=seed % 2 == 1):
        for key in ("MUGGINS", "MENU", "2", "A", "OK", "GO", word):
            keyed.press(bench.board, key)
            bench.loop.show()
    assert bench.panel.shown[-1] == bench.screen


@pytest.fixture
def won() -> Bench:
    """A board on which left has just won."""
    bench = Bench(keyed.board("OK", start=keyed.WON))
    bench.loop.show()
    keyed.press(bench.board, "J")
    bench.loop.show()
    return bench


def test_the_finale_moves_for_its_time_and_ends_at_rest(won: Bench) -> None:
    assert won.board.view.winner == 0
    assert won.frames.deadline == pytest.approx(led_finale.STEP)
    won.loop.run()
    assert led_finale.FINALE <= won.fingers.now <= led_finale.FINALE + 2 * led_finale.STEP
    assert won.frames.deadline is None
    assert won.lamps.shown[-1] == leds.draw(won.board.view)
    moving = won.lamps.shown[2:-1]
    assert len(moving) >= led_finale.FINALE / led_finale.STEP - 1
    assert all(one != other for one, other in pairwise(moving))
    assert won.lamps.shown[1] == leds.draw(won.board.view, 0.0)
    assert len(won.panel.shown) == 2


def test_undo_ends_the_finale_and_redo_starts_it_anew(won: Bench) -> None:
    won.turn_until(2.0)
    keyed.press(won.board, "UNDO")
    won.loop.show()
    assert won.lamps.shown[-1] == leds.draw(won.board.view)
    assert won.frames.deadline is None
    won.fingers.now = 60.0
    keyed.press(won.board, "REDO")
    won.loop.show()
    assert won.lamps.shown[-1] == leds.draw(won.board.view, 0.0)
    assert won.frames.deadline is not None


def test_keys_during_the_finale_do_not_start_it_again(won: Bench) -> None:
    won.turn_until(2.0)
    keyed.press(won.board, "S")
    won.loop.show()
    assert won.lamps.shown[-1] == leds.draw(won.board.view, won.fingers.now)
    keyed.press(won.board, "5")
    won.loop.show()
    won.loop.run()
    assert won.fingers.now <= led_finale.FINALE + 2 * led_finale.STEP


def test_the_next_game_ends_the_finale(won: Bench) -> None:
    won.turn_until(1.0)
    keyed.press(won.board, "OK")
    won.loop.show()
    assert won.frames.deadline is None
    assert won.lamps.shown[-1] == leds.draw(won.board.view)


def test_a_game_that_is_found_won_has_no_finale() -> None:
    bench = Bench(keyed.board("OK J", start=keyed.WON))
    bench.loop.show()
    assert bench.frames.deadline is None
    assert bench.lamps.shown == [leds.draw(bench.board.view)]


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
    assert won.lamps.shown[-1] == leds.draw(won.board.view)


def test_stopping_in_the_midst_of_the_finale_stops(won: Bench) -> None:
    won.fingers = Fingers(until=1.0)
    loop = Loop(won.board, won.frames, won.fingers, won.fingers.clock)
    loop.run()
    with pytest.raises(Stopped):
        loop.turn()
