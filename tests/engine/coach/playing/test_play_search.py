from itertools import combinations_with_replacement

import pytest

from engine.coach.play_search import Earlier, PlaySearch, merits, weighed
from tests.support import oracle

Ranks = tuple[int, ...]


def points(pile: Ranks) -> int:
    return sum(oracle.play_points([oracle.RANKS[rank - 1] for rank in pile]).values())


def count_of(pile: Ranks) -> int:
    return sum(min(rank, 10) for rank in pile)


def without(hand: Ranks, rank: int) -> Ranks:
    left = list(hand)
    left.remove(rank)
    return tuple(left)


def expected(own: Ranks, other: Ranks, pile: Ranks, turn: int, last: int, public: tuple[int, ...]) -> float:
    """Return the points that the player can expect in the rest of the play, minus the opponent's points.

    The player always plays the best card. The opponent chooses a card at random. The function `merits` says
    how likely each rank is.

    Args:
        own: the ranks that the player holds.
        other: the ranks that the opponent holds.
        pile: the ranks played in this count.
        turn: 0 if it is the player's turn, 1 if it is the opponent's.
        last: 0 if the player played the last card, 1 if the opponent did.
        public: the number of cards of each rank that both players have seen, indexed by rank.
    """
    hands = (own, other)
    fitting = [{rank for rank in hand if count_of((*pile, rank)) <= 31} for hand in hands]
    if not fitting[turn]:
        turn = 1 - turn
    if not fitting[turn]:
        ends = (count_of(pile) not in (0, 31)) * (1 if last == 0 else -1)
        if not own and not other:
            return ends
        turn = 1 - last if hands[1 - last] else last
        return ends + expected(own, other, (), turn, last, public)
    values = {}
    for rank in fitting[turn]:
        after = tuple(number + (index == rank) for index, number in enumerate(public))
        left = without(hands[turn], rank)
        rest = (left, other) if turn == 0 else (own, left)
        scored = points((*pile, rank)) * (1 if turn == 0 else -1)
        values[rank] = scored + expected(*rest, (*pile, rank), 1 - turn, turn, after)
    if turn == 0:
        return max(values.values())
    weight = merits(pile, public, len(own))
    return sum(weight[rank] * value for rank, value in values.items()) / sum(weight[rank] for rank in values)


def public_of(*ranks: int) -> tuple[int, ...]:
    return tuple(ranks.count(rank) for rank in range(14))


def card_by_card(
    own: Ranks, rests: list[tuple[Ranks, float]], pile: Ranks, public: tuple[int, ...]
) -> dict[int, float]:
    found = {}
    for rank in {rank for rank in own if count_of((*pile, rank)) <= 31}:
        after = tuple(number + (index == rank) for index, number in enumerate(public))
        found[rank] = sum(
            weight * (points((*pile, rank)) + expected(without(own, rank), rest, (*pile, rank), 1, 0, after))
            for rest, weight in rests
        )
    return found


@pytest.mark.parametrize("own", [(1, 10), (4, 6), (3, 5), (9, 13), (6, 7)])
@pytest.mark.parametrize("pile", [(), (11, 4), (7, 8), (10, 5, 9), (10, 10, 3)])
def test_against_one_unknown_card_the_value_is_the_mean_over_all_cards(own: Ranks, pile: Ranks) -> None:
    rests: list[tuple[Ranks, float]] = [((rank,), 1 + rank % 3) for rank in range(1, 14)]
    public = public_of(2, *pile)
    found = PlaySearch(public).values(own, rests, pile)
    assert found == pytest.approx(card_by_card(own, rests, pile, public))


@pytest.mark.parametrize("own", [(1, 10), (4, 6), (8, 8), (2, 7)])
@pytest.mark.parametrize("pile", [(), (9, 4), (10, 5, 9), (10, 10, 3)])
def test_with_two_cards_each_the_value_is_that_of_every_course_by_its_chance(own: Ranks, pile: Ranks) -> None:
    rests: list[tuple[Ranks, float]] = [
        (hand, 1 + sum(hand) % 5) for hand in combinations_with_replacement(range(1, 14), 2)
    ]
    public = public_of(2, 12, *pile)
    found = PlaySearch(public).values(own, rests, pile)
    assert found == pytest.approx(card_by_card(own, rests, pile, public))


def test_the_player_does_not_see_the_other_hand() -> None:
    """A player who does not know the opponent's card cannot expect more points than one who does.

    Here, the opponent's card is a five or a six.
    """
    rests: list[tuple[Ranks, float]] = [((5,), 1.0), ((6,), 1.0)]
    public = public_of(2, 10)
    found = PlaySearch(public).values((3, 4, 9), rests, (10,))
    knowing = card_by_card((3, 4, 9), rests, (10,), public)
    assert all(found[rank] <= knowing[rank] + 1e-9 for rank in found)


def test_a_card_that_scores_has_more_merit_than_one_that_helps_the_player() -> None:
    merit = merits((10,), public_of(10), 3)
    assert merit[5] > merit[10] > merit[11]
    assert set(merits((10, 10, 5), public_of(10, 10, 5), 2)) == {1, 2, 3, 4, 5, 6}


def test_a_player_who_did_not_make_fifteen_is_unlikely_to_have_been_able_to() -> None:
    rests = {(5, 13): 1.0, (9, 13): 1.0}
    (_, with_five), (_, without_five) = weighed(rests, [Earlier(2, (10,), public_of(7, 10), 3)])
    assert with_five < 0.5 * without_five
