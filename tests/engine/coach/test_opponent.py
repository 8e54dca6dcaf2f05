from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.cards import PACK, Rank
from engine.coach import throws
from engine.coach.opponent import Strength, opponents_card, opponents_throw
from engine.errors import InvalidGame, InvalidHand
from engine.events import Event
from engine.game import Game
from engine.rules import Rules
from tests.benchmarks.opponents import gain, points_of_deal
from tests.support.cards import cards

SIX = "3H 3D 5H 5D 6H 7S"


def no_chance() -> float:
    pytest.fail("this strength leaves nothing to chance")


def play(strength: Strength, hand: str, pile: str) -> str | None:
    """Return the card that an opponent with the given hand plays in the first count; None for a go.

    Args:
        strength: the opponent's strength.
        hand: the opponent's cards, such as `5H 9D`.
        pile: the cards already played in this count, oldest first.
    """
    game = Game.new().apply(Event.deals(0)).apply(Event.starter(Rank.TWO))
    for card in cards(pile):
        game = game.apply(Event.lay(card.rank))
    chance = Random(1).random if strength is Strength.EASY else no_chance
    found = opponents_card(strength, game, cards(hand), chance)
    return None if found is None else str(found)


@pytest.mark.parametrize("dealer", [True, False])
def test_a_strong_opponent_throws_as_the_coach_advises(dealer: bool) -> None:
    thrown = opponents_throw(Strength.STRONG, cards(SIX), no_chance, dealer=dealer)
    assert thrown == throws(cards(SIX), dealer=dealer)[0].thrown


@pytest.mark.parametrize("dealer", [True, False])
def test_a_medium_opponent_throws_by_hand_and_crib(dealer: bool) -> None:
    ranked = throws(cards(SIX), dealer=dealer)
    best = max(throw.hand + throw.crib for throw in ranked)
    thrown = set(opponents_throw(Strength.MEDIUM, cards(SIX), no_chance, dealer=dealer))
    made = next(throw for throw in ranked if set(throw.thrown) == thrown)
    assert made.hand + made.crib == pytest.approx(best, abs=0.3)  # its mean of the crib is not exact


def test_an_easy_opponent_throws_one_of_the_better_half() -> None:
    random = Random(1)
    better = [frozenset(throw.thrown) for throw in throws(cards(SIX), dealer=True)[:9]]
    found = {
        frozenset(opponents_throw(Strength.EASY, cards(SIX), random.random, dealer=True)) for _ in range(200)
    }
    assert len(found) == 8
    assert found <= set(better)


@pytest.mark.parametrize("strength", Strength)
@pytest.mark.parametrize(
    "hand", [None, "3H 3D", SIX, cards("3H 3D 5H"), cards("3H 3D 5H 5D 6H 7"), cards("3H " * 6)]
)
def test_no_opponent_takes_a_hand_that_cannot_be_dealt(strength: Strength, hand: Any) -> None:
    with pytest.raises(InvalidHand):
        opponents_throw(strength, hand, Random(1).random, dealer=True)
    game = Game.new().apply(Event.deals(0)).apply(Event.starter(Rank.TWO))
    with pytest.raises(InvalidHand):
        opponents_card(strength, game, [*cards("5H 6H 7H"), hand], Random(1).random)


@pytest.mark.parametrize("strength", Strength)
@pytest.mark.parametrize(
    "game", [None, Game.new(), Game.new(Rules(players=3)), Game.new().apply(Event.deals(0))]
)
def test_no_opponent_plays_a_card_outside_the_play(strength: Strength, game: Any) -> None:
    with pytest.raises(InvalidGame):
        opponents_card(strength, game, cards("5H 6H 7H 8H"), Random(1).random)


@pytest.mark.parametrize("strength", [Strength.MEDIUM, Strength.STRONG])
@pytest.mark.parametrize(
    ("hand", "pile", "card"),
    [
        ("5H 9D KC QD", "10S", "5H"),
        ("2H 9D KC", "10S 10H JC", None),
        ("7H 8D KC", "7S 7C", "7H"),
        ("AH KC QH", "KH JC QD", "AH"),
    ],
)
def test_stronger_opponents_play_a_card_that_scores(
    strength: Strength, hand: str, pile: str, card: str | None
) -> None:
    """A medium or strong opponent plays a card that makes a fifteen or three of a kind.

    Without a choice, it says go or plays its only playable card.
    """
    assert play(strength, hand, pile) == card


@pytest.mark.parametrize("strength", Strength)
def test_without_a_card_that_fits_an_opponent_says_go(strength: Strength) -> None:
    assert play(strength, "5H 9D 10C", "KS QH 8C") is None
    assert play(strength, "3H 9D 10C", "KS QH 8C") == "3H"


@pytest.mark.parametrize("dealer", Strength)
@pytest.mark.parametrize("pone", Strength)
def test_any_two_opponents_play_whole_deals_that_the_engine_accepts(dealer: Strength, pone: Strength) -> None:
    random = Random(7)
    scored = points_of_deal((dealer, pone), random.sample(PACK, 13), random)
    assert all(0 <= points < 100 for points in scored)


def test_a_medium_opponent_beats_an_easy_one() -> None:
    """A medium opponent is better by about three points per deal, so a hundred deals prove the difference."""
    mean, error = gain(Strength.MEDIUM, Strength.EASY, 100)
    assert mean > 5 * error > 0
