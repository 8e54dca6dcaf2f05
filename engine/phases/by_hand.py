"""What players do with the pegs themselves, and a deal thrown in."""

from __future__ import annotations

from engine.errors import IllegalEvent
from engine.game import Game
from engine.phases import show
from engine.score import Found, Reason
from engine.state import Entry, Prompt, Side, Source


def peg(game: Game, side: int, points: int) -> Game:
    """Points are pegged to a side; they can win.

    Raises:
        IllegalEvent: no such side, no points, or the game is over.
    """
    _check(game, side)
    if not points:
        raise IllegalEvent("no points to peg: key how many, then OK")
    return _weighed(game.peg(side, Source.BY_HAND, [Found(Reason.BY_HAND, points)]))


def take_back(game: Game, side: int, points: int) -> Game:
    """Points are taken back from a side: its front peg goes back, and no back peg stays ahead of it.

    Raises:
        IllegalEvent: no such side, more points than it has, or the game is over.
    """
    _check(game, side)
    front = game.sides[side].front
    if not 0 < points <= front:
        raise IllegalEvent(f"{points} cannot be taken back: this side has {front}")
    return _moved(game, side, front - points)


def set_score(game: Game, side: int, score: int) -> Game:
    """The score of a side is set, to match a wooden board.

    Raises:
        IllegalEvent: no such side, a score that no game in progress has, or that of now; or the game is over.
    """
    _check(game, side)
    highest = game.rules.target - 1
    if score > highest:
        raise IllegalEvent(f"a score cannot be {score}: it is 0 to {highest}")
    if score == game.sides[side].front:
        raise IllegalEvent(f"the score is {score} already")
    return _moved(game, side, score)


def misdeal(game: Game) -> Game:
    """The deal is thrown in, with all that was pegged in it, and the same player deals again.

    Raises:
        IllegalEvent: no deal is in progress.
    """
    deal = game.deal
    if deal is None or game.prompt in NO_DEAL:
        raise IllegalEvent("no deal is in progress that could be thrown in")
    assert game.dealer is not None
    back = game.await_deal(game.dealer)._replace(offered=False, taken=game.taken)
    return back._replace(
        sides=deal.sides, entries=game.entries[: deal.entries], cards=game.cards[: deal.first], deal=None
    )


NO_DEAL = (Prompt.CUT_FOR_DEAL, Prompt.STARTER, Prompt.IDLE, Prompt.GAME_OVER)
"""The prompts between two deals."""


def _check(game: Game, side: int) -> None:
    if game.winner is not None:
        raise IllegalEvent("the game is over: UNDO takes its last points back")
    if side >= len(game.sides):
        raise IllegalEvent(f"there is no side {side}: the sides are 0 to {len(game.sides) - 1}")


def _moved(game: Game, number: int, score: int) -> Game:
    """The front peg of a side set by hand; the back peg where it stood, or where it was if that is behind."""
    side = game.sides[number]
    points = score - side.front
    back = side.front if points > 0 else min(side.back, score)
    found = (Found(Reason.BY_HAND, points),)
    entry = Entry(game.at, Source.BY_HAND, number, number, points, score, found)
    game = game._replace(entries=(*game.entries, entry)).moved(number, Side(score, back, side.games))
    return _weighed(game.closed(number) if points > 0 else game)


def _weighed(game: Game) -> Game:
    """An open question may not matter any more, or another one may, now that the pegs stand elsewhere."""
    return show.weighed_again(game) if game.prompt in show.OPEN else game
