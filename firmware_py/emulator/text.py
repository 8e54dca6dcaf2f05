"""The simulator as lines of text, for terminals without braille, and for terminal readers.

`TextScreen` follows the board and prints what the OLED shows: the scores with the pegs, the cards, the calls,
the prompt, and the open page. It prints only the lines that have changed, and never moves the cursor, so that
it works on every terminal. `play_as_text` runs the board and reads the keyboard.
"""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
import termios
import tty
from collections.abc import Callable
from contextlib import suppress
from shutil import get_terminal_size
from textwrap import fill

from firmware_py.board.board import Board, Outcome
from firmware_py.board.listener import Listener
from firmware_py.input.keys import Key, Press
from firmware_py.system.output import is_utf8_guessed, plain_text
from firmware_py.view.prompts import keys_now
from firmware_py.view.view import View
from firmware_py.words.in_use import cards_in_row, words

from .board import TYPED, EmulatedBoard, Fingers
from .script import Player

_NAMED = {"\n": "enter", "\r": "enter", "\x7f": "backspace", "\b": "ctrl+h", "?": "question_mark"}
"""Textual's names of the keys of a keyboard that are no letters."""
_ESCAPE, _CTRL_D = "\x1b", "\x04"
_ARROW_KEY = re.compile(r"\x1b[O\[][0-9;]*[@-~]")
"""Matches the characters that an arrow key, or any other without a character of its own, sends."""
_Line = tuple[str, object]
"""A line of text, and a value that changes if the line has to be printed again although it is the same."""


class TextScreen(Listener):
    """A listener that prints what the screen shows, line by line, as soon as it changes."""

    def __init__(self) -> None:
        """Create a screen that has not printed anything yet.

        Letters that the encoding of the terminal lacks are printed as similar ones. With the locale C, which
        says nothing about the terminal, it lacks all but ASCII.
        """
        self._encoding = "ascii" if is_utf8_guessed() else sys.stdout.encoding
        self._game: list[_Line] = []
        self._page: list[_Line] = []
        self._outcome: Outcome | None = None

    def tell(self, text: str) -> None:
        """Print a text, in as many lines as it needs."""
        width = max(20, get_terminal_size().columns - 1)
        print(fill(plain_text(text, self._encoding), width), flush=True)

    def pressed(self, press: Press, outcome: Outcome) -> None:
        """Remember that a key was pressed, and what it asks for."""
        self._outcome = outcome

    def shown(self, board: Board) -> None:
        """Print the lines that have changed, or all of them after AGAIN and SCORE.

        HELP prints the keys that do something now. Any other key that changed nothing prints the last line.
        """
        view, outcome, self._outcome = board.view, self._outcome, None
        if view.page:
            before, now = self._page, _page_lines(view)
            self._page = now
        else:
            before, now = self._game, _game_lines(view)
            self._game, self._page = now, []
        news = [text for text, why in now if (text, why) not in before]
        if outcome and outcome.asks is Key.HELP and not view.page:
            news = ["; ".join(keys_now(board.history, view.prompt, board.entry.digits))]
        elif outcome and (outcome.asks or not news):
            news = [text for text, _ in now[0 if outcome.asks else -1 :]]
        for text in news:
            self.tell(text)


def _game_lines(view: View) -> list[_Line]:
    lines: list[_Line] = []
    for side, (name, front, back) in enumerate(view.tracks):
        lines.append((words().track_in_text(name, front, back, deals=side == view.dealer), None))
    total, cards = view.running_count, view.cards_text
    if view.ended_count and not total:
        total, cards = view.ended_count.total, cards_in_row(view.ended_count.cards)
    if total:
        lines.append((words().on_the_table_counting(cards, total), None))
    elif cards:
        lines.append((cards if view.shows_starter else words().cards_cut(cards), None))
    lines += [(call.said, view.tracks) for call in view.calls]
    lines.append(("  ".join([view.prompt, *(hint.text for hint in view.hints)]), None))
    return [*lines, (view.message, None)] if view.message else lines


def _page_lines(view: View) -> list[_Line]:
    assert view.page
    rows = [(view.page.title, view.page.corner), *view.page.rows]
    texts = ["  ".join(filter(None, row)) for row in rows] + [view.message or ""]
    return [(text, view.page.title) for text in texts if text]


async def play_as_text(
    emulated: EmulatedBoard,
    board: Board,
    run: Callable[[], object],
    stop: Callable[[], None],
    player: Player | None = None,
) -> None:
    """Run a board's loop in a thread, and let the user type the board's keys, until one of them ends.

    The arguments are those of `SimulatorApp`.

    Raises:
        BaseException: the error that `run` raised.
    """
    loop, ended, fingers = asyncio.get_running_loop(), asyncio.Event(), Fingers(emulated)

    def read() -> None:
        try:
            typed = os.read(sys.stdin.fileno(), 1024).decode(errors="ignore")
        except OSError:  # the terminal is gone
            typed = ""
        if player or typed in ("", _CTRL_D):
            ended.set()
            return
        for char in _ARROW_KEY.sub("", typed):
            key = Key.MENU if char == _ESCAPE else TYPED.get(_NAMED.get(char, char.lower()))
            # Escape closes the open menu or dialogue, or goes back one step in it. It quits if none is open.
            if char == _ESCAPE and board.entry.dialogue is None:
                ended.set()
            elif key is not None:
                fingers.tap(key)

    before = termios.tcgetattr(sys.stdin)
    tty.setcbreak(sys.stdin)
    loop.add_reader(sys.stdin, read)
    loop.add_signal_handler(signal.SIGCONT, tty.setcbreak, sys.stdin)  # the shell has changed it
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, ended.set)
    tasks = [asyncio.create_task(fingers.work())]
    if player:
        tasks.append(asyncio.create_task(player(fingers, lambda: True)))
    running = asyncio.create_task(asyncio.to_thread(run))
    running.add_done_callback(lambda _: ended.set())
    await ended.wait()
    loop.remove_reader(sys.stdin)
    with suppress(termios.error):  # the terminal is gone
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)
    stop()
    await running
