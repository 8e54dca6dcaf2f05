"""Read the messages that report a won game or an undone win. Invalid messages are ignored."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from firmware_py.mqtt.board_messages import LISTED

LONGEST_NAME = 60
"""The maximum number of characters in a name. Longer names are shortened."""
LONGEST_ID = 64
"""The maximum number of characters in the ID of a game or of a board."""
MOST = 10 * LISTED
"""The maximum number of games that are read from a list, which is far more than a board lists."""
_SIDES = (2, 3)
_SKUNKS = (None, "skunk", "double")
_HIGHEST = 999


class Won(NamedTuple):
    """A game that was won: its ID, the names and scores of the sides, the winner's index, and any skunk."""

    game: str
    names: tuple[str, ...]
    scores: tuple[int, ...]
    winner: int
    skunk: str | None


class Undone(NamedTuple):
    """A game whose win has been undone by the players. The result no longer counts.

    Attributes:
        game: the game's ID.
    """

    game: str


def read_game(payload: bytes) -> Won | Undone | None:
    """Parse the payload of a message about a game. Return None if the payload is not valid."""
    return game_of(read_object(payload))


def read_games(payload: bytes) -> list[Won | Undone | None] | None:
    """Parse the payload of a message that lists a board's latest games, oldest first.

    The list contains None for each game that is not valid. If it is too long, its first games are left out.
    Return None if the payload as a whole is not valid.
    """
    listed = read_object(payload).get("games")
    if not isinstance(listed, list):
        return None
    return [game_of(each) if isinstance(each, dict) else None for each in listed[-MOST:]]


def game_of(found: Mapping[str, Any]) -> Won | Undone | None:
    """Parse a JSON object that reports a won game, or reports that the players have undone the win.

    Return None if the object is not valid.
    """
    game = found.get("game")
    if not isinstance(game, str) or not is_id(game):
        return None
    if found.get("undone") is True:
        return Undone(game)
    names, scores, winner = found.get("names"), found.get("scores"), found.get("winner")
    if not (isinstance(names, list) and isinstance(scores, list) and len(names) == len(scores)):
        return None
    is_valid = (
        len(names) in _SIDES
        and all(isinstance(name, str) and name_of(name) for name in names)
        and all(is_number(score) for score in scores)
        and is_number(winner, len(names) - 1)
        and found.get("skunk", "") in _SKUNKS
    )
    if not is_valid:
        return None
    return Won(game, tuple(map(name_of, names)), tuple(scores), found["winner"], found["skunk"])


def read_object(payload: bytes) -> dict[str, Any]:
    """Return the JSON object in a message's payload, or an empty dictionary if there is none."""
    try:
        found = json.loads(payload)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def is_id(text: str) -> bool:
    """Return True if a text can be the ID of a board or of a game: it is short, and can be printed."""
    return 0 < len(text) <= LONGEST_ID and text.isprintable()


def is_number(value: object, highest: int = _HIGHEST) -> bool:
    """Return True if a value from a message is a whole number from 0 to `highest`."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= highest


def name_of(text: str) -> str:
    """Remove unprintable characters from a name in a message, and shorten the name if it is too long."""
    return "".join(char for char in text if char.isprintable())[:LONGEST_NAME].strip()
