"""The dialogues that ask for an answer or only show something, the correction of presses, and all pages."""

import tomllib
from copy import copy
from pathlib import Path

import pytest

from engine.cards import Rank, Suit
from engine.events import Event, Kind
from engine.game import Game
from engine.indices import Seat
from engine.match.history import History
from engine.rules import Rules
from firmware_py.board.board import Board
from firmware_py.input.correction import ChoosePress, CorrectPress, press_as_noun
from firmware_py.input.dialogue import Scene, Want
from firmware_py.input.keys import Key
from firmware_py.input.page import Hint
from firmware_py.input.questions import Claimant, Misdeal, RulesInForce, SwitchOff
from firmware_py.input.settings import KEYS_ALONE, Equipment
from tests.support import keyed
from tests.support.dialogues import LEAVE, check_accepted_keys, match_at, press, refusals
from tests.support.keyed import keys_in
from tests.support.views import board_after, page_after, texts_of


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
        *[(f"MENU A {points} OK", "is too many: peg 1 to 121") for points in ("A 2 2", "9 9 9")],
        ("MENU 2 A A OK", "11 cannot be taken back: this side has 10"),
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


# -- the page of each dialogue


SAID = tomllib.loads((Path(__file__).parents[3] / "data" / "said.toml").read_text(encoding="utf-8"))


_FOUR = ("Ann", "Bo", "Cy", "Di")
_SECOND = ("REDO J", "REDO J A", "REDO J A 2", "REDO 6", "REDO 6 OK")


@pytest.mark.parametrize(("keys", "texts"), SAID["dialogue"])
def test_a_dialogue_says_what_it_is_about_and_which_keys_answer(keys: str, texts: str) -> None:
    board = keyed.board()
    board.equip(Equipment(powers_off=True))
    for key in keys_in(keys):
        assert board.press(key).why is None
    page = board.view.page
    assert page is not None
    shown = ((page.title, page.corner), *page.rows)
    assert texts in " / ".join(" ".join(row).strip() for row in shown)


def test_a_page_names_the_players_that_it_is_about() -> None:
    assert page_after("MENU 6", names=_FOUR[:2]).rows[3:] == (("Ann", "Bo"), ("", "GO leaves"))
    four = page_after("MENU 6", players=4, names=_FOUR)
    assert four.rows[3:] == (("Ann", "Bo"), ("Cy", "Di"))
    assert four.unshown == (Hint(Key.GO, "leaves"),)
    claim = page_after("OK 2 10 5 4 MUGGINS", "muggins=on", players=3, names=_FOUR[:3])
    assert texts_of(claim) == ["Who claims?", "UNDO leaves", "A  Ann", "2  Bo"]
    assert [(hint.key, hint.meaning) for hint in claim.hints[:-1]] == [(Key.ACE, "Ann"), (Key.TWO, "Bo")]
    assert page_after("OK 2 10 5 MENU 10 A", "muggins=on").rows[0] == ("Points called:", "1_")
    # The names of partners stand in one row, if there is room.
    long = ("Konstantin", "Maximilian", "Wilhelmina", "Alexandria")
    assert page_after("MENU 6 4", players=4).rows[0] == ("North & South", "")
    rows = page_after("MENU 6 4", players=4, names=long).rows
    assert rows[:2] == (("Konstantin &", ""), ("Wilhelmina", ""))


@pytest.mark.parametrize(
    "keys", [f"OK 2 MENU {entry}".strip() for entry in ("", *"A 2 3 4 5 6 7 9".split(), *_SECOND)]
)
@pytest.mark.parametrize("more", ["", "3", "4", "5", "6", "OK", "GO"])
@pytest.mark.parametrize("names", [(), _FOUR[:2], _FOUR])
def test_a_page_mentions_all_keys_that_it_takes_but_those_that_it_calls_unshown(
    keys: str, more: str, names: tuple[str, ...]
) -> None:
    board = Board(History.of(Game.new(Rules(players=len(names) or 2), names=names)))
    for key in keys_in(f"{keys} {more}"):
        board.press(key)
    page = board.view.page
    if page is None:
        return
    text = "  ".join(texts_of(page)).replace(":", "")
    mentioned = {hint: hint.text in text for hint in page.hints}
    assert mentioned == {hint: hint not in page.unshown for hint in page.hints}
    for hint in page.hints:
        why = copy(board).press(hint.key).why or ""
        assert hint.meaning and ("does nothing here" not in why or "ype a " in why), (hint, why)


def test_the_rules_that_differ_from_the_usual_game_come_first_and_long_ones_take_two_rows() -> None:
    assert page_after("MENU 5", "muggins=on").rows[:2] == (("players", "2"), ("muggins", "on"))
    rows = [row for number in range(8) for row in page_after("MENU 5" + " OK" * number).rows]
    long = rows.index(("next game dealer", ""))
    assert rows[long + 1].left == "" and rows[long + 1].right


def test_the_pages_of_the_rules_repeat_in_both_directions() -> None:
    first = page_after("MENU 5")
    pages = int(first.title.partition("/")[2])
    assert first.title == f"Rules 1/{pages}" and pages > 1
    assert page_after("MENU 5" + " OK" * pages) == first
    assert page_after("MENU 5 OK UNDO") == first
    for number in range(pages):
        page = page_after("MENU 5" + " OK" * number, "muggins=on", players=3)
        assert (page.rows[-1], page.corner, len(page.rows)) == (("OK next", "UNDO back"), "GO leaves", 5)
        assert [hint.text for hint in page.hints] == ["OK next", "UNDO back", "GO leaves"]
