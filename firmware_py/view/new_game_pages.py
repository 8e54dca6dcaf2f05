"""The pages on which a new game is set up."""

from __future__ import annotations

from typing import assert_never

from engine.game import Game
from engine.game_setup import Setup
from engine.options import OPTIONS
from engine.seats import Side
from firmware_py.input.dialogues.new_game import (
    ConfirmNewGame,
    NewGameDialogue,
    NewGameForm,
    NewNames,
    NewOption,
    NewStart,
    NewTarget,
)
from firmware_py.input.dialogues.new_game_options import changeable_options
from firmware_py.input.keys import Key
from firmware_py.player_names import SEATS, PlayerNames
from firmware_py.view.hints import Hint, yes_no
from firmware_py.view.page import Page, Row, hint_rows, name_rows, two_columns
from firmware_py.view.rules_pages import option_rows

_BEGINS = Hint(Key.OK, "begins")
_LEAVES = Hint(Key.GO, "leaves")
_SETS = Hint(Key.OK, "sets")
_NEXT = Hint(Key.OK, "next")
_BACK = Hint(Key.UNDO, "back")
_UNDO_LEAVES = Hint(Key.UNDO, "leaves")


def new_game_page(dialogue: NewGameDialogue, game: Game) -> Page:
    """Return the page of a dialogue in which a new game is set up."""
    match dialogue:
        case NewGameForm(setup):
            return _form_page(setup)
        case NewTarget():
            return _target_page(dialogue)
        case NewStart():
            return _start_page(dialogue, game)
        case NewNames():
            return _name_page(dialogue)
        case NewOption():
            return _option_page(dialogue)
        case ConfirmNewGame():
            return _last_question_page()
    assert_never(dialogue)


def _form_page(setup: Setup) -> Page:
    """Return the page with the form for a new game. It shows each setting after the key that changes it."""
    rules = setup.rules
    entries = (
        Hint(Key.ACE, rules.game),
        Hint(Key.TWO, f"for {rules.players}"),
        Hint(Key.THREE, f"up to {rules.target}"),
        Hint(Key.FIVE, "names"),
        Hint(Key.FOUR, f"start {'-'.join(map(str, setup.start))}"),
        Hint(Key.SIX, "rules"),
    )
    texts = [f"{key.value}: {meaning}" for key, meaning in entries]
    rows = (*two_columns(texts), *two_columns((*setup.names, _LEAVES.text)[:4]))
    return Page("New game", _BEGINS.text, rows, (*entries, _BEGINS, _LEAVES))


def _target_page(dialogue: NewTarget) -> Page:
    hints = (_SETS, _UNDO_LEAVES)
    rows = (Row(f"{dialogue.digits.text}_", OPTIONS["target"].allowed), Row(), *hint_rows(hints))
    return Page("Target", "", rows, hints)


def _start_page(dialogue: NewStart, game: Game) -> Page:
    names = PlayerNames(game.of(dialogue.setup)).of_side(Side(dialogue.side))
    typed = Row(f"{dialogue.digits.text}_", f"now {dialogue.setup.start[dialogue.side]}")
    hints = (_SETS, Hint(Key.GO, "next"), _UNDO_LEAVES)
    return Page("Points to start with", "", (*name_rows(names), typed, *hint_rows(hints)), hints)


def _name_page(dialogue: NewNames) -> Page:
    setup, seat = dialogue.setup, len(dialogue.done)
    other = _BACK if dialogue.name.text or dialogue.done else Hint(Key.GO, "no names")
    hints = (_NEXT, other)
    rows = (
        Row(f"{dialogue.name.text}_", setup.names[seat] if setup.names else ""),
        Row("2 ABC, 3 DEF to 9 XYZ"),
        Row("K ends a letter"),
        *hint_rows(hints),
    )
    title = f"Player {seat + 1}'s name" if setup.names else f"Name of {SEATS[setup.rules.players][seat]}"
    return Page(title, f"{seat + 1}/{setup.rules.players}", rows, hints)


def _option_page(dialogue: NewOption) -> Page:
    options = changeable_options(dialogue.setup.rules)
    option = (*option_rows(dialogue.name, dialogue.setup.rules), Row())[:2]
    hints = (Hint(Key.GO, "changes"), _NEXT, _BACK, Hint(Key.MENU, "done"))
    number = f"{options.index(dialogue.name) + 1}/{len(options)}"
    return Page("Rules", number, (*option, *hint_rows(hints)), hints)


def _last_question_page() -> Page:
    hints = yes_no()
    rows = (Row("Points and games won"), Row("so far are lost."), Row(), *hint_rows(hints))
    return Page("Give this game up?", "", rows, hints)
