"""Correcting earlier key presses from the keypad."""

import pytest

from engine.cards import Rank, Suit
from engine.events import Event, Kind
from engine.rules import Rules
from firmware_py.input.correction import ChoosePress, CorrectPress, press_as_noun
from firmware_py.input.dialogue import Scene
from firmware_py.input.keys import RANKS, SUITS, Key
from tests.support import keyed
from tests.support.dialogues import check_accepted_keys, match_at, press
from tests.support.views import board_after


def test_go_shows_the_presses_of_this_deal_from_the_last_to_the_first_and_around() -> None:
    match = match_at("OK 3 K 5 9")
    begun = ChoosePress.of(match)
    assert begun == ChoosePress(4)
    check_accepted_keys(begun, match, Key.OK, Key.GO, Key.UNDO, Key.MENU)
    shown = [press(begun, " ".join(["GO"] * times), match)[0] for times in range(1, 5)]
    assert shown == [ChoosePress(3), ChoosePress(2), ChoosePress(1), ChoosePress(4)]
    assert press(begun, "GO OK", match) == (CorrectPress(3), [])
    assert press(begun, "GO OK UNDO", match) == (ChoosePress(3), [])
    assert press(begun, "UNDO", match) == press(begun, "MENU", match) == (None, [])


def change(index: int, other: Event) -> Event:
    return Event(Kind.CHANGE, numbers=(index,), other=other)


@pytest.mark.parametrize(
    ("words", "word", "event", "rules"),
    [
        ("OK 3", "9", change(1, Event(Kind.STARTER, Rank.NINE)), ""),
        ("OK 3 K", "9", change(2, Event(Kind.LAY, Rank.NINE)), ""),
        ("OK 3 K", "GO", Event(Kind.PUT_IN, numbers=(2,), other=Event(Kind.GO)), ""),
        ("OK 3 K Q 9 GO", "8", change(5, Event(Kind.LAY, Rank.EIGHT)), ""),
        ("OK 3 K Q 9 GO", "OK", Event(Kind.TAKE_OUT, numbers=(5,)), ""),
        ("OK 3 H", "S", change(2, Event(Kind.SUIT, Suit.SPADES)), ""),
        ("OK 3 H", "OK", Event(Kind.TAKE_OUT, numbers=(2,)), ""),
        ("4", "9", change(0, Event(Kind.CUT, Rank.NINE)), ""),
        (f"{keyed.FLUSH} OK", "OK", change(10, Event(Kind.NO)), ""),
        (f"{keyed.FLUSH} GO", "OK", change(10, Event(Kind.YES)), ""),
        (f"{keyed.CRIB} A", "2", change(10, Event(Kind.CRIB, Rank.TWO)), ""),
        (f"{keyed.REST} 7", "9", change(7, Event(Kind.REST, Rank.NINE)), "game=five-card"),
        ("OK 3 7", "9", change(2, Event(Kind.HAND, Rank.NINE)), "track=show"),
        ("OK 2 A OK", "OK", change(3, Event(Kind.NO)), "ace_11=on"),
    ],
)
def test_a_key_corrects_a_press(words: str, word: str, event: Event, rules: str) -> None:
    match = match_at(words, rules=Rules.parse(rules.split()))
    chosen, _ = press(ChoosePress.of(match), "OK", match)
    assert isinstance(chosen, CorrectPress)
    assert press(chosen, word, match)[1] == [event]


@pytest.mark.parametrize(
    "event", [Event(kind, numbers=(0, 3)) for kind in (Kind.PEG, Kind.TAKE_BACK, Kind.SCORE)]
)
def test_points_by_hand_can_be_removed(event: Event) -> None:
    match = match_at("OK 3", (9, 9)).apply(event)
    chosen = CorrectPress(match.this_deal[-1].at)
    assert press(chosen, "OK", match)[1] == [Event(Kind.TAKE_OUT, numbers=(2,))]
    check_accepted_keys(chosen, match, Key.OK, Key.UNDO, Key.MENU)


def test_a_correction_refuses_a_key_with_the_keys_that_it_takes() -> None:
    for words, keys in (
        ("OK 3", [*RANKS]),
        ("OK 3 K", [*RANKS, Key.GO]),
        ("OK 3 K Q 9 GO", [*RANKS, Key.OK]),
        ("OK 3 H", [*SUITS, Key.OK]),
        (f"{keyed.FLUSH} OK", [Key.OK]),
    ):
        match = match_at(words)
        check_accepted_keys(CorrectPress(match.this_deal[-1].at), match, *keys, Key.UNDO, Key.MENU)


def test_an_impossible_correction_leaves_the_dialogue_open() -> None:
    board = keyed.board("OK 3 3 3 3 K")
    *_, last = keyed.press(board, "MENU 7 OK 3")
    assert last.why == "All four threes are already out"
    assert keyed.press(board, "4")[-1].took
    assert board.history.game.count == 13


def test_a_forgotten_go_is_added_by_keys() -> None:
    board = keyed.board("OK 2 K Q 9 A")
    assert board.history.game.deal is not None
    assert keyed.press(board, "MENU 7 OK GO")[-1].took
    assert board.history.game.deal.hands == ((2,), (1, 3, 4))
    assert keyed.press(board, "UNDO")[-1].took
    assert board.history.game.deal.hands == ((2, 4), (1, 3))


@pytest.mark.parametrize(
    ("keys", "sentence", "noun"),
    [
        ("4", "Left cut 4", "Left's cut"),
        ("OK 2", "starter 2", "the starter"),
        ("OK 2 7", "Right laid 7", "Right's 7"),
        ("OK 2 7 H", "its suit ♥", "the suit ♥"),
        ("OK 2 10 5 6 9 GO", "Right: go", "Right's go"),
        ("OK 2 10 5 5 5 6 K K 9 GO 8 9", "crib 9", "the crib's 9"),
        ("OK 2 A MENU A 5 OK", "points pegged", "points by hand"),
        # A card that leads a new count belongs to the player who lays it.
        ("OK 2 10 5 6 9 3", "Right laid 3", "Right's 3"),
    ],
)
def test_the_last_press_in_words(keys: str, sentence: str, noun: str) -> None:
    history = board_after(keys).history
    page = ChoosePress.of(history).page(Scene(history))
    assert [row.left.startswith(sentence) for row in page.rows if row.right == "◀"] == [True]
    assert press_as_noun(history.timeline.steps[-1], history.game) == noun
