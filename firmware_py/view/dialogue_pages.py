"""The pages of the dialogues. While a dialogue is open, key presses go to the dialogue, not to the game."""

from __future__ import annotations

from typing import assert_never

from engine.events import Kind
from engine.game import Game
from engine.indices import Side
from engine.match.history import History
from firmware_py.input.dialogues.call_fewer import CallFewer
from firmware_py.input.dialogues.claimant import Claimant
from firmware_py.input.dialogues.coach import CoachSwitch
from firmware_py.input.dialogues.correction import ChoosePress, CorrectPress
from firmware_py.input.dialogues.dialogue import Dialogue
from firmware_py.input.dialogues.menu import Menu
from firmware_py.input.dialogues.misdeal import Misdeal
from firmware_py.input.dialogues.new_game import (
    ConfirmNewGame,
    NewGameForm,
    NewNames,
    NewOption,
    NewStart,
    NewTarget,
)
from firmware_py.input.dialogues.phone import Phone
from firmware_py.input.dialogues.points_by_hand import PointsByHand
from firmware_py.input.dialogues.rules_in_force import RulesInForce
from firmware_py.input.dialogues.signs import Signs
from firmware_py.input.dialogues.switch_off import SwitchOff
from firmware_py.input.equipment import KEYS_ALONE, Equipment
from firmware_py.input.keys import Key
from firmware_py.player_names import PlayerNames
from firmware_py.view.coach_pages import switch_page
from firmware_py.view.correction_pages import choice_page, correction_page
from firmware_py.view.hints import Hint, leaves, yes_no
from firmware_py.view.menu_page import menu_page
from firmware_py.view.new_game_pages import new_game_page
from firmware_py.view.page import Page, Row, hint_rows, name_rows, sentence
from firmware_py.view.phone_offer import PhoneOffer
from firmware_py.view.phone_page import phone_page, put_out_page
from firmware_py.view.rules_pages import rules_page
from firmware_py.view.sign_meanings import signs_page
from firmware_py.words.in_use import words


def dialogue_page(
    dialogue: Dialogue,
    history: History,
    equipment: Equipment = KEYS_ALONE,
    phones: PhoneOffer | None = None,
) -> Page:
    """Return the page that shows an open dialogue.

    Args:
        dialogue: the dialogue.
        history: the match.
        equipment: the parts and settings of the board, which determine the entries of the menu.
        phones: what to show in the dialogue that connects phones to the board, such as the address to open;
            None if it is not known yet.
    """
    game = history.game
    match dialogue:
        case Menu():
            return menu_page(dialogue, history, equipment)
        case PointsByHand():
            return _by_hand_page(dialogue, game)
        case Misdeal():
            return _misdeal_page()
        case CallFewer():
            return _call_fewer_page(dialogue)
        case SwitchOff():
            return _switch_off_page()
        case RulesInForce():
            return rules_page(game.rules, dialogue.page)
        case Signs():
            return signs_page(game.rules)
        case ChoosePress():
            return choice_page(dialogue, history)
        case CorrectPress():
            return correction_page(dialogue, history)
        case Claimant():
            return _claimant_page(dialogue, game)
        case CoachSwitch():
            return switch_page(dialogue, game)
        case Phone():
            return put_out_page() if dialogue.is_asking else phone_page(phones or PhoneOffer())
        case NewGameForm() | NewTarget() | NewStart() | NewNames() | NewOption() | ConfirmNewGame():
            return new_game_page(dialogue, game)
    assert_never(dialogue)


def _by_hand_words(kind: Kind) -> tuple[str, str]:
    """Return the title of the page for entering a manual correction, and the meaning of OK on that page."""
    if kind is Kind.PEG:
        return words().PEG_POINTS, words().PEGS
    if kind is Kind.TAKE_BACK:
        return words().TAKE_BACK, words().TAKES
    return words().SET_THE_SCORE, words().SETS


def _by_hand_page(dialogue: PointsByHand, game: Game) -> Page:
    title, ok = _by_hand_words(dialogue.kind)
    names = PlayerNames(game).of_side(Side(dialogue.side))
    typed, now = dialogue.digits.text, words().score_now(game.sides[dialogue.side].front)
    hints = (Hint(Key.OK, ok), Hint(Key.GO, words().NEXT), leaves(Key.UNDO))
    rows = (*name_rows(names), Row(f"{typed}_", now), *hint_rows(hints))
    return Page(title, "", rows, hints, (Row(words().listed(names)), Row(now)), typed=typed)


def _misdeal_page() -> Page:
    hints = yes_no()
    rows = (*map(Row, words().THROW_IN_ROWS), Row(), *hint_rows(hints))
    return Page(words().THROW_IN, "", rows, hints, (sentence(words().THROW_IN_ROWS),))


def _call_fewer_page(dialogue: CallFewer) -> Page:
    hints = (Hint(Key.OK, words().CALLS), leaves(Key.UNDO))
    typed, asked = dialogue.digits.text, words().POINTS_CALLED
    rows = (Row(asked, f"{typed}_"), *map(Row, words().CALL_FEWER_ROWS), *hint_rows(hints))
    aloud = (sentence(words().CALL_FEWER_ROWS), Row(asked))
    return Page(words().CALL_FEWER, "", rows, hints, aloud, typed=typed)


def _switch_off_page() -> Page:
    hints = yes_no()
    rows = (*map(Row, words().SWITCH_OFF_ROWS), Row(), *hint_rows(hints))
    return Page(words().SWITCH_OFF, "", rows, hints, (sentence(words().SWITCH_OFF_ROWS),))


def _claimant_page(dialogue: Claimant, game: Game) -> Page:
    names = PlayerNames(game).seats
    players = tuple(Hint(key, names[seat]) for key, seat in dialogue.seats(game).items())
    rows = tuple(Row(f"{key.value}  {name}") for key, name in players)
    undo_leaves = leaves(Key.UNDO)
    return Page(words().WHO_CLAIMS, undo_leaves.text, rows, (*players, undo_leaves))
