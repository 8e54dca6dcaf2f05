"""The course of a game: each side's chance of winning at several moments in each deal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import pairwise
from typing import NamedTuple

from engine.coach.reviewing.played_deals import PlayedDeal
from engine.coach.win_chance import win_chance
from engine.deals import Source
from engine.errors import one_line
from engine.game import Game
from engine.prompts import Prompt

LEAST_TURN = 0.05
"""The smallest change of the chance of winning that counts as a turning point."""


class Stage(Enum):
    """A point in a deal at which the chance of winning is calculated.

    The enum value is its name in JSON output.
    """

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
    """The end of the game, if points pegged manually decided it."""


class Moment(NamedTuple):
    """A point in time during a game.

    Attributes:
        deal: the number of the deal, starting at 1.
        stage: the part of the deal that has just ended.
        scores: each side's score.
        chances: each side's chance of winning, from 0 to 1.
    """

    deal: int
    stage: Stage
    scores: tuple[int, int]
    chances: tuple[float, float]


@one_line
class TurningPoint(NamedTuple):
    """One of the largest changes in the sides' chances of winning, from one moment to the next."""

    before: Moment
    after: Moment

    @property
    def side(self) -> int:
        """The side whose chance of winning rose."""
        return 0 if self.after.chances[0] > self.before.chances[0] else 1

    @property
    def rise(self) -> float:
        """The increase in one side's chance of winning, e.g. 0.1 for ten percentage points.

        The other side's chance falls by the same amount.
        """
        return abs(self.after.chances[0] - self.before.chances[0])


def course(deals: Sequence[PlayedDeal], game: Game) -> tuple[Moment, ...]:
    """Return the scores and each side's chance of winning at successive moments of a game, oldest first.

    The moments are the beginning of each deal and the end of each part of it, such as the play. There is at
    least one deal. `game` is the game at its end, or as it stands now.
    """
    moments = [moment for deal in deals for moment in _moments(deal)]
    if game.winner is not None and 1.0 not in moments[-1].chances:
        # Points pegged manually decided the game.
        moments.append(_moment(deals[-1], Stage.END, game))
    return tuple(moments)


def turning_points(moments: Sequence[Moment], most: int) -> tuple[TurningPoint, ...]:
    """Return the largest changes in the chances of winning from one moment to the next, largest first.

    Only changes of at least 0.05 within a deal are included, and `most` of them.
    """
    found = [
        TurningPoint(before, after)
        for before, after in pairwise(moments)
        if before.deal == after.deal and abs(after.chances[0] - before.chances[0]) >= LEAST_TURN
    ]
    return tuple(sorted(found, key=lambda each: -each.rise)[:most])


def _moments(deal: PlayedDeal) -> Iterator[Moment]:
    # The chances stay the same while the two hands are counted, because the cards in both are already known.
    yield _moment(deal, Stage.DEAL, deal.before)
    yield _moment(deal, Stage.STARTER, deal.turned_up)
    if deal.games[0].winner is not None:
        return
    entries = deal.ended.entries[deal.ended.latest_deal.entries :]
    ends = [index for index, entry in enumerate(entries) if entry.source in (Source.HAND, Source.CRIB)]
    has_crib = bool(ends) and entries[ends[-1]].source is Source.CRIB
    shown = win_chance(_before_crib(deal, ends[-1]) if has_crib else deal.ended)
    for number, end in enumerate([*ends, *([] if has_crib else [len(entries)])]):
        if number or deal.after.rules.follows_play:
            stage = Stage.HAND if number else Stage.PLAY
            yield Moment(deal.number, stage, _pair(deal.scores_after(end)), shown)
    if has_crib:
        yield _moment(deal, Stage.CRIB, deal.ended)


def _moment(deal: PlayedDeal, stage: Stage, game: Game) -> Moment:
    return Moment(deal.number, stage, _pair([pegs.front for pegs in game.sides]), win_chance(game))


def _before_crib(deal: PlayedDeal, end: int) -> Game:
    """Return the game after both hands were counted, with a suit that was named only after the deal."""
    after = deal.after
    scores = zip(after.sides, deal.scores_after(end), strict=True)
    return after._replace(
        sides=tuple(pegs._replace(front=score) for pegs, score in scores),
        prompt=Prompt.CRIB,
        to_act=deal.dealer,
        dealer=deal.dealer,
        taken=deal.games[0].taken,
        deal=after.latest_deal._replace(play=None, crib=(), counted=2, missed=()),
        entries=after.entries[: after.latest_deal.entries + end],
        winner=None,
        skunk=None,
    )


def _pair(scores: Sequence[int]) -> tuple[int, int]:
    first, second = scores
    return first, second
