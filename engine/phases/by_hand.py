"""Score changes made by hand: pegging points, taking points back, and setting a score."""

from __future__ import annotations

from engine.entries import Entry, Source
from engine.errors import IllegalEvent
from engine.game_state import GameState
from engine.phases import show
from engine.phases.peg_points import close_missed, peg_to_side
from engine.scoring.items import Finding, Reason
from engine.seats import Side


def peg(game: GameState, side: Side, points: int) -> GameState:
    """Add points to a side manually, and return the resulting game.

    If the side's front peg reaches the target, the game is over.

    Raises:
        IllegalEvent: the side does not exist, `points` is 0, or the game is over.
    """
    _check(game, side)
    if not points:
        raise IllegalEvent(lambda words: words.NO_POINTS_TO_PEG)
    game = peg_to_side(game, side, None, Source.BY_HAND, [Finding(Reason.BY_HAND, points)])
    return show.reconsider_question(game)


def take_back(game: GameState, side: Side, points: int) -> GameState:
    """Take points back from a side manually, and return the resulting game.

    Raises:
        IllegalEvent: the side does not exist, it has fewer points than `points`, `points` is 0, or the game
            is over.
    """
    _check(game, side)
    front = game.sides[side].front
    if not 0 < points <= front:
        raise IllegalEvent(lambda words: words.too_many_to_take_back(points, front))
    return _move(game, side, -points, Source.BY_HAND)


def set_score(game: GameState, side: Side, score: int) -> GameState:
    """Set a side's score manually, for example to match a wooden board, and return the resulting game.

    Raises:
        IllegalEvent: the side does not exist or already has this score, the score is not possible in an
            unfinished game, or the game is over.
    """
    _check(game, side)
    highest = game.rules.target_of(side) - 1
    if score > highest:
        raise IllegalEvent(lambda words: words.impossible_score(score, highest))
    if score == game.sides[side].front:
        raise IllegalEvent(lambda words: words.score_is_already(score))
    return _move(game, side, score - game.sides[side].front, Source.SCORE_SET)


def _check(game: GameState, side: Side) -> None:
    if game.winner is not None:
        raise IllegalEvent(lambda words: words.GAME_IS_OVER)
    if side >= len(game.sides):
        raise IllegalEvent(f"There is no side {side}: the sides are 0 to {len(game.sides) - 1}")


def _move(game: GameState, side: Side, points: int, source: Source) -> GameState:
    """Move a side's pegs forward, or backward if `points` is negative, and return the resulting game."""
    pegs = game.sides[side].move(points, game.rules.target_of(side))
    entry = Entry(game.at, source, None, side, points, pegs.front, (Finding(Reason.BY_HAND, points),))
    game = game._replace(entries=(*game.entries, entry)).with_pegs(side, pegs)
    return show.reconsider_question(close_missed(game, side) if points > 0 else game)
