"""Which throws a player made, by what the crib holds, and how good they were."""

import pytest

from engine.coach import throws
from engine.coach.given import with_suits
from engine.coach.reviewing.crib_split import KeptCards, split_as_told, splits
from engine.coach.reviewing.reviewed_throws import review_throw
from engine.coach.throw_chances import throw_chances
from engine.errors import InvalidHand
from tests.support.cards import cards


def test_pone_does_not_throw_a_pair_of_fives_to_the_dealers_crib() -> None:
    best = splits(KeptCards(cards("4 6 6 7")), KeptCards(cards("10 J Q K")), cards("A 5 5 9"))[0]
    assert sorted(best.dealers) == sorted(cards("5 5"))
    assert sorted(best.pones) == sorted(cards("A 9"))
    assert best.chance > 0.5


def test_the_chances_add_up_and_the_most_likely_split_is_first() -> None:
    found = splits(KeptCards(cards("2 3 4 9")), KeptCards(cards("6 7 8 8")), cards("K Q A 2"))
    assert len(found) == 6
    assert sum(split.chance for split in found) == pytest.approx(1)
    assert [split.chance for split in found] == sorted((split.chance for split in found), reverse=True)
    for split in found:
        assert sorted((*split.dealers, *split.pones)) == sorted(cards("K Q A 2"))


def test_cards_that_cannot_be_told_apart_make_one_split() -> None:
    assert len(splits(KeptCards(cards("2 3 4 9")), KeptCards(cards("6 7 8 8")), cards("K K K K"))) == 1
    assert len(splits(KeptCards(cards("2 3 4 9")), KeptCards(cards("6 7 8 8")), cards("K K Q J"))) == 4


def test_the_players_can_say_who_threw_what() -> None:
    crib = cards("5H 5 JD K")
    split = split_as_told(crib, cards("K 5H"))
    assert sorted(split.dealers) == sorted(cards("K 5H"))
    assert sorted(split.pones) == sorted(cards("5 JD"))
    assert split.chance == 1
    assert sorted(split_as_told(crib, cards("J 5")).pones) in (sorted(cards("5 K")), sorted(cards("5H K")))
    assert sorted(split_as_told(crib, cards("KS JD")).dealers) == sorted(cards("K JD"))


@pytest.mark.parametrize("told", ["5H", "5H 5 K", "A K", "5 JH", "K K"])
def test_cards_that_are_not_in_the_crib_are_refused(told: str) -> None:
    with pytest.raises(InvalidHand, match="two of the crib's cards 5H 5 JD K"):
        split_as_told(cards("5H 5 JD K"), cards(told))


def test_best_throw_has_rank_one_and_no_cost() -> None:
    made = review_throw(cards("5 5 6 7"), cards("3 3"), dealer=False, is_flush=False)
    assert (made.rank, made.cost) == (1, 0.0)
    assert made.thrown == made.best == cards("3 3")


def test_a_worse_throw_has_its_rank_and_costs_the_difference() -> None:
    kept, thrown = cards("3H 3D 6H 7S"), cards("5H 5D")
    ranked = throws(cards("3H 3D 5H 5D 6H 7S"), dealer=False)
    index = next(i for i, throw in enumerate(ranked) if set(throw.thrown) == set(thrown))
    made = review_throw(kept, thrown, dealer=False, is_flush=False)
    assert made.rank == index + 1 > 1
    assert made.cost == pytest.approx(ranked[0].total - ranked[index].total)
    assert set(made.best) == set(cards("3H 3D"))
    assert (made.hand, made.crib) == (pytest.approx(ranked[index].hand), pytest.approx(-ranked[index].crib))


def test_it_makes_no_difference_which_of_two_cards_without_suits_was_thrown() -> None:
    made = [
        review_throw(cards(kept), cards(thrown), dealer=True, is_flush=False)
        for kept, thrown in (("5 J J Q", "J 2"), ("J 5 Q J", "2 J"))
    ]
    assert made[0].rank == made[1].rank
    assert all(card.suit is None for each in made for card in each.best)


def test_a_known_flush_counts() -> None:
    kept, thrown = cards("2 4 7 9"), cards("Q K")
    with_flush = review_throw(kept, thrown, dealer=True, is_flush=True)
    without = review_throw(kept, thrown, dealer=True, is_flush=False)
    # Four points, and a fifth if the starter has the suit too.
    assert 4 < with_flush.hand - without.hand < 5


def test_the_chance_that_a_throw_cost_is_the_difference_from_the_best_throw() -> None:
    kept, thrown, best = cards("3H 3D 6H 7S"), cards("5H 5D"), cards("3H 3D")
    made = review_throw(kept, thrown, dealer=False, is_flush=False, score=(60, 70))
    won, could = throw_chances(
        (*kept, *thrown), [(thrown[0], thrown[1]), (best[0], best[1])], dealer=False, score=(60, 70)
    )
    assert made.win_cost == pytest.approx(could - won)
    assert 0 < could - won < 0.5
    without = review_throw(kept, thrown, dealer=False, is_flush=False)
    assert without.win_cost is None
    assert without == made._replace(win_cost=None)


def test_the_best_throw_costs_no_chance() -> None:
    made = review_throw(cards("5 5 6 7"), cards("3 3"), dealer=False, is_flush=False, score=(60, 70))
    assert made.win_cost == 0


@pytest.mark.parametrize(
    ("kept", "thrown"),
    [
        ("5 5 5 J", "5 K"),
        ("2 4 6 8", "10 Q"),
        ("2H 4 6 8", "10 Q"),
        ("2H 4H 6H 8", "10 Q"),
        ("5H 5 5 J", "5S K"),
    ],
)
def test_all_cards_get_a_suit_and_none_is_there_twice(kept: str, thrown: str) -> None:
    before = cards(f"{kept} {thrown}")
    after = with_suits(cards(kept), cards(thrown), is_flush=False)
    assert len(set(after)) == 6
    for card, named in zip(before, after, strict=True):
        assert named.rank is card.rank
        assert named.suit is not None
        assert card.suit in (None, named.suit)


def test_missing_suits_make_no_flush() -> None:
    for kept in ("2 4 6 8", "2H 4H 6 8", "2H 4H 6H 8"):
        named = with_suits(cards(kept), cards("10 Q"), is_flush=False)
        assert len({card.suit for card in named[:4]}) > 1


@pytest.mark.parametrize(("kept", "thrown"), [("2 4 6 8", "2S 4H"), ("2 4D 6 8", "2 8"), ("2 4 6 8", "10 Q")])
def test_a_flush_stays_a_flush(kept: str, thrown: str) -> None:
    named = with_suits(cards(kept), cards(thrown), is_flush=True)
    assert len({card.suit for card in named[:4]}) == 1
    assert len(set(named)) == 6
