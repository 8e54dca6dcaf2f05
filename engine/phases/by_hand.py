"""Pegs moved by hand, and a deal thrown in."""

from __future__ import annotations

from engine.errors import IllegalEvent
from engine.game import Game
from engine.phases import show
from engine.scoring.items import Finding, Reason
from engine.seats import Side
from engine.state import Deal, Entry, Pegs, Prompt, Source


def peg(game: Game, side: Side, points: int) -> Game:
    """Peg points to a side; they can win.

    Raises:
        IllegalEvent: no such side, no points, or the game is over.
    """
    _check(game, side)
    if not points:
        raise IllegalEvent("0 points cannot be pegged: give 1 or more")
    return _weighed(game.peg_side(side, None, Source.BY_HAND, [Finding(Reason.BY_HAND, points)]))


def take_back(game: Game, side: Side, points: int) -> Game:
    """Take points back from a side: its front peg goes back, and no back peg stays ahead of it.

    Raises:
        IllegalEvent: no such side, more points than it has, or the game is over.
    """
    _check(game, side)
    front = game.sides[side].front
    if not 0 < points <= front:
        raise IllegalEvent(f"{points} cannot be taken back: this side has {front}")
    return _moved(game, side, -points, Source.BY_HAND)


def set_score(game: Game, side: Side, score: int) -> Game:
    """Set the score of a side, to match a wooden board.

    Raises:
        IllegalEvent: no such side, a score that no game in progress has, or that of now; or the game is over.
    """
    _check(game, side)
    highest = game.rules.target - 1
    if score > highest:
        raise IllegalEvent(f"The score cannot be {score}: choose 0 to {highest}")
    if score == game.sides[side].front:
        raise IllegalEvent(f"The score is already {score}")
    return _moved(game, side, score - game.sides[side].front, Source.SCORE_SET)


def thrown_in(game: Game) -> Game:
    """Throw the deal in: its points go, and the same player deals again.

    Points by hand stay, since they need not belong to the deal: what was pegged, taken back or set in it by
    hand moves the pegs by as much again, from where they stood before the deal. No score falls below 0.

    Raises:
        IllegalEvent: no deal is in progress.
    """
    deal = _deal(game)
    sides, entries = list(deal.sides), list(game.entries[: deal.entries])
    for entry in game.entries[deal.entries :]:
        if entry.source in (Source.BY_HAND, Source.SCORE_SET):
            before = sides[entry.side]
            after = sides[entry.side] = _shifted(before, entry.points)
            entries.append(entry._replace(points=after.front - before.front, score=after.front))
    return misdeal(game)._replace(sides=tuple(sides), entries=tuple(entries))


def misdeal(game: Game) -> Game:
    """Throw the deal in as boards once did: all points of the deal go, those by hand among them.

    Raises:
        IllegalEvent: no deal is in progress.
    """
    deal = _deal(game)
    assert game.dealer is not None
    again = game.await_deal(game.dealer)._replace(offered=False, taken=game.taken)
    return again._replace(
        sides=deal.sides, entries=game.entries[: deal.entries], cards=game.cards[: deal.first], deal=None
    )


def _deal(game: Game) -> Deal:
    if game.deal is None or not has_deal(game):
        raise IllegalEvent("There is no deal to throw in")
    return game.deal


NO_DEAL = (Prompt.CUT_FOR_DEAL, Prompt.STARTER, Prompt.IDLE, Prompt.GAME_OVER)
"""The prompts between two deals."""


def has_deal(game: Game) -> bool:
    """Return True if a deal is in progress, which can be thrown in."""
    return game.deal is not None and game.prompt not in NO_DEAL


def _check(game: Game, side: Side) -> None:
    if game.winner is not None:
        raise IllegalEvent("The game is over: take back its last points first")
    if side >= len(game.sides):
        raise IllegalEvent(f"There is no side {side}: the sides are 0 to {len(game.sides) - 1}")


def _moved(game: Game, number: Side, points: int, source: Source) -> Game:
    """Move the pegs of a side by hand."""
    side = _shifted(game.sides[number], points)
    entry = Entry(game.at, source, None, number, points, side.front, (Finding(Reason.BY_HAND, points),))
    game = game._replace(entries=(*game.entries, entry)).moved(number, side)
    return _weighed(game.closed(number) if points > 0 else game)


def _shifted(side: Pegs, points: int) -> Pegs:
    """The pegs of a side after it gained or lost points.

    Points gained leapfrog as always. Points lost move the front peg back, and the back peg only if it would
    be in front.
    """
    score = max(0, side.front + points)
    return Pegs(score, side.front if points > 0 else min(side.back, score), side.games)


def _weighed(game: Game) -> Game:
    """Decide anew whether an open question can still matter, now that the pegs stand elsewhere."""
    return show.weighed_again(game) if game.prompt in show.OPEN else game
