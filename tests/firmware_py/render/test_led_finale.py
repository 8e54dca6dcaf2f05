"""The finale on the winner's track."""

from __future__ import annotations

from itertools import pairwise

import pytest

from firmware_py.config.track_shape import Shape
from firmware_py.render.leds import FINALE, STEP
from tests.support.led_frames import DARK, SHAPES, colours, draw_leds, pegs, two_tracks
from tests.support.views import view_after


def test_the_finale_runs_on_the_winners_track_alone_and_always_moves() -> None:
    view = view_after("OK 2 10 5 5 5", start=(113, 40))
    at_rest = two_tracks(draw_leds(view))
    moments = [step * STEP for step in range(int(FINALE / STEP))]
    frames = [two_tracks(draw_leds(view, moment)) for moment in moments]
    assert all(right == at_rest[1] for _, right in frames)
    assert all(before[0] != after[0] for before, after in pairwise(frames))
    assert all(left[121] == (255, 255, 255) for left, _ in frames)


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_the_finale_always_moves_on_every_shape_and_ends_in_the_game_hole(shape: Shape) -> None:
    for target in (61, 121, 241):
        view = pegs((40, 32), (target, 50), target=target, winner=1)
        moments = [step * STEP for step in range(int(FINALE / STEP))]
        frames = [draw_leds(view, moment, shape) for moment in moments]
        assert all(before != after for before, after in pairwise(frames))
        hole = shape.tracks[1][min(target, 121) - 1]
        assert {colours(frame)[hole] for frame in frames} == {(255, 255, 255)}
        assert all(max(colours(frame)[shape.tracks[0][39]]) >= 127 for frame in frames)


@pytest.mark.parametrize("name", [name for name in SHAPES if name != "ring"])
def test_the_finale_leaves_other_lights_alone(name: str) -> None:
    shape = SHAPES[name]
    view = pegs((40, 32), (121, 50), winner=1)
    at_rest = colours(draw_leds(view, None, shape))
    others = set(range(len(at_rest))) - set(shape.tracks[1])
    for since_won in (0.0, 1.7, 5.9):
        frame = colours(draw_leds(view, since_won, shape))
        assert all(frame[led] == at_rest[led] for led in others)
        assert all(frame[led] != DARK for led in shape.tracks[1])
