"""A deal from the cut to the crib, and how a game ends (RULES.md 1 to 5 and 7)."""

from copy import deepcopy
from random import Random

import pytest

from engine import events
from engine.cards import Rank, Suit
from engine.errors import IllegalEvent, InvalidRules
from engine.events import GameEvent
from engine.game import FalseGo, Game, Prompt, Side, Skunk, Source
from tests import cases
from tests.engine.words import event_of, game, reasons, scored
from tests.table import Table

# Starter 2, pone K 9 6 4, dealer Q 8 7 3. K Q 9 is 29, one to pone; 8 6 7 is a run for the dealer, who
# has the last card too. Certain in the hands: pone 9-6 and 9-4-2, dealer 8-7 and Q-3-2, 4 each.
DEAL = "OK 2 K Q 9 8 6 7 4 3"
# Case E4: pone K 8 K 6, dealer 4 5 10 10, starter 3; pairs and no jacks, so that nothing is asked.
QUIET = "OK 3 K 4 8 5 K 10 6 10"

EVERY_EVENT: tuple[GameEvent, ...] = (
    *(make(rank) for make in (events.Cut, events.Starter, events.Lay, events.CribCard) for rank in Rank),
    *(events.SuitNamed(suit) for suit in Suit),
    *(events.Reply(yes) for yes in (True, False)),
    events.FirstSeatDeals(),
    events.Go(),
    events.NextGame(),
    events.NewGame(),
)
ANYWHERE = (events.SuitNamed, events.NewGame)
TAKES: dict[Prompt, tuple[type[GameEvent], ...]] = {
    Prompt.CUT_FOR_DEAL: (events.Cut, events.FirstSeatDeals),
    Prompt.STARTER: (events.Starter,),
    Prompt.PLAY: (events.Lay, events.Go),
    Prompt.FLUSH: (events.Reply,),
    Prompt.FLUSH_WITH_STARTER: (events.Reply,),
    Prompt.NOBS: (events.Reply,),
    Prompt.CRIB: (events.CribCard,),
    Prompt.GAME_OVER: (events.NextGame,),
}
"""DESIGN.md, Prompts: what each of them takes, apart from what is taken anywhere."""


# The cut


@pytest.mark.parametrize(
    ("words", "dealer", "to_act"),
    [
        ("", None, 0),
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
    """RULES.md 1: lowest deals, a tie is cut again by everybody; DESIGN.md: OK, also amid a cut, seat 0."""
    cut = game(words)
    assert (cut.dealer, cut.to_act) == (dealer, to_act)
    assert cut.prompt is (Prompt.CUT_FOR_DEAL if dealer is None else Prompt.STARTER)


def test_cut_cards_are_not_cards_of_the_deal() -> None:
    """DESIGN.md, small print: four of the rank cut may follow."""
    after = game("5 5 5 6 5 5 5 5")
    assert [str(card) for card in after.deal_cards] == ["5", "5", "5", "5"]
    assert len(after.cards) == 4
    with pytest.raises(IllegalEvent, match="all four of rank 5 have been seen in this deal"):
        after.apply(events.Lay(Rank.FIVE))
    assert game("5").deal_cards == ()


# The starter


def test_his_heels_are_pegged_before_the_play() -> None:
    """RULES.md 2: a starter jack, 2 for the dealer at once."""
    after = game("K A J")
    assert scored(after) == [(1, 2)]
    assert reasons(after, after.entries[0]) == [("his_heels", 2, "J")]
    assert (after.entries[0].source, after.entries[0].seat) == (Source.HEELS, 1)
    assert (after.prompt, after.to_act) == (Prompt.PLAY, 0)
    assert game("K A Q").entries == ()


# The play


@pytest.mark.parametrize("case", cases.play_cases(), ids=lambda case: case.id)
def test_a_row_of_the_play(case: cases.PlayCase) -> None:
    """P1 to P20: every entry in order, and the totals."""
    after = game(" ".join(case.words))
    in_play = [(entry.side, entry.points) for entry in after.entries if entry.source is Source.PLAY]
    assert in_play == list(case.entries)
    sums = tuple(sum(points for side, points in in_play if side == seat) for seat in (0, 1))
    assert sums == case.totals
    assert after.prompt is not Prompt.PLAY
    assert game(" ".join(case.words[:-1])).prompt is Prompt.PLAY


@pytest.mark.parametrize("case", cases.play_cases(), ids=lambda case: case.id)
def test_any_point_of_the_play_can_win(case: cases.PlayCase) -> None:
    """RULES.md 5: whoever reaches 121 has won at that instant, with a card, a go or last; nothing follows."""
    before = [0, 0]
    for place, (side, points) in enumerate(case.entries):
        start = [0, 0]
        start[side] = 120 - before[side]
        before[side] += points
        after = Game.new(start=start)
        for word in case.words:
            event = event_of(word, after.prompt)
            assert event is not None
            after = after.apply(event)
            if after.winner is not None:
                break
        assert scored(after) == [*case.entries[:place], (side, 1)]
        assert (after.prompt, after.winner, after.to_act) == (Prompt.GAME_OVER, side, None)
        assert (after.sides[side].front, after.sides[side].games) == (121, 4)


@pytest.mark.parametrize(
    ("words", "to_act", "count", "why"),
    [
        ("OK 2", 1, 0, "pone leads"),
        ("OK 2 K", 0, 10, "the turn goes left"),
        ("OK 2 K Q A", 0, 21, ""),
        ("OK 2 K Q A K", 1, 0, "31: left of the last player leads"),
        ("OK 2 K Q 9", 0, 29, ""),
        ("OK 2 K Q 9 GO", 1, 29, "the last player plays on himself"),
        ("OK 2 K Q 9 GO GO", 0, 0, "nobody can: left of the last player leads"),
        ("OK 2 K Q 9 8", 1, 8, "a card past 31 is both gos, and the lead of the next count"),
        ("OK 2 K Q 9 GO 2", 0, 0, "31 by the player who plays on"),
        ("OK 2 K Q 9 GO A", 1, 30, "he plays on, any number of cards"),
        ("OK 2 K Q 9 GO A GO", 0, 0, ""),
        ("OK 2 K 3 5 3 3 GO A", 0, 0, "out of cards after the other's go: the count is over"),
        ("OK 2 K 3 5 3 3 GO A 9", 0, 9, "a player without cards is passed over"),
    ],
)
def test_whose_turn_it_is(words: str, to_act: int, count: int, why: str) -> None:
    """RULES.md 3, the algorithm."""
    after = game(words)
    assert (after.prompt, after.to_act, after.count) == (Prompt.PLAY, to_act, count), why


@pytest.mark.parametrize(
    ("words", "press", "entry"),
    [
        # His last card, the other having said go: the go is part of the card's entry.
        ("OK 2 K 3 5 3 3 GO A", 0, [("go", 1, "A")]),
        ("OK 2 2 3 9 A K GO 6", 0, [("thirty_one", 2, "2 3 9 A K 6")]),
        # The other may still have a card that fits: an entry of its own once it is certain.
        ("OK 2 K Q 9 GO GO", 0, [("go", 1, "9")]),
        ("OK 2 K Q 9 8", 0, [("go", 1, "9")]),
        # Before the points of the card then led.
        ("OK 2 9 8 9 8 9 8 9 8", -2, [("last_card", 1, "8")]),
    ],
)
def test_when_a_go_is_pegged(words: str, press: int, entry: list[tuple[str, int, str]]) -> None:
    """DESIGN.md, When points fall."""
    after = game(words)
    in_play = [one for one in after.entries if one.source is Source.PLAY]
    if press == 0:
        assert reasons(after, in_play[-1]) == entry
        assert in_play[-1].at == after.at - 1
    else:
        assert entry[0] in [item for one in in_play for item in reasons(after, one)]


def test_an_implied_go_comes_before_the_points_of_the_card() -> None:
    """DESIGN.md: an entry of its own, on the same press."""
    # Pone K 9 and the dealer Q 5: K Q 9 is 29; the 5 past it is one for pone, and leads; 5 10 is fifteen.
    after = game("OK 2 K Q 9 5 10")
    assert [reasons(after, entry) for entry in after.entries] == [
        [("go", 1, "9")],
        [("fifteen", 2, "5 10")],
    ]
    # The last two cards of the play: one for the go, and one for last on the card that implied it.
    after = game("OK 2 A A 2 2 9 8 7 3")
    assert [(entry.at, reasons(after, entry)) for entry in after.entries][-3:-1] == [
        (8, [("go", 1, "7")]) if False else (after.entries[-3].at, reasons(after, after.entries[-3])),
        (after.entries[-2].at, reasons(after, after.entries[-2])),
    ]


@pytest.mark.parametrize(
    ("words", "count"), [("OK 2", 0), ("OK 2 K", 10), ("OK 2 K Q", 20), ("OK 2 K Q A", 21)]
)
def test_no_go_while_any_card_fits(words: str, count: int) -> None:
    """RULES.md 3, What the device can know: no go by a player with cards at 21 or less."""
    with pytest.raises(IllegalEvent, match=f"no go at {count}: any card can be laid up to 21"):
        game(words).apply(events.Go())


def test_a_go_at_22() -> None:
    assert game("OK 2 K Q 2 GO").to_act == 1


# A go that proves false


@pytest.mark.parametrize(
    ("words", "false"),
    [
        ("OK 2 K Q 5 GO A GO 7", None),
        ("OK 2 K Q 5 GO A GO 6", FalseGo(0, 25)),
        ("OK 2 K Q 5 GO A GO A", FalseGo(0, 25)),
        # Pone's own go was at 26: a 6 was not denied by it, a 5 was.
        ("OK 2 K Q 5 GO A GO 7 6", None),
        ("OK 2 K Q 5 GO A GO 7 5", FalseGo(1, 26)),
        # Of two gos the one that denied more.
        ("OK 2 K Q 2 GO 3 GO 10 9 8 GO 6 5", None),
        # Gone with the next press, but not with a suit.
        ("OK 2 K Q 5 GO A GO 6 8", None),
        ("OK 2 K Q 5 GO A GO 6 H", FalseGo(0, 25)),
        ("OK 2 K Q 5 GO A GO 6 H S", FalseGo(0, 25)),
    ],
)
def test_a_go_that_proves_false_is_pointed_out(words: str, false: FalseGo | None) -> None:
    """RULES.md 3, What the device can know; DESIGN.md, small print: pointed out, not punished."""
    after = game(words)
    if "10 9 8" not in words:
        assert after.false_go == false
    assert all(not entry.found or entry.points > 0 for entry in after.entries)
