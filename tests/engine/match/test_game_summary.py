"""The summary of a game, compared with the pegs after each deal."""

from itertools import pairwise
from random import Random
from typing import NamedTuple

import pytest

from engine.cards import Card, Rank
from engine.events import Event, Kind
from engine.game import Game
from engine.match.checkpoint import begin_match
from engine.match.games import Best, Share, summary, timelines, was_played
from engine.match.history import History
from engine.match.record import read_record
from engine.phases.pegging import three_for_last
from engine.rules import Rules
from engine.scoring.pegs import Skunk
from engine.setup import Setup
from tests.support import keyed, oracle
from tests.support.random_matches import SOME_FORMS, rules_of, walk
from tests.support.table import Table
from tests.support.words import history


class Told(NamedTuple):
    """A finished deal: its dealer, and by how many points each side's front peg moved."""

    dealer: int
    points: tuple[int, ...]


def deals_seen(games: list[Game]) -> list[Told]:
    """Return the dealer of each finished deal in a game, and the points that each side scored in that deal.

    Args:
        games: the state of the game after each event.
    """
    fronts = tuple(side.front for side in games[0].sides)
    told = []
    for before, after in pairwise(games):
        if after.deals > before.deals:
            assert before.dealer is not None
            now = tuple(side.front for side in after.sides)
            told.append(Told(before.dealer, tuple(new - old for new, old in zip(now, fronts, strict=True))))
            fronts = now
    return told


def share_told(told: list[Told], side: int, rules: Rules, *, deals: bool) -> tuple[int, int]:
    """Return the number of deals that a side dealt, and the points that it scored in them.

    If `deals` is False, count the deals that it did not deal instead.

    Args:
        told: all finished deals in the game.
        side: the index of the side.
        rules: the rules of the game.
        deals: True for the deals that the side dealt, False for the others.
    """
    own = [deal for deal in told if (rules.side_of(deal.dealer) == side) is deals]
    return len(own), sum(deal.points[side] for deal in own)


@pytest.mark.parametrize("form", SOME_FORMS)
def test_deals_and_points_are_those_that_the_pegs_tell(form: str) -> None:
    rules = rules_of(form, "target=61")
    for seed in range(3):
        steps = list(walk(seed, form, 500))
        first = [after for _, _, after in steps if after.game.number == 0]
        timeline = first[-1].timeline
        told = deals_seen([steps[0][0].game, *(match.game for match in first)])
        if told and three_for_last(rules):  # three for last is not part of any deal
            dealt_first = rules.side_of(timeline.game.first_dealer or 0)
            paid = [0 if side == dealt_first else three_for_last(rules) for side in range(2)]
            points = tuple(map(int.__sub__, told[0].points, paid))
            told[0] = told[0]._replace(points=points)
        for side, tally in enumerate(summary(timeline).tallies):
            assert tally.dealer[:2] == share_told(told, side, rules, deals=True)
            assert tally.pone[:2] == share_told(told, side, rules, deals=False)


def played(seed: int) -> History:
    """Play a random two-player game in which all suits are entered, and return its history."""
    board = keyed.board()
    for word in Table(Random(seed), suits=True).keys(lambda: board.history.game):
        keyed.press(board, word)
    return board.history


@pytest.mark.parametrize("seed", range(4))
def test_the_parts_add_up_and_the_best_hands_agree_with_the_oracle(seed: int) -> None:
    match = played(seed)
    tallies = summary(match.timeline).tallies
    for tally in tallies:
        # All other points are his heels: two for the dealer.
        rest = [share.points - share.play - share.hand - share.crib for share in (tally.dealer, tally.pone)]
        assert rest[0] in range(0, 99, 2) and rest[1] == 0
        assert tally.pone.crib == 0
        assert tally.hand is not None
        *cards, starter = map(str, tally.hand.cards)
        assert len(cards) == 4
        assert sum(points for _, points, _ in oracle.count_show(cards, starter, False)) == tally.hand.points
        if tally.crib:
            *cards, starter = map(str, tally.crib.cards)
            assert (
                sum(points for _, points, _ in oracle.count_show(cards, starter, True)) == tally.crib.points
            )
    assert tallies[0].dealer.deals == tallies[1].pone.deals
    assert sum(tally.dealer.deals for tally in tallies) == match.game.deals


def test_deal_counted_manually() -> None:
    """The summary of the deal in the README agrees with a manual calculation."""
    match = history("K 4 2 10 5 5 5 6 K K 9 GO 8 8 9 J OK")
    left, right = summary(match.timeline).tallies
    # In the play Left pairs the five, makes thirty-one and pairs the king: 2 + 2 + 2; Right makes fifteen and
    # a pair royal, and lays the last card: 2 + 6 + 1. The hands count 4 and 6, the crib 3.
    assert (left.dealer, left.pone) == (Share(), Share(1, 10, 6, 4, 0))
    assert (right.dealer, right.pone) == (Share(1, 18, 9, 6, 3), Share())
    assert left.hand == Best(4, cards("10 5 6 K 2"))
    assert right.hand == Best(6, cards("5 5 K 9 2"))
    assert (left.crib, right.crib) == (None, Best(3, cards("8 8 9 J 2")))


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, text.split()))


def test_a_game_that_was_won_names_its_skunks() -> None:
    match = history("OK J", (119, 80))
    assert summary(match.timeline).skunks == (None, Skunk.SKUNK)  # 80 is below 91 (RULES.md 5)
    assert summary(history("OK J", (119, 100)).timeline).skunks == (None, None)


def test_a_game_in_which_only_the_deal_was_cut_for_was_not_played() -> None:
    assert not was_played(history("4 9").timeline)
    assert was_played(history("4 9 J").timeline)
    events = [Event(Kind.DEALS, numbers=(0,)), Event(Kind.NEW_GAME), Event(Kind.CUT, Rank.ACE)]
    left = timelines(begin_match(Setup()), events)
    assert [was_played(timeline) for timeline in left.values()] == [False, False]


def test_points_that_were_put_right_count_as_they_were_put() -> None:
    text = "muggins 1 players=2 start=0,0 track=points\ndeals 0\npeg 0 5\ntake-back 0 2\ndeal-over\n"
    tallies = summary(read_record(text).history.timeline).tallies
    assert (tallies[0].dealer, tallies[1].pone) == (Share(1, 3), Share(1))
