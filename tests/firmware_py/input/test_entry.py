"""The keys at each prompt: which are refused and in which words, and the pages that OK turns.

`tests/test_against_referee.py` compares what every key does at every prompt with the referee.
"""

import pytest

from engine.rules import Rules
from engine.setup import Setup
from firmware_py.board.board import Board
from firmware_py.input.entry import KeyEntry
from firmware_py.input.keys import Stick
from firmware_py.input.new_game import NewGameForm
from firmware_py.input.settings import KEYS_ALONE, Equipment
from tests.support import keyed

YES_OR_NO = "OK is yes, GO is no"
CLAIMED = f"{keyed.COUNTED} 2 OK"


def after(words: str, rules: str) -> Board:
    start = keyed.WON if words == keyed.GAME_OVER else ()
    board = keyed.board(start=start, rules=Rules.parse(rules.split()))
    keyed.press(board, words)
    return board


@pytest.mark.parametrize(
    ("words", "rules", "keys", "wanted"),
    [
        (keyed.CUT, "", "GO", "key the card you cut; OK skips it"),
        (keyed.STARTER, "", "GO", "key the starter"),
        (f"{keyed.STARTER} OK", "cut_before_deal=offer", "GO", "key the starter"),
        (keyed.ACE, "ace_11=on", "4 K", "OK is eleven, GO is one"),
        (keyed.REST, "game=five-card", "GO", "key a card left in your hand"),
        (keyed.FLUSH, "", "4 K", YES_OR_NO),
        (keyed.WITH_STARTER, "", "4", YES_OR_NO),
        (keyed.NOBS, "", "4", YES_OR_NO),
        (keyed.COUNTED, "reveal=on_ok", "4 GO", "count the hand aloud, then OK"),
        (keyed.COUNTED, "muggins=on", "OK J", "type your points (10 is 0)"),
        (CLAIMED, "muggins=on", "K", "type the points missed, then OK"),
        (keyed.CRIB, "", "GO", "key a card from the crib"),
        (keyed.IDLE, "track=points", "4", "GO pegs points, OK ends the deal"),
        (keyed.GAME_OVER, "", "4 GO", "OK starts the next game"),
    ],
)
def test_a_key_that_does_nothing_is_refused_with_those_that_do(
    words: str, rules: str, keys: str, wanted: str
) -> None:
    board = after(words, rules)
    for key in keys.split():
        assert keyed.press(board, key)[0].why == f"{key} does nothing here: {wanted}"


@pytest.mark.parametrize(
    ("words", "rules", "key", "why"),
    [
        (keyed.PLAY, "", "MUGGINS", "Muggins is off"),
        ("OK 2 K 5", "muggins=on", "MUGGINS", "There are no missed points to take"),
        (f"{keyed.COUNTED} A 2 3", "muggins=on", "4", "3 digits at most"),
        (f"{CLAIMED} 2", "muggins=on", "GO", "GO does nothing here: "),
    ],
)
def test_a_key_that_cannot_take_effect_now_is_refused(words: str, rules: str, key: str, why: str) -> None:
    outcome = keyed.press(after(words, rules), key)[0]
    assert outcome.why is not None and outcome.why.startswith(why)


@pytest.mark.parametrize("word", ["4", "S", "UNDO"])
def test_a_press_that_makes_an_event_goes_back_to_the_first_page(word: str) -> None:
    board = keyed.board("OK 3 H")
    keyed.press(board, "OK OK")
    assert keyed.press(board, "H")[0].why is None  # the same suit again changes nothing
    assert board.entry == KeyEntry(page=2)
    assert keyed.press(board, word)[0].took
    assert board.entry == KeyEntry()


# -- the equipment of the board


def test_a_new_game_starts_from_the_setup_of_the_configuration() -> None:
    for equipment, setup in (
        (Equipment(new_game=Setup(Rules("five-card")).checked()), Rules("five-card")),
        (KEYS_ALONE, Rules()),
    ):
        board = keyed.board(keyed.PLAY)
        board.equip(equipment)
        keyed.press(board, "MENU 6")
        assert board.entry.dialogue == NewGameForm(Setup(setup).checked())


def test_a_key_that_does_nothing_is_refused_in_words_for_the_screen_and_for_the_voice() -> None:
    outcome = keyed.board(keyed.PLAY).press(Stick.UP)
    assert outcome.why and outcome.why.startswith("UP does nothing here: this board has no joystick")
    assert outcome.why_aloud and outcome.why_aloud.startswith("up does nothing here: ")
    refusal = keyed.press(keyed.board("OK 2 K 5 6", rules=Rules(players=3, muggins=True)), "MUGGINS K")[-1]
    assert refusal.why == "K does nothing here: A is Left, 2 is Middle, UNDO leaves"
    assert refusal.why_aloud == "king does nothing here: ace is Left, two is Middle, UNDO leaves"
