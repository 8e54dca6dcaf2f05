"""Tools for testing the dialogues that set up a new game."""

import re

from engine.errors import CribbageError
from engine.events import Event
from engine.game import Game
from engine.match.history import History
from engine.rules import Rules
from engine.setup import Setup
from firmware_py.input.dialogues.new_game import NewGameDialogue, NewGameForm
from firmware_py.input.equipment import KEYS_ALONE
from firmware_py.input.keys import Key


def form(rules: Rules | None = None) -> NewGameForm:
    """Return the form for a new game as it appears when opened during a game with these rules.

    `rules` is None for the standard game.
    """
    return NewGameForm.of(Game.new(rules))


def press(dialogue: NewGameDialogue, words: str) -> tuple[NewGameDialogue | None, list[Event]]:
    """Press keys in a dialogue for a new game.

    Returns:
        The dialogue after these keys (None if a key closed it), and the events that the keys produced.
    """
    made = []
    now: NewGameDialogue | None = dialogue
    match = History.of(Game.new())
    for word in words.split():
        assert now is not None, f"the form was left before {word}"
        now, event = now.press(Key.parse(word), match, KEYS_ALONE)
        if event:
            made.append(event)
    return now, made


def after(words: str, rules: Rules | None = None) -> Setup:
    """Press the keys in `words` in the form for a new game, and return the setup chosen so far."""
    dialogue, made = press(form(rules), words)
    assert isinstance(dialogue, NewGameForm)
    assert made == []
    return dialogue.setup


def check_accepted_keys(dialogue: NewGameDialogue, *keys: Key) -> None:
    """Check that a dialogue accepts exactly these keys.

    The error message for every other key must say what to press instead.
    """
    for key in Key:
        try:
            dialogue.press(key, History.of(Game.new()), KEYS_ALONE)
        except CribbageError as error:
            assert key not in keys
            assert re.search("leaves|OK is yes, GO is no|K ends a letter|type a name", str(error))
        else:
            assert key in keys
