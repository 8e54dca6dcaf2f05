"""The points to expect from a hand in the play, compared with an exhaustive search by the tests' oracle.

The opponent follows an untrained policy, which plays each playable rank with the same probability.
"""

import numpy as np
import pytest

from engine.coach_tables.exact_play import values_of_hands
from engine.coach_tables.hands import HANDS
from engine.coach_tables.play_game import new_policy
from tests.support import oracle

pytestmark = pytest.mark.slow  # Numba compiles for seconds

Hand = tuple[str, ...]


def index(*hand: str) -> int:
    ranks = sorted(oracle.RANKS.index(rank) for rank in hand)
    return int(np.flatnonzero((ranks == HANDS).all(axis=1))[0])


def only(*hands: int) -> np.ndarray:
    weights = np.zeros(len(HANDS))
    weights[list(hands)] = 1
    return weights


def mean(hands: tuple[Hand, Hand], turn: int, pile: Hand, last: int, best: int | None) -> tuple[float, float]:
    """Return the points that each of the two players scores on average in the rest of the play.

    Args:
        hands: the ranks that the players hold.
        turn: the player whose turn it is.
        pile: the ranks played in this count.
        last: the player who played the last card.
        best: the player who knows all cards and plays as well as possible; the opponent plays at random.
            None if both play at random.
    """
    count = sum(map(oracle.value, pile))
    fitting = [sorted({rank for rank in hand if count + oracle.value(rank) <= 31}) for hand in hands]
    turn = turn if fitting[turn] else 1 - turn
    if not fitting[turn]:
        points = [0.0, 0.0]
        points[last] += count not in (0, 31)
        if any(hands):
            rest = mean(hands, 1 - last if hands[1 - last] else last, (), last, best)
            points = [points[0] + rest[0], points[1] + rest[1]]
        return points[0], points[1]
    found = []
    for rank in fitting[turn]:
        left = list(hands[turn])
        left.remove(rank)
        after = (tuple(left), hands[1]) if turn == 0 else (hands[0], tuple(left))
        rest = mean(after, 1 - turn, (*pile, rank), turn, best)
        scored = sum(oracle.play_points([*pile, rank]).values())
        found.append((rest[0] + scored * (turn == 0), rest[1] + scored * (turn == 1)))
    if turn == best:
        return max(found, key=lambda pair: pair[turn] - pair[1 - turn])
    return sum(each[0] for each in found) / len(found), sum(each[1] for each in found) / len(found)


PAIRS = [
    (("4", "7", "8", "Q"), ("3", "8", "9", "K")),
    (("A", "A", "2", "3"), ("2", "4", "5", "6")),
    (("5", "5", "J", "Q"), ("10", "10", "6", "9")),
]


@pytest.mark.parametrize("best", [False, True])
@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("hands", PAIRS)
def test_against_one_hand_the_worth_is_that_of_every_course_of_the_play(
    hands: tuple[Hand, Hand], player: int, best: bool
) -> None:
    own, other = index(*hands[player]), index(*hands[1 - player])
    values = values_of_hands(
        new_policy(), only(own), only(other), dealer=player == 1, best=best, chosen=np.array([own])
    )
    expected = mean(hands, 0, (), 0, player if best else None)
    assert values.net == pytest.approx(expected[player] - expected[1 - player])
    if not best:  # cards that are equally good may score differently for both players
        assert values.points[own].tolist() == pytest.approx([expected[player], expected[1 - player]])


def test_each_lead_is_worth_what_follows_it() -> None:
    pone, dealer = PAIRS[0]
    own = index(*pone)
    values = values_of_hands(
        new_policy(), only(own), only(index(*dealer)), dealer=False, chosen=np.array([own])
    )
    for rank in pone:
        left = tuple(other for other in pone if other != rank)
        points = mean((left, dealer), 1, (rank,), 0, None)
        assert values.first[own, 0, oracle.RANKS.index(rank)] == pytest.approx(points[0] - points[1])
    assert np.isnan(values.first[own, 0, oracle.RANKS.index("K")])


@pytest.mark.parametrize("hands", PAIRS)
def test_each_reply_is_worth_what_follows_it(hands: tuple[Hand, Hand]) -> None:
    pone, dealer = hands
    own = index(*dealer)
    values = values_of_hands(new_policy(), only(own), only(index(*pone)), dealer=True, chosen=np.array([own]))
    for lead in oracle.RANKS:
        for rank in oracle.RANKS:
            found = values.first[own, oracle.RANKS.index(lead), oracle.RANKS.index(rank)]
            if lead not in pone or rank not in dealer:
                assert np.isnan(found)
                continue
            left = [list(pone), list(dealer)]
            left[0].remove(lead)
            left[1].remove(rank)
            points = mean((tuple(left[0]), tuple(left[1])), 0, (lead, rank), 1, None)
            scored = sum(oracle.play_points([lead, rank]).values())
            assert found == pytest.approx(points[1] + scored - points[0])


def test_pones_hands_weigh_as_much_as_they_are_likely_after_the_lead() -> None:
    """After pone has led a 4, each of pone's two possible hands is weighted by its probability.

    One hand is 4-5-J-Q. It is half as likely as usual, because the dealer holds two of the fives, and with
    this hand, pone leads the 4 with probability 1/4. The other hand is four fours: pone must lead a 4.
    """
    own = index("5", "5", "7", "K")
    pones = index("4", "5", "J", "Q"), index("4", "4", "4", "4")

    def values(*hands: int) -> np.ndarray:
        values = values_of_hands(new_policy(), only(own), only(*hands), dealer=True, chosen=np.array([own]))
        return values.first[own, oracle.RANKS.index("4")]

    mixed, same, both = values(pones[0]), values(pones[1]), values(*pones)
    expected = (0.5 * 0.25 * mixed + same) / (0.5 * 0.25 + 1)
    assert both[~np.isnan(both)].tolist() == pytest.approx(expected[~np.isnan(expected)].tolist())
    assert abs(mixed - same)[oracle.RANKS.index("5")] > 0.1


def test_against_two_hands_the_best_answer_does_not_see_which() -> None:
    """A player who knows the opponent's hand does better than one who knows only that it is one of two.

    The known hand is the easier one to play against. A player who chooses cards at random does worst of all.
    """
    own, others = index("4", "7", "8", "Q"), (index("3", "8", "9", "K"), index("5", "6", "7", "J"))

    def net(*hands: int, best: bool) -> float:
        return values_of_hands(
            new_policy(), only(own), only(*hands), dealer=False, best=best, chosen=np.array([own])
        ).net

    each = [net(other, best=True) for other in others]
    assert net(*others, best=False) < net(*others, best=True) < max(each)


def test_with_few_hands_followed_the_worth_is_close() -> None:
    own = index("4", "5", "6", "J")
    weights = np.ones(len(HANDS))
    values = [
        values_of_hands(new_policy(), weights, weights, dealer=False, most=most, chosen=np.array([own])).net
        for most in (300, 5_000)
    ]
    assert values[0] == pytest.approx(values[1], abs=0.3)
