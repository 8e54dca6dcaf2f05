"""The pages on which a new game is set up."""

from __future__ import annotations

from typing import assert_never

from engine.game import Game
from engine.game_setup import Setup
from engine.options import OPTIONS
from engine.seats import Side
from firmware_py.input import new_game
from firmware_py.input.keys import Key
from firmware_py.player_names import SEATS, PlayerNames
from firmware_py.view.hints import YES_NO, Hint
from firmware_py.view.page import Page, Row, hint_rows, name_rows, two_columns
from firmware_py.view.rules_pages import option_rows

_BEGINS = Hint(Key.OK, "begins")
_LEAVES = Hint(Key.GO, "leaves")
_SETS = Hint(Key.OK, "sets")
_NEXT = Hint(Key.OK, "next")
_BACK = Hint(Key.UNDO, "back")
_UNDO_LEAVES = Hint(Key.UNDO, "leaves")


def new_game_page(step: new_game.Step, game: Game) -> Page:
    """Return the page of a dialogue in which a new game is set up."""
    match step:
        case new_game.NewGame(setup):
            return _form_page(setup)
        case new_game.Target():
            return _target_page(step)
        case new_game.Start():
            return _start_page(step, game)
        case new_game.Names():
            return _name_page(step)
        case new_game.Choice():
            return _option_page(step)
        case new_game.Really():
            return _last_question_page()
    assert_never(step)


def _form_page(setup: Setup) -> Page:
    """Return the form: what the new game is to be, each entry after the key that changes it."""
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


def _target_page(step: new_game.Target) -> Page:
    hints = (_SETS, _UNDO_LEAVES)
    rows = (Row(f"{step.digits.text}_", OPTIONS["target"].allowed), Row(), *hint_rows(hints))
    return Page("Target", "", rows, hints)


def _start_page(step: new_game.Start, game: Game) -> Page:
    names = PlayerNames(game.of(step.setup)).of_side(Side(step.side))
    typed = Row(f"{step.digits.text}_", f"now {step.setup.start[step.side]}")
    hints = (_SETS, Hint(Key.GO, "next"), _UNDO_LEAVES)
    return Page("Points to start with", "", (*name_rows(names), typed, *hint_rows(hints)), hints)


def _name_page(step: new_game.Names) -> Page:
    setup, seat = step.setup, len(step.done)
    other = _BACK if step.text or step.done else Hint(Key.GO, "no names")
    hints = (_NEXT, other)
    rows = (
        Row(f"{step.text}_", setup.names[seat] if setup.names else ""),
        Row("2 ABC, 3 DEF to 9 XYZ"),
        Row("K ends a letter"),
        *hint_rows(hints),
    )
    title = f"Player {seat + 1}'s name" if setup.names else f"Name of {SEATS[setup.rules.players][seat]}"
    return Page(title, f"{seat + 1}/{setup.rules.players}", rows, hints)


def _option_page(step: new_game.Choice) -> Page:
    options = len(new_game.choices(step.setup.rules))
    option = (*option_rows(step.name, step.setup.rules), Row())[:2]
    hints = (Hint(Key.GO, "changes"), _NEXT, _BACK, Hint(Key.MENU, "done"))
    return Page("Rules", f"{step.place + 1}/{options}", (*option, *hint_rows(hints)), hints)


def _last_question_page() -> Page:
    rows = (Row("Points and games won"), Row("so far are lost."), Row(), *hint_rows(YES_NO))
    return Page("Give this game up?", "", rows, YES_NO)
