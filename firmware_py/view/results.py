"""The result of a game in words."""

from __future__ import annotations

from engine.game import Game
from engine.seats import Side
from engine.skunks import Skunk
from firmware_py.player_names import PlayerNames

LURCH = 61
"""The length of a game in which a skunk is called a lurch (RULES.md 5)."""
_WITH = {Skunk.SKUNK: "a skunk", Skunk.DOUBLE: "a double skunk"}


def result(game: Game) -> str:
    """Return the result of a finished game, such as `Left wins with a double skunk!`."""
    assert game.winner is not None
    wins = _verb(game, game.winner, "wins", "win")
    if game.skunk:
        if game.rules.target == LURCH:
            return f"{wins}; {_lost(game)} lurched!"
        return f"{wins} with {_WITH[game.skunk]}!"
    alone = _skunked_alone(game)
    return f"{wins}! {alone}." if alone else f"{wins}!"


def result_forms(game: Game) -> tuple[str, ...]:
    """Return the result for a line of the screen, from the fullest form to the shortest.

    A short form may leave out the winner, because the score shows who won.
    """
    assert game.winner is not None
    wins = _verb(game, game.winner, "wins", "win")
    if not game.skunk:
        alone = _skunked_alone(game)
        return (result(game), f"{alone}!", "A skunk!") if alone else (f"{wins}!", "The game is won!")
    if game.rules.target == LURCH:
        return result(game), f"{_lost(game)} lurched!", "A lurch!"
    if game.skunk is Skunk.SKUNK:
        return result(game), f"{_lost(game)} skunked!", "A skunk!"
    return result(game), "A double skunk!"


def scores(game: Game) -> str:
    """Return the scores of all sides, such as `121-100`."""
    return "-".join(str(side.front) for side in game.sides)


def games_won(game: Game) -> str:
    """Return the number of games that each side has won, such as `4-0`."""
    return "-".join(str(side.games) for side in game.sides)


def _skunked_alone(game: Game) -> str:
    """Return a sentence about the skunk if only one of two losers is skunked (RULES.md 5), otherwise ""."""
    for side in game.rules.each_side:
        skunk = game.skunk_of(side)
        if skunk:
            how = "lurched" if game.rules.target == LURCH else "skunked"
            return f"{_verb(game, side, 'is', 'are')} {'double ' if skunk is Skunk.DOUBLE else ''}{how}"
    return ""


def _lost(game: Game) -> str:
    """Return the start of a sentence about the losers, such as `Right is` or `both are`."""
    losers = [side for side in game.rules.each_side if side != game.winner]
    return _verb(game, losers[0], "is", "are") if len(losers) == 1 else "both are"


def _verb(game: Game, side: Side, one: str, more: str) -> str:
    """Return a side's name and its verb: `one` for one player, `more` for partners. Example: `Left wins`."""
    names = PlayerNames(game)
    partners = game.rules.players > game.rules.sides
    return f"{' and '.join(names.of_side(side))} {more if partners else one}"
