"""The dialogue for declaring a misdeal."""

from collections.abc import Sequence

import pytest

from engine.errors import CribbageError
from engine.events import Event, Kind
from firmware_py.input.keys import Key
from firmware_py.input.menu import Menu
from firmware_py.input.questions import Misdeal
from tests.support import keyed
from tests.support.dialogues import LEAVE, check_accepted_keys, match_at, press


def test_ok_throws_the_deal_in_and_go_leaves() -> None:
    check_accepted_keys(Misdeal(), match_at(), Key.OK, *LEAVE)
    assert press(Misdeal(), "OK", match_at())[1] == [Event(Kind.THROWN_IN)]
    for word in ("GO", "UNDO", "MENU"):
        assert press(Misdeal(), word, match_at()) == (None, [])


@pytest.mark.parametrize(
    ("words", "start"), [("", ()), ("OK", ()), (keyed.GAME_OVER, keyed.WON), (f"{keyed.CRIB} A A 2 2", ())]
)
def test_between_two_deals_there_is_none_to_throw_in(words: str, start: Sequence[int]) -> None:
    with pytest.raises(CribbageError, match="There is no deal to throw in"):
        press(Menu(), "4", match_at(words, start))
