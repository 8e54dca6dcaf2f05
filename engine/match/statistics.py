"""Statistics for a series of games: averages per deal, best hands, skunks, and results between opponents.

Statistics are kept for each side, which is one player or two partners, and for each form of the game.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engine.indices import Side
from engine.match.games import Best, Share, Tally
from engine.scoring.pegs import Skunk


class SideResult(NamedTuple):
    """One side's result in a game.

    Attributes:
        name: the side's name; two partners share one name.
        skunk: the skunk that the side suffered; None if the side won or was not skunked.
        tally: the points that the side scored as dealer and as pone, and its best hands.
    """

    name: str
    skunk: Skunk | None
    tally: Tally


class GameResult(NamedTuple):
    """The result of a game that was won or given up.

    Attributes:
        number: the number of the game, counted from 1.
        form: the form of the game: `six-card`, `five-card` or `seven-card`.
        players: the number of players.
        winner: the index of the side that won; None if the game was given up.
        skunk: the skunk credited to the winner; None if there was no skunk.
        sides: the result for each side.
    """

    number: int
    form: str
    players: int
    winner: Side | None
    skunk: Skunk | None
    sides: tuple[SideResult, ...]


class BestOfAll(NamedTuple):
    """A side's best hand or crib in all its games, and the number of the game in which it was held."""

    best: Best
    number: int


class Averages(NamedTuple):
    """A side's average points per deal as dealer, or as pone, rounded to two decimals.

    `points` is the average of all points together. Each average is None if there were no such deals.
    """

    points: float | None
    play: float | None
    hand: float | None
    crib: float | None


class Totals(NamedTuple):
    """A side's statistics for all its games of the same form, such as all its six-card games.

    Attributes:
        name: the side's name.
        form: the form of the game.
        players: the number of players.
        games: the number of games that were finished.
        won: the number of games that the side won.
        skunks: the number of games that it won with a skunk.
        double_skunks: the number of games that it won with a double skunk.
        skunked: the number of games in which it was skunked.
        double_skunked: the number of games in which it was double-skunked.
        dealer: the points that it scored as dealer.
        pone: the points that it scored as pone, the non-dealer.
        best_hand: the side's best hand, or the first of several equally good ones; None if no hand scored.
        best_crib: the side's best crib, or the first of several equally good ones; None if no crib scored.
    """

    name: str
    form: str
    players: int
    games: int = 0
    won: int = 0
    skunks: int = 0
    double_skunks: int = 0
    skunked: int = 0
    double_skunked: int = 0
    dealer: Share = Share()
    pone: Share = Share()
    best_hand: BestOfAll | None = None
    best_crib: BestOfAll | None = None

    def plus(self, result: GameResult, side: Side) -> Totals:
        """Return a copy of the totals with one more game added, in which they belong to the given side.

        If the game was given up, only the points of its finished deals and its best hands are added.
        """
        own = result.sides[side]
        lost = result.winner != side
        return self._replace(
            games=self.games + (result.winner is not None),
            won=self.won + (not lost),
            skunks=self.skunks + (not lost and result.skunk is Skunk.SKUNK),
            double_skunks=self.double_skunks + (not lost and result.skunk is Skunk.DOUBLE),
            skunked=self.skunked + (lost and own.skunk is Skunk.SKUNK),
            double_skunked=self.double_skunked + (lost and own.skunk is Skunk.DOUBLE),
            dealer=self.dealer.plus(own.tally.dealer),
            pone=self.pone.plus(own.tally.pone),
            best_hand=_better(self.best_hand, own.tally.hand, result.number),
            best_crib=_better(self.best_crib, own.tally.crib, result.number),
        )


class HeadToHead(NamedTuple):
    """The results of the games between two sides.

    Attributes:
        names: the names of the two sides, in alphabetical order.
        games: the number of finished games.
        won: the number of games that each side won.
        skunks: the number of games that each side won with a skunk.
        double_skunks: the number of games that each side won with a double skunk.
    """

    names: tuple[str, str]
    games: int = 0
    won: tuple[int, int] = (0, 0)
    skunks: tuple[int, int] = (0, 0)
    double_skunks: tuple[int, int] = (0, 0)


def averages(share: Share) -> Averages:
    """Return the average points per deal that a side scored as dealer, or as pone."""
    return Averages(*(round(points / share.deals, 2) if share.deals else None for points in share[1:]))


def totals(results: Iterable[GameResult]) -> tuple[Totals, ...]:
    """Return each side's statistics, added up separately for each form of the game (such as six-card).

    The results have to be given oldest first, and the forms are listed as they were first played.
    """
    found: dict[tuple[str, str, int], Totals] = {}
    for result in results:
        for side, own in enumerate(result.sides):
            key = (own.name, result.form, result.players)
            found[key] = found.get(key, Totals(*key)).plus(result, Side(side))
    return tuple(found.values())


def head_to_head(results: Iterable[GameResult]) -> tuple[HeadToHead, ...]:
    """Return the results of each pair of sides against each other, in finished games with two sides."""
    found: dict[tuple[str, str], HeadToHead] = {}
    for result in results:
        if len(result.sides) != 2 or result.winner is None:
            continue
        first, second = sorted(side.name for side in result.sides)
        pair = found.get((first, second), HeadToHead((first, second)))
        winner = pair.names.index(result.sides[result.winner].name)
        pair = pair._replace(games=pair.games + 1, won=_one_more(pair.won, winner))
        if result.skunk is Skunk.SKUNK:
            pair = pair._replace(skunks=_one_more(pair.skunks, winner))
        elif result.skunk is Skunk.DOUBLE:
            pair = pair._replace(double_skunks=_one_more(pair.double_skunks, winner))
        found[first, second] = pair
    return tuple(found.values())


def _one_more(numbers: tuple[int, int], index: int) -> tuple[int, int]:
    first, second = numbers
    return (first + 1, second) if index == 0 else (first, second + 1)


def _better(so_far: BestOfAll | None, best: Best | None, number: int) -> BestOfAll | None:
    if best is None or (so_far is not None and best.points <= so_far.best.points):
        return so_far
    return BestOfAll(best, number)
