""""""

import os
import sys

import pytest

from engine.cards import Card
from engine.coach import chance_before_deal, throws
from engine.indices import Seat
from firmware_py.board.work_out import main, work_out
from firmware_py.view.coach import CountedDeal, as_text, read_advice


def cards(texts: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, texts.split()))


DEAL = CountedDeal(
    dealer=Seat(1),
    hands=(cards("7S 8S 8D 9H"), cards("5H 5S JD QC")),
    flushes=(False, False),
    crib=cards("2H KD QS 3C"),
    scores=(34, 29),
    next_dealer=Seat(0),
)
"""Pone kept the best four of 7 8 8 9 with two cards of the crib, whichever these are."""


def test_each_throw_is_compared_with_the_best_one_of_the_same_six_cards() -> None:
    advice = work_out(DEAL)
    assert [throw.kept for throw in advice.throws] == list(DEAL.hands)
    assert sorted(advice.throws[0].thrown + advice.throws[1].thrown) == sorted(DEAL.crib)
    for seat, (kept, thrown, best, cost) in enumerate(advice.throws):
        ranked = throws((*kept, *thrown), dealer=seat == DEAL.dealer)
        made = next(throw for throw in ranked if set(throw.thrown) == set(thrown))
        assert set(best) == set(ranked[0].thrown)
        assert cost == pytest.approx(ranked[0].total - made.total, abs=0.01)
    assert advice.has_suits
    assert 0 < advice.certainty <= 1


def test_the_program_prints_what_it_works_out(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "nice", lambda increment: increment)  # a test cannot raise its priority again
    monkeypatch.setattr(sys, "argv", ["-c", "/the/code", as_text(DEAL)])
    main()
    assert read_advice(capsys.readouterr().out) == work_out(DEAL)


def test_a_blunder_costs_points() -> None:
    """In this deal, the crib contains 5 5 J Q, so at least one of the players must have thrown badly."""
    blunder = DEAL._replace(hands=(cards("2H 4S 9D KC"), cards("AS 6S 8D KH")), crib=cards("5H 5S JD QC"))
    assert sum(throw.cost for throw in work_out(blunder).throws) > 3


@pytest.mark.parametrize("pones", ["2H KD", "KD 3C", "QS 3C"])
def test_if_the_throws_are_known_nothing_is_guessed(pones: str) -> None:
    dealers = tuple(card for card in DEAL.crib if card not in cards(pones))
    advice = work_out(DEAL._replace(thrown=(cards(pones), dealers)))
    assert [set(throw.thrown) for throw in advice.throws] == [set(cards(pones)), set(dealers)]
    assert advice.certainty == 1


def test_cards_without_suits_are_rated_too() -> None:
    bare = DEAL._replace(hands=(cards("7 8 8 9"), cards("5 5 J Q")), crib=cards("2 K Q 3"))
    advice = work_out(bare)
    assert not advice.has_suits
    assert [throw.kept for throw in advice.throws] == list(bare.hands)
    assert all(throw.cost >= 0 for throw in advice.throws)


@pytest.mark.parametrize(("next_dealer", "scores"), [(0, (34, 29)), (1, (34, 29)), (1, (120, 0))])
def test_the_chances_are_those_before_the_next_deal(next_dealer: int, scores: tuple[int, int]) -> None:
    advice = work_out(DEAL._replace(next_dealer=Seat(next_dealer), scores=scores))
    chance = chance_before_deal(dealer=scores[next_dealer], pone=scores[1 - next_dealer])
    assert advice.chances[next_dealer] == pytest.approx(chance)
    assert sum(advice.chances) == pytest.approx(1)
