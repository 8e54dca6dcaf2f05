"""Boards with no display, with two, or with one that fails and comes back."""

from itertools import pairwise

import pytest
from PIL import Image

from firmware_py.board.loop import Loop
from firmware_py.config import files
from firmware_py.config.build import load
from firmware_py.drivers import from_config
from firmware_py.emulator.board import EmulatedBoard
from firmware_py.input.keys import Edge, Key
from firmware_py.outputs.screens import DimmingScreen, Screens
from firmware_py.render import oled
from firmware_py.view.view import View
from firmware_py.words.english import ENGLISH
from tests.firmware_py.outputs.bench import MANNER, STEADY, Bench
from tests.support import keyed
from tests.support.fakes import Fingers, Panel, Told, tap


def test_a_board_without_a_screen_never_sleeps() -> None:
    board = keyed.board("OK 3")
    screens = Screens([], Told())
    screens.show(board.view, 0)
    screens.show(board.view, 1e6)
    assert not screens.asleep
    assert screens.deadline is None


def test_each_of_two_screens_has_its_own_settings() -> None:
    board, near, far = keyed.board("OK 3"), Panel(), Panel()
    told = Told()
    screens = Screens([DimmingScreen(near, MANNER), DimmingScreen(far, STEADY._replace(rotate=180))], told)
    screens.show(board.view, 0)
    screens.show(board.view, 500)
    assert (near.on, far.on, screens.asleep) == (False, True, False)
    assert (near.turned, far.turned) == ([False], [True])
    far.failing = True
    board.press(Key.FOUR)
    screens.show(board.view, 501)
    assert told.lines == ["second display: pulled out"]
    assert near.shown[-1] == oled.draw(board.view).tobytes()


def test_two_screens_share_the_drawing_of_each_view(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []
    draw = oled.draw

    def counted(view: View) -> Image.Image:
        drawn.append(view.number)
        return draw(view)

    monkeypatch.setattr(oled, "draw", counted)
    board, near, far = keyed.board("OK 3"), Panel(), Panel()
    screens = Screens([DimmingScreen(near, STEADY), DimmingScreen(far, STEADY)], Told())
    for now, word in ((0, "4"), (1, "5"), (2, "GO")):
        board.press(Key.parse(word))
        screens.show(board.view, now)
        screens.show(board.view, now + 0.5)
    assert len(drawn) == len(near.shown) == len(far.shown) == 3


class Wired:
    """A test rig: a board whose display uses the real driver on an emulated bus."""

    def __init__(self) -> None:
        self.emulated = EmulatedBoard(load(files.profile("usb-numpad")))
        self.board = keyed.board("OK 3")
        self.told = Told()
        (display,) = self.emulated.config.displays
        self.screen = DimmingScreen(from_config.oled(display, self.emulated.wires), MANNER)
        self.screens = Screens([self.screen], self.told)

    def at(self, now: float) -> None:
        self.screens.show(self.board.view, now)

    def run(self, edges: list[Edge]) -> None:
        fingers = Fingers(edges, until=610.0)
        self.loop = Loop(
            self.board, (self.screens,), fingers, fingers.clock, is_dark=lambda: self.screens.asleep
        )
        self.loop.run()

    @property
    def shows_the_game(self) -> bool:
        return self.emulated.screen.tobytes() == oled.draw(self.board.view).tobytes()


def test_a_screen_that_is_missing_is_not_back_because_it_should_be_dark_by_now() -> None:
    wired = Wired()
    wired.emulated.bus.unplug()
    wired.run(tap(Key.FOUR, 600.0))
    assert len(wired.told.lines) == 1
    assert wired.board.history.applied == 3
    assert not wired.screens.asleep
    wired.emulated.bus.plug()
    wired.at(611.0)
    assert wired.told.lines[1:] == ["display: back"]
    assert wired.shows_the_game


def test_a_screen_that_fails_as_it_is_to_go_dark_goes_dark_when_it_can() -> None:
    wired = Wired()
    wired.at(0.0)
    wired.at(100.0)
    wired.emulated.bus.fail_after(0)
    wired.at(500.0)
    assert wired.emulated.chip.on
    assert not wired.screens.asleep
    assert wired.screens.deadline is not None
    wired.at(wired.screens.deadline)
    assert not wired.emulated.chip.on
    assert wired.screens.asleep
    assert wired.screens.deadline is None


def test_a_screen_that_lost_its_power_in_the_dark_wakes_up_right() -> None:
    wired = Wired()
    wired.at(0.0)
    wired.at(500.0)
    wired.emulated.chip.power_cycle()
    wired.board.refuse(ENGLISH.SCREEN_WAS_DARK)
    wired.at(600.0)
    assert wired.emulated.chip.on
    assert wired.shows_the_game


def test_waking_sends_the_picture_once() -> None:
    wired = Wired()
    wired.at(0.0)
    wired.at(500.0)
    before = wired.emulated.oled_bytes
    wired.board.refuse(ENGLISH.SCREEN_WAS_DARK)
    wired.at(600.0)
    # A whole frame and the commands that set the panel up take 1067 bytes.
    assert wired.emulated.oled_bytes - before < 1100


def test_a_panel_put_back_between_presses_shows_the_game_at_the_next_even_if_that_is_refused() -> None:
    wired = Wired()
    wired.board.press(Key.SPADES)
    wired.board.press(Key.REDO)
    wired.at(0.0)
    refused = wired.board.view.refusal
    assert refused
    wired.emulated.bus.unplug()
    wired.emulated.bus.plug()
    wired.board.press(Key.REDO)
    assert wired.board.view.refusal == refused
    wired.at(10.0)
    assert wired.shows_the_game


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
