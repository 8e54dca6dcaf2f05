"""A game begins in the right state, and each event leads to the right state."""

from typing import Any

import pytest

from engine import Event, Game, InvalidGame, InvalidRules, Pegs, Prompt, Rules, Seat, Side, Skunk
from tests.support.words import game, reasons


def test_a_new_game_waits_for_the_cut() -> None:
    new = Game.new()
    assert (new.prompt, new.to_act, new.dealer, new.winner) == (Prompt.CUT_FOR_DEAL, 0, None, None)
    assert new.sides == (Pegs(), Pegs())
    assert (new.count, new.deals, new.entries, new.deal_cards) == (0, 0, (), ())


# Case E4: pone K 8 K 6, dealer 4 5 10 10, starter 3; pairs and no jacks, so no question is asked.
QUIET = "OK 3 K 4 8 5 K 10 6 10"
ONE_DEAL = f"{QUIET} A A 2 2"


@pytest.mark.parametrize("setup", [None, Rules(), "six-card", (Rules(), (), (), ())])
def test_a_game_begins_with_nothing_but_a_setup(setup: Any) -> None:
    with pytest.raises(InvalidRules, match=r"^a setup is made by Setup\(…\), not "):
        Game.of(setup)


def test_the_cards_of_a_deal_begin_with_its_starter() -> None:
    assert [str(card) for card in game("OK 3 K").deal_cards] == ["3", "K"]
    second = game(f"{ONE_DEAL} 9 H 8")
    assert [str(card) for card in second.deal_cards] == ["9H", "8"]
    assert len(second.cards) == 13 + 2
    assert second.last_index == 1


@pytest.mark.parametrize(("words", "start"), [("OK", ()), (ONE_DEAL, ()), ("OK J", (119, 0))])
def test_between_deals_no_hand_is_counted_next(words: str, start: tuple[int, ...]) -> None:
    between = game(words, start)
    assert not between.has_deal
    for name in ("hand_owner", "counts_crib", "last_index"):
        with pytest.raises(InvalidGame, match="no deal is in progress"):
            getattr(between, name)


def test_the_last_card_is_that_of_the_deal_before_until_a_deal_is_thrown_in() -> None:
    assert game("OK").last_card is None
    assert str(game("OK 3 K").last_card) == "K"
    assert str(game(ONE_DEAL).last_card) == "2"
    assert game(f"{ONE_DEAL} 9 8").apply(Event.thrown_in()).last_card is None


@pytest.mark.parametrize("players", [2, 3, 4])
def test_pone_sits_on_the_dealers_left(players: int) -> None:
    # RULES.md 1: seats are numbered clockwise.
    state = game("OK", rules=Rules(players=players))
    assert (state.current_dealer, state.pone, state.left_of(Seat(players - 1))) == (0, 1, 0)


def test_partners_need_the_same_points() -> None:
    four = game("OK", (119, 7), Rules(players=4))
    assert [four.points_to_win(Seat(seat)) for seat in range(4)] == [2, 114, 2, 114]
    assert four.pegs_of(Seat(3)) == Pegs(front=7)


def test_each_of_two_losers_has_their_own_skunk() -> None:
    """RULES.md 5: two losers can have different skunks, and the winner is credited with the lesser one."""
    before = game("OK", (100, 80, 50), Rules(players=3))
    assert [before.skunk_of(Side(side)) for side in range(3)] == [None] * 3
    won = before.apply(Event.peg(0, 21))
    assert [won.skunk_of(Side(side)) for side in range(3)] == [None, Skunk.SKUNK, Skunk.DOUBLE]
    assert won.skunk is Skunk.SKUNK
    safe = game("OK", (100, 91, 50), Rules(players=3)).apply(Event.peg(0, 21))
    assert (safe.skunk_of(Side(1)), safe.skunk) == (None, None)


def test_entries_keep_their_cards_through_the_next_deals() -> None:
    first, second = game(f"{QUIET} A A 2 2"), game(f"{QUIET} A A 2 2 9 H 8 8 Q S")
    for entry in first.entries:
        assert reasons(second, entry) == reasons(first, entry)
    assert reasons(second, second.entries[-1]) == [("pair", 2, "8 8")]


def test_number_of_deals_starts_again_in_each_game() -> None:
    """The number of deals counts only the finished deals of the current game."""
    assert game(f"{QUIET} A A 2").deals == 0
    assert game(f"{QUIET} A A 2 2").deals == 1
    # Pone scores 3 in the first deal, deals the second, and wins it with his heels.
    won = game(f"{QUIET} A A 2 2 J", (0, 117))
    assert (won.winner, won.deals) == (1, 1)
    # Case E4: won on the dealer's hand.
    assert game(QUIET, (110, 116)).deals == 0
