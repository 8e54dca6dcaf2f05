"""A display over time: turned towards a player, dimmed, shifted, switched off, and switched on again."""

import pytest
from PIL import Image

from engine.rules import Rules
from firmware_py.config.displays import DisplaySettings
from firmware_py.input.keys import Key
from firmware_py.outputs.screens import AWAKE, DARK, DimmingScreen, opposite
from tests.firmware_py.outputs.bench import MANNER, STEADY, ScreenBench
from tests.support import keyed
from tests.support.fakes import Panel


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
    still = bench.image
    for place, (right, down) in enumerate(((0, 0), (0, 0), (1, 0), (1, 1), (0, 1), (0, 0))):
        shown = Image.frombytes("1", (128, 64), bench.panel.shown[place])
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
    assert bench.panel.shown[-1] == bench.image.tobytes()
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
    ("manner", "stages"),
    [
        (STEADY, {0: AWAKE, 1e6: AWAKE}),
        (DisplaySettings(dim_after=0, blank_after=50), {0: AWAKE, 49: AWAKE, 50: DARK}),
        (DisplaySettings(dim_after=50, blank_after=0), {49: AWAKE, 50: 1, 110: 2, 290: 1, 1e6: 2}),
        (DisplaySettings(dim_after=90, blank_after=50), {49: AWAKE, 50: DARK, 90: DARK}),
    ],
)
def test_dimming_or_darkness_can_be_switched_off(manner: DisplaySettings, stages: dict[float, int]) -> None:
    screen = DimmingScreen(Panel(), manner)
    assert {idle: screen.stage(idle) for idle in stages} == stages


def test_a_last_picture_that_stays_is_dimmed_and_outlives_the_board() -> None:
    bench = ScreenBench(MANNER._replace(rotate=180))
    bench.at(0.0)
    assert bench.screens.farewell(bench.image, stays=True)
    assert (bench.panel.levels, bench.panel.turned) == ([200, 3], [True, True])
    bench.screen.close()
    assert bench.panel.on and not bench.panel.closed
    # The game goes on after all: the screen is bright again, and dark once it is closed.
    bench.board.press(Key.FOUR)
    bench.at(1.0)
    assert bench.panel.levels == [200, 3, 200]
    bench.screens.farewell(bench.image)
    bench.screen.close()
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


def test_a_screen_turns_to_the_player_whose_turn_it_is() -> None:
    # Seat 0 deals: pone, seat 1, leads; then they take turns until seat 1 has laid the fourth card.
    bench = ScreenBench(MANNER._replace(facing="turn"), "OK")
    for word in ("2", "10", "4", "9"):
        bench.board.press(Key.parse(word))
        bench.at(0)
    assert bench.panel.turned == [True, False, True, False]


def test_a_panel_mounted_upside_down_turns_the_other_way() -> None:
    bench = ScreenBench(MANNER._replace(facing="turn", rotate=180), "OK")
    for word in ("2", "10"):
        bench.board.press(Key.parse(word))
        bench.at(0)
    assert bench.panel.turned == [False, True]


@pytest.mark.parametrize(
    ("players", "turned"),
    [(2, [False, True]), (3, [False, True, True]), (4, [False, None, True, None])],
)
def test_the_seats_opposite_seat_0(players: int, turned: list[bool | None]) -> None:
    view = keyed.board("", rules=Rules(players=players)).view
    assert [opposite(view._replace(seat=seat)) for seat in range(players)] == turned
    assert opposite(view._replace(seat=None)) is None
