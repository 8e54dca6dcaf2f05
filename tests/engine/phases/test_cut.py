"""The cut for the first deal, and the starter (RULES.md 1 and 2)."""

import pytest

from engine.cards import Rank
from engine.deal import Source
from engine.events import Event, Kind
from engine.game_state import Prompt
from engine.phases.dealing import first_dealer
from engine.refusals import IllegalEvent
from engine.rules import Rules
from tests.support.words import game, reasons, scored


@pytest.mark.parametrize(
    ("ranks", "low", "high"),
    [
        ((1, 13), 0, 1),
        ((5, 5), None, None),
        ((5, 5, 9), None, 2),
        ((4, 9, 9), 0, None),
        ((3, 2, 4, 3), 1, 2),
    ],
)
def test_who_deals_first(ranks: tuple[int, ...], low: int | None, high: int | None) -> None:
    """RULES.md 1 and 2: the lowest card cut decides who deals first; with `first_deal=high`, the highest."""
    players = len(ranks)
    assert first_dealer(Rules(players=players), ranks) == low
    assert first_dealer(Rules(players=players, first_deal="high"), ranks) == high


@pytest.mark.parametrize(
    ("words", "dealer", "to_act"),
    [
        ("K", None, 1),
        ("A K", 0, 0),
        ("K A", 1, 1),
        ("10 9", 1, 1),
        ("Q K", 0, 0),
        ("5 5", None, 0),
        ("5 5 9", None, 1),
        ("5 5 9 8", 1, 1),
        ("5 5 A A 2 3", 0, 0),
        ("OK", 0, 0),
        ("A OK", 0, 0),
        ("K K OK", 0, 0),
    ],
)
def test_the_cut(words: str, dealer: int | None, to_act: int) -> None:
    """RULES.md 1: the player with the lowest card deals. After a tie, all cut again."""
    cut = game(words)
    assert (cut.dealer, cut.to_act) == (dealer, to_act)
    assert cut.prompt is (Prompt.CUT_FOR_DEAL if dealer is None else Prompt.STARTER)


def test_cut_cards_are_not_cards_of_the_deal() -> None:
    """Cards cut for the deal go back into the pack. After a five is cut, the deal can have all four fives."""
    assert game("5").deal_cards == ()
    after = game("5 5 5 6 5 5 5 5")
    assert [str(card) for card in after.cards] == ["5", "5", "5", "5"]
    assert after.deal_cards == after.cards
    with pytest.raises(IllegalEvent, match="All four fives are already out"):
        after.apply(Event(Kind.LAY, Rank.FIVE))


def test_his_heels_are_pegged_before_the_play() -> None:
    """RULES.md 2: if the starter is a jack, the dealer pegs 2 immediately."""
    after = game("K A J")
    assert scored(after) == [(1, 2)]
    assert reasons(after, after.entries[0]) == [("his_heels", 2, "J")]
    assert (after.entries[0].source, after.entries[0].seat) == (Source.HEELS, 1)
    assert (after.prompt, after.to_act) == (Prompt.PLAY, 0)
    assert game("K A Q").entries == ()
