"""The pages on which players choose an earlier key press in this deal and correct it."""

from __future__ import annotations

from engine.match.history import History
from firmware_py.input.dialogues.correction import ChoosePress, CorrectPress
from firmware_py.input.keys import Key
from firmware_py.view.hints import Hint, ok_go
from firmware_py.view.page import ROWS, Page, Row, hint_rows
from firmware_py.view.presses import press_as_sentence
from firmware_py.words.in_use import words


def choice_page(dialogue: ChoosePress, history: History) -> Page:
    """Return the page on which the player chooses a key press to correct.

    An arrow marks the selected key press, which is shown below the two previous ones.
    """
    steps = history.this_deal
    number = dialogue.index - steps[0].before.at
    shown = range(max(0, number - 2), number + 1)
    rows = [
        Row(press_as_sentence(steps[index], history.game), "◀" if index == number else "") for index in shown
    ]
    rows += [Row()] * (ROWS - 1 - len(rows))
    choices = ok_go(words().THIS, words().BEFORE)
    return Page(words().WHICH_PRESS, f"{number + 1}/{len(steps)}", (*rows, *hint_rows(choices)), choices)


def correction_page(dialogue: CorrectPress, history: History) -> Page:
    """Return the page that shows the key press to correct and the ways in which it can be corrected."""
    first, second = (*dialogue.ways_in_words(history), "")[:2]
    back = Hint(Key.UNDO, words().BACK)
    hints = (*(Hint(way.key, way.meaning) for way in dialogue.ways(history) if way.key), back)
    press = press_as_sentence(dialogue.step(history), history.game)
    rows = (Row(press), Row(), Row(_capitalized(first)), Row(_capitalized(second)))
    return Page(words().CORRECT, back.text, rows, hints)


def _capitalized(text: str) -> str:
    return text[:1].upper() + text[1:]
