"""After a misdeal, the deal's points are removed, manual points stay, and the same player deals again."""

from collections.abc import Sequence

import pytest

from engine.cards import Rank, Suit
from engine.events import Event, Kind
from engine.game import Game
from engine.game_state import Prompt
from engine.match.history import History
from engine.match.record import read_event
from engine.refusals import IllegalEvent
from engine.rules import Rules
from engine.scoring.pegs import Pegs
from tests.support.words import event_of, game, scored

# Pone K 8 K 6, dealer 4 5 10 10, starter 3: 1 and 2 for pone, 1, 1 and 9 for the dealer.
QUIET = "OK 3 K 4 8 5 K 10 6 10"
THROWN_IN = Event(Kind.THROWN_IN)
AT_DEALS = "OK 2 5 5 5", "OK J 5 5", QUIET, f"{QUIET} A A 2", "OK 2 K Q 9 8 6 7 4 3"


@pytest.mark.parametrize("words", AT_DEALS)
def test_a_deal_thrown_in_leaves_no_trace_and_is_dealt_again(words: str) -> None:
    before = game("OK", (7, 30))
    after = game(words, (7, 30)).apply(THROWN_IN)
    assert (after.prompt, after.dealer, after.to_act, after.deals) == (Prompt.STARTER, 0, 0, 0)
    assert (after.sides, after.entries, after.cards, after.count) == (before.sides, (), (), 0)
    assert game_again(after) == game_again(before)


def game_again(after: Game) -> tuple[object, ...]:
    """Turn up a jack and play two cards.

    Return the parts of the new game state that an earlier misdeal must not affect.
    """
    again = after
    for kind, rank in ((Kind.STARTER, Rank.JACK), (Kind.LAY, Rank.FIVE), (Kind.LAY, Rank.KING)):
        again = again.apply(Event(kind, rank))
    return again.sides, scored(again), again.deal_cards, again.prompt, again.to_act, again.count


def test_a_later_deal_thrown_in_leaves_the_ones_before() -> None:
    before = game(f"{QUIET} A A 2 2")
    after = game(f"{QUIET} A A 2 2 J 5 K").apply(THROWN_IN)
    assert (after.dealer, after.to_act, after.deals) == (1, 1, 1)
    assert (after.sides, after.entries, after.cards) == (before.sides, before.entries, before.cards)


def test_points_by_hand_stay_and_those_of_the_deal_go() -> None:
    # Manual corrections stay, since they may have nothing to do with the deal.
    before = game("OK").apply(Event.peg(1, 5))
    in_it = before.apply(Event(Kind.STARTER, Rank.JACK)).apply(Event.peg(1, 3))
    assert in_it.sides == (Pegs(2), Pegs(8, 5))
    after = in_it.apply(THROWN_IN)
    assert after.sides == (Pegs(), Pegs(8, 5))
    assert scored(after) == [(1, 5), (1, 3)]
    assert after.entries == (before.entries[0], in_it.entries[-1])


@pytest.mark.parametrize(
    ("by_hand", "score", "pegs_then", "entries"),
    [
        # His heels brought side 0 from 10 to 12; a misdeal takes these two points back, and no others.
        ("peg 0 2", 14, (12, 10), [(2, 12)]),
        ("take-back 0 5", 7, (5, 0), [(-5, 5)]),
        ("take-back 0 12", 0, (0, 0), [(-10, 0)]),
        ("score 0 92", 92, (90, 10), [(80, 90)]),
        ("score 0 3", 3, (1, 0), [(-9, 1)]),
        ("peg 0 2, take-back 0 1, peg 0 4", 17, (15, 11), [(2, 12), (-1, 11), (4, 15)]),
        ("score 0 1, peg 0 6", 7, (6, 0), [(-10, 0), (6, 6)]),
        ("peg 0 9, undo", 12, (10, 0), []),
    ],
)
def test_misdeal_removes_only_the_points_of_the_deal(
    by_hand: str, score: int, pegs_then: tuple[int, int], entries: list[tuple[int, int]]
) -> None:
    match = History.of(game("OK", (10, 0)).apply(Event(Kind.STARTER, Rank.JACK)))
    for line in by_hand.split(", "):
        match = match.apply(read_event(line))
    assert match.game.sides[0].front == score
    after = match.game.apply(THROWN_IN)
    assert (after.sides[0].front, after.sides[0].back) == pegs_then
    assert [(entry.points, entry.score) for entry in after.entries] == entries


def test_points_by_hand_that_stay_are_told_by_the_press_that_pegged_them() -> None:
    match = History.of(Game.new())
    for line in ("deals 0", "starter J", "peg 1 2", "lay 5", "thrown-in", "starter 4"):
        match = match.apply(read_event(line))
    assert [(press, entry.points) for press, entry in match.pegged] == [(2, 2)]
    # Points by hand can be corrected like any event of the deal.
    assert match.apply(read_event("undo")).apply(read_event("change 2 peg 1 3")).game.sides[1].front == 3


def test_misdeal_reverts_a_penalty_from_the_show() -> None:
    words = "OK 3 K 4 8 5 K 10 6 10"
    claimed = game(words, rules=Rules(muggins=True))
    for line in ("claim 2", "muggins 4 0"):
        claimed = claimed.apply(read_event(line))
    assert scored(claimed)[-1] == (1, 4)
    assert claimed.entries[-1].by == 0
    assert claimed.apply(THROWN_IN).sides == (Pegs(), Pegs())


@pytest.mark.parametrize(
    ("words", "start"), [("", ()), ("OK", ()), (f"{QUIET} A A 2 2", ()), ("OK J", (119, 0))]
)
def test_between_deals_there_is_nothing_to_throw_in(words: str, start: Sequence[int]) -> None:
    with pytest.raises(IllegalEvent, match="There is no deal to throw in"):
        game(words, start).apply(THROWN_IN)


def test_where_points_alone_are_kept_no_deal_is_thrown_in() -> None:
    with pytest.raises(IllegalEvent, match="There is no deal to throw in"):
        game("OK", rules=Rules(track="points")).apply(THROWN_IN)


def test_cut_is_not_offered_again_after_a_misdeal() -> None:
    """RULES.md 1: after a misdeal, the same player deals again, and nobody is asked again whether to cut."""
    rules = Rules(cut_before_deal="offer")
    assert not game("OK 2 K", rules=rules).apply(THROWN_IN).offered
    cut = game("OK OK 2 K", rules=rules).apply(THROWN_IN)
    assert (cut.offered, cut.dealer, cut.sides[0].front) == (False, 0, 1)
    taken = game("OK GO 2 K", rules=rules).apply(THROWN_IN)
    assert (taken.offered, taken.dealer, taken.to_act) == (False, 1, 1)
    for word in "3 K 4 8 5 K 10 6 10 A A 2 2".split():
        event = event_of(word, taken.prompt)
        assert event
        taken = taken.apply(event)
    # The deal out of turn is over. Its dealer deals again, in his own turn.
    assert (taken.deals, taken.prompt, taken.dealer) == (1, Prompt.STARTER, 1)


def test_after_a_deal_thrown_in_no_card_is_there_to_be_named() -> None:
    after = game(f"{QUIET} A A 2 2 9 K").apply(THROWN_IN)
    with pytest.raises(IllegalEvent, match="There is no card yet"):
        after.apply(Event(Kind.SUIT, Suit.HEARTS))


def test_the_misdeal_of_older_records_takes_points_by_hand_back_as_well() -> None:
    before = game("OK", (7, 30))
    now = game("OK 2 10", (7, 30)).apply(Event(Kind.PEG, numbers=(0, 4)))
    assert now.sides[0].front == 11
    assert now.apply(Event(Kind.MISDEAL)).sides == before.sides
    assert now.apply(Event(Kind.MISDEAL)).entries == ()
    assert now.apply(THROWN_IN).sides[0].front == 11
