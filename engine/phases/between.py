"""From one game to another (RULES.md 1)."""

from __future__ import annotations

from engine.game import Game, Prompt, Side


def next_game(game: Game) -> Game:
    """The next game of the match: all pegs at the start, and the loser deals first (RULES.md 1).

    The last deal stays until the next starter, since the suit of its last card can still be named.
    """
    assert game.winner is not None
    dealer = game.left_of(game.winner)
    deal = game.deal._replace(play=None) if game.deal else None
    return game._replace(
        sides=tuple(Side(games=side.games) for side in game.sides),
        prompt=Prompt.STARTER,
        dealer=dealer,
        to_act=dealer,
        deal=deal,
        entries=(),
        deals=0,
        winner=None,
        skunk=None,
    )


def new_game(game: Game) -> Game:
    """Another game from the cut on, with nothing won and nothing pegged."""
    return Game.new(game.rules)
