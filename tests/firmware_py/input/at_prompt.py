"""A match at each prompt, by the keys that lead to it, and keys pressed there without a board."""

import pytest

from engine.events import Event
from engine.match.history import History
from engine.prompts import Prompt
from engine.refusals import IllegalEvent
from engine.rules import Rules
from firmware_py.input.entry import KeyEntry
from firmware_py.input.keys import Key
from tests.support import keyed

_MUGGINS = Rules(muggins=True)
_KEYS: dict[Prompt, tuple[str, Rules]] = {
    Prompt.CUT_FOR_DEAL: (keyed.CUT, Rules()),
    Prompt.STARTER: (keyed.STARTER, Rules()),
    Prompt.PLAY: (keyed.PLAY, Rules()),
    Prompt.ACE: (keyed.ACE, Rules(ace_11=True)),
    Prompt.REST: (keyed.REST, Rules("five-card")),
    Prompt.HAND: (keyed.HAND, Rules(track="show")),
    Prompt.FLUSH: (keyed.FLUSH, Rules()),
    Prompt.FLUSH_WITH_STARTER: (keyed.WITH_STARTER, Rules()),
    Prompt.NOBS: (keyed.NOBS, Rules()),
    Prompt.REVEAL: (keyed.COUNTED, Rules(reveal="on_ok")),
    Prompt.CLAIM: (keyed.COUNTED, _MUGGINS),
    Prompt.MUGGINS: (keyed.COUNTED, _MUGGINS),
    Prompt.CRIB: (keyed.CRIB, Rules()),
    Prompt.IDLE: (keyed.IDLE, Rules(track="points")),
    Prompt.GAME_OVER: (keyed.GAME_OVER, Rules()),
}
COUNTED = (Prompt.CLAIM, Prompt.MUGGINS)
"""The prompts at which players type a number."""


def match_at(prompt: Prompt) -> History:
    """Return a match that is waiting at this prompt."""
    words, rules = _KEYS[prompt]
    match = keyed.board(words, start=keyed.WON if prompt is Prompt.GAME_OVER else (), rules=rules).history
    if prompt is Prompt.MUGGINS:
        match = match.apply(Event.claim(2))
    assert match.game.prompt is prompt
    return match


def press(words: str, match: History, entry: KeyEntry | None = None) -> tuple[KeyEntry, list[Event]]:
    """Press keys without applying the resulting events to the match.

    Args:
        words: the keys, separated by spaces.
        match: the match in which the keys are pressed.
        entry: the unfinished input before the keys are pressed; None if there is none.

    Returns:
        The unfinished input after the keys, and the events that the keys produced.
    """
    entry = entry or KeyEntry()
    made = []
    for word in words.split():
        entry, event, _ = entry.press(Key.parse(word), match)
        if event is not None:
            made.append(event)
    return entry, made


def refused(key: Key, match: History, entry: KeyEntry | None = None) -> str:
    with pytest.raises(IllegalEvent) as error:
        (entry or KeyEntry()).press(key, match)
    return str(error.value)
