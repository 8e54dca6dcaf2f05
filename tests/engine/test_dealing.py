"""The cut for the first deal, and the starter (RULES.md 1 and 2)."""

from collections.abc import Sequence

import pytest

from engine import (
    Event,
    Game,
    History,
    IllegalEvent,
    Kind,
    Pegs,
    Prompt,
    Rank,
    Rules,
    Seat,
    Side,
    Source,
    Suit,
)
from engine.match.record_lines import read_event
from engine.phases.dealing import first_dealer, next_first_dealer
from tests.support.words import event_of, game, reasons, scored


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


def test_pone_gets_the_points_once_the_first_dealer_is_known() -> None:
    after = game("OK", rules=Rules("five-card"))
    assert [(entry.source, entry.seat, entry.points) for entry in after.entries] == [
        (Source.THREE_FOR_LAST, 1, 3)
    ]
    assert [side.front for side in after.sides] == [0, 3]
    for other in (Rules("five-card", three_for_last=False), Rules(), Rules("seven-card")):
        assert game("OK", rules=other).entries == ()


def test_a_game_of_points_alone_waits_for_points_instead_of_a_starter() -> None:
    points = Game.new(Rules(track="points")).apply(Event.deals(0))
    assert (points.prompt, points.dealer, points.deals) == (Prompt.IDLE, 0, 0)
    after = points.apply(Event.deal_over())
    assert (after.prompt, after.dealer, after.to_act, after.deals) == (Prompt.IDLE, 1, 1, 1)


@pytest.mark.parametrize(
    ("option", "dealers"),
    [
        ("loser", {(0, 0): 1, (0, 1): 1, (1, 0): 0, (1, 1): 0}),
        ("winner", {(0, 0): 0, (0, 1): 0, (1, 0): 1, (1, 1): 1}),
        ("alternate", {(0, 0): 1, (0, 1): 0, (1, 0): 1, (1, 1): 0}),
        ("cut", {(0, 0): None, (1, 1): None}),
    ],
)
def test_who_deals_the_next_game(option: str, dealers: dict[tuple[int, int], int | None]) -> None:
    """RULES.md 1 and 2: with two players, the chosen option determines who deals the next game.

    With more players, the deal passes to the left.
    """
    for (winner, first), dealer in dealers.items():
        for last in (0, 1):
            rules = Rules(next_game_dealer=option)
            assert next_first_dealer(rules, winner=Side(winner), first=Seat(first), last=Seat(last)) == dealer
    for players in (3, 4):
        rules = Rules(players=players, next_game_dealer=option)
        for last in range(players):
            assert (
                next_first_dealer(rules, winner=Side(0), first=Seat(0), last=Seat(last))
                == (last + 1) % players
            )


@pytest.mark.parametrize(("words", "dealer"), [("OK J", 1), ("K A J", 0), ("OK 2 K K", 1)])
def test_the_loser_deals_the_next_game(words: str, dealer: int) -> None:
    """RULES.md 1: the loser deals first in the next game."""
    over = game(words, (119, 119))
    after = over.apply(Event(Kind.NEXT_GAME))
    assert (after.prompt, after.dealer, after.to_act) == (Prompt.STARTER, dealer, dealer)
    assert (after.winner, after.skunk, after.entries, after.deals, after.count) == (None, None, (), 0, 0)
    assert after.sides == tuple(Pegs(games=side.games) for side in over.sides)
    assert sum(side.games for side in after.sides) == 1
    begun = after.apply(Event(Kind.STARTER, Rank.FOUR))
    assert [str(card) for card in begun.cards] == ["4"]


def test_a_new_game_from_the_menu_forgets_the_match() -> None:
    over = game("OK J OK 5 5", (119, 0))
    after = over.apply(Event(Kind.NEW_GAME))
    new = Game.new()
    assert (after.prompt, after.sides, after.dealer, after.cards) == (new.prompt, new.sides, None, ())
    assert (after.deal, after.entries, after.winner, after.at) == (None, (), None, over.at + 1)


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
