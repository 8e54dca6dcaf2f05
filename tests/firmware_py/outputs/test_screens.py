"""Displays over time: none, one or two, turned, dimmed, dark, failing and coming back; and the LED tracks."""

from itertools import pairwise

import pytest

from engine.rules import Rules
from firmware_py.input.keys import Key
from firmware_py.outputs.lights import LedTracks
from firmware_py.outputs.screens import RETRY, Screens
from firmware_py.render import leds, oled
from firmware_py.words.english import ENGLISH
from tests.support import keyed
from tests.support.fakes import Lamps, Panel, Told
from tests.support.pictures import draw_leds, image_of

from .bench import MANNER, STEADY, Bench, ScreenBench, screens


def test_a_screen_dims_goes_dark_and_no_more_wake_ups_follow() -> None:
    bench = ScreenBench()
    bench.at(0.0)
    assert (bench.panel.levels, bench.panel.on, bench.screens.deadline) == ([200], True, 100)
    bench.at(99.9)
    assert (bench.panel.levels, len(bench.panel.shown)) == ([200], 1)
    bench.at(100.0)
    assert bench.panel.levels == [200, 3]
    wakes = []
    while bench.screens.deadline is not None:
        wakes.append(bench.screens.deadline)
        bench.at(bench.screens.deadline)
    assert wakes == [160, 220, 280, 340, 400, 460, 500]
    assert not bench.panel.on
    assert bench.screens.asleep


def test_a_dimmed_picture_moves_by_a_pixel_and_comes_round() -> None:
    bench = ScreenBench()
    for now in (0, 100, 160, 220, 280, 340):
        bench.at(now)
    still = image_of(bench.image.frame())
    for place, (right, down) in enumerate(((0, 0), (0, 0), (1, 0), (1, 1), (0, 1), (0, 0))):
        shown = image_of(bench.panel.shown[place])
        for x, y in ((20, 10), (64, 27), (5, 58), (120, 8)):
            for dx in range(-3, 4):
                assert bool(shown.getpixel((x + dx + right, y + down))) == bool(still.getpixel((x + dx, y)))
        if right:
            assert not any(shown.getpixel((0, y)) for y in range(64))


def test_a_press_wakes_a_dimmed_screen_and_counts() -> None:
    bench = ScreenBench()
    bench.at(0)
    bench.at(100)
    bench.board.press(Key.FOUR)
    bench.at(130.0)
    assert bench.panel.levels == [200, 3, 200]
    assert bench.panel.shown[-1] == bench.image.frame()
    assert (bench.board.history.applied, bench.screens.deadline) == (3, 230.0)


def test_a_display_that_was_away_is_told_its_contrast_and_power_again() -> None:
    bench = ScreenBench()
    bench.at(0)
    bench.panel.failing = True
    bench.at(100)
    assert bench.panel.levels == [200, 3]
    bench.panel.failing = False
    bench.at(101)
    assert bench.panel.levels == [200, 3, 3]
    bench.panel.failing = True
    bench.at(500)
    assert bench.panel.on
    assert not bench.screens.asleep
    bench.panel.failing = False
    bench.at(501)
    assert not bench.panel.on


@pytest.mark.parametrize(
    ("manner", "looks"),
    [
        ((0, 0), {0: "bright", 1e6: "bright"}),
        ((0, 50), {0: "bright", 49: "bright", 50: "dark"}),
        ((50, 0), {49: "bright", 50: "dim", 110: "dim", 1e6: "dim"}),
        ((90, 50), {49: "bright", 50: "dark", 90: "dark"}),
    ],
)
def test_dimming_or_darkness_can_be_switched_off(manner: tuple[int, int], looks: dict[float, str]) -> None:
    dim_after, blank_after = manner
    for idle, look in looks.items():
        bench = ScreenBench(MANNER._replace(dim_after=dim_after, blank_after=blank_after))
        bench.at(0)
        bench.at(idle)
        lit = "dim" if bench.panel.levels[-1] == MANNER.dim_contrast else "bright"
        assert (lit if bench.panel.on else "dark") == look, idle


def test_a_last_picture_that_stays_is_dimmed_and_outlives_the_board() -> None:
    bench = ScreenBench(MANNER._replace(rotate=180))
    bench.at(0.0)
    assert bench.screens.farewell(bench.image, stays=True)
    assert (bench.panel.levels, bench.panel.turned) == ([200, 3], [True, True])
    bench.screens.close()
    assert bench.panel.on and not bench.panel.closed
    # The game goes on after all: the screen is bright again, and dark once it is closed.
    bench.board.press(Key.FOUR)
    bench.at(1.0)
    assert bench.panel.levels == [200, 3, 200]
    bench.screens.farewell(bench.image)
    bench.screens.close()
    assert bench.panel.closed


def test_a_last_picture_wakes_a_screen_and_one_that_is_missing_is_no_error() -> None:
    bench = ScreenBench()
    bench.at(0.0)
    bench.at(500.0)
    assert not bench.panel.on
    assert bench.screens.farewell(bench.image, stays=True)
    assert bench.panel.on
    bench.panel.failing = True
    assert not bench.screens.farewell(bench.image, stays=True)


@pytest.mark.parametrize(
    ("players", "turned"),
    # At a table of four, the picture stays as it is for the seats beside seat 0.
    [(2, [False, True]), (3, [False, True, True]), (4, [False, False, True, True])],
)
def test_it_turns_to_the_seats_opposite_seat_0(players: int, turned: list[bool]) -> None:
    view = keyed.board("", rules=Rules(players=players)).view
    panel = Panel()
    output = Screens([(panel, MANNER._replace(facing="turn"))], Told())
    for number, seat in enumerate((*range(players), None), 1):
        output.show(view._replace(seat=seat, number=number), 0.0)
    assert panel.turned == [*turned, turned[-1]]


def test_a_failed_part_is_tried_again_after_just_under_a_second() -> None:
    assert RETRY == 0.9
    panel = Panel()
    told = Told()
    output = screens(panel, told=told)
    board = keyed.board("OK 3")
    panel.failing = True
    output.show(board.view, 10.0)
    assert (panel.tries, output.deadline) == (1, 10.9)
    output.show(board.view, 10.8)
    board.press(Key.FOUR)
    output.show(board.view, 10.899)
    assert (panel.tries, output.deadline) == (1, 10.9)
    output.show(board.view, 10.9)
    assert (panel.tries, output.deadline) == (2, 11.8)
    panel.failing = False
    output.show(board.view, 12.5)
    assert output.deadline is None
    assert panel.shown == [oled.draw(board.view).frame()]
    assert told.lines == ["display: pulled out", "display: back"]


def test_each_of_two_screens_has_its_own_settings() -> None:
    board, near, far = keyed.board("OK 3"), Panel(), Panel()
    told = Told()
    screens = Screens([(near, MANNER), (far, STEADY._replace(rotate=180))], told)
    screens.show(board.view, 0)
    screens.show(board.view, 500)
    assert (near.on, far.on, screens.asleep) == (False, True, False)
    assert (near.turned, far.turned) == ([False], [True])
    far.failing = True
    board.press(Key.FOUR)
    screens.show(board.view, 501)
    assert told.lines == ["second display: pulled out"]
    assert near.shown[-1] == oled.draw(board.view).frame()


def test_a_screen_that_is_missing_is_not_back_because_it_should_be_dark_by_now() -> None:
    bench = ScreenBench()
    bench.panel.failing = True
    bench.at(0)
    bench.at(600)
    assert not bench.screens.asleep
    bench.board.press(Key.FOUR)
    bench.panel.failing = False
    bench.at(611)
    assert bench.panel.shown == [bench.image.frame()]


def test_waking_sends_the_picture_once() -> None:
    bench = ScreenBench()
    bench.at(0)
    bench.at(500)
    before = len(bench.panel.shown)
    bench.board.refuse(ENGLISH.SCREEN_WAS_DARK)
    bench.at(600)
    assert len(bench.panel.shown) == before + 1


def test_the_display_starts_afresh_at_first_and_with_each_deal() -> None:
    bench = Bench(keyed.board())
    bench.loop.show()
    assert bench.panel.refreshed == 1
    dealers: list[int | None] = [None]
    for word in keyed.whole_game(5):
        keyed.press(bench.board, word)
        bench.loop.show()
        dealers.append(bench.board.history.game.dealer)
    changes = sum(before != after for before, after in pairwise(dealers))
    assert changes > 5 and bench.panel.refreshed == 1 + changes


def test_a_board_without_a_screen_never_sleeps() -> None:
    screens = Screens([], Told())
    screens.show(keyed.board("OK 3").view, 1e6)
    assert not screens.asleep and screens.deadline is None


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


def test_game_holes_that_breathe_come_to_rest_and_stop_at_the_first_points() -> None:
    board, lamps = keyed.board("OK"), Lamps()
    tracks = LedTracks(lamps, draw_leds, Told(), breathes=True)
    tracks.show(board.view, 10.0)
    assert tracks.deadline == pytest.approx(10.0 + leds.STEP)
    tracks.show(board.view, 10.0 + leds.BREATHING)
    assert tracks.deadline is None
    keyed.press(board, "2")
    tracks.show(board.view, 60.0)
    assert tracks.deadline is not None
    keyed.press(board, "10 5")
    tracks.show(board.view, 61.0)
    assert tracks.deadline is None


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
