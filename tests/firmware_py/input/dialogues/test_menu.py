"""The menu: its entries, their pages, and the settings that it changes."""

import pytest

from engine.errors import CribbageError
from engine.events import Kind
from engine.rules import Rules
from firmware_py.input import menu
from firmware_py.input.correction import ChoosePress
from firmware_py.input.dialogue import Dialogue, Equipment, Scene
from firmware_py.input.keys import Key
from firmware_py.input.menu import Menu, MenuEntry
from firmware_py.input.new_game import NewGameForm
from firmware_py.input.page import Hint, Row
from firmware_py.input.questions import Misdeal, PointsByHand, RulesInForce, Signs, SwitchOff
from firmware_py.input.settings import ChangeSetting
from tests.support import keyed
from tests.support.dialogues import LEAVE, MENU_KEYS, check_accepted_keys, match_at, press, refusals


def test_a_setting_takes_ok_and_the_keys_that_leave() -> None:
    check_accepted_keys(ChangeSetting("coach"), match_at(), Key.OK, *LEAVE, equipment=Equipment(coach=False))


def test_ok_switches_the_coach_at_once_until_the_configuration_is_read_again() -> None:
    board = keyed.board()
    for is_on in (False, True):
        board.equip(Equipment(coach=is_on))
        keyed.press(board, "MENU OK")
        states = []
        for _ in range(3):
            assert board.view.page is not None
            states.append((board.equipment.coach, board.view.page.rows[0].right))
            board.press(Key.OK)
        now, other = (is_on, "on" if is_on else "off"), (not is_on, "off" if is_on else "on")
        assert states == [now, other, now]
    assert board.history.applied == 0


def test_the_menu_takes_the_keys_of_its_entries_and_those_that_leave_it() -> None:
    service = Equipment(powers_off=True)
    check_accepted_keys(Menu(), match_at(), *MENU_KEYS, *LEAVE, equipment=service)
    with_phones = service._replace(phones=True)
    check_accepted_keys(Menu(), match_at(), *MENU_KEYS, Key.KING, *LEAVE, equipment=with_phones)
    for word in ("GO", "UNDO", "MENU"):
        assert press(Menu(), word, match_at()) == (None, [])


@pytest.mark.parametrize(
    ("word", "opens"),
    [
        ("A", PointsByHand(Kind.PEG)),
        ("2", PointsByHand(Kind.TAKE_BACK)),
        ("3", PointsByHand(Kind.SCORE)),
        ("4", Misdeal()),
        ("5", RulesInForce()),
        ("7", ChoosePress(1)),
        ("9", Signs()),
    ],
)
def test_each_entry_of_the_menu_opens_its_dialogue(word: str, opens: Dialogue) -> None:
    opened, made = press(Menu(), word, match_at())
    assert (opened, made) == (opens, [])


@pytest.mark.parametrize(
    ("word", "stands_for"), [("J", Key.AGAIN), ("Q", Key.SCORE), ("A", None), ("K", None)]
)
def test_two_entries_stand_for_the_keys_of_the_voice_and_close_the_menu(
    word: str, stands_for: Key | None
) -> None:
    board = keyed.board("OK 2")
    board.press(Key.MENU)
    assert board.press(Key.parse(word)).asks is stands_for
    if stands_for:
        assert press(Menu(), word, match_at()) == (None, [])


def test_the_sixth_entry_is_a_new_game_by_the_rules_of_the_old_one() -> None:
    rules = Rules("five-card", muggins=True)
    opened, made = press(Menu(), "6", match_at("OK", (10, 20), rules))
    assert isinstance(opened, NewGameForm)
    assert (opened.setup.rules, opened.setup.start, made) == (rules, (0, 0), [])


@pytest.mark.parametrize("word", ["A", "2", "3"])
def test_a_game_that_is_over_takes_no_points_by_hand(word: str) -> None:
    with pytest.raises(CribbageError, match="The game is over"):
        press(Menu(), word, match_at(keyed.GAME_OVER, keyed.WON))


def test_a_board_that_cannot_switch_off_refuses_the_eighth_entry_and_says_why() -> None:
    check_accepted_keys(Menu(), match_at(), *set(MENU_KEYS) - {Key.EIGHT}, *LEAVE)
    why = "Only the service can switch the machine off: GO leaves"
    assert refusals(Menu(), match_at())[Key.EIGHT] == why


def test_a_refusal_names_ok_where_it_opens_the_coach() -> None:
    why = "S does nothing here: A to 7, 9, J, Q and OK choose, GO leaves"
    assert refusals(Menu(), match_at("OK 3 5"), Equipment(coach=False))[Key.SPADES] == why
    assert Key.OK in refusals(Menu(), match_at("OK 3 5"))


@pytest.mark.parametrize(
    ("powers_off", "phones", "words", "keys"),
    [
        (True, False, "OK 3 5 5", "A to Q"),
        (True, False, "OK 3 5", "A to 9, J and Q"),
        (False, False, "OK 3 5 5", "A to 7, 9 to Q"),
        (False, False, "OK 3 5", "A to 7, 9, J and Q"),
        (True, True, "OK 3 5 5", "A to K"),
        (True, True, "OK 3 5", "A to 9, J to K"),
        (False, True, "OK 3 5 5", "A to 7, 9 to K"),
        (False, True, "OK 3 5", "A to 7, 9, J to K"),
    ],
)
def test_a_refusal_in_the_menu_names_the_keys_that_are_there(
    powers_off: bool, phones: bool, words: str, keys: str
) -> None:
    equipment = Equipment(powers_off=powers_off, phones=phones)
    match = match_at(words, rules=Rules(muggins=True))
    why = f"S does nothing here: {keys} choose, GO leaves"
    assert refusals(Menu(), match, equipment)[Key.SPADES] == why
    assert (Key.KING in refusals(Menu(), match, equipment)) != phones


def entry(key: Key, dialogue: Dialogue, *, is_there: bool = True) -> MenuEntry:
    return MenuEntry(key, lambda words: "new", lambda *_: dialogue, is_there=lambda *_: is_there)


@pytest.mark.parametrize(
    ("keys", "opens"),
    [
        ("A", PointsByHand(Kind.PEG)),
        ("REDO A", Signs()),
        ("REDO 3", RulesInForce()),
        ("REDO REDO A", SwitchOff()),
        ("REDO REDO REDO A", PointsByHand(Kind.PEG)),
    ],
)
def test_an_entry_whose_key_is_taken_is_on_the_next_page_to_which_redo_turns(
    keys: str, opens: Dialogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    more = entry(Key.ACE, Signs()), entry(Key.THREE, RulesInForce()), entry(Key.ACE, SwitchOff())
    monkeypatch.setattr(menu, "ENTRIES", (*menu.ENTRIES, *more))
    board = keyed.board(f"{keyed.PLAY} 5")
    keyed.press(board, f"MENU {keys}")
    assert board.entry.dialogue == opens


@pytest.mark.parametrize("is_there", [False, True])
def test_a_menu_tells_that_it_has_pages_only_if_it_has(
    is_there: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(menu, "ENTRIES", (*menu.ENTRIES, entry(Key.TWO, Signs(), is_there=is_there)))
    first, match = Menu().page(Scene(match_at())), match_at()
    assert (first.title, first.corner) == (("Menu 1/2", "REDO next") if is_there else ("Menu", "GO leaves"))
    assert (Key.REDO in refusals(Menu(), match)) != is_there
    assert ("REDO shows the next page" in refusals(Menu(), match)[Key.SPADES]) == is_there
    if is_there:
        check_accepted_keys(Menu(1), match, Key.TWO, Key.REDO, *LEAVE)
        second = Menu(1).page(Scene(match))
        assert (second.title, second.rows) == ("Menu 2/2", (Row("2 new"),))
        assert second.hints == (Hint(Key.TWO, "new"), Hint(Key.REDO, "next"), Hint(Key.GO, "leaves"))
        assert second.unshown == second.hints[-1:]
        assert refusals(Menu(1), match)[Key.ACE] == (
            "A does nothing here: 2 chooses, REDO shows the next page, GO leaves"
        )


def test_no_entry_has_a_key_that_leaves_the_menu_or_turns_its_pages() -> None:
    assert not {each.key for each in menu.ENTRIES} & {*LEAVE, menu.TURN}
