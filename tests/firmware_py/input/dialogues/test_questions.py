"""The dialogues that ask for an answer or only show something, and the correction of earlier presses."""

import pytest

from engine.cards import Rank, Suit
from engine.events import Event, Kind
from engine.indices import Seat
from engine.rules import Rules
from firmware_py.input.correction import ChoosePress, CorrectPress, press_as_noun
from firmware_py.input.dialogue import Scene, Want
from firmware_py.input.keys import Key
from firmware_py.input.questions import Claimant, Misdeal, RulesInForce, SwitchOff
from firmware_py.input.settings import KEYS_ALONE
from tests.support import keyed
from tests.support.dialogues import LEAVE, check_accepted_keys, match_at, press, refusals
from tests.support.views import board_after


def test_ok_throws_the_deal_in_or_switches_the_machine_off_and_all_that_leave_do_nothing() -> None:
    for dialogue in (Misdeal(), SwitchOff()):
        check_accepted_keys(dialogue, match_at(), Key.OK, *LEAVE)
        for word in ("GO", "UNDO", "MENU"):
            assert press(dialogue, word, match_at()) == (None, [])
    assert press(Misdeal(), "OK", match_at())[1] == [Event(Kind.THROWN_IN)]
    assert SwitchOff().press(Key.OK, match_at(), KEYS_ALONE).wants is Want.SWITCH_OFF


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("MENU 10 A 6 OK", "No card scores 16: call 1 to 15 points"),
        ("MENU A 10 OK", "0 points cannot be pegged"),
        *[(f"MENU A {points} OK", "is too many: peg 1 to 121") for points in ("A 2 2", "9 9 9")],
        ("MENU 2 A A OK", "11 cannot be taken back: this side has 10"),
        ("MENU 2 10 OK", "0 cannot be taken back"),
        ("MENU 3 A 10 OK", "The score is already 10"),
        ("MENU 3 A 2 A OK", "The score cannot be 121: choose 0 to 120"),
    ],
)
def test_an_impossible_number_leaves_the_dialogue_open(words: str, why: str) -> None:
    board = keyed.board("OK 3 5 5", start=(10, 0), rules=Rules(muggins=True))
    *_, last = keyed.press(board, words)
    assert last.why is not None and why in last.why
    assert board.entry.dialogue is not None
    assert board.press(Key.UNDO).why is None  # the last digit
    assert board.view.refusal is None


def test_one_key_says_who_claims_points_missed_in_the_play_unless_it_came_from_a_claimants_seat() -> None:
    # Seat 2, the third player, laid the five.
    rules = Rules(players=3, muggins=True)
    match, asked = match_at("OK 2 K 5 6", rules=rules), Claimant(Kind.TAKE)
    assert refusals(asked, match).keys() == set(Key) - {Key.ACE, Key.TWO, Key.UNDO, Key.MENU}
    for word, seat in (("A", 0), ("2", 1)):
        assert press(asked, word, match)[1] == [Event(Kind.TAKE, numbers=(seat,))]
    for word in ("UNDO", "MENU"):
        assert press(asked, word, match) == (None, [])
    for seat in (0, 1, 2, 3, None):
        board = keyed.board("OK 2 K 5 6", rules=rules)
        took = board.press(Key.MUGGINS, None if seat is None else Seat(seat)).took
        assert took == (seat in (0, 1))
        assert [entry.side for entry in board.history.game.entries] == [seat] * took
        assert took or (board.view.page and board.view.page.title == "Who claims?")
        why = board.press(Key.THREE).why
        assert took or why == "3 does nothing here: A is Left, 2 is Middle, UNDO leaves"


def test_ok_turns_a_page_of_the_rules_and_undo_turns_it_back() -> None:
    assert press(RulesInForce(), "OK OK UNDO", match_at()) == (RulesInForce(1), [])


# -- corrections


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
        ("OK 3 K", "9", change(2, Event(Kind.LAY, Rank.NINE)), ""),
        ("OK 3 K Q 9 GO", "8", change(5, Event(Kind.LAY, Rank.EIGHT)), ""),
        (f"{keyed.FLUSH} GO", "OK", change(10, Event(Kind.YES)), ""),
        ("OK 3 K", "GO", Event(Kind.PUT_IN, numbers=(2,), other=Event(Kind.GO)), ""),
        ("OK 3 K Q 9 GO", "OK", Event(Kind.TAKE_OUT, numbers=(5,)), ""),
        ("OK 3 H", "S", change(2, Event(Kind.SUIT, Suit.SPADES)), ""),
        ("OK 3 H", "OK", Event(Kind.TAKE_OUT, numbers=(2,)), ""),
        (f"{keyed.FLUSH} OK", "OK", change(10, Event(Kind.NO)), ""),
        (f"{keyed.CRIB} A", "2", change(10, Event(Kind.CRIB, Rank.TWO)), ""),
        ("OK 2 A OK", "OK", change(3, Event(Kind.NO)), "ace_11=on"),
    ],
)
def test_a_key_corrects_a_press(words: str, word: str, event: Event, rules: str) -> None:
    match = match_at(words, rules=Rules.parse(rules.split()))
    chosen, _ = press(ChoosePress.of(match), "OK", match)
    assert isinstance(chosen, CorrectPress)
    assert press(chosen, word, match)[1] == [event]


def test_an_impossible_correction_leaves_the_dialogue_open() -> None:
    board = keyed.board("OK 3 3 3 3 K")
    *_, last = keyed.press(board, "MENU 7 OK 3")
    assert last.why == "All four threes are already out"
    assert keyed.press(board, "4")[-1].took
    assert board.history.game.count == 13


@pytest.mark.parametrize(
    ("keys", "sentence", "noun"),
    [
        ("4", "Left cut 4", "Left's cut"),
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


def test_a_forgotten_go_is_added_by_keys() -> None:
    board = keyed.board("OK 2 K Q 9 A")
    assert board.history.game.deal is not None
    assert keyed.press(board, "MENU 7 OK GO")[-1].took
    assert board.history.game.deal.hands == ((2,), (1, 3, 4))
    assert keyed.press(board, "UNDO")[-1].took
    assert board.history.game.deal.hands == ((2, 4), (1, 3))
