"""Whole games can be written as records and read back."""

from random import Random

import pytest

from engine.events import Event, Kind
from engine.game import Game
from engine.game_state import Prompt
from engine.match.history import History
from engine.match.record import read_event, read_header, write_event, write_header
from engine.rules import Rules
from engine.setup import Setup
from tests.support.table import Table
from tests.support.words import event_of


@pytest.mark.parametrize("seed", range(2))
def test_a_whole_game_as_text_and_back(seed: int) -> None:
    header = Setup(Rules(), (0, 30))
    match = History.of(Game.of(header))
    lines = [write_header(header)]
    for word in Table(Random(seed), suits=bool(seed)).keys(lambda: match.game):  # noqa: B023 - taken one by one
        event = event_of(word, match.game.prompt)
        assert event is not None
        for one in (event, Event(Kind.UNDO), Event(Kind.REDO)) if len(lines) % 7 == 0 else (event,):
            match = match.apply(one)
            lines.append(write_event(one))
    assert all(line == line.strip() and "\n" not in line for line in lines)
    assert match.game.prompt is Prompt.GAME_OVER
    assert History.of(Game.of(read_header(lines[0]))).replay(map(read_event, lines[1:])) == match
