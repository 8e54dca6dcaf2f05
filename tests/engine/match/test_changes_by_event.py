"""The changes in a match caused by single events, undo and corrections, compared with lists made by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import engine
from engine import (
    Card,
    Event,
    Game,
    History,
    InvalidGame,
    Item,
    Prompt,
    Question,
    Rank,
    Reason,
    Rules,
    Skunk,
    Source,
    changes,
)
from tests.support.random_matches import rules_of
from tests.support.words import history


def card(text: str) -> Card:
    return Card.parse(text)


def last(words: str, *, start: Sequence[int] = (), form: str = "2") -> tuple[engine.Change, ...]:
    """Press keys in a new game, and return the changes caused by the last key.

    Args:
        words: the keys, separated by spaces.
        start: each side's initial score.
        form: the number of players and the options, such as "2 muggins=on".
    """
    *earlier, _ = words.split()
    rules = rules_of(form)
    before, after = (history(keys, start, rules) for keys in (" ".join(earlier), words))
    return changes(before, after)


# -- worked out by hand


def test_the_cut_and_the_first_deal() -> None:
    assert last("3") == (engine.CardCut(0, card("3")), engine.Turn(1, Prompt.CUT_FOR_DEAL))
    assert last("3 K") == (engine.CardCut(1, card("K")), engine.DealBegun(0), engine.Turn(0, Prompt.STARTER))


def test_the_first_cut_of_a_later_game() -> None:
    changed = last("OK J OK 7", start=(119, 60), form="2 next_game_dealer=cut")
    assert changed == (engine.CardCut(0, card("7")), engine.Turn(1, Prompt.CUT_FOR_DEAL))


def test_three_for_last() -> None:
    """RULES.md 1: the non-dealer of the first deal in a five-card game starts with three points."""
    three = engine.Points(1, 1, 3, 3, Source.THREE_FOR_LAST, (Item(Reason.THREE_FOR_LAST, 3),))
    assert last("OK", form="2 game=five-card") == (engine.DealBegun(0), three, engine.Turn(0, Prompt.STARTER))


def test_his_heels() -> None:
    heels = engine.Points(0, 0, 2, 2, Source.HEELS, (Item(Reason.HIS_HEELS, 2, (card("J"),)),))
    assert last("OK J") == (engine.StarterTurned(card("J")), heels, engine.Turn(1, Prompt.PLAY))


def test_a_card_that_scores() -> None:
    fifteen = Item(Reason.FIFTEEN, 2, (card("K"), card("5")))
    pegged = engine.Points(0, 0, 2, 2, Source.PLAY, (fifteen,), 15)
    assert last("OK 2 K 5") == (engine.CardLaid(0, card("5"), 15), pegged, engine.Turn(1, Prompt.PLAY))


def test_thirty_one_restarts_the_count() -> None:
    laid = tuple(map(card, "K 10 K A".split()))
    pegged = engine.Points(0, 0, 2, 2, Source.PLAY, (Item(Reason.THIRTY_ONE, 2, laid),), 31)
    changed = (
        engine.CardLaid(0, card("A"), 31),
        pegged,
        engine.CountRestarted(),
        engine.Turn(1, Prompt.PLAY),
    )
    assert last("OK 2 K 10 K A") == changed


def test_a_go_that_is_said_and_one_that_the_next_card_implies() -> None:
    assert last("OK 2 K 10 9 GO") == (engine.Go(0), engine.Turn(1, Prompt.PLAY))
    for_go = engine.Points(1, 1, 1, 1, Source.PLAY, (Item(Reason.GO, 1, (card("9"),)),))
    laid = engine.CardLaid(0, card("7"), 7)
    assert last("OK 2 K 10 9 7") == (
        *(engine.Go(0, implied=True), engine.Go(1, implied=True), for_go, engine.CountRestarted()),
        *(laid, engine.Turn(1, Prompt.PLAY)),
    )
    assert last("OK 2 K 10 9 GO GO") == (
        engine.Go(1),
        for_go,
        engine.CountRestarted(),
        engine.Turn(0, Prompt.PLAY),
    )


def test_a_go_that_wins_is_told_from_one_that_a_card_implies() -> None:
    for_go = engine.Points(1, 1, 1, 121, Source.PLAY, (Item(Reason.GO, 1, (card("9"),)),))
    won = engine.GameWon(1, None, (0, 1), (100, 121))
    assert last("OK 2 K 10 9 GO GO", start=(100, 120)) == (engine.Go(1), for_go, won)
    both = (engine.Go(0, implied=True), engine.Go(1, implied=True))
    assert last("OK 2 K 10 9 7", start=(100, 120)) == (*both, for_go, won)
    assert last("OK 2 K 10 9 GO 7", start=(100, 120)) == (engine.Go(1, implied=True), for_go, won)


def test_a_false_go() -> None:
    """A player says go at 29 and later plays a two, so the go is reported as false."""
    changed = last("OK 2 K 10 9 GO GO 2")
    assert changed[:2] == (engine.CardLaid(0, card("2"), 2), engine.GoProvedFalse(0, 29))


def test_an_ace_that_is_called_eleven() -> None:
    form = "2 ace_11=on"
    assert last("OK 2 4 A", form=form) == (engine.CardLaid(0, card("A"), None), engine.Turn(0, Prompt.ACE))
    fifteen = engine.Points(0, 0, 2, 2, Source.PLAY, (Item(Reason.FIFTEEN, 2, (card("4"), card("A"))),), 15)
    assert last("OK 2 4 A OK", form=form) == (
        engine.AceCounted(0, 11, 15),
        fifteen,
        engine.Turn(1, Prompt.PLAY),
    )
    assert last("OK 2 4 A GO", form=form) == (engine.AceCounted(0, 1, 5), engine.Turn(1, Prompt.PLAY))


def test_the_end_of_the_play_and_the_hands() -> None:
    *play, pone, dealer, turn = last("OK K 2 3 2 3 8 9 8 9")
    for_last = engine.Points(0, 0, 1, 2, Source.PLAY, (Item(Reason.LAST_CARD, 1, (card("9"),)),), 17)
    assert play == [engine.CardLaid(0, card("9"), 17), for_last, engine.PlayEnded()]
    assert isinstance(pone, engine.Points) and isinstance(dealer, engine.Points)
    assert pone[:5] == (1, 1, 4, 4, Source.HAND)
    assert dealer[:5] == (0, 0, 8, 10, Source.HAND)
    assert [item.reason for item in dealer.items] == [Reason.FIFTEEN] * 2 + [Reason.PAIR] * 2
    assert turn == engine.Turn(0, Prompt.CRIB)


def test_a_suit_and_another_suit() -> None:
    assert last("OK 2 5 H") == (engine.SuitNamed(card("5H")),)
    assert last("OK 2 5 H S") == (
        engine.TakenBack((engine.SuitNamed(card("5H")),)),
        engine.SuitNamed(card("5S")),
    )
    before = history("OK 2 5 H S")
    undone = before.apply(Event.undo())
    assert changes(before, undone) == (
        engine.TakenBack((engine.SuitNamed(card("5S")),)),
        engine.SuitNamed(card("5H")),
    )
    assert changes(before.game, undone.game) == changes(before, undone)


def test_the_way_back() -> None:
    before, after = history("OK 2 K"), history("OK 2 K 5")
    forwards = changes(before, after)
    undone = after.apply(Event.undo())
    assert changes(after, undone) == (engine.TakenBack(forwards),)
    assert changes(undone, undone.apply(Event.redo())) == forwards
    assert changes(after.game, before.game) == (engine.TakenBack(forwards),)
    assert changes(before, before) == changes(before.game, before.game) == ()


def test_a_correction() -> None:
    """When a five is corrected to a six, the changes caused by the five are reverted."""
    before = history("OK 2 K 5")
    after = before.apply(Event.change(3, Event.lay(Rank.SIX)))
    assert changes(before, after) == (
        engine.TakenBack(last("OK 2 K 5")),
        *(engine.CardLaid(0, card("6"), 16), engine.Turn(1, Prompt.PLAY)),
    )


def test_points_by_hand() -> None:
    before = history("OK 2")
    pegged = before.apply(Event.peg(1, 5))
    by_hand = (Item(Reason.BY_HAND, 5),)
    assert changes(before, pegged) == (engine.Points(1, None, 5, 5, Source.BY_HAND, by_hand),)
    less = pegged.apply(Event.take_back(1, 2))
    by_hand = (Item(Reason.BY_HAND, -2),)
    assert changes(pegged, less) == (engine.Points(1, None, -2, 3, Source.BY_HAND, by_hand),)
    assert changes(less, less.apply(Event.score(1, 30))) == (engine.ScoreSet(1, 30, 27),)


def test_misdeal() -> None:
    """RULES.md 1: a misdeal removes the points scored in the deal, but not manual corrections."""
    before = history("OK J K 5").apply(Event.peg(1, 5))
    again = (engine.DealBegun(0), engine.Turn(0, Prompt.STARTER))
    assert changes(before, before.apply(Event.thrown_in())) == (engine.DealThrownIn((0, 5)), *again)
    assert changes(before, before.apply(Event.misdeal())) == (engine.DealThrownIn((0, 0)), *again)


def test_the_pack_is_taken() -> None:
    changed = last("OK GO", form="2 cut_before_deal=offer")
    assert changed == (engine.DealBegun(1, out_of_turn=True), engine.Turn(1, Prompt.STARTER))


def test_a_game_won_and_the_next() -> None:
    """RULES.md 5: a loser with 60 points is double-skunked, and the win counts as four games.

    The next game then begins with a score of 0 to 0.
    """
    won = last("OK J", start=(119, 60))
    assert won[-1] == engine.GameWon(0, Skunk.DOUBLE, (4, 0), (121, 60))
    begun = engine.GameBegun(1, Rules(), (), (0, 0), (4, 0))
    changed = (begun, engine.DealBegun(1), engine.Turn(1, Prompt.STARTER))
    assert last("OK J OK", start=(119, 60)) == changed
    before = history("OK J OK", (119, 60))
    assert changes(before, before.apply(Event.undo())) == (engine.TakenBack(changed),)


def test_a_claim_and_an_answer() -> None:
    assert last("OK 2 4 4 5 5 6 6 K K", form="2 muggins=on")[-1] == engine.Turn(1, Prompt.CLAIM)
    before = history("OK 2 4 4 5 5 6 6 K K", rules=rules_of("2 muggins=on"))
    after = before.apply(Event.claim(8))
    assert changes(before, after) == (engine.Claimed(1, 8), engine.Turn(0, Prompt.MUGGINS))
    before = history("OK 2 4 9 5 8 6 7 7 6")
    assert before.game.prompt is Prompt.FLUSH
    changed = changes(before, before.apply(Event.no()))
    assert changed[0] == engine.QuestionAnswered(Question.FLUSH, yes=False)


def test_changes_of_different_types_differ() -> None:
    assert engine.CountRestarted() != engine.PlayEnded()
    assert engine.HandCard(0, card("5")) != engine.CribCard(0, card("5"))
    assert engine.HandCard(0, card("5")) == engine.HandCard(0, card("5")) != engine.CardLeft(0, card("5"))
    assert len({engine.CountRestarted(), engine.PlayEnded(), engine.CountRestarted()}) == 2
    assert engine.CountRestarted() != ()


GAME = Game.new()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (GAME, None),
        (None, GAME),
        ("", ""),
        (GAME, History.of(GAME)),
        (GAME, GAME.apply(Event.deals(0)).apply(Event.starter(Rank.TWO))),
        (GAME, Game.new(Rules(players=3))),
        (History.of(GAME), History.of(Game.new(Rules(players=3)))),
    ],
)
def test_moments_of_different_matches_are_refused(before: Any, after: Any) -> None:
    with pytest.raises(InvalidGame):
        changes(before, after)
