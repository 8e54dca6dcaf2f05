"""The result of a game in words."""

from __future__ import annotations

from engine.game import Game
from firmware_py.player_names import PlayerNames
from firmware_py.win_in_words import win_in_words
from firmware_py.words.in_use import words
from firmware_py.words.message_forms import Message


def result(game: Game) -> Message:
    """Return a finished game's result, such as `Left wins with a double skunk!`.

    The message also has shorter forms for the screen. They may omit the winner, because the scores show who
    won.
    """
    assert game.winner is not None
    fronts = [side.front for side in game.sides]
    return win_in_words(words(), game.rules, game.winner, fronts, PlayerNames(game).of_side)


def scores(game: Game) -> str:
    """Return the scores of all sides in figures, such as `121-100`."""
    return "-".join(str(side.front) for side in game.sides)


def games_won(game: Game) -> str:
    """Return the number of games that each side has won, in figures, such as `4-0`."""
    return "-".join(str(side.games) for side in game.sides)
