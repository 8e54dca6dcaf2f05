"""The pages for setting up a new game."""

from __future__ import annotations

from typing import assert_never

from engine.game import Game
from engine.indices import Side
from engine.setup import Setup
from firmware_py.input.dialogues.new_game import (
    ConfirmNewGame,
    NewGameDialogue,
    NewGameForm,
    NewNames,
    NewOption,
    NewStart,
    NewTarget,
)
from firmware_py.input.dialogues.new_game_options import changeable_options, target_limits
from firmware_py.input.keys import Key
from firmware_py.player_names import PlayerNames
from firmware_py.view.hints import Hint, leaves, yes_no
from firmware_py.view.page import Page, Row, hint_rows, name_rows, place_in_figures, sentence, two_columns
from firmware_py.view.rules_pages import option_row, option_rows
from firmware_py.words.in_use import words


def new_game_page(dialogue: NewGameDialogue, game: Game) -> Page:
    """Return the page of a dialogue that sets up a new game."""
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
    """Return the page with the form for a new game. It lists each setting with the key that changes it."""
    rules = setup.rules
    entries = (
        Hint(Key.ACE, words().option_value("game", rules.game)),
        Hint(Key.TWO, words().for_players(rules.players)),
        Hint(Key.THREE, words().up_to(rules.target)),
        Hint(Key.FIVE, words().NEW_GAME_NAMES),
        Hint(Key.FOUR, words().start_at("-".join(map(str, setup.start)))),
        Hint(Key.SIX, words().NEW_GAME_RULES),
    )
    texts = [f"{key.value}: {meaning}" for key, meaning in entries]
    begins, go_leaves = Hint(Key.OK, words().BEGINS), leaves(Key.GO)
    has_room = len(setup.names) < 4
    last = (*setup.names, go_leaves.text) if has_room else setup.names
    rows = (*two_columns(texts), *two_columns(last))
    aloud = (Row(words().listed(setup.names)),) if setup.names else ()
    hints, unshown = (*entries, begins, go_leaves), () if has_room else (go_leaves,)
    return Page(words().NEW_GAME, begins.text, rows, hints, aloud, unshown=unshown)


def _target_page(dialogue: NewTarget) -> Page:
    hints = (Hint(Key.OK, words().SETS), leaves(Key.UNDO))
    allowed = words().number_from(*target_limits())
    typed = dialogue.digits.text
    rows = (Row(f"{typed}_", allowed), Row(), *hint_rows(hints))
    return Page(words().TARGET, "", rows, hints, (Row(allowed),), typed=typed)


def _start_page(dialogue: NewStart, game: Game) -> Page:
    names = PlayerNames(game.of(dialogue.setup)).of_side(Side(dialogue.side))
    typed, now = dialogue.digits.text, words().score_now(dialogue.setup.start[dialogue.side])
    hints = (Hint(Key.OK, words().SETS), Hint(Key.GO, words().NEXT), leaves(Key.UNDO))
    rows = (*name_rows(names), Row(f"{typed}_", now), *hint_rows(hints))
    aloud = (Row(words().listed(names)), Row(now))
    return Page(words().POINTS_TO_START_WITH, "", rows, hints, aloud, typed=typed)


def _name_page(dialogue: NewNames) -> Page:
    setup, seat = dialogue.setup, len(dialogue.done)
    is_first = not (dialogue.name.text or dialogue.done)
    other = Hint(Key.GO, words().NO_NAMES) if is_first else Hint(Key.UNDO, words().BACK)
    hints = (Hint(Key.OK, words().NEXT), other)
    ends_letter = Hint(Key.KING, words().ENDS_A_LETTER)
    typed, letters = dialogue.name.text, Row(words().LETTERS_OF_KEYS)
    now = setup.names[seat] if setup.names else ""
    rows = (Row(f"{typed}_", now), letters, Row(ends_letter.text), *hint_rows(hints))
    aloud = (Row(now), letters) if now else (letters,)
    if setup.names:
        title = words().name_of_player(seat + 1)
    else:
        title = words().name_of_seat(words().seats(setup.rules.players)[seat])
    place = seat + 1, setup.rules.players
    shown = (ends_letter, *hints)
    return Page(title, place_in_figures(place), rows, shown, aloud, place, letters=typed)


def _option_page(dialogue: NewOption) -> Page:
    options = changeable_options(dialogue.setup.rules)
    rules = dialogue.setup.rules
    option = (*option_rows(dialogue.name, rules), Row())[:2]
    hints = (
        Hint(Key.GO, words().CHANGES),
        Hint(Key.OK, words().NEXT),
        Hint(Key.UNDO, words().BACK),
        Hint(Key.MENU, words().DONE),
    )
    place = options.index(dialogue.name) + 1, len(options)
    rows, aloud = (*option, *hint_rows(hints)), (option_row(dialogue.name, rules),)
    return Page(words().RULES, place_in_figures(place), rows, hints, aloud, place)


def _last_question_page() -> Page:
    hints = yes_no()
    rows = (*map(Row, words().GIVE_UP_ROWS), Row(), *hint_rows(hints))
    return Page(words().GIVE_UP, "", rows, hints, (sentence(words().GIVE_UP_ROWS),))
