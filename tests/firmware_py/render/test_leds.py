"""The tracks of LEDs: pegs, marks, and the finale (RULES.md 7)."""

from __future__ import annotations

from itertools import pairwise

from engine.game import Game
from engine.history import History
from firmware_py.app import Board
from firmware_py.keyfile import read_keys
from firmware_py.render import leds
from firmware_py.view import View

DARK = (0, 0, 0)


def shown(keys: str, start: tuple[int, int] = (0, 0)) -> View:
    board = Board(History.of(Game.new(start=start)))
    for key in read_keys(keys, "here"):
        board.press(key)
    return board.view


def tracks(colours: bytes) -> list[dict[int, leds.Colour]]:
    """For each track, the holes that are lit and their colours."""
    assert len(colours) == 3 * 242
    lights = list(zip(colours[::3], colours[1::3], colours[2::3], strict=True))
    return [
        {hole: colour for hole, colour in enumerate(lights[first : first + 121], start=1) if colour != DARK}
        for first in (0, 121)
    ]


def brightness(colour: leds.Colour) -> int:
    return sum(colour)


def test_an_empty_track_shows_its_streets_its_skunk_line_and_its_game_hole() -> None:
    for track in tracks(leds.draw(shown(""))):
        assert set(track) == {30, 60, 90, 120, 121}
        assert track[30] == track[60] == track[120] == leds.STREET
        assert track[90] == leds.SKUNK
        assert track[121] == leds.GAME_HOLE


def test_the_front_peg_is_bright_and_the_back_peg_dim() -> None:
    """RULES.md 7: after 2 and 6 points the pegs stand in 8 and 2; after 2 alone in 2 and a start hole."""
    left, right = tracks(leds.draw(shown("OK 2 10 5 5 5")))
    assert set(left) - {30, 60, 90, 120, 121} == {2, 8}
    assert left[8] == leds.SIDES[0]
    assert 4 * brightness(left[2]) < brightness(left[8])
    assert set(right) - {30, 60, 90, 120, 121} == {2}
    assert right[2] == leds.SIDES[1]


def test_a_peg_stands_over_a_mark() -> None:
    left, right = tracks(leds.draw(shown("", start=(30, 90))))
    assert left[30] == leds.SIDES[0]
    assert right[90] == leds.SIDES[1]


def test_the_winner_stands_in_the_game_hole() -> None:
    left, right = tracks(leds.draw(shown("OK 2 10 5 5 5", start=(113, 40))))
    assert left[121] == leds.SIDES[0]
    assert set(right) - {30, 60, 90, 120, 121} == {40, 42}


def test_the_finale_runs_on_the_winners_track_alone_and_always_moves() -> None:
    view = shown("OK 2 10 5 5 5", start=(113, 40))
    at_rest = tracks(leds.draw(view))
    moments = [step * leds.STEP for step in range(int(leds.FINALE / leds.STEP))]
    frames = [tracks(leds.draw(view, moment)) for moment in moments]
    assert all(right == at_rest[1] for _, right in frames)
    assert all(before[0] != after[0] for before, after in pairwise(frames))
    assert all(left[121] == (255, 255, 255) for left, _ in frames)
