"""The pages that list the current rules."""

from firmware_py.input.keys import Key
from firmware_py.input.rules import RulesInForce
from tests.support.dialogues import LEAVE, check_accepted_keys, match_at, press


def test_ok_turns_the_page_and_undo_turns_it_back() -> None:
    check_accepted_keys(RulesInForce(), match_at(), Key.OK, *LEAVE)
    assert press(RulesInForce(), "OK OK OK", match_at()) == (RulesInForce(3), [])
    assert press(RulesInForce(), "OK OK UNDO", match_at()) == (RulesInForce(1), [])
    for words in ("GO", "UNDO", "MENU", "OK UNDO UNDO", "OK GO", "OK MENU"):
        assert press(RulesInForce(), words, match_at()) == (None, [])
