"""Throws to the crib, ranked: exactly, quickly, with five or seven cards, and to win; with their reasons.

And what the others may hold or have thrown, from what everyone has seen.
"""

from collections import Counter
from functools import cache
from itertools import combinations
from math import comb
from random import Random

import pytest

from engine import PACK, Card, Event, Game, Rank, Rules, Suit
from engine.coach import Throw, chance_before_deal, throws
from engine.coach.crib import crib_mean, other_throws
from engine.coach.likely_hands import LikelyHands
from engine.coach.tables import habits, kept
from engine.coach.throw_chances import throw_chances
from engine.coach.throw_reasons import Sacrifice, ThrowReasons, Trade, throw_reasons
from engine.coach.throws import quick_throws, show_throws
from engine.coach.unseen import PONE, possible_rests, public_view, scores_to_121, thrown_weights
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


# -- what the others may hold


def begun(rules: Rules | None = None, dealer: int = 0) -> Game:
    return Game.new(rules).apply(Event.deals(dealer)).apply(Event.starter(Rank.SIX))


def test_the_view_has_what_everyone_saw() -> None:
    game = begun().apply(Event.suit(Suit.HEARTS))
    for rank in (Rank.TEN, Rank.NINE, Rank.KING):
        game = game.apply(Event.lay(rank))
    view = public_view(game.apply(Event.go()))
    assert view.starter == Card.parse("6H")
    assert view.hands == (tuple(map(Card, (Rank.TEN, Rank.KING))), (Card(Rank.NINE),))
    assert view.denied == (0, 2)
    assert (view.turn, view.last, view.deals_again) == (PONE, PONE, False)
    assert view.pile == tuple(map(Card, (Rank.TEN, Rank.NINE, Rank.KING)))


def test_a_shorter_game_is_the_end_of_a_longer_one() -> None:
    game = Game.new(Rules(target=61), start=(5, 60))
    assert scores_to_121(game) == (65, 120)


def test_points_that_can_still_be_called_count() -> None:
    game = begun(Rules(muggins=True)).apply(Event.lay(Rank.SEVEN)).apply(Event.lay(Rank.EIGHT))
    assert [side.front for side in game.sides] == [0, 0]
    assert scores_to_121(game) == (2, 0)


def test_without_the_play_its_points_are_still_to_come_until_some_are_entered() -> None:
    game = begun(Rules(track="show"))
    assert public_view(game).turn is PONE
    assert public_view(game.apply(Event.peg(0, 3))).turn is None
    assert public_view(game.apply(Event.hand(Rank.ACE))).turn is None


@pytest.mark.parametrize("dealer", [True, False])
def test_before_any_card_is_seen_the_hands_are_as_frequent_as_in_the_table(dealer: bool) -> None:
    table = kept(dealer=dealer)
    found = possible_rests([], [], dealer=dealer, denied=0)
    assert len(found) == 1820
    for ranks in [(5, 5, 11, 12), (1, 2, 3, 9), (6, 7, 8, 9), (3, 3, 3, 3)]:
        number = table.mixed[ranks] + table.suited.get(ranks, 0)
        assert found[ranks] == pytest.approx(number, abs=0.004 * 4**4 + 0.001)


def test_a_hand_is_less_likely_the_more_of_its_cards_are_out() -> None:
    before = possible_rests([], [], dealer=False, denied=0)
    after = possible_rests([], [8, 8], dealer=False, denied=0)
    assert after[7, 7, 8, 8] / before[7, 7, 8, 8] == pytest.approx(comb(2, 2) / comb(4, 2))
    assert after[6, 7, 8, 9] / before[6, 7, 8, 9] == pytest.approx(2 / 4)


def left(*ranks: Rank) -> Counter[Rank]:
    """Return how many cards of each rank remain when a card of each given rank is taken from a full pack."""
    return Counter({rank: 4 - ranks.count(rank) for rank in Rank})


def pair(text: str) -> tuple[Rank, Rank]:
    first, second = sorted(Card.parse(card).rank for card in text.split())
    return first, second


@pytest.mark.parametrize("dealer", [True, False])
@pytest.mark.parametrize(
    "hand", ["5H 5C JS QD 2C 8H", "AH 4C 5S 6D KC 9D", "7H 8C 8S 9D 2C KH", "3H 3D 5S 6D 6H 7S"]
)
def test_the_best_throw_by_all_rules_has_nearly_the_highest_chance(hand: str, dealer: bool) -> None:
    best = throws([Card.parse(card) for card in hand.split()], dealer=dealer)[0]
    kept = tuple(sorted(card.rank for card in best.kept))
    found = thrown_weights(kept, left(*kept), dealer=dealer)
    low, high = sorted(card.rank for card in best.thrown)
    numbers = left(*kept)
    ways = numbers[low] * (numbers[low] - 1) // 2 if low is high else numbers[low] * numbers[high]
    assert found[low, high] / ways > 0.5


kept_hands = cache(kept)  # each call reads the whole table


def weight(hand: tuple[Card, ...], *, dealer: bool) -> float:
    """Look up in the coach's table how often a player keeps exactly these cards, per million deals."""
    ranks = tuple(sorted(card.rank for card in hand))
    whole = 1
    for times in Counter(ranks).values():
        whole *= {1: 4, 2: 6, 3: 4, 4: 1}[times]
    table = kept_hands(dealer=dealer)
    if len({card.suit for card in hand}) == 1:
        return table.suited[ranks] / 4
    return table.mixed[ranks] / (whole - 4 * (len(set(ranks)) == 4))


@pytest.mark.thorough
@pytest.mark.parametrize("dealer", [True, False])
@pytest.mark.parametrize("shown", ["5H JH", "7S 8D", "4C 4D"])
def test_hands_come_as_often_as_all_hands_listed_one_by_one(shown: str, dealer: bool) -> None:
    own, seen = cards(shown), cards("5D 6C JS QH 8C")
    unseen = [card for card in PACK if card not in (*own, *seen)]
    expected = {(*own, *pair): weight((*own, *pair), dealer=dealer) for pair in combinations(unseen, 2)}
    likely = LikelyHands(own, seen, dealer=dealer)
    random = Random(121)
    drawn = Counter(likely.draw(random) for _ in range(20_000))
    found: Counter[tuple[Rank, ...]] = Counter()
    wanted: Counter[tuple[Rank, ...]] = Counter()
    for hand, number in drawn.items():
        assert hand[:2] == own
        assert not set(hand) & set(seen)
        found[tuple(sorted(card.rank for card in hand))] += number
    for hand, each in expected.items():
        wanted[tuple(sorted(card.rank for card in hand))] += each
    total = sum(wanted.values())
    for ranks, each in wanted.most_common(20):
        assert found[ranks] / 20_000 == pytest.approx(each / total, abs=0.012)


def test_a_player_who_said_go_holds_no_card_that_would_have_fitted() -> None:
    likely = LikelyHands(cards("10D"), cards("KC 9S QD"), dealer=True, denied=4)
    random = Random(121)
    for _ in range(500):
        assert all(card.rank.counting_value > 4 for card in likely.draw(random)[1:])


def test_a_false_go_is_not_believed() -> None:
    """A go at a count of 21 is ignored, because it must be false: at 21, any card can be played."""
    hand = LikelyHands(cards("2D 3D"), cards("KC"), dealer=True, denied=10).draw(Random(121))
    assert len(hand) == 4


def test_cards_without_suits_get_one_that_is_free() -> None:
    likely = LikelyHands(cards("J 5"), cards("JS JD 5C J"), dealer=False)
    random = Random(121)
    jacks = {likely.draw(random)[0] for _ in range(200)}
    assert jacks == set(cards("JH JC"))


def test_a_whole_hand_is_certain() -> None:
    hand = cards("5H 6H 7H 8D")
    likely = LikelyHands(hand, cards("KC"), dealer=True)
    assert likely.certain
    assert likely.draw(Random(121)) == hand
    assert not LikelyHands(cards("5 6H 7H 8D"), cards("KC"), dealer=True).certain
