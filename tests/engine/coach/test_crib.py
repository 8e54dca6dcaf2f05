"""The points of a crib while some of its cards are unknown, and the tables that the coach takes them from.

`engine/coach/PROOFS.md` explains how the coach's average crib points differ from published tables.
"""

import re
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from engine.cards import PACK, Card, Rank, Suit
from engine.coach import tables
from engine.coach.crib import Rating, crib_mean, other_throws, rate_crib, usual_crib
from engine.coach.crib_points import crib_points, pair_weights, points_of_throw
from engine.coach.tables import Habits, habits, reply_values, usual_crib_mean, usual_play_mean
from engine.scoring.hands_and_crib import count_show
from tests.support import oracle
from tests.support.coach_examples import HESSEL_OTHERS, HESSEL_OWN, SCHELL_OTHERS, SCHELL_OWN
from tests.support.words import cards

SIX = [Card.parse(card) for card in "4D JS 5H 3D 6H 9C".split()]
UNSEEN = [card for card in PACK if card not in SIX]


def habits_of(*cards: str) -> Habits:
    """Return the habits of a player who always throws the same two ranks, in one suit.

    Args:
        cards: two cards with these ranks, in any suits.
    """
    ranks = [Card.parse(card).rank for card in cards]
    none = dict.fromkeys(combinations(sorted(card.rank for card in PACK), 2), 0.0)
    return Habits({**none, (ranks[0], ranks[1]): 0.25}, none)


@pytest.mark.parametrize("thrown", [("4D", "3D"), ("5H", "6H"), ("JS", "9C")])
def test_the_mean_is_that_of_all_cribs_counted_one_by_one(thrown: tuple[str, str]) -> None:
    cards = Card.parse(thrown[0]), Card.parse(thrown[1])
    cribs = [
        ((*cards, first, second), starter)
        for first, second in combinations(UNSEEN, 2)
        if first.suit is second.suit and {first.rank.symbol, second.rank.symbol} == {"5", "J"}
        for starter in UNSEEN
        if starter not in (first, second)
    ]
    mean = sum(count_show(crib, starter, crib=True).points for crib, starter in cribs) / len(cribs)
    assert crib_mean(cards, UNSEEN, other_throws(UNSEEN, habits_of("5S", "JS"))) == pytest.approx(mean)


def usual_means(*, dealer: bool) -> dict[str, float]:
    """Return the coach's average crib points, keyed by the ranks thrown, such as `5-J`.

    Args:
        dealer: True if the player who throws the cards is the dealer.
    """
    found = {}
    for name in HESSEL_OWN:
        first, second = (Card.parse(rank).rank for rank in name.split("-"))
        heart, other, spade = Card(first, Suit.HEARTS), Card(second, Suit.HEARTS), Card(second, Suit.SPADES)
        unsuited = usual_crib_mean(heart, spade, dealer=dealer)
        suited = unsuited if first is second else usual_crib_mean(heart, other, dealer=dealer)
        # Of the 16 ways to choose two cards of different ranks, 4 have both cards in the same suit.
        found[name] = (3 * unsuited + suited) / 4
    return found


@pytest.mark.parametrize(
    ("dealer", "published", "mean", "largest"),
    [
        (True, HESSEL_OWN, 0.12, 0.30),
        (True, SCHELL_OWN, 0.15, 0.36),
        (False, HESSEL_OTHERS, 0.30, 0.56),
        (False, SCHELL_OTHERS, 0.25, 0.60),
    ],
    ids=["own, Hessel", "own, Schell", "other's, Hessel", "other's, Schell"],
)
def test_the_91_pairs_are_close_to_published_tables(
    dealer: bool, published: dict[str, float], mean: float, largest: float
) -> None:
    """The coach's average crib points differ from the published ones by less than `largest`.

    The root mean square of the differences is less than `mean`.
    """
    found = usual_means(dealer=dealer)
    differences = [found[pair] - published[pair] for pair in published]
    assert (sum(each**2 for each in differences) / 91) ** 0.5 < mean
    assert max(map(abs, differences)) < largest


@pytest.mark.parametrize(
    ("crib", "dealer", "hessel", "schell"),
    [("own", True, HESSEL_OWN, SCHELL_OWN), ("the other's", False, HESSEL_OTHERS, SCHELL_OTHERS)],
)
def test_the_proofs_compare_the_figures_of_the_tables(
    crib: str, dealer: bool, hessel: dict[str, float], schell: dict[str, float]
) -> None:
    text = (Path(tables.__file__).parent / "PROOFS.md").read_text("utf-8")
    rows = re.findall(rf"^\| (\S+) \| {crib} \| ([\d.]+) \| [\d.]+ \| ([\d.]+) \| ([\d.]+) \|$", text, re.M)
    assert len(rows) == 5
    found = usual_means(dealer=dealer)
    for pair, coach, *published in rows:
        assert float(coach) == pytest.approx(found[pair], abs=0.006)
        assert [float(mean) for mean in published] == [hessel[pair], schell[pair]]


def rating(cards: str, *, dealer: bool) -> Rating:
    first, second = map(Card.parse, cards.split())
    return rate_crib(usual_crib_mean(first, second, dealer=dealer), dealer=dealer)


def test_cards_that_players_like_in_their_own_crib_are_dangerous_in_the_others() -> None:
    for liked in ("5H 5S", "5H JS", "2H 3S", "7H 8S", "AH 4S"):
        assert (rating(liked, dealer=True), rating(liked, dealer=False)) == (Rating.BETTER, Rating.WORSE)
    for far_apart in ("10H KS", "9H KS", "8H KS", "AH KS", "6H QS"):
        assert (rating(far_apart, dealer=True), rating(far_apart, dealer=False)) == (
            Rating.WORSE,
            Rating.BETTER,
        )


@pytest.mark.parametrize("dealer", [True, False])
def test_the_limits_are_half_a_standard_deviation_from_the_mean(dealer: bool) -> None:
    mean, deviation = usual_crib(dealer=dealer)
    more, fewer = (Rating.BETTER, Rating.WORSE) if dealer else (Rating.WORSE, Rating.BETTER)
    assert rate_crib(mean + 0.51 * deviation, dealer=dealer) is more
    assert rate_crib(mean + 0.49 * deviation, dealer=dealer) is Rating.USUAL
    assert rate_crib(mean - 0.49 * deviation, dealer=dealer) is Rating.USUAL
    assert rate_crib(mean - 0.51 * deviation, dealer=dealer) is fewer


def mean_of(chances: list[float]) -> float:
    return sum(points * chance for points, chance in enumerate(chances))


def listed(starter: Card, seen: list[Card], crib: list[Card]) -> dict[int, float]:
    """Return the probability of each score of a crib, determined by listing all possible cribs.

    Args:
        starter: the starter.
        seen: other cards that cannot be in the crib.
        crib: the cards of the crib that are known.
    """
    unseen = [card for card in PACK if card not in (starter, *seen, *crib)]
    pone, dealer = habits(dealer=False), habits(dealer=True)
    found: Counter[int] = Counter()
    for rest in combinations(unseen, 4 - len(crib)):
        whole = (*crib, *rest)
        weight = 0.0
        for own in combinations(whole, 2):
            first, second = own
            third, fourth = (card for card in whole if card not in own)
            weight += pone.of(first, second) * dealer.of(third, fourth)
        items = oracle.count_show([str(card) for card in whole], str(starter), crib=True)
        found[sum(points for _, points, _ in items)] += weight  # type: ignore[assignment]
    total = sum(found.values())
    return {points: number / total for points, number in found.items()}


@pytest.mark.parametrize(
    ("crib", "error"),
    [
        ("5H 6D 7H", 1e-4),
        ("JH QC KD", 1e-4),
        ("2C 4C 8C", 1e-4),
        # With two cards unknown, the list ignores which cards players tend to keep.
        ("5H 6D", 0.03),
        ("JH QC", 0.03),
    ],
)
def test_the_rest_of_the_crib_may_be_any_cards_that_are_left(crib: str, error: float) -> None:
    starter, seen = Card.parse("3H"), cards("AS 5S 9D 10H JD 4D 6S 8H")
    chances = crib_points(starter, seen[:3], seen[3:], cards(crib))
    expected = listed(starter, seen, cards(crib))
    for points, chance in enumerate(chances):
        assert chance == pytest.approx(expected.get(points, 0.0), abs=error)


def test_mean_of_an_unknown_crib() -> None:
    """The coach expects about 4.69 points, the average of the cribs in a million simulated deals."""
    means = [mean_of(crib_points(Card(rank), [], [])) for rank in Rank]
    assert sum(means) / 13 == pytest.approx(4.69, abs=0.02)
    assert max(means) == means[Rank.FIVE - 1]


def test_a_crib_without_suits_may_have_nobs() -> None:
    """If only the ranks of the crib's cards are known, his nobs and a flush are still possible.

    The starter is a spade, and pone holds the jack of diamonds. Therefore, the jack in the crib scores his
    nobs in a third of all cases. The crib is a flush in 1 of 144 cases.
    """
    chances = crib_points(Card.parse("4S"), cards("JD"), cards("2H"), cards("2 8 10 J"))
    assert chances[1] == pytest.approx(1 / 3, abs=0.01)
    assert chances[0] + chances[1] == pytest.approx(1 - 1 / 144)


@pytest.mark.parametrize("dealer", [True, False])
@pytest.mark.parametrize("thrown", ["5H JD", "4C 9C", "8H 8D"])
def test_the_mean_of_a_throw_is_that_of_its_cribs(thrown: str, dealer: bool) -> None:
    hand = [*cards(thrown), *cards("2S 3D 7S QD")]
    unseen = [card for card in PACK if card not in hand]
    habit = habits(dealer=not dealer)
    left = Counter(card.rank for card in unseen)
    others = pair_weights(left, habit)
    each = [
        mean_of(points_of_throw(hand[:2], rank, left, others)) * number / len(unseen)
        for rank, number in left.items()
    ]
    first, second = hand[:2]
    exact = crib_mean((first, second), unseen, other_throws(unseen, habit))
    assert sum(each) == pytest.approx(exact, abs=0.1)


@pytest.mark.parametrize("dealer", [True, False])
def test_probabilities_of_the_fifteen_throws_add_up_to_one(dealer: bool) -> None:
    """A hand of six cards contains fifteen pairs, and the player throws exactly one of them."""
    found = habits(dealer=dealer)
    pairs = sum(6 * found.unsuited[rank, rank] for rank in Rank)
    pairs += sum(
        4 * found.suited[low, high] + 12 * found.unsuited[low, high]
        for low in Rank
        for high in Rank
        if low < high
    )
    assert pairs / 1326 == pytest.approx(1 / 15, abs=1e-4)


def test_the_best_reply_to_a_ten_is_a_five_and_to_a_five_a_ten() -> None:
    for hand, lead, reply in (("5H 9D 2C QS", Rank.TEN, 5), ("2H 3D 4D 10S", Rank.FIVE, 10)):
        values = reply_values([Card.parse(card) for card in hand.split()], lead)
        assert max(values, key=values.__getitem__) == reply


def test_usual_points_in_the_play_are_those_of_good_players() -> None:
    """The usual points in the play agree with books on cribbage: about 3.5 for the dealer, and 2 for pone."""
    dealer, pone = usual_play_mean(dealer=True), usual_play_mean(dealer=False)
    assert dealer.own == pytest.approx(3.5, abs=0.4)
    assert pone.own == pytest.approx(2.0, abs=0.3)
    assert (dealer.own, dealer.others) == pytest.approx((pone.others, pone.own), abs=0.2)


def test_the_hands_tell_what_is_in_the_crib() -> None:
    """If neither hand contains cards that count ten, such cards are probably in the crib.

    The starter is a five here, so these cards make the crib score more.
    """
    starter = Card.parse("5S")
    low = crib_points(starter, cards("AH 2S 3D 4C"), cards("6H 7S 8D 9C"))
    high = crib_points(starter, cards("JH QS KD 10C"), cards("JS QH KC 10D"))
    assert mean_of(low) > mean_of(high) + 1
