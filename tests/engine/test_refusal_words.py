"""The messages for refused events can be worded differently, for example in another language."""

import pytest

from engine.cards import Rank
from engine.events import Event
from engine.game import Game
from engine.match.history import History
from engine.refusals import IllegalEvent, RefusalWords
from tests.support.words import game


class Short(RefusalWords):
    """Refusal messages, some of which are shorter than the English ones."""

    NOTHING_TO_UNDO = "no undo"

    def rank(self, rank: Rank) -> str:
        return rank.symbol

    def ranks(self, rank: Rank) -> str:
        return f"{rank.symbol}s"

    def no_go_yet(self, count: int, highest: int) -> str:
        return f"no go, {count} <= {highest}"


def test_a_refusal_without_values_is_told_in_the_words_given() -> None:
    with pytest.raises(IllegalEvent, match=r"^Nothing to undo$") as error:
        History.of(Game.new()).apply(Event.undo())
    assert error.value.in_words(Short()) == "no undo"


def test_a_refusal_is_told_with_its_values() -> None:
    with pytest.raises(IllegalEvent, match=r"^No go at 20: up to 21, any card can be played$") as error:
        game("OK 2 10 J").apply(Event.go())
    assert error.value.in_words(Short()) == "no go, 20 <= 21"


def test_a_refusal_uses_the_names_of_cards_in_the_same_words() -> None:
    with pytest.raises(IllegalEvent, match=r"^All four sixes are already out$") as error:
        game("OK 6 6 6 6").apply(Event.lay(Rank.SIX))
    assert error.value.in_words(Short()) == "All four 6s are already out"


def test_what_only_a_program_does_wrong_is_told_in_english() -> None:
    with pytest.raises(IllegalEvent) as error:
        Game.new().apply(Event.deals(7))
    assert error.value.in_words(Short()) == str(error.value) == "There is no seat 7: the seats are 0 to 1"
