"""A game as a value: how it begins, its count, its entries and its deals."""

import pytest

from engine.errors import InvalidRules
from engine.game import Game
from engine.game_state import Prompt
from engine.pegs import Pegs
from tests.support.words import game, reasons

# Case E4: pone K 8 K 6, dealer 4 5 10 10, starter 3; pairs and no jacks, so no question is asked.
QUIET = "OK 3 K 4 8 5 K 10 6 10"


def test_a_new_game_waits_for_the_cut() -> None:
    new = Game.new()
    assert (new.prompt, new.to_act, new.dealer, new.winner) == (Prompt.CUT_FOR_DEAL, 0, None, None)
    assert new.sides == (Pegs(), Pegs())
    assert (new.count, new.deals, new.entries, new.deal_cards) == (0, 0, (), ())


@pytest.mark.parametrize("start", [(-1, 0), (0, 121), (121, 121), (0,), (0, 0, 0), (1000, 0)])
def test_points_that_no_game_in_progress_has_are_refused(start: tuple[int, ...]) -> None:
    """A side can begin with points, but not with the target."""
    with pytest.raises(InvalidRules) as caught:
        Game.new(start=start)
    given = ",".join(map(str, start))
    assert str(caught.value) == f"start cannot be {given}: give 2 numbers from 0 to 120"


def test_points_before_the_first_deal() -> None:
    assert Game.new(start=(120, 7)).sides == (Pegs(front=120), Pegs(front=7))
    assert Game.new(start=()).sides == Game.new().sides


def test_the_count_stands_as_it_was_when_the_play_is_won() -> None:
    """The count is 0 outside the play. If the play wins the game, its last count stays."""
    assert game("OK 2 K 5", (119, 0)).count == 15
    assert game("OK J", (119, 0)).count == 0
    assert game(QUIET).count == 0
    assert game("OK 2 K 5 OK", (119, 0)).count == 0


def test_what_was_scored_keeps_its_cards_through_the_next_deals() -> None:
    """Entries keep their cards through later deals of the game."""
    first, second = game(f"{QUIET} A A 2 2"), game(f"{QUIET} A A 2 2 9 H 8 8 Q S")
    for entry in first.entries:
        assert reasons(second, entry) == reasons(first, entry)
    assert reasons(second, second.entries[-1]) == [("pair", 2, "8 8")]


def test_the_deals_counted_are_those_of_the_game() -> None:
    """Finished deals are counted; a deal that the end of the game cuts short is not."""
    assert game(f"{QUIET} A A 2").deals == 0
    assert game(f"{QUIET} A A 2 2").deals == 1
    # Pone scores 3 in the first deal, deals the second, and wins it with his heels.
    won = game(f"{QUIET} A A 2 2 J", (0, 117))
    assert (won.winner, won.deals) == (1, 1)
    # Case E4: won on the dealer's hand.
    assert game(QUIET, (110, 116)).deals == 0
