"""The play in compiled code: the rules, a policy that learns, and both searches, beside the tests' oracle."""

import re

import numpy as np
import pytest

from engine.coach.play_search import Earlier, PlaySearch, weighed
from engine.coach.tables import kept
from engine.coach.unseen import possible_rests
from engine.coach_tables.exact_play import values_of_hands
from engine.coach_tables.hands import HANDS
from engine.coach_tables.matches import pegging
from engine.coach_tables.play_game import PlayState, lay, new_policy
from engine.coach_tables.searched_play import Seen, new_workspace, reply_values, search
from tests.support import oracle

pytestmark = pytest.mark.night  # Numba compiles for seconds


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


def each_kept(*, dealer: bool) -> np.ndarray:
    found = possible_rests([], [], dealer=dealer, denied=0)
    ways = [
        np.prod([[1, 4, 6, 4, 1][list(hand).count(rank)] for rank in set(hand)]) for hand in HANDS.tolist()
    ]
    return np.array([found[tuple(rank + 1 for rank in hand)] for hand in HANDS.tolist()]) / ways


@pytest.mark.parametrize("seed", range(12))
def test_both_searches_find_the_same_values(seed: int) -> None:
    random = np.random.default_rng(seed)
    pack = random.permutation(np.repeat(np.arange(13), 4))
    hands = np.array([np.bincount(pack[:4], minlength=13), np.bincount(pack[4:8], minlength=13)])
    starter = int(pack[8])
    seen = Seen(
        np.zeros((2, 13), np.int64), np.zeros((8, 4), np.int64), np.zeros(2, np.int64), np.array([starter])
    )
    pile, turn = np.zeros(10, np.int64), PlayState(0, 0, 0, 0)
    public = [0] * 14
    public[starter + 1] = 1
    earlier: list[list[Earlier]] = [[], []]
    held = [4, 4]
    for step in range(8):
        player = turn.player
        fitting = [
            rank for rank in range(13) if hands[player, rank] and turn.so_far + min(rank + 1, 10) <= 31
        ]
        laid = tuple(int(rank) + 1 for rank in pile[: turn.laid])
        if step >= 3 and len(fitting) > 1:
            kept = each_kept(dealer=player == 0)
            space = new_workspace()
            best = search(player, hands, pile, turn, seen, step, kept, space)
            shown = [card.rank for card in earlier[1 - player]]
            out = [card.rank for card in earlier[player]]
            own = tuple(rank + 1 for rank in range(13) for _ in range(hands[player, rank]))
            rests = possible_rests(
                shown, [starter + 1, *out, *own], dealer=player == 0, denied=int(seen.denied[1 - player])
            )
            found = weighed(rests, earlier[1 - player])
            total = sum(weight for _, weight in found)
            values = PlaySearch(public).values(own, found, laid)
            assert [rank - 1 for rank in values] == fitting
            assert space.values[fitting].tolist() == pytest.approx([each / total for each in values.values()])
            assert values[best + 1] == pytest.approx(max(values.values()))
            return
        rank = int(random.choice(fitting))
        earlier[player].append(Earlier(rank + 1, laid, tuple(public), held[1 - player]))
        held[player] -= 1
        public[rank + 1] += 1
        seen.steps[step] = player, rank, turn.laid, turn.so_far
        seen.played[player, rank] += 1
        count = turn.so_far + min(rank + 1, 10)
        _, turn = lay(hands, pile, turn, rank)
        for other in range(2):
            if turn.laid == 0 or (turn.go and other != turn.player):
                seen.denied[other] = max(seen.denied[other], 31 - count)


PONES = kept(dealer=False)
WEIGHTS = np.array([PONES.mixed[ranks] + PONES.suited.get(ranks, 0.0) for ranks in PONES.mixed])


def index_of_ranks(*ranks: int) -> int:
    """Return the index in `HANDS` of the hand with these ranks, 1 (ace) to 13 (king)."""
    return int(np.flatnonzero((np.array(ranks) - 1 == HANDS).all(axis=1))[0])


def searched(hand: tuple[int, ...], lead: int) -> dict[int, float]:
    """Return the value of each of the dealer's replies to a lead, as found by `PlaySearch`, keyed by rank.

    The value is the dealer's expected points in the rest of the play, minus pone's.

    Args:
        hand: the ranks in the dealer's hand, 1 (ace) to 13 (king).
        lead: the rank of the card that pone leads.
    """
    public = [0] * 14
    earlier = [Earlier(lead, (), tuple(public), 4)]
    rests = weighed(possible_rests([lead], hand, dealer=False, denied=0), earlier)
    public[lead] += 1
    total = sum(weight for _, weight in rests)
    return {rank: value / total for rank, value in PlaySearch(public).values(hand, rests, (lead,)).items()}


@pytest.mark.parametrize(("hand", "lead"), [((2, 5, 9, 12), 10), ((3, 3, 7, 13), 8), ((5, 5, 5, 11), 5)])
def test_the_values_are_those_of_the_coachs_search(hand: tuple[int, ...], lead: int) -> None:
    found = reply_values(WEIGHTS, chosen=np.array([index_of_ranks(*hand)]))[index_of_ranks(*hand), lead - 1]
    expected = searched(hand, lead)
    for rank in range(1, 14):
        if rank in hand:
            assert found[rank - 1] == pytest.approx(expected[rank])
        else:
            assert np.isnan(found[rank - 1])


def test_a_lead_of_which_the_dealer_holds_all_cards_has_no_value() -> None:
    own = index_of_ranks(7, 7, 7, 7)
    found = reply_values(WEIGHTS, most=50, chosen=np.array([own]))
    assert np.isnan(found[own, 6]).all()
    assert not np.isnan(found[own, 3, 6])


@pytest.mark.parametrize(("hand", "gains"), [("K-K-K-K", False), ("4-5-6-7", True)])
def test_the_best_answer_to_a_policy_gains_if_the_hand_has_a_choice(hand: str, gains: bool) -> None:
    said: list[str] = []
    pegging(hand, 20, 1, said.append, new_policy())
    for lines in (said[4:6], said[10:]):
        (own, others), (best, against) = (map(float, re.findall(r"\d\.\d\d", line)) for line in lines)
        assert (best - against > own - others) is gains
