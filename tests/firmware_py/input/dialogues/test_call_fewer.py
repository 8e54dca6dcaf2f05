"""Muggins: calling fewer points than the last card scored."""

from engine.events import Event, Kind
from engine.rules import Rules
from firmware_py.input.dialogue import Equipment, Scene
from firmware_py.input.keys import Key
from firmware_py.input.menu import Menu
from firmware_py.input.questions import CallFewer
from firmware_py.input.typed import DIGITS, Digits
from tests.support import keyed
from tests.support.dialogues import LEAVE, MENU_KEYS, check_accepted_keys, match_at, press, refusals


def test_menu_entry_exists_while_points_can_be_called() -> None:
    """The menu offers to call fewer points only while points can be called (RULES.md 6, muggins)."""
    waits = match_at("OK 3 5 5", rules=Rules(muggins=True))
    check_accepted_keys(Menu(), waits, *MENU_KEYS, Key.TEN, *LEAVE, equipment=Equipment(powers_off=True))
    assert "10 part" in str(Menu().page(Scene(waits)).rows)
    assert press(Menu(), "10", waits) == (CallFewer(), [])
    for gone in (
        match_at("OK 3 5 5"),
        match_at("OK 3 5 5 K", rules=Rules(muggins=True)),
        waits.apply(Event(Kind.CALL)),
    ):
        assert Key.TEN in refusals(Menu(), gone)
        assert "10 part" not in str(Menu().page(Scene(gone)).rows)


def test_the_points_called_are_typed() -> None:
    waits = match_at("OK 3 5 5", rules=Rules(muggins=True))
    check_accepted_keys(CallFewer(), waits, *DIGITS, *LEAVE)
    check_accepted_keys(CallFewer(Digits("1")), waits, *DIGITS, *LEAVE, Key.OK)
    assert press(CallFewer(), "6 OK", waits)[1] == [Event(Kind.CALL, numbers=(6,))]
    assert press(CallFewer(), "A 2 UNDO OK", waits)[1] == [Event(Kind.CALL, numbers=(1,))]
    for word in ("UNDO", "GO", "MENU", "6 UNDO UNDO", "6 GO"):
        assert press(CallFewer(), word, waits) == (None, [])


def test_a_number_of_points_that_no_card_scores_leaves_the_dialogue_open() -> None:
    board = keyed.board("OK 3 5 5", rules=Rules(muggins=True))
    *_, last = [board.press(Key.parse(word)) for word in "MENU 10 A 6 OK".split()]
    assert last.why == "No card scores 16: call 1 to 15 points"
    assert board.press(Key.UNDO).why is None
    assert board.press(Key.OK).took
    assert board.history.game.sides[0].front == 1
