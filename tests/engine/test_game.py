"""A game begins in the right state, and each event leads to the right state."""

import pytest

from engine.cards import Rank
from engine.errors import InvalidRules
from engine.events import Event, Kind
from engine.game import Game
from engine.game_state import Prompt
from engine.refusals import IllegalEvent
from engine.scoring.pegs import Pegs
from tests.support.words import game


def test_a_new_game_waits_for_the_cut() -> None:
    new = Game.new()
    assert (new.prompt, new.to_act, new.dealer, new.winner) == (Prompt.CUT_FOR_DEAL, 0, None, None)
    assert new.sides == (Pegs(), Pegs())
    assert (new.count, new.deals, new.entries, new.deal_cards) == (0, 0, (), ())


@pytest.mark.parametrize("start", [(-1, 0), (0, 121), (121, 121), (0,), (0, 0, 0), (1000, 0)])
def test_impossible_scores_are_refused(start: tuple[int, ...]) -> None:
    with pytest.raises(InvalidRules) as caught:
        Game.new(start=start)
    given = ",".join(map(str, start))
    assert str(caught.value) == f"start cannot be {given}: give 2 numbers from 0 to 120"


def test_points_before_the_first_deal() -> None:
    assert Game.new(start=(120, 7)).sides == (Pegs(front=120), Pegs(front=7))
    assert Game.new(start=()).sides == Game.new().sides


def test_an_event_makes_another_game_and_leaves_the_first_as_it_was() -> None:
    before = game("OK 3")
    after = before.apply(Event.lay(Rank.KING))
    assert (before.count, after.count) == (0, 10)
    assert (type(after), before) == (Game, game("OK 3"))


def test_a_refused_event_leaves_the_game_as_it_was() -> None:
    before = game("OK 3 K")
    with pytest.raises(IllegalEvent):
        before.apply(Event.crib(Rank.ACE))
    assert before == game("OK 3 K")


def test_a_game_accepts_the_events_of_its_prompt() -> None:
    """In the play, the game accepts a card or a suit, and a go only above a count of 21 (RULES.md 3)."""
    assert {Kind.LAY, Kind.SUIT} <= game("OK 3").accepts
    assert not {Kind.GO, Kind.CRIB, Kind.CUT} & game("OK 3").accepts
    assert Kind.GO in game("OK 3 K 8 4").accepts
