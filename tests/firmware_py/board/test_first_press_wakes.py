"""The first key press while the display is off wakes the display, and has no other effect."""

import pytest

from firmware_py.board.loop import Loop
from firmware_py.input.keys import VOICE_KEYS, Key
from firmware_py.outputs.screens import Screens
from firmware_py.render import oled
from firmware_py.words.english import ENGLISH
from tests.firmware_py.outputs.bench import MANNER
from tests.support import keyed
from tests.support.fakes import Fingers, Panel, Told, tap


def test_a_press_at_a_dark_screen_wakes_it_and_does_nothing_else() -> None:
    board, panel = keyed.board("OK 3"), Panel()
    fingers = Fingers(tap(Key.FOUR, 600.0) + tap(Key.FIVE, 601.0))
    told = Told()
    screens = Screens([(panel, MANNER)], told)
    loop = Loop(board, (screens,), fingers, fingers.clock, told, lambda: screens.asleep)
    pressed = told.presses
    loop.show()
    while not pressed:
        loop.turn()
    assert [(key, outcome.why, outcome.took) for key, outcome in pressed] == [
        (Key.FOUR, ENGLISH.SCREEN_WAS_DARK, False)
    ]
    assert panel.on
    assert board.view.refusal == ENGLISH.SCREEN_WAS_DARK
    assert panel.shown[-1] == oled.draw(board.view).tobytes()
    while len(pressed) < 2:
        loop.turn()
    assert pressed[1][1].took
    assert [str(card) for card in board.history.game.deal_cards] == ["3", "5"]


def test_a_missing_screen_swallows_no_press() -> None:
    board, panel = keyed.board("OK 3"), Panel()
    panel.failing = True
    fingers = Fingers(tap(Key.FOUR, 600.0))
    screens = Screens([(panel, MANNER)], Told())
    loop = Loop(board, (screens,), fingers, fingers.clock, is_dark=lambda: screens.asleep)
    loop.show()
    while board.history.applied < 3:
        loop.turn()
    assert board.view.refusal is None


@pytest.mark.parametrize("key", VOICE_KEYS)
def test_voice_keys_act_on_a_dark_screen_and_wake_it(key: Key) -> None:
    """Voice keys work even if the display is off, because a blind player cannot know that it is off."""
    board, panel = keyed.board("OK 3"), Panel()
    fingers = Fingers(tap(key, 600.0))
    told = Told()
    screens = Screens([(panel, MANNER)], told)
    loop = Loop(board, (screens,), fingers, fingers.clock, told, lambda: screens.asleep)
    loop.show()
    while not told.presses:
        loop.turn()
    assert [(each, outcome.why, outcome.asks) for each, outcome in told.presses] == [(key, None, key)]
    assert panel.on
