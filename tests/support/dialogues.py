"""Tools for testing dialogues, by keys and by joystick: matches to open them in, keys that they accept."""

import re
from collections.abc import Iterable, Sequence

from engine.errors import CribbageError
from engine.events import Event
from engine.match.history import History
from engine.rules import Rules
from firmware_py.board.board import Board
from firmware_py.input.dialogue import Dialogue
from firmware_py.input.joystick import PickerContext
from firmware_py.input.keys import Key
from firmware_py.input.settings import KEYS_ALONE, Equipment
from tests.support import keyed

LEAVE = (Key.GO, Key.UNDO, Key.MENU)  # each leaves most dialogues
MENU_KEYS = tuple(map(Key.parse, "A 2 3 4 5 6 7 8 9 J Q".split()))  # of all entries but that to call points


def match_at(words: str = keyed.PLAY, start: Sequence[int] = (), rules: Rules | None = None) -> History:
    """Return the match after pressing the keys in `words`.

    Args:
        words: the keys, separated by spaces.
        start: each side's score at the start; if empty, every score is 0.
        rules: the rules; None for the standard game.
    """
    return keyed.board(words, start=start, rules=rules).history


def press(
    dialogue: Dialogue, words: str, match: History, equipment: Equipment = KEYS_ALONE
) -> tuple[Dialogue | None, list[Event]]:
    """Press keys in a dialogue, without applying the resulting events to the match.

    Returns:
        The dialogue after these keys (None if a key closed it), and the events that the keys produced.
    """
    made = []
    now: Dialogue | None = dialogue
    for word in words.split():
        assert now is not None, f"the dialogue was left before {word}"
        now, event, _ = now.press(Key.parse(word), match, equipment)
        if event:
            made.append(event)
    return now, made


def refusals(dialogue: Dialogue, match: History, equipment: Equipment = KEYS_ALONE) -> dict[Key, str]:
    why = {}
    for key in Key:
        try:
            dialogue.press(key, match, equipment)
        except CribbageError as error:
            why[key] = str(error)
    return why


def check_accepted_keys(
    dialogue: Dialogue, match: History, *keys: Key, equipment: Equipment = KEYS_ALONE
) -> None:
    """Check that a dialogue accepts exactly these keys.

    The error message for every other key must say how to answer, how to go on or how to leave the dialogue.
    """
    refused = refusals(dialogue, match, equipment)
    assert set(Key) - set(refused) == set(keys)
    for why in refused.values():
        assert re.search("leave|OK is yes, GO is no|K ends a letter|type a name", why)


JOYSTICK = Equipment(joystick=True)


def joystick_board(words: str = "", rules: Rules | None = None, start: Iterable[int] = ()) -> Board:
    """Press some keys and directions on a new board with a joystick, and return the board.

    Args:
        words: the keys and directions, separated by spaces. Each must be accepted.
        rules: the rules of the game; None for the default rules.
        start: each side's score at the start.
    """
    return keyed.board(words, rules=rules, start=tuple(start), equipment=JOYSTICK)


def context_of(board: Board) -> PickerContext:
    return PickerContext(board.entry, board.history, JOYSTICK)


def chosen(board: Board) -> str | None:
    """Return the key selected with the joystick, or None if the display shows no keys to choose from."""
    grid = board.view.picker
    return None if grid is None else grid.labels[grid.chosen]
