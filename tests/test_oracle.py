"""The oracle, which counts by brute force, agrees with the worked cases in RULES.md, section 8."""

import random
from itertools import combinations_with_replacement, product

import pytest

from tests.support import cases, oracle

KINDS = {
    "fifteen": "fifteens",
    "pair": "pairs",
    "pair_royal": "pairs",
    "double_pair_royal": "pairs",
    "run": "runs",
    "flush": "flush",
    "nobs": "nobs",
}


def by_kind(items: list[oracle.Item]) -> dict[str, int]:
    sums: dict[str, int] = {}
    for reason, points, _ in items:
        sums[KINDS[reason]] = sums.get(KINDS[reason], 0) + points
    return sums


@pytest.mark.parametrize("case", cases.show_cases(), ids=lambda case: case.id)
def test_show_row(case: cases.ShowCase) -> None:
    """The totals, and the points of each kind of combination, are those in RULES.md 8."""
    items = oracle.count_show(list(case.cards), case.starter or None, case.crib, "ace_11" in case.options)
    assert by_kind(items) == case.breakdown
    assert sum(points for _, points, _ in items) == case.total


@pytest.mark.parametrize("case", cases.show_cases(), ids=lambda case: case.id)
def test_show_row_without_suits(case: cases.ShowCase) -> None:
    cards = [oracle.rank_of(card) for card in case.cards]
    starter = oracle.rank_of(case.starter) if case.starter else None
    rest = {kind: points for kind, points in case.breakdown.items() if kind not in ("flush", "nobs")}
    assert by_kind(oracle.count_show(cards, starter, case.crib, "ace_11" in case.options)) == rest


def test_items_of_a_hand() -> None:
    """The oracle lists every fifteen, pair and run, each with its cards in the hand's order (case S22)."""
    assert oracle.count_show(["4H", "4D", "5C", "6S"], "6H", False) == [
        ("fifteen", 2, ("4H", "5C", "6S")),
        ("fifteen", 2, ("4H", "5C", "6H")),
        ("fifteen", 2, ("4D", "5C", "6S")),
        ("fifteen", 2, ("4D", "5C", "6H")),
        ("pair", 2, ("4H", "4D")),
        ("pair", 2, ("6S", "6H")),
        ("run", 3, ("4H", "5C", "6S")),
        ("run", 3, ("4H", "5C", "6H")),
        ("run", 3, ("4D", "5C", "6S")),
        ("run", 3, ("4D", "5C", "6H")),
    ]


def test_items_of_suits() -> None:
    """A flush, his nobs and four of a kind are each a single item. A five-card flush is case S11."""
    hand = ["3H", "7H", "10H", "JH"]
    assert oracle.count_show(hand, "KC", False) == [("flush", 4, tuple(hand))]
    assert oracle.count_show(hand, "KH", False) == [("flush", 5, (*hand, "KH")), ("nobs", 1, ("JH",))]
    royal = [
        item for item in oracle.count_show(["7H", "7D", "7C", "7S"], "AS", False) if item[0] != "fifteen"
    ]
    assert royal == [("double_pair_royal", 12, ("7H", "7D", "7C", "7S"))]


@pytest.mark.parametrize("case", cases.play_cases(), ids=lambda case: case.id)
def test_play_row(case: cases.PlayCase) -> None:
    """Each card scores the points in RULES.md 8, apart from the point for a go or the last card."""
    for count in case.steps:
        ranks: list[str] = []
        values: list[int] = []
        scored = []
        for _, called, points in count:
            rank, _, value = called.partition("=")
            ranks.append(rank)
            values.append(int(value or oracle.value(rank)))
            scored.append(points - sum(oracle.play_points(ranks, values).values()))
        # The point for go or last belongs to the last card, whoever said go after it.
        assert scored == [0] * (len(count) - 1) + [sum(values) < 31], ranks


@pytest.mark.parametrize(
    ("ranks", "points"),
    [
        ("K 5", {"fifteen": 2}),
        ("5 5 5", {"fifteen": 2, "pair_royal": 6}),
        ("4 2 6 5 3", {"run": 5}),
        ("3 4 4 5", {}),
        ("3 4 4 5 3", {"run": 3}),
        ("10 Q 7 A A A A", {"thirty_one": 2, "double_pair_royal": 12}),
        ("Q K A", {}),
        ("Q K", {}),
        ("7", {}),
    ],
)
def test_play_points(ranks: str, points: dict[str, int]) -> None:
    # Cards score as in cases P1, P4, P5, P12 and P15. Q K A is not a run, and Q K is not a pair.
    assert oracle.play_points(ranks.split()) == points


def test_possible_suits() -> None:
    # No card appears twice, so two fives differ in suit, and three known fives determine the fourth.
    alike = ("alike", (0, 1), True)
    assert oracle.possible(("5", "6"), (alike,))
    assert not oracle.possible(("5", "5"), (alike,))
    assert not oracle.possible(("5H", "6S"), (alike,))
    assert not oracle.possible(("5H", "5H"), ())
    fourth = ("5S", "5H", "5D", "5", "KC")
    assert not oracle.possible(fourth, (("alike", (3, 4), False),))
    assert oracle.possible(fourth, (("match", (4, 3), True),))
    assert not oracle.possible(("K", "J", "J", "J", "J"), (("match", (0, 1, 2, 3, 4), False),))
    assert not oracle.possible(("KH", "J", "JH"), (("match", (0, 1), True),))


@pytest.mark.parametrize("seed", range(30))
def test_possible_agrees_with_trying_everything(seed: int) -> None:
    chance = random.Random(seed)
    deck = [rank + suit for rank in chance.sample(oracle.RANKS, 4) for suit in oracle.SUITS]
    cards = [card if chance.random() < 0.2 else card[:-1] for card in chance.sample(deck, 7)]
    choices = [[card] if oracle.suit_of(card) else [card + suit for suit in oracle.SUITS] for card in cards]
    deals = [deal for deal in product(*choices) if len(set(deal)) == len(deal)]
    for _ in range(10):
        claims = tuple(
            (chance.choice(["alike", "match"]), tuple(chance.sample(range(7), 3)), chance.random() < 0.5)
            for _ in range(chance.randint(1, 4))
        )
        found = any(all(holds(claim, deal) for claim in claims) for deal in deals)
        assert oracle.possible(tuple(cards), claims) == found, (cards, claims)


def holds(claim: oracle.Claim, deal: tuple[str, ...]) -> bool:
    kind, places, truth = claim
    first, *others = (oracle.suit_of(deal[place]) for place in places)
    fact = {first} == set(others) if kind == "alike" else first in others
    return fact == truth


@pytest.mark.parametrize(
    ("size", "ace_11", "maximum", "never"),
    [
        (4, False, 20, {16, 17, 18, 19}),
        (4, True, 20, {16, 17, 18, 19}),
    ],
)
def test_a_five_card_hand_has_a_maximum_and_impossible_counts(
    size: int, ace_11: bool, maximum: int, never: set[int]
) -> None:
    """The highest score of a hand, and the lower scores that no hand can have, are those in RULES.md 4."""
    found = set()
    for ranks in combinations_with_replacement(oracle.RANKS, size):
        if max(ranks.count(rank) for rank in ranks) > 4:
            continue
        points = sum(item[1] for item in oracle.show_sets(ranks, ace_11))
        found.add(points)
        for starter in set(ranks):
            hand = list(ranks)
            hand.remove(starter)
            different = len(set(hand)) == len(hand)
            nobs = "J" in hand and starter != "J"
            found |= {points + flush + jack for flush in {0, 3 * different} for jack in {0, int(nobs)}}
            if different and starter not in hand:
                found.add(points + len(ranks) + nobs)
    assert max(found) == maximum
    assert set(range(maximum)) - found == never


def test_crib_flush_of_four() -> None:
    """With `crib_flush=four`, a flush in the crib need not include the starter (case S26)."""
    crib = ["2H", "6H", "8H", "QH"]
    assert oracle.count_show(crib, "KS", True) == []
    assert oracle.count_show(crib, "KS", True, crib_flush="four") == [("flush", 4, tuple(crib))]


def test_play_points_of_called_aces_and_broken_combinations() -> None:
    """The oracle implements two options: an ace may count as 11, and a go may interrupt a pair or a run.

    The cases X1 and X4 in RULES.md 8 have such aces.
    """
    assert oracle.play_points(["4", "A"], [4, 11]) == {"fifteen": 2}
    assert oracle.play_points(["A", "A"], [11, 1]) == {"pair": 2}
    assert oracle.play_points(["10", "9", "2", "2", "2"], before_go=4) == {}
    assert oracle.play_points(["K", "9", "10", "2"], before_go=3) == {"thirty_one": 2}
