from collections import Counter
from itertools import combinations

import pytest

from engine.cards import PACK, Card, Rank
from engine.coach.crib import crib_mean, other_throws
from engine.coach.crib_points import crib_points, pair_weights, points_of_throw
from engine.coach.tables import habits
from tests.support import oracle


def cards(text: str) -> list[Card]:
    return [Card.parse(card) for card in text.split()]


def mean(chances: list[float]) -> float:
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


@pytest.mark.parametrize("crib", ["5H 6D 7H", "JH QC KD", "2C 4C 8C"])
def test_the_last_card_of_the_crib_may_be_any_that_is_left(crib: str) -> None:
    starter, seen = Card.parse("3H"), cards("AS 5S 9D 10H JD 4D 6S 8H")
    chances = crib_points(starter, seen[:3], seen[3:], cards(crib))
    expected = listed(starter, seen, cards(crib))
    for points, chance in enumerate(chances):
        assert chance == pytest.approx(expected.get(points, 0.0), abs=1e-4)


@pytest.mark.parametrize("crib", ["5H 6D", "JH QC", "2C 8D"])
def test_chances_with_two_known_cards_agree_with_a_list_of_all_cribs(crib: str) -> None:
    """The coach calculates how likely each crib score is. A list of all possible cribs gives similar results.

    The results differ a little because the list ignores which cards players tend to keep.
    """
    starter, seen = Card.parse("3H"), cards("AS 5S 9D 10H JD 4D 6S 8H")
    chances = crib_points(starter, seen[:3], seen[3:], cards(crib))
    expected = listed(starter, seen, cards(crib))
    assert mean(chances) == pytest.approx(sum(points * each for points, each in expected.items()), abs=0.2)
    for points, chance in enumerate(chances):
        assert chance == pytest.approx(expected.get(points, 0.0), abs=0.03)


def test_mean_of_an_unknown_crib() -> None:
    """The coach expects about 4.69 points, the average of the cribs in a million simulated deals."""
    means = [mean(crib_points(Card(rank), [], [])) for rank in Rank]
    assert sum(means) / 13 == pytest.approx(4.69, abs=0.02)
    assert max(means) == means[Rank.FIVE - 1]


def test_a_crib_that_is_known_is_certain() -> None:
    chances = crib_points(Card.parse("5S"), cards("2H"), cards("3H"), cards("5H 5C 5D JS"))
    assert chances[29] == 1


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
        mean(points_of_throw(hand[:2], rank, left, others)) * number / len(unseen)
        for rank, number in left.items()
    ]
    first, second = hand[:2]
    exact = crib_mean((first, second), unseen, other_throws(unseen, habit))
    assert sum(each) == pytest.approx(exact, abs=0.1)


def test_the_hands_tell_what_is_in_the_crib() -> None:
    """If neither hand contains cards that count ten, such cards are probably in the crib.

    The starter is a five here, so these cards make the crib score more.
    """
    starter = Card.parse("5S")
    low = crib_points(starter, cards("AH 2S 3D 4C"), cards("6H 7S 8D 9C"))
    high = crib_points(starter, cards("JH QS KD 10C"), cards("JS QH KC 10D"))
    assert mean(low) > mean(high) + 1
