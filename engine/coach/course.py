"""The course of a game: each side's chance of winning at several moments of each deal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import pairwise
from typing import NamedTuple

from engine.coach.played_deals import PlayedDeal
from engine.coach.tables import TARGET
from engine.coach.win_chance import chance_before_deal
from engine.entries import Source
from engine.game import Game
from engine.game_state import Prompt


class Stage(Enum):
    """A moment of a deal. The enum value is its name in JSON output."""

    DEAL = "deal"
    """Before the cards are dealt."""
    STARTER = "starter"
    """After the starter was turned up, and his heels pegged."""
    PLAY = "play"
    """After the play."""
    HAND = "hand"
    """After a hand was counted: first pone's, then the dealer's."""
    CRIB = "crib"
    """After the crib was counted."""
    END = "end"
    """The end of the game, if points pegged by hand decided it."""


class Moment(NamedTuple):
    """A moment of a game.

    Attributes:
        deal: the number of the deal, starting at 1.
        stage: the part of the deal that has just ended.
        scores: the score of each side.
        chances: each side's chance of winning, from 0 to 1.
    """

    deal: int
    stage: Stage
    scores: tuple[int, int]
    chances: tuple[float, float]


class TurningPoint(NamedTuple):
    """One of the largest changes in the chance of winning.

    Attributes:
        before: the moment before the change.
        after: the moment after the change.
    """

    before: Moment
    after: Moment

    @property
    def side(self) -> int:
        """The side whose chance of winning rose."""
        return 0 if self.after.chances[0] > self.before.chances[0] else 1

    @property
    def rise(self) -> float:
        """The amount by which the chance of winning of `side` rose, from 0 to 1."""
        return abs(self.after.chances[0] - self.before.chances[0])


def course(deals: Sequence[PlayedDeal], game: Game) -> tuple[Moment, ...]:
    """Return the moments of a game for which the chance of winning is known, oldest first.

    Args:
        deals: the deals of the game, oldest first.
        game: the game at its end, or as it stands now.
    """
    moments = [moment for deal in deals for moment in _moments(deal)]
    if game.winner is not None and deals and (not moments or 1.0 not in moments[-1].chances):
        # Points pegged by hand decided the game.
        chances = (1.0, 0.0) if game.winner == 0 else (0.0, 1.0)
        moments.append(Moment(deals[-1].number, Stage.END, _scores(game), chances))
    return tuple(moments)


def turning_points(moments: Sequence[Moment], most: int) -> tuple[TurningPoint, ...]:
    """Return the largest changes of the chance of winning within a deal, the largest first.

    Args:
        moments: the course of the game.
        most: the maximum number of turning points to return.
    """
    found = [
        TurningPoint(before, after)
        for before, after in pairwise(moments)
        if before.deal == after.deal and before.chances != after.chances
    ]
    return tuple(sorted(found, key=lambda each: -each.rise)[:most])


def _moments(deal: PlayedDeal) -> list[Moment]:
    """Return the moments of a deal for which the chance of winning is known."""
    states = [(Stage.DEAL, deal.before), (Stage.STARTER, deal.games[0]), *_ends_of_parts(deal)]
    found = []
    for stage, game in states:
        chances = _chances(game)
        if chances is not None:
            found.append(Moment(deal.number, stage, _scores(game), chances))
        if game.winner is not None:
            break
    return found


def _ends_of_parts(deal: PlayedDeal) -> Iterator[tuple[Stage, Game]]:
    """Yield each part of a deal after the starter, with the game at the end of this part.

    One event can end the play and count both hands, so these games are put together from the entries.
    """
    entries = deal.ended.entries[deal.ended.current_deal.entries :]
    counted = [index for index, entry in enumerate(entries) if entry.source in (Source.HAND, Source.CRIB)]
    stages = [Stage.PLAY, *(_STAGES[entries[index].source] for index in counted)]
    for number, (stage, end) in enumerate(zip(stages, [*counted, len(entries)], strict=True)):
        if stage is Stage.PLAY and not deal.after.rules.follows_play:
            continue
        yield stage, deal.ended if end == len(entries) else _during_show(deal, number, end)


def _during_show(deal: PlayedDeal, counted: int, end: int) -> Game:
    """Return the game during the show, after `counted` hands were counted and `end` entries made."""
    after = deal.after
    sides = tuple(
        pegs._replace(front=score) for pegs, score in zip(after.sides, deal.scores_after(end), strict=True)
    )
    during = after.current_deal._replace(play=None, crib=(), counted=counted)
    return after._replace(
        sides=sides,
        prompt=Prompt.HAND if counted < 2 else Prompt.CRIB,
        to_act=deal.dealer,
        dealer=deal.dealer,
        deal=during,
        entries=after.entries[: after.current_deal.entries + end],
        winner=None,
        skunk=None,
    )


_STAGES = {Source.HAND: Stage.HAND, Source.CRIB: Stage.CRIB}


def _scores(game: Game) -> tuple[int, int]:
    first, second = game.sides
    return first.front, second.front


def _chances(game: Game) -> tuple[float, float] | None:
    """Return each side's chance of winning, or None if it is not known."""
    if game.winner is not None:
        return (1.0, 0.0) if game.winner == 0 else (0.0, 1.0)
    if game.prompt is not Prompt.STARTER or game.dealer is None:
        return None
    shift = TARGET - game.rules.target
    scores = [score + shift for score in _scores(game)]
    chance = chance_before_deal(dealer=scores[game.dealer], pone=scores[1 - game.dealer])
    return (chance, 1 - chance) if game.dealer == 0 else (1 - chance, chance)
