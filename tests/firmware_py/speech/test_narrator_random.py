"""In random matches, all points are announced exactly once.

Sentences about a key press that are still waiting are dropped when the key press is undone.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.events import Event, Kind
from engine.match.history import History
from firmware_py.board.board import Board, Made, Outcome
from firmware_py.input.keys import Key, Press
from firmware_py.outputs.view_json import press_object, view_object
from firmware_py.speech.aloud import Level
from firmware_py.speech.narrator import Narrator
from firmware_py.speech.speaker import SpeechQueue
from firmware_py.window.seen import SeenBoard
from tests.support.random_matches import SOME_FORMS, rules_of, walk

from .listening import Scorekeeper, heard_board

pytestmark = pytest.mark.thorough
SEATS = {2: ("Left", "Right"), 3: ("Left", "Middle", "Right"), 4: ("North", "East", "South", "West")}
PRESSES = 250
TARGET = 61
KEYS = {Kind.UNDO: Key.UNDO, Kind.REDO: Key.REDO}


def windows(seed: int, form: str) -> Iterator[tuple[History, SeenBoard]]:
    """Play a random match. Yield the match and the board's view, first at the start and then after each key.

    `form` gives the number of players and the options, as in "2 muggins=on".
    """
    recent: list[dict[str, Any]] = []
    for sequence, (before, event, after) in enumerate(
        walk(seed, form, PRESSES, second_thoughts=0.15, target=TARGET), start=2
    ):
        if sequence == 2:
            yield before, window(before, 1, [])
        recent = [*recent, {"sequence": sequence, **pressed(before, event, after)}][-32:]
        yield after, window(after, sequence, recent)


def window(history: History, sequence: int, recent: list[dict[str, Any]]) -> SeenBoard:
    shown = view_object(Board(history))
    return SeenBoard.of({"run": "a", "sequence": sequence, "running": True, **shown, "recent": recent})


def pressed(before: History, event: Event, after: History) -> dict[str, Any]:
    outcome = Outcome(before.applied, took=True, made=Made(before, event, after))
    return press_object(Press(KEYS.get(event.kind, Key.OK)), outcome, after.game.to_act)


def keeper(history: History) -> Scorekeeper:
    return Scorekeeper(SEATS[history.game.rules.players], TARGET)


def scores(history: History) -> list[int]:
    return [side.front for side in history.game.sides]


@pytest.mark.parametrize(("level", "share"), [(Level.FULL, 1.0), (Level.CALLS, 1.0), (Level.CALLS, 0.4)])
@pytest.mark.parametrize("form", SOME_FORMS)
def test_the_scores_that_are_called_are_those_of_the_game(form: str, level: Level, share: float) -> None:
    """A voice that hears of only a share of the presses misses no point either."""
    for seed in range(2):
        chance, narrator, people = Random(seed), Narrator(level), None
        for history, shown in windows(seed, form):
            if people is None or chance.random() < share:
                people = people or keeper(history)
                for sentence in narrator.hear(shown).sentences:
                    people.hear(sentence.text)
                assert people.scores == scores(history), shown.recent[-1].raw


@pytest.mark.parametrize("form", SOME_FORMS)
def test_undone_key_press_is_not_mentioned_after_the_undo(form: str) -> None:
    """After an undo, the voice drops all sentences about the undone key press that are still waiting."""
    chance, narrator, queue = Random(form), Narrator(Level.FULL), SpeechQueue()
    gone: set[int] = set()
    for _, shown in windows(5, form):
        heard = narrator.hear(shown)
        queue.add(heard)
        gone |= heard.taken_back
        for _ in range(chance.randint(0, 2)):
            speaking = queue.next()
            assert speaking is None or speaking.press not in gone


@pytest.mark.parametrize("form", SOME_FORMS)
def test_whatever_is_pressed_every_sentence_is_made_of_words(form: str, tmp_path: Path) -> None:
    chance, keys = Random(form), [key.value for key in Key]
    board = heard_board(tmp_path, rules=rules_of(form))
    for _ in range(300):
        word = chance.choice(keys if chance.random() < 0.6 else ["MENU", "OK", "GO", "5", "6", "7"])
        for sentence in board.press(word).sentences:
            assert re.fullmatch(r"[A-Za-z',.:;?! -]+", sentence.text), sentence
            assert not re.search(r"\b(?:GO|UNDO|REDO|MENU|MUGGINS|AGAIN|SCORE)\b", sentence.text), sentence
            assert sentence.text == " ".join(sentence.text.split())
