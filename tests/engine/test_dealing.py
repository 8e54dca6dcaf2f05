"""The cut for the first deal, and the starter (RULES.md 1 and 2)."""

from collections.abc import Sequence

import pytest

from engine import Event, Game, History, IllegalEvent, Kind, Pegs, Prompt, Rank, Rules, Suit
from engine.match.record_lines import read_event
from tests.support.words import event_of, game, scored


@pytest.mark.parametrize(
    ("words", "rules", "dealer", "to_act"),
    [
        ("K", Rules(), None, 1),
        ("A K", Rules(), 0, 0),
        ("K A", Rules(), 1, 1),
        ("5 5", Rules(), None, 0),
        ("5 5 9 8", Rules(), 1, 1),
        ("K K OK", Rules(), 0, 0),
        ("3 2 4 3", Rules(players=4), 1, 1),
        ("5 5 9", Rules(players=3), None, 0),
        ("A K", Rules(first_deal="high"), 1, 1),
        ("5 5 9", Rules(players=3, first_deal="high"), 2, 2),
    ],
)
def test_the_cut(words: str, rules: Rules, dealer: int | None, to_act: int) -> None:
    """RULES.md 1 and 2: the lowest card deals, or the highest. After a tie, all cut again."""
    cut = game(words, rules=rules)
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


def test_a_game_of_points_alone_waits_for_points_instead_of_a_starter() -> None:
    points = Game.new(Rules(track="points")).apply(Event.deals(0))
    assert (points.prompt, points.dealer, points.deals) == (Prompt.IDLE, 0, 0)
    after = points.apply(Event.deal_over())
    assert (after.prompt, after.dealer, after.to_act, after.deals) == (Prompt.IDLE, 1, 1, 1)


@pytest.mark.parametrize(
    ("rules", "winners", "dealers"),
    [
        # Seat 0 deals first. For each winner in turn, the dealer of the next game.
        (Rules(next_game_dealer="loser"), (0, 0, 1), (1, 1, 0)),
        (Rules(next_game_dealer="winner"), (0, 1, 1), (0, 1, 1)),
        (Rules(next_game_dealer="alternate"), (0, 0, 1), (1, 0, 1)),
        (Rules(next_game_dealer="cut"), (1,), (None,)),
        # With more players, the deal passes to the left.
        (Rules(players=3), (0, 0, 2), (1, 2, 0)),
        (Rules(players=4, next_game_dealer="winner"), (0, 0), (1, 2)),
    ],
)
def test_who_deals_the_next_game(
    rules: Rules, winners: tuple[int, ...], dealers: tuple[int | None, ...]
) -> None:
    """RULES.md 1 and 2: with two players, the chosen option determines who deals the next game."""
    now = game("OK", rules=rules)
    for winner, dealer in zip(winners, dealers, strict=True):
        won = now.apply(Event.starter(Rank.TWO)).apply(Event.peg(winner, 121))
        assert won.winner == winner
        now = won.apply(Event.next_game())
        assert now.dealer == dealer
        assert now.sides == tuple(Pegs(games=side.games) for side in won.sides)
        assert (now.winner, now.skunk, now.entries, now.deals, now.count) == (None, None, (), 0, 0)


# Pone K 8 K 6, dealer 4 5 10 10, starter 3: 1 and 2 for pone, 1, 1 and 9 for the dealer.
QUIET = "OK 3 K 4 8 5 K 10 6 10"
THROWN_IN = Event(Kind.THROWN_IN)
AT_DEALS = "OK 2 5 5 5", "OK J 5 5", f"{QUIET} A A 2", "OK 2 K Q 9 8 6 7 4 3"


@pytest.mark.parametrize("words", AT_DEALS)
def test_a_deal_thrown_in_leaves_no_trace_and_is_dealt_again(words: str) -> None:
    before = game("OK", (7, 30))
    after = game(words, (7, 30)).apply(THROWN_IN)
    assert (after.prompt, after.dealer, after.to_act, after.deals) == (Prompt.STARTER, 0, 0, 0)
    assert (after.sides, after.entries, after.cards, after.count) == (before.sides, (), (), 0)


@pytest.mark.parametrize(
    ("by_hand", "score", "pegs_then", "entries"),
    [
        # His heels brought side 0 from 10 to 12; a misdeal takes these two points back, and no others.
        ("take-back 0 12", 0, (0, 0), [(-10, 0)]),
        ("score 0 92", 92, (90, 10), [(80, 90)]),
        ("score 0 3", 3, (1, 0), [(-9, 1)]),
        ("peg 0 2, take-back 0 1, peg 0 4", 17, (15, 11), [(2, 12), (-1, 11), (4, 15)]),
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
