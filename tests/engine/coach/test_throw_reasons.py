"""The reasons for the best throw."""

import pytest

from engine.coach import Throw, throws
from engine.coach.crib import Rating
from engine.coach.throw_reasons import Sacrifice, ThrowReasons, Trade, throw_reasons
from engine.coach.throws import show_throws
from tests.support.cards import cards


def reasons(hand: str, *, dealer: bool) -> ThrowReasons:
    return throw_reasons(throws(cards(hand), dealer=dealer), dealer=dealer)


def parts(found: ThrowReasons) -> list[tuple[str, int, int]]:
    """Return the kind, the points and the number of runs (2 for a double run) of each scoring combination."""
    return [(part.reason.value, part.points, part.runs) for part in found.parts]


FIFTEEN = ("fifteen", 2, 0)
PAIR = ("pair", 2, 0)
RUN_OF_THREE = ("run", 3, 1)
DOUBLE_RUN = ("run", 8, 2)


@pytest.mark.parametrize(
    ("hand", "dealer", "kept"),
    [
        ("3H 3D 5H 5D 6H 7S", True, [DOUBLE_RUN]),  # 5-5-6-7
        ("3H 3D 5H 5D 6H 7S", False, [DOUBLE_RUN]),
        ("5H 5C 5S JD 2C KH", False, [*[FIFTEEN] * 4, ("pair_royal", 6, 0)]),  # 5-5-5-J
        ("2H 6H 8H KH 8D 7C", False, [*[FIFTEEN] * 2, DOUBLE_RUN]),  # 6-7-8-8
        ("2H 3D 7C 8S 8D 9H", True, [*[FIFTEEN] * 2, DOUBLE_RUN]),  # 7-8-8-9
        ("4H 4C 7D 7S 8H 8C", False, [*[FIFTEEN] * 4, PAIR, PAIR]),  # 7-7-8-8
        ("5H 10D JC QS KD AH", False, [*[FIFTEEN] * 3, RUN_OF_THREE]),  # 5-10-J-Q
        ("10H JH QH KH 5D 5C", True, [("run", 4, 1), ("flush", 4, 0)]),
        ("4H 4C 5D 6S QH KC", False, [*[FIFTEEN] * 2, DOUBLE_RUN]),  # 4-4-5-6
        ("2H 6H 9H KH 3C 10S", False, [FIFTEEN, ("flush", 4, 0)]),  # 2-6-9-K of hearts
        ("6H 6C 6D 9S AC KH", True, [*[FIFTEEN] * 3, ("pair_royal", 6, 0)]),  # 6-6-6-9
        ("AH 3D 7C 9S JD KH", False, []),
    ],
)
def test_the_parts_are_those_of_the_cards_kept(
    hand: str, dealer: bool, kept: list[tuple[str, int, int]]
) -> None:
    assert parts(reasons(hand, dealer=dealer)) == kept


@pytest.mark.parametrize(
    ("hand", "dealer", "rating"),
    [
        ("3H 3D 5H 5D 6H 7S", True, Rating.BETTER),  # throws 3-3
        ("3H 3D 5H 5D 6H 7S", False, Rating.WORSE),
        ("2H 3D 7C 8S 8D 9H", True, Rating.BETTER),  # throws 2-3
        ("2H 3D 7C 8S 8D 9H", False, Rating.WORSE),
        ("5H 5C 5S JD 2C KH", False, Rating.BETTER),  # throws 2-K
        ("10H JH QH KH 5D 5C", True, Rating.BETTER),  # throws 5-5
        ("2H 4H 6H 8H 5C 5D", True, Rating.WORSE),  # throws 2-8
    ],
)
def test_the_rating_is_that_of_the_cards_thrown(hand: str, dealer: bool, rating: Rating) -> None:
    found = reasons(hand, dealer=dealer)
    assert found.rating is rating
    assert (found.crib > found.usual_crib) is (dealer is (rating is Rating.BETTER))


def test_a_pair_of_fives_in_the_own_crib_gains_more_than_the_hand_loses() -> None:
    ranked = throws(cards("10H JH QH KH 5D 5C"), dealer=True)
    best, trade = ranked[0], throw_reasons(ranked, dealer=True).trade
    assert best.thrown == tuple(cards("5D 5C"))
    assert trade is not None and trade.sacrifice is Sacrifice.HAND
    assert trade.other.hand == max(throw.hand for throw in ranked)
    assert trade.lost == pytest.approx(trade.other.hand - best.hand)
    assert trade.gained == pytest.approx(best.crib - trade.other.crib)
    assert trade.gained > trade.lost > 0


def test_dangerous_cards_are_compared_with_the_best_throw_that_is_not_dangerous() -> None:
    ranked = throws(cards("2H 3D 7C 8S 8D 9H"), dealer=False)
    trade = throw_reasons(ranked, dealer=False).trade
    assert trade is not None and trade.sacrifice is Sacrifice.CRIB
    assert trade.lost == pytest.approx(trade.other.crib - ranked[0].crib)
    assert trade.gained == pytest.approx(ranked[0].hand - trade.other.hand)
    assert trade.gained > trade.lost > 0


def test_a_throw_that_is_best_in_hand_and_crib_gives_nothing_up() -> None:
    assert reasons("5H 5C 5S JD 2C KH", dealer=False).trade is None


def made(thrown: str, hand: float, crib: float, play: float, win: float | None = None) -> Throw:
    """Return a throw of these cards, with the given expected points and chance of winning.

    The four cards kept are the same in every throw.
    """
    first, second = cards(thrown)
    return Throw((first, second), tuple(cards("2H 4C 6D 8S")), hand, crib, play, win)


def test_the_play_decides_if_another_throw_has_more_points_in_hand_and_crib() -> None:
    best, other = made("9H QC", 6.0, 4.0, 3.0), made("10H KC", 7.0, 4.0, 1.5)
    assert throw_reasons([best, other], dealer=True).trade == Trade(Sacrifice.SHOW, other, 1.0, 1.5)


def test_the_score_decides_if_another_throw_has_more_points_in_total() -> None:
    best, other = made("9H QC", 6.0, 4.0, 3.0, 0.6), made("10H KC", 7.0, 5.0, 3.0, 0.5)
    assert throw_reasons([best, other], dealer=True).trade == Trade(Sacrifice.TOTAL, other, 2.0, 0.0)


def test_a_few_hundredths_of_a_point_in_the_hand_are_not_worth_a_word() -> None:
    best, other = made("9H QC", 7.0, 5.0, 3.0), made("10H KC", 7.05, 4.0, 3.0)
    assert throw_reasons([best, other], dealer=True).trade is None


@pytest.mark.parametrize(
    ("hand", "kept", "points"),
    [
        ("3H 3D 5H 5D 6H", "3H 5H 5D", 2),  # a pair
        ("3H 3D 5H 5D 6H 7S KD", "3H 3D 5H 5D 7S", 12),  # 3-5-7 four times, and two pairs
    ],
)
def test_five_and_seven_cards_are_counted_by_the_rules_of_their_games(
    hand: str, kept: str, points: int
) -> None:
    ranked = show_throws(cards(hand), dealer=False)
    assert ranked[0].kept == tuple(cards(kept))
    found = throw_reasons(ranked, dealer=False)
    assert sum(part.points for part in found.parts) == points
