"""The pages on which players choose an earlier key press in this deal and correct it."""

from __future__ import annotations

from engine.match.history import History
from firmware_py.input.dialogues.correction import ChoosePress, CorrectPress
from firmware_py.input.keys import Key
from firmware_py.view.hints import Hint, ok_go
from firmware_py.view.page import ROWS, Page, Row, hint_rows, place_in_figures
from firmware_py.view.presses import press_aloud, press_as_sentence
from firmware_py.words.in_use import words


def choice_page(dialogue: ChoosePress, history: History) -> Page:
    """Return the page on which the player chooses a key press to correct.

    An arrow marks the selected key press, which is shown below the two previous ones.
    """
    steps = history.this_deal
    number = dialogue.index - steps[0].at
    shown = range(max(0, number - 2), number + 1)
    rows = [
        Row(press_as_sentence(steps[index], history.game), "◀" if index == number else "") for index in shown
    ]
    rows += [Row()] * (ROWS - 1 - len(rows))
    choices = ok_go(words().THIS, words().BEFORE)
    place, chosen = (number + 1, len(steps)), Row(press_aloud(steps[number], history.game))
    all_rows = (*rows, *hint_rows(choices))
    return Page(words().WHICH_PRESS, place_in_figures(place), all_rows, choices, (chosen,), place)


def correction_page(dialogue: CorrectPress, history: History) -> Page:
    """Return the page that shows the key press to correct and the ways in which it can be corrected."""
    first, second = (*dialogue.ways_in_words(history), "")[:2]
    back = Hint(Key.UNDO, words().BACK)
    ways = dialogue.ways(history)
    hints = (*(Hint(way.key, way.meaning) for way in ways if way.key), back)
    step = dialogue.step(history)
    press = press_as_sentence(step, history.game)
    without_hint = [way.meaning for way in ways if not way.key] if ways else [words().IT_CANNOT_BE_CHANGED]
    aloud = (press_aloud(step, history.game), *map(_capitalized, without_hint))
    rows = (Row(press), Row(), Row(_capitalized(first)), Row(_capitalized(second)))
    return Page(words().CORRECT, back.text, rows, hints, tuple(map(Row, aloud)))


def _capitalized(text: str) -> str:
    return text[:1].upper() + text[1:]
