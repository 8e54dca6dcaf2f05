"""Pegs moved by hand: points pegged, points taken back, a score set."""

from __future__ import annotations

from engine.entries import Entry, Source
from engine.errors import IllegalEvent
from engine.game_state import GameState
from engine.phases import show
from engine.phases.peg_points import close_missed, peg_to_side
from engine.scoring.items import Finding, Reason
from engine.seats import Side


def peg(game: GameState, side: Side, points: int) -> GameState:
    """Peg points to a side; they can win the game.

    Raises:
        IllegalEvent: no such side, no points, or the game is over.
    """
    _check(game, side)
    if not points:
        raise IllegalEvent("0 points cannot be pegged: give 1 or more")
    game = peg_to_side(game, side, None, Source.BY_HAND, [Finding(Reason.BY_HAND, points)])
    return show.reconsider_question(game)


def take_back(game: GameState, side: Side, points: int) -> GameState:
    """Take points back from a side: its front peg goes back, and its back peg never stays ahead of it.

    Raises:
        IllegalEvent: no such side, more points than it has, or the game is over.
    """
    _check(game, side)
    front = game.sides[side].front
    if not 0 < points <= front:
        raise IllegalEvent(f"{points} cannot be taken back: this side has {front}")
    return _move(game, side, -points, Source.BY_HAND)


def set_score(game: GameState, side: Side, score: int) -> GameState:
    """Set the score of a side, to match a wooden board.

    Raises:
        IllegalEvent: no such side, a score that no game in progress has, the score that the side has
            already, or the game is over.
    """
    _check(game, side)
    highest = game.rules.target_of(side) - 1
    if score > highest:
        raise IllegalEvent(f"The score cannot be {score}: choose 0 to {highest}")
    if score == game.sides[side].front:
        raise IllegalEvent(f"The score is already {score}")
    return _move(game, side, score - game.sides[side].front, Source.SCORE_SET)


def _check(game: GameState, side: Side) -> None:
    if game.winner is not None:
        raise IllegalEvent("The game is over: take back its last points first")
    if side >= len(game.sides):
        raise IllegalEvent(f"There is no side {side}: the sides are 0 to {len(game.sides) - 1}")


def _move(game: GameState, side: Side, points: int, source: Source) -> GameState:
    """Move the pegs of a side by points that do not end the game; negative points move them back."""
    pegs = game.sides[side].move(points, game.rules.target_of(side))
    entry = Entry(game.at, source, None, side, points, pegs.front, (Finding(Reason.BY_HAND, points),))
    game = game._replace(entries=(*game.entries, entry)).with_pegs(side, pegs)
    return show.reconsider_question(close_missed(game, side) if points > 0 else game)
