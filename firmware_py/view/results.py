"""The result of a game in words."""

from __future__ import annotations

from engine.game import Game
from engine.skunks import Skunk
from firmware_py.player_names import PlayerNames
from firmware_py.words.in_use import words
from firmware_py.words.message import Message

LURCH = 61
"""The target score of a game in which a skunk is called a lurch (RULES.md 5)."""


def result(game: Game) -> Message:
    """Return a finished game's result, such as `Left wins with a double skunk!`.

    The message also has shorter forms for the screen. They may omit the winner, because the scores show who
    won.
    """
    assert game.winner is not None
    of_side, lurch = PlayerNames(game).of_side, game.rules.target == LURCH
    winner = of_side(game.winner)
    losers = [of_side(side) for side in game.rules.each_side if side != game.winner]
    if game.skunk and lurch:
        return words().won_with_lurch(winner, losers)
    if game.skunk is Skunk.DOUBLE:
        return words().won_with_double_skunk(winner)
    if game.skunk:
        return words().won_with_skunk(winner, losers)
    for side in game.rules.each_side:  # one of two losers may be skunked (RULES.md 5)
        alone = game.skunk_of(side)
        if alone and lurch:
            return words().won_and_one_lurched(winner, of_side(side))
        if alone:
            return words().won_and_one_skunked(winner, of_side(side), double=alone is Skunk.DOUBLE)
    return words().won(winner)


def scores(game: Game) -> str:
    """Return the scores of all sides in figures, such as `121-100`."""
    return "-".join(str(side.front) for side in game.sides)


def games_won(game: Game) -> str:
    """Return the number of games that each side has won, in figures, such as `4-0`."""
    return "-".join(str(side.games) for side in game.sides)
