"""Fast counting agrees with the oracle (RULES.md 4)."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Card, InvalidHand, Rank, Rules, Suit, count_show, distribution, show_points
from tests.support import cases, oracle

# Not `engine.PACK`: in another order, and a list.
PACK = [Card(rank, suit) for suit in Suit for rank in Rank]
FORMS = [
    (Rules(game=game, ace_11=ace_11, crib_flush=crib_flush), crib)
    for game in ("six-card", "five-card", "seven-card")
    for ace_11 in (False, True)
    for crib_flush in ("all_five", "four")
    for crib in (False, True)
]
each_form = pytest.mark.parametrize(
    ("rules", "crib"),
    FORMS,
    ids=[f"{rules.game} {rules.ace_11} {rules.crib_flush} {crib}" for rules, crib in FORMS],
)


def by_brute_force(hand: tuple[Card, ...], starter: Card | None, rules: Rules, crib: bool) -> int:
    words = [str(card) for card in hand]
    items = oracle.count_show(words, str(starter) if starter else None, crib, rules.ace_11, rules.crib_flush)
    return sum(points for _, points, _ in items)


@pytest.mark.parametrize("case", cases.show_cases(), ids=lambda case: case.id)
def test_a_row_of_the_show(case: cases.ShowCase) -> None:
    # RULES.md 8.
    hand = tuple(Card.parse(card) for card in case.cards)
    starter = Card.parse(case.starter) if case.starter else None
    rules = Rules.parse([f"{name}={value}" for name, value in case.options.items()])
    assert show_points(hand, starter, rules, crib=case.crib) == case.total
    if rules == Rules():
        assert show_points(hand, starter, crib=case.crib) == case.total


@each_form
def test_random_hands_count_as_by_brute_force(rules: Rules, crib: bool) -> None:
    random = Random(29)
    size = rules.crib_size if crib else rules.hand_size
    for _ in range(200):
        # Sometimes from few ranks and suits, so that there is more to count.
        pack = random.choice([PACK, random.sample(PACK, 16), PACK[:26], PACK[3:6] + PACK[16:24]])
        *hand, starter = random.sample(pack, size + 1)
        cards = tuple(Card(card.rank) if random.random() < 0.1 else card for card in hand)
        assert show_points(cards, starter, rules, crib=crib) == by_brute_force(cards, starter, rules, crib)
        if rules == Rules():
            assert show_points(cards, starter, crib=crib) == show_points(cards, starter, rules, crib=crib)


@st.composite
def shown(draw: st.DrawFn) -> tuple[list[Card], Card | None, Rules, bool]:
    """Draw a random hand or crib for a count: its cards, the starter, the rules, and True if it is a crib.

    Some suits may be unknown. In some cases, there is no starter. In others, the starter is given as the
    last of the cards instead.
    """
    rules, crib = draw(st.sampled_from(FORMS))
    size = rules.crib_size if crib else rules.hand_size
    cards = draw(st.lists(st.sampled_from(PACK), min_size=size + 1, max_size=size + 1, unique=True))
    hidden = draw(st.just(0) | st.integers(0, 63))
    cards = [Card(card.rank) if hidden >> i & 1 else card for i, card in enumerate(cards)]
    how = draw(st.integers(0, 3))
    return {0: cards[:size], 1: cards}.get(how, cards[:size]), cards[size] if how > 1 else None, rules, crib


@given(shown())
def test_points_are_those_of_the_count(given: tuple[list[Card], Card | None, Rules, bool]) -> None:
    hand, starter, rules, crib = given
    points = count_show(hand, starter, rules, crib=crib).points
    assert show_points(hand, starter, rules, crib=crib) == points
    assert show_points(tuple(hand), starter, rules, crib=crib) == points
    if rules == Rules():
        assert show_points(hand, starter, crib=crib) == points


def test_unknown_suit_scores_neither_flush_nor_nobs() -> None:
    """The hand in case S11 scores a flush or his nobs only if all suits needed for these points are known."""
    hand, starter = tuple(map(Card.parse, "3H 7H 10H JH".split())), Card.parse("KH")
    assert show_points(hand, starter) == 6
    assert show_points(hand, Card(Rank.KING)) == 4
    assert show_points((Card(Rank.THREE), *hand[1:]), starter) == 1
    assert show_points((*hand[:3], Card(Rank.JACK)), starter) == 0
    bare = tuple(Card(card.rank) for card in hand)
    assert show_points(bare, Card(Rank.KING)) == show_points(bare, Card(Rank.KING), crib=True) == 0


@pytest.mark.parametrize(("cards", "rules"), [(3, None), (5, None), (4, Rules(game="seven-card"))])
def test_a_wrong_number_of_cards_is_refused(cards: int, rules: Rules | None) -> None:
    with pytest.raises(InvalidHand, match=r"a hand is [45] cards and a starter"):
        show_points(tuple(PACK[:cards]), PACK[20], rules)
    with pytest.raises(InvalidHand, match=r"a hand is [45] cards and a starter"):
        show_points(tuple(PACK[: cards - 2]), None, rules)


# These numbers were found by counting every hand with every starter, one by one.
SIX_CARD = (
    *(1009008, 99792, 2813796, 505008, 2855676, 697508, 1800268, 751324, 1137236, 361224),
    *(388740, 51680, 317340, 19656, 90100, 9168, 58248, 11196, 2708, 0),
    *(8068, 2496, 444, 356, 3680, 0, 0, 0, 76, 4),
)
CRIB = (
    *(1022208, 99792, 2839800, 508908, 2868960, 703496, 1787176, 755320, 1118336, 358368),
    *(378240, 43880, 310956, 16548, 88132, 9072, 57288, 11196, 2264, 0),
    *(7828, 2472, 444, 356, 3680, 0, 0, 0, 76, 4),
)
ACE_11 = (
    *(1009008, 99792, 2594988, 497952, 2496144, 645632, 2059520, 750064, 1166928, 370348),
    *(544456, 96160, 378900, 21572, 131740, 11936, 74768, 12060, 11828, 256),
    *(12136, 2960, 1176, 676, 3720, 0, 0, 0, 76, 4),
)
FIVE_CARD = (
    *(260220, 18180, 403032, 63288, 144716, 69300, 72928, 16832, 18668, 5964),
    *(4044, 824, 4372, 164, 268, 96, 0, 0, 0, 0, 4),
)
FIVE_CARD_ACE_11 = (
    *(250620, 18180, 373320, 60768, 164440, 68148, 85564, 19348, 21468, 6720),
    *(7796, 1104, 4772, 284, 268, 96, 0, 0, 0, 0, 4),
)
SEVEN_CARD = (
    *(1774800, 183600, 9957948, 2432568, 13320708, 4068132, 17624764, 5467580, 16386996, 8158580),
    *(12862764, 5053628, 7799368, 2136456, 5231408, 779096, 4407312, 719424, 1559468, 88128),
    *(997528, 156620, 252168, 95040, 213904, 25436, 163280, 38100, 113464, 13864),
    *(46476, 1308, 4764, 36, 2544, 0, 1284, 60, 9960, 12),
    *(1248, 0, 0, 0, 0, 0, 1296),
)


def test_the_distribution_of_the_counts() -> None:
    assert distribution() == distribution(Rules()) == SIX_CARD
    assert distribution(Rules(ace_11=True)) == ACE_11
    assert distribution(Rules(game="seven-card")) == SEVEN_CARD
    assert distribution(Rules(game="five-card")) == FIVE_CARD
    assert distribution(Rules(game="five-card", ace_11=True)) == FIVE_CARD_ACE_11
    for game in ("six-card", "five-card", "seven-card"):
        assert distribution(Rules(game=game), crib=True) == CRIB


@pytest.mark.parametrize(
    ("settings", "most", "never"),
    [
        ("game=five-card", 20, {16, 17, 18, 19}),
        ("game=six-card", 29, {19, 25, 26, 27}),
        ("game=seven-card", 46, {35, 41, 42, 43, 44, 45}),
        ("game=five-card ace_11=on", 20, {16, 17, 18, 19}),
        ("game=six-card ace_11=on", 29, {25, 26, 27}),
        ("game=seven-card ace_11=on", 46, {35, 41, 43, 45}),
    ],
)
def test_the_highest_count_and_the_impossible_counts(settings: str, most: int, never: set[int]) -> None:
    # RULES.md 4.
    rules = Rules.parse(settings.split())
    numbers = distribution(rules)
    assert len(numbers) - 1 == most
    assert {points for points, hands in enumerate(numbers) if not hands} == never
    crib = distribution(rules, crib=True)
    assert len(crib) - 1 == 29
    assert {points for points, hands in enumerate(crib) if not hands} == {25, 26, 27} | (
        set() if rules.ace_11 else {19}
    )


@pytest.mark.parametrize(
    ("settings", "hands"),
    [("game=five-card", 1_082_900), ("game=six-card", 12_994_800), ("game=seven-card", 122_151_120)],
)
def test_every_hand_is_among_them_once(settings: str, hands: int) -> None:
    # The frequencies of all counts add up to the number of ways to choose a hand and a starter.
    for ace_11 in ("off", "on"):
        for flush in ("all_five", "four"):
            rules = Rules.parse([settings, f"ace_11={ace_11}", f"crib_flush={flush}"])
            assert sum(distribution(rules)) == hands
            assert sum(distribution(rules, crib=True)) == 12_994_800


def test_crib_with_four_card_flush_counts_as_a_hand() -> None:
    """RULES.md 2, crib_flush: if a four-card flush counts in the crib, the crib is counted like a hand."""
    assert distribution(Rules(crib_flush="four"), crib=True) == SIX_CARD
    assert distribution(Rules(game="seven-card", crib_flush="four"), crib=True) == SIX_CARD
    assert distribution(Rules(ace_11=True, crib_flush="four"), crib=True) == ACE_11


@pytest.mark.parametrize("game", ["six-card", "five-card", "seven-card"])
@pytest.mark.parametrize("ace_11", [False, True])
@pytest.mark.parametrize("crib_flush", ["all_five", "four"])
@pytest.mark.parametrize("crib", [False, True])
def test_the_distribution_is_that_of_hands_counted_one_by_one(
    game: str, ace_11: bool, crib_flush: str, crib: bool
) -> None:
    # The frequency of each count may differ from the expected one by up to six standard deviations.
    rules = Rules(game=game, ace_11=ace_11, crib_flush=crib_flush)
    random, counted = Random(7), 4000
    size = rules.crib_size if crib else rules.hand_size
    numbers = distribution(rules, crib=crib)
    seen = [0] * len(numbers)
    for _ in range(counted):
        *hand, starter = random.sample(PACK, size + 1)
        seen[show_points(hand, starter, rules, crib=crib)] += 1
    for number, hands in zip(seen, numbers, strict=True):
        share = hands / sum(numbers)
        assert abs(number - counted * share) <= 6 * (counted * share * (1 - share)) ** 0.5 + 1
