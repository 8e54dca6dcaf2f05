"""The table of winning chances, and games played deal by deal."""

from functools import cache
from random import Random

import numpy as np
import pytest

from engine import PACK, Event, Game, Source, count_show
from engine.coach_tables.play_game import new_policy
from engine.coach_tables.players import games_won, play_deals
from engine.coach_tables.winning import EVENTS, win_chances

pytestmark = pytest.mark.slow  # Numba compiles for seconds


def course(*points: int) -> list[int]:
    """Return the points scored in a deal, in order, padded with zeros to `EVENTS` numbers.

    The dealer's points are positive, and pone's points are negative.
    """
    return [*points, *[0] * (EVENTS - len(points))]


def test_points_are_scored_in_order_until_a_player_has_121() -> None:
    """The dealer needs one point and pone needs two. Later points do not count once a player has won."""
    for points, dealer_wins in (((1, -2), 1), ((-2, 1), 0), ((-1, 2), 1)):
        assert win_chances(np.array([course(*points)], np.int8))[120, 119] == dealer_wins


def test_the_other_player_deals_next() -> None:
    """The players deal in turn. If every dealer scores 61 points, the first dealer wins in the third deal."""
    chances = win_chances(np.array([course(61)], np.int8))
    assert chances[0, 0] == 1
    assert chances[59, 60] == 0


def test_the_chances_are_those_of_games_played_deal_by_deal() -> None:
    random = Random(121)
    courses = [
        course(*(random.choice([-7, -3, -1, 0, 2, 5, 11]) for _ in range(EVENTS - 1)), 1) for _ in range(30)
    ]

    @cache
    def chance(dealer: int, pone: int) -> float:
        won = 0.0
        for points in courses:
            scores = [dealer, pone]
            for each in points:
                if max(scores) < 121:
                    scores[each < 0] += abs(each)
            if max(scores) >= 121:
                won += scores[0] >= 121
            else:
                won += 1 - chance(scores[1], scores[0])
        return won / len(courses)

    chances = win_chances(np.array(courses, np.int8))
    for dealer, pone in ((120, 120), (100, 110), (60, 90), (0, 0)):
        assert chances[dealer, pone] == pytest.approx(chance(dealer, pone))


def test_points_are_scored_in_their_order_until_somebody_has_121() -> None:
    for points, won in (((1, -2), 1), ((-2, 1), 0), ((-1, 2), 1)):
        assert games_won(np.array([course(*points)], np.int8), 120, 119, 0, 1) == (won, 1)


def test_the_players_deal_in_turn() -> None:
    """If the dealer always scores 61 points and pone none, the first dealer wins in the third deal."""
    courses = np.array([course(61)], np.int8)
    assert games_won(courses, 0, 0, 0, 1) == (1, 3)
    assert games_won(courses, 0, 60, 0, 1) == (0, 2)


def test_each_game_goes_on_with_the_next_deal() -> None:
    """Each game starts with the deal after the one that decided the previous game.

    This test uses two deals in turn. The dealer wins the game in one of them, and pone in the other.
    """
    courses = np.array([course(10), course(-10)], np.int8)
    assert games_won(courses, 111, 111, 0, 5) == (3, 5)
    assert games_won(courses, 111, 111, 1, 5) == (2, 6)


def test_both_players_lay_their_four_cards_and_score_as_in_the_game() -> None:
    deals = np.array([[0, 1, 5, 9, 12, 17, 21, 25, 30, 34, 38, 42, 46]] * 20, np.int8)
    played = play_deals(deals, new_policy(), 121)
    hands = [{PACK[card] for card in deals[0, first : first + 4]} for first in (0, 4)]
    for order, course in zip(played.laid, played.courses, strict=True):
        assert sorted(order) == sorted(deals[0, :8])
        game = Game.new().apply(Event.deals(1)).apply(Event.starter(PACK[46].rank))
        for card in (PACK[card] for card in order):
            while card not in hands[game.in_turn] or game.count + card.rank.counting_value > 31:
                game = game.apply(Event.go())
            game = game.apply(Event.lay(card.rank))
        pegged = [
            sum(entry.points for entry in game.entries if entry.source is Source.PLAY and entry.side == side)
            for side in (0, 1)
        ]
        points = course[1:9]
        assert pegged == [-points[points < 0].sum(), points[points > 0].sum()]
        assert list(course[9:]) == [-count(0), count(4), count(8, crib=True)]


def count(first: int, *, crib: bool = False) -> int:
    """Return the points that the engine counts for four cards and the starter of a fixed deal.

    Args:
        first: the index of the first of the four cards: 0 for pone's hand, 4 for the dealer's hand, 8 for the
            crib.
        crib: True if the cards are the crib.
    """
    deal = [0, 1, 5, 9, 12, 17, 21, 25, 30, 34, 38, 42, 46]
    return count_show([PACK[card] for card in deal[first : first + 4]], PACK[46], crib=crib).points
