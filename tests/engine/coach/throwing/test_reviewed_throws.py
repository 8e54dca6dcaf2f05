import pytest

from engine.cards import Card
from engine.coach.reviewing.reviewed_throws import review_throw
from engine.coach.throw_chances import throw_chances
from engine.coach.throws import throws


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, text.split()))


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
