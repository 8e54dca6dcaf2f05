"""The menu: its entries, their pages, the settings that it changes; and what all dialogues have in common."""

from itertools import combinations, islice, starmap
from random import Random

import pytest

from engine.errors import CribbageError
from engine.events import Kind
from engine.prompts import Prompt
from engine.rules import Rules
from firmware_py.board.board import Board
from firmware_py.config.palette import colour, confused
from firmware_py.input import menu
from firmware_py.input.dialogue import Dialogue, Scene
from firmware_py.input.keys import ASKING_KEYS, Key
from firmware_py.input.menu import ChangeSetting, Menu, MenuEntry
from firmware_py.input.page import Hint, Row
from firmware_py.input.questions import PointsByHand, RulesInForce, Signs, SwitchOff
from firmware_py.input.settings import Equipment
from firmware_py.render.font import NARROW, WIDTH
from tests.support import keyed
from tests.support.dialogues import LEAVE, MENU_KEYS, check_accepted_keys, match_at, press, refusals
from tests.support.random_matches import FORMS, walk
from tests.support.views import texts_of


def test_ok_switches_the_coach_at_once_until_the_configuration_is_read_again() -> None:
    check_accepted_keys(ChangeSetting("coach"), match_at(), Key.OK, *LEAVE, equipment=Equipment(coach=False))
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


def test_ok_changes_the_colours_of_the_pegs_on_a_board_with_track_lights() -> None:
    board = keyed.board()
    keyed.press(board, "MENU REDO A GO")
    assert board.entry.dialogue is None  # the second page has no such entry
    board.equip(Equipment(palette=()))
    keyed.press(board, "MENU REDO A")
    shown = []
    for _ in range(5):
        page, names = board.view.page, board.equipment.palette
        assert page is not None and names is not None
        shown.append([(row.left, row.right) for row in page.rows[:-1]])
        # Colour-blind players can tell the colours of each set apart.
        assert not any(confused(*two) for two in combinations(map(colour, names), 2))
        board.press(Key.OK)
    assert shown == [
        [("as set up", "")],
        [("Left", "orange"), ("Right", "blue")],
        [("Left", "vermilion"), ("Right", "sky blue")],
        [("Left", "reddish purple"), ("Right", "blue")],
        [("as set up", "")],
    ]
    assert board.history.applied == 0


@pytest.mark.parametrize(
    ("powers_off", "phones", "part", "keys", "lengths"),
    [
        (True, False, True, "A to Q", [2, 2, 2, 3, 3]),
        (False, False, False, "A to 7, 9, J and Q", [2, 2, 2, 2, 2]),
        (True, True, True, "A to K", [2, 2, 3, 3, 3]),
        (False, True, False, "A to 7, 9, J to K", [2, 2, 2, 2, 3]),
    ],
)
def test_the_menu_has_the_entries_that_can_be_chosen_in_five_rows_and_takes_their_keys(
    powers_off: bool, phones: bool, part: bool, keys: str, lengths: list[int]
) -> None:
    """The menu offers to call fewer points only while points can be called (RULES.md 6, muggins)."""
    equipment = Equipment(powers_off=powers_off, phones=phones)
    match = match_at("OK 3 5 5" if part else "OK 3 5", rules=Rules(muggins=True))
    there = {*MENU_KEYS, *[Key.TEN] * part, *[Key.KING] * phones} - {*[Key.EIGHT] * (not powers_off)}
    check_accepted_keys(Menu(), match, *there, Key.REDO, *LEAVE, equipment=equipment)
    why = refusals(Menu(), match, equipment)
    assert why[Key.SPADES] == f"S does nothing here: {keys} choose, REDO shows the next page, GO leaves"
    assert powers_off or why[Key.EIGHT] == "Only the service can switch the machine off: GO leaves"
    page = Menu().page(Scene(match, equipment))
    rows = ["  ".join(row).split("  ") for row in page.rows]
    assert [len(row) for row in rows] == lengths
    assert {hint.key for hint in page.hints} == {*there, Key.REDO, Key.GO}
    assert [text for row in rows for text in row] == [hint.text for hint in page.hints[:-2]]
    texts = "  ".join(texts_of(page))
    for key, entry in ((Key.ACE, "A peg"), (Key.EIGHT, "8 off"), (Key.KING, "K phone"), (Key.TEN, "10 part")):
        assert (entry in texts) == (key in there)
    for coach in (False, True):  # the page has room for one of the two
        scene = Scene(match, equipment._replace(coach=coach))
        with_coach = Menu().page(scene)
        assert ("OK coach" in "  ".join(texts_of(with_coach))) != part
        refusal = refusals(Menu(), match, scene.equipment)[Key.SPADES]
        assert (" and OK choose" in refusal) != part
        for left, right in (*page.rows, *with_coach.rows):
            assert NARROW.width(left) + 3 + NARROW.width(right) < WIDTH


@pytest.mark.parametrize(
    ("words", "stands_for"),
    [("J", Key.AGAIN), ("Q", Key.SCORE), ("REDO Q", Key.HELP), ("A", None), ("K", None)],
)
def test_three_entries_are_the_keys_of_the_voice_and_close_the_menu(
    words: str, stands_for: Key | None
) -> None:
    assert keyed.press(keyed.board("OK 2"), f"MENU {words}")[-1].asks is stands_for
    if stands_for:
        assert press(Menu(), words, match_at()) == (None, [])


@pytest.mark.parametrize(
    ("words", "start", "entries", "why"),
    [
        ("", (), "4", "There is no deal to throw in"),
        (keyed.GAME_OVER, keyed.WON, "4", "There is no deal to throw in"),
        (keyed.GAME_OVER, keyed.WON, "A 2 3", "The game is over"),
        ("", (), "7", "There is nothing to correct"),
    ],
)
def test_a_senseless_entry_is_refused(words: str, start: tuple[int, ...], entries: str, why: str) -> None:
    for entry in entries.split():
        with pytest.raises(CribbageError, match=why):
            press(Menu(), entry, match_at(words, start))


def an_entry(key: Key, dialogue: Dialogue, *, is_there: bool = True) -> MenuEntry:
    return MenuEntry(key, lambda words: "new", lambda *_: dialogue, is_there=lambda *_: is_there)


@pytest.mark.parametrize(
    ("keys", "opens"),
    [
        ("2", PointsByHand(Kind.TAKE_BACK)),
        ("REDO 3", Signs()),
        ("REDO 4", RulesInForce()),
        ("REDO REDO 3", SwitchOff()),
        ("REDO REDO REDO 2", PointsByHand(Kind.TAKE_BACK)),
    ],
)
def test_an_entry_whose_key_is_taken_is_on_the_next_page_to_which_redo_turns(
    keys: str, opens: Dialogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    more = an_entry(Key.THREE, Signs()), an_entry(Key.FOUR, RulesInForce()), an_entry(Key.THREE, SwitchOff())
    monkeypatch.setattr(menu, "ENTRIES", (*menu.ENTRIES, *more))
    board = keyed.board(f"{keyed.PLAY} 5")
    keyed.press(board, f"MENU {keys}")
    assert board.entry.dialogue == opens


def test_a_page_of_the_menu_tells_which_it_is_and_its_keys() -> None:
    match = match_at()
    assert (Menu().page(Scene(match)).title, Menu().page(Scene(match)).corner) == ("Menu 1/2", "REDO next")
    there = (Key.JACK, "judge"), (Key.SIX, "club"), (Key.QUEEN, "help")
    check_accepted_keys(Menu(1), match, *(key for key, _ in there), Key.REDO, *LEAVE)
    second = Menu(1).page(Scene(match))
    assert (second.title, second.rows) == ("Menu 2/2", (Row("J judge", "6 club"), Row("Q help")))
    assert second.hints == (*starmap(Hint, there), Hint(Key.REDO, "next"), Hint(Key.GO, "leaves"))
    assert second.unshown == second.hints[-1:]
    assert refusals(Menu(1), match)[Key.ACE] == (
        "A does nothing here: 6, J and Q choose, REDO shows the next page, GO leaves"
    )
    assert Key.JACK in refusals(Menu(1), match_at("OK", rules=Rules(objective="first_loses")))
    assert "game is over" in refusals(Menu(1), match_at(keyed.GAME_OVER, keyed.WON))[Key.JACK]


# -- all dialogues


@pytest.mark.parametrize("form", FORMS)
def test_keys_pressed_at_random_are_taken_or_refused_in_a_line_and_always_show_something(form: str) -> None:
    chance = Random(form)
    often = [Key.OK, Key.GO, Key.MENU, Key.SIX, Key.SEVEN, Key.MUGGINS]
    prompts = set()
    for _, _, match in islice(walk(3, form, 240), 0, None, 5):
        board = Board(match)
        for key in chance.choices((*Key, *often), k=25):
            prompts.add(press_checked(board, key))
    assert {"points", "starter"} & prompts
    assert prompts <= {prompt.value for prompt in Prompt} | {"points"}


def press_checked(board: Board, key: Key) -> str:
    """Press a key, check that the board accepts it or explains the refusal, and return the next prompt."""
    before, seen = board.history, board.view
    outcome = board.press(key)
    assert outcome.presses == before.applied
    assert outcome.took == (board.history.applied == before.applied + 1)
    assert outcome.took or board.history is before
    if outcome.why is not None:
        assert outcome.why.isprintable()
    if key in ASKING_KEYS:
        assert board.view == seen._replace(number=board.view.number)
    else:
        assert board.view.refusal == outcome.why
    # A refusal does not hide the open dialogue.
    assert board.view.page is not None or board.entry.dialogue is None
    assert board.view.page is None or board.view.page.title
    hints = board.view.hints + (board.view.page.hints if board.view.page else ())
    assert all(hint.meaning for hint in hints)
    return board.prompt
