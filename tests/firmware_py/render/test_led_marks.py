"""The marks on the LED tracks: streets, the skunk line, the game hole (RULES.md 7)."""

from __future__ import annotations

from firmware_py.config.palette import DEFAULT, dimmed
from firmware_py.render import leds
from firmware_py.render.leds import GAME_HOLE_MARK, SKUNK_MARK, STREET_MARK, LedPainter, marks
from tests.support.led_frames import draw_leds, pegs, two_tracks
from tests.support.views import view_after

ORANGE = DEFAULT.sides[0]


def test_an_empty_track_shows_its_streets_its_skunk_line_and_its_game_hole() -> None:
    for track in two_tracks(draw_leds(view_after(""))):
        assert set(track) == {30, 60, 90, 120, 121}
        assert track[30] == track[60] == track[120] == STREET_MARK
        assert track[90] == SKUNK_MARK
        assert track[121] == GAME_HOLE_MARK


def test_a_game_that_the_first_to_finish_loses_has_no_skunk_line() -> None:
    """RULES.md 5: there are no skunks if the side that reaches the target loses."""
    painter = LedPainter()
    usual, reverse = view_after(""), view_after("", "objective=first_loses")
    for view, expected in ((usual, SKUNK_MARK), (reverse, STREET_MARK), (usual, SKUNK_MARK)):
        for track in two_tracks(painter.paint(view)):
            assert set(track) == {30, 60, 90, 120, 121}
            assert track[90] == expected


def test_the_marks_turn_red_or_white_only_if_the_palette_says_so() -> None:
    speaks = DEFAULT._replace(speaks=True)
    quiet = pegs((30, 2), (0, 0))
    refused, asks = quiet._replace(refusal="no"), quiet._replace(is_question=True)
    assert draw_leds(quiet._replace(notices=("lights: back",)), palette=speaks) == draw_leds(quiet)
    for view in (quiet, refused, asks, refused._replace(is_question=True)):
        assert draw_leds(view) == draw_leds(quiet)
    assert draw_leds(quiet, palette=speaks) == draw_leds(quiet)
    for view, colour in (
        (refused, leds.REFUSED),
        (asks, leds.QUESTION),
        (refused._replace(is_question=True), leds.REFUSED),
    ):
        left, right = two_tracks(draw_leds(view, palette=speaks))
        assert right == dict.fromkeys((30, 60, 90, 120, 121), colour)
        assert left == right | {30: ORANGE, 2: dimmed(ORANGE, 6)}


def test_a_short_game_has_its_game_hole_and_its_skunk_line_further_down() -> None:
    track = tuple(range(121))
    assert marks([track], 61, 31) == {29: SKUNK_MARK, 59: STREET_MARK, 60: GAME_HOLE_MARK}
    assert marks([track], 31, 1) == {29: STREET_MARK, 30: GAME_HOLE_MARK}
