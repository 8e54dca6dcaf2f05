"""Throws to the crib, ranked: exactly, quickly, with five or seven cards, and to win; with their reasons."""

from itertools import combinations
from random import Random

import pytest

from engine import PACK
from engine.coach import Throw, chance_before_deal, throws
from engine.coach.crib import crib_mean, other_throws
from engine.coach.tables import habits
from engine.coach.throw_chances import throw_chances
from engine.coach.throw_reasons import Sacrifice, ThrowReasons, Trade, throw_reasons
from engine.coach.throws import quick_throws, show_throws
from engine.errors import InvalidGame, InvalidHand
from tests.support import oracle
from tests.support.words import cards

FIVE = "5H 5D JS 6C 2H"
SIX = "3H 3D 5H 5D 6H 7S"
SEVEN = "4H 4D 5H 5S 6C KD QH"


def ranked(hand: str, *, dealer: bool) -> tuple[Throw, ...]:
    rank = throws if len(hand.split()) == 6 else show_throws
    return rank(cards(hand), dealer=dealer)


def thrown(throw: Throw) -> set[str]:
    return {str(card) for card in throw.thrown}


@pytest.mark.parametrize("dealer", [True, False])
@pytest.mark.parametrize("hand", [FIVE, SIX, SEVEN])
def test_all_throws_are_ranked_the_best_first(hand: str, dealer: bool) -> None:
    found = ranked(hand, dealer=dealer)
    two = {frozenset(pair) for pair in combinations(hand.split(), 2)}
    assert len(found) == len(two)
    assert {frozenset(thrown(throw)) for throw in found} == two
    assert all({*throw.thrown, *throw.kept} == set(cards(hand)) for throw in found)
    totals = [throw.total for throw in found]
    assert totals == sorted(totals, reverse=True)
    for throw in found:
        assert (throw.play is None) is (hand != SIX)
        assert throw.total == pytest.approx(throw.hand + throw.crib + (throw.play or 0))
        assert (throw.crib > 0) is dealer


@pytest.mark.parametrize("dealt", [FIVE, SIX, SEVEN, "2H 4H 6H 9H KH 8S 3C", "2H 6H KH 9H 3C"])
def test_the_mean_of_the_hand_is_that_of_all_starters_counted_one_by_one(dealt: str) -> None:
    starters = [str(card) for card in PACK if str(card) not in dealt.split()]
    for throw in ranked(dealt, dealer=False):
        kept = [str(card) for card in throw.kept]
        items = [item for starter in starters for item in oracle.count_show(kept, starter, crib=False)]
        assert throw.hand == pytest.approx(sum(points for _, points, _ in items) / len(starters))


@pytest.mark.parametrize(("dealer", "sign"), [(True, 1), (False, -1)])
@pytest.mark.parametrize("dealt", [FIVE, SEVEN])
def test_the_crib_of_five_or_seven_cards_is_that_of_six(dealt: str, dealer: bool, sign: int) -> None:
    unseen = [card for card in PACK if card not in cards(dealt)]
    others = other_throws(unseen, habits(dealer=not dealer))
    for throw in ranked(dealt, dealer=dealer):
        assert throw.crib == pytest.approx(sign * crib_mean(throw.thrown, unseen, others))


@pytest.mark.parametrize(
    ("hand", "best"),
    [
        ("5H 5C 5S JD 2C KH", {"2C", "KH"}),
        ("7H 8C 8S 9D 2C KH", {"2C", "KH"}),
        ("AH 4C 5S 5D 6C KH", {"AH", "KH"}),
        ("4H 4D 5H 5S 6C 10D KH", {"10D", "KH"}),
        ("5H 5D 5S 10C 2H", {"10C", "2H"}),
    ],
)
def test_pones_throws_on_which_all_players_agree(hand: str, best: set[str]) -> None:
    assert thrown(ranked(hand, dealer=False)[0]) == best


@pytest.mark.parametrize(
    ("hand", "says"),
    [
        (cards("3H 3D 5H 5D 6H"), "give it six cards, not 5"),
        (cards("3H 3D 5H 5D 6H 7"), "needs the suit of every card"),
        (cards("3H 3D 5H 5D 6H 3H"), "3H is given twice: a pack has each card once"),
        (SIX.split(), "a sequence of cards"),
    ],
)
def test_what_is_no_hand_of_six_is_refused(hand: object, says: str) -> None:
    with pytest.raises(InvalidHand, match=says):
        throws(hand, dealer=True)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("hand", "says"),
    [
        (cards("5H 5D JS 6C"), "two of 5 or 7 cards are thrown, not of 4"),
        (cards(SIX), "two of 5 or 7 cards are thrown, not of 6"),
        (cards("5H 5D JS 6C 2"), "needs the suit of every card"),
    ],
)
def test_what_is_no_hand_of_five_or_seven_is_refused(hand: object, says: str) -> None:
    with pytest.raises(InvalidHand, match=says):
        show_throws(hand, dealer=True)  # type: ignore[arg-type]


@pytest.mark.parametrize("dealer", [True, False])
@pytest.mark.parametrize("hand", [SIX, "AH 4C 5S 5D 6C KH", "JH 9H 2H KH QD 8S"])
def test_a_quick_throw_differs_from_an_exact_one_only_in_the_crib(dealer: bool, hand: str) -> None:
    exact = {frozenset(throw.thrown): throw for throw in throws(cards(hand), dealer=dealer)}
    quick = quick_throws(cards(hand), dealer=dealer)
    assert len(quick) == 15
    for throw in quick:
        twin = exact[frozenset(throw.thrown)]
        assert (throw.hand, throw.play) == pytest.approx((twin.hand, twin.play))
        assert throw.crib == pytest.approx(twin.crib, abs=0.8)
    totals = [throw.total for throw in quick]
    assert totals == sorted(totals, reverse=True)


def test_with_the_score_the_throws_are_ranked_by_the_chance_to_win() -> None:
    plain = {throw.thrown: throw for throw in throws(cards(SIX), dealer=True)}
    assert all(throw.win is None for throw in plain.values())
    found = throws(cards(SIX), dealer=True, score=(98, 104))
    chances = [throw.win for throw in found]
    assert all(chance is not None and 0 <= chance <= 1 for chance in chances)
    assert chances == sorted(chances, reverse=True, key=lambda chance: chance or 0)
    assert {throw.thrown: throw._replace(win=None) for throw in found} == plain


def chance(hand: str, two: str, *, dealer: bool, score: tuple[int, int], hands: int = 40) -> float:
    first, second = cards(two)
    return throw_chances(cards(hand), [(first, second)], dealer=dealer, score=score, hands=hands)[0]


def test_pone_wins_by_counting_first() -> None:
    """In both positions, pone needs at most 14 points, keeps a hand of at least 14, and counts first."""
    assert chance("5H 5C 5S JD 2C KH", "2C KH", dealer=False, score=(113, 0)) == pytest.approx(1, abs=0.005)
    assert chance("5H 5C 5S JD 2C KH", "2C KH", dealer=False, score=(107, 107)) > 0.95


@pytest.mark.slow
@pytest.mark.parametrize("dealer", [True, False])
def test_the_mean_over_many_hands_is_the_chance_before_the_deal(dealer: bool) -> None:
    random = Random(121)
    own, others = score = (70, 75)
    found: list[float] = []
    for _ in range(50):
        hand = random.sample(PACK, 6)
        best = throws(hand, dealer=dealer)[0].thrown
        found += throw_chances(hand, [best], dealer=dealer, score=score, hands=20)
    before = (
        chance_before_deal(dealer=own, pone=others)
        if dealer
        else 1 - chance_before_deal(dealer=others, pone=own)
    )
    assert sum(found) / len(found) == pytest.approx(before, abs=0.05)


@pytest.mark.parametrize(
    ("score", "says"),
    [
        *[(score, "two numbers") for score in (5, (5,), (1, 2, 3), "ab")],
        *[(score, "from 0 to 120") for score in ((0, 121), (-1, 0), (0.5, 0), (True, 0))],
    ],
)
def test_what_is_no_score_before_a_deal_is_refused(score: object, says: str) -> None:
    with pytest.raises(InvalidGame, match=says):
        throws(cards(SIX), dealer=True, score=score)  # type: ignore[arg-type]


def reasons(hand: str, *, dealer: bool) -> ThrowReasons:
    return throw_reasons(throws(cards(hand), dealer=dealer), dealer=dealer)


def parts(found: ThrowReasons) -> list[tuple[str, int, int]]:
    """Return the kind, the points and the number of runs (2 for a double run) of each scoring combination."""
    return [(part.reason.value, part.points, part.runs) for part in found.parts]


FIFTEEN = ("fifteen", 2, 0)
PAIR = ("pair", 2, 0)
DOUBLE_RUN = ("run", 8, 2)


@pytest.mark.parametrize(
    ("hand", "dealer", "kept"),
    [
        ("3H 3D 5H 5D 6H 7S", True, [DOUBLE_RUN]),  # 5-5-6-7
        ("5H 5C 5S JD 2C KH", False, [*[FIFTEEN] * 4, ("pair_royal", 6, 0)]),  # 5-5-5-J
        ("2H 3D 7C 8S 8D 9H", True, [*[FIFTEEN] * 2, DOUBLE_RUN]),  # 7-8-8-9
        ("4H 4C 7D 7S 8H 8C", False, [*[FIFTEEN] * 4, PAIR, PAIR]),  # 7-7-8-8
        ("10H JH QH KH 5D 5C", True, [("run", 4, 1), ("flush", 4, 0)]),
        ("2H 6H 9H KH 3C 10S", False, [FIFTEEN, ("flush", 4, 0)]),  # 2-6-9-K of hearts
        ("AH 3D 7C 9S JD KH", False, []),
    ],
)
def test_the_parts_are_those_of_cards_kept(hand: str, dealer: bool, kept: list[tuple[str, int, int]]) -> None:
    assert parts(reasons(hand, dealer=dealer)) == kept


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
