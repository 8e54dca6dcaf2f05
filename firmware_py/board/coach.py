"""Ask the coach about each deal that has been counted, or for a hint, and show its answer on the board.

A separate process works out the advice (`work_out`). It has three advantages over a thread in the board's
process. It runs at a low priority and never holds the global interpreter lock of the board's process, so it
hardly delays key presses. Its memory, including the coach's tables, is freed as soon as the advice is ready.
And the board need not import the code that works out the advice.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import firmware_py
from engine.cards import Card
from firmware_py.input.keys import AddOnMessage
from firmware_py.input.questions import AskHint
from firmware_py.view.coach import (
    CoachOffer,
    CountedDeal,
    HintMessage,
    advice_pages,
    as_text,
    counted_deal,
    read_advice,
)
from firmware_py.view.view import NO_ADDITIONS, Additions
from firmware_py.words.in_use import cards_in_row, words

from .add_on import AddOn

if TYPE_CHECKING:
    from .board import Board


_ROOT = Path(firmware_py.__file__).parent.parent
"""The folder that contains the packages `engine` and `firmware_py`."""
_PROGRAM = "import sys; sys.path.insert(0, sys.argv[1]); from firmware_py.board.work_out import main; main()"
_COMMAND = (
    "import os, sys; os.nice(10); sys.path.insert(0, sys.argv.pop(1)); "
    "from firmware_py.__main__ import main; sys.exit(main())"
)
_LONGEST = 1 << 16
"""The maximum length of an answer, in bytes."""
_AGAIN = 0.1
"""The time, in seconds, before an answer is offered to the board again, if there was no room for it."""


class AfterDeal(AddOn):
    """The add-on that asks the coach about each deal that has been counted, and shows the coach's answer.

    Attributes:
        deadline: the time by which `follow` must be called, or None if there is none.
        shows: the pages with the coach's answer, for the board to show.
    """

    deadline: float | None = None
    shows = NO_ADDITIONS

    def __init__(
        self,
        board: Board,
        process: CoachProcess,
        noticed: Callable[[str], None],
        completed: Callable[[CountedDeal], CountedDeal] | None = None,
    ) -> None:
        """Prepare to ask the coach about deals.

        Args:
            process: works out the advice, without delaying the loop.
            noticed: a function that is called with a line of text if the coach could not work out advice.
            completed: a function that adds to a deal what the players have not entered; None to add nothing.
        """
        self._board, self._process, self._noticed = board, process, noticed
        self._completed = completed
        self._deal: CountedDeal | None = None
        self._offer: CoachOffer | None = None
        self._shown: CoachOffer | None = None
        self._is_asked = False

    def follow(self, now: float) -> None:
        """If a deal has just been counted, show the coach's advice about it, or ask for the advice.

        The coach is asked in the next call, so that the outputs show the count first. The answer arrives
        later, as a message. Nothing is shown while the coach is switched off, or if it does not support the
        rules.
        """
        before, self._deal, self.deadline = self._deal, self._deal_to_rate, None
        if self._deal is not None:
            if self._offer is None or self._deal != self._offer.deal:
                self._offer, self._is_asked = CoachOffer(self._deal), False
            if not self._is_asked and self._deal != before:
                self.deadline = now
            elif not self._is_asked:
                self._is_asked = True
                self._process.ask(self._deal)
        self._show()

    def hear(self, message: AddOnMessage, now: float) -> None:
        """Show the coach's answer, unless it is about an earlier deal. Other messages are ignored."""
        if not isinstance(message, CoachOffer) or self._offer is None or message.deal != self._offer.deal:
            return
        self._offer = message
        self._show()
        if message.has_failed:
            self._noticed("the coach could not work out its advice: its process failed; the game goes on")

    def close(self) -> None:
        """Stop working out the coach's advice."""
        self._process.close()

    @property
    def _deal_to_rate(self) -> CountedDeal | None:
        deal = counted_deal(self._board.history.game) if self._board.equipment.coach else None
        return deal if deal is None or self._completed is None else self._completed(deal)

    def _show(self) -> None:
        offer = None if self._deal is None else self._offer
        if offer != self._shown:
            self._shown = offer
            pages = advice_pages(self._board.history.game, offer) if offer else ()
            self.shows = Additions(more_pages=pages)


class Hints(AddOn):
    """The add-on that asks the coach for a hint while its dialogue is open.

    Attributes:
        shows: the sentences of the hint, for the dialogue to show.
    """

    shows = NO_ADDITIONS

    def __init__(
        self, board: Board, process: CoachProcess, question: Callable[[], tuple[str, ...] | None]
    ) -> None:
        """Prepare to ask for hints.

        Args:
            process: runs a command without delaying the loop.
            question: a function that returns the command that answers what the person should do now, or None.
        """
        self._board, self._process, self._question = board, process, question
        self._asked: tuple[str, ...] | None = None

    def follow(self, now: float) -> None:
        """If the dialogue has been opened, ask the coach. If it has been closed, drop the question."""
        if not isinstance(self._board.entry.dialogue, AskHint):
            if self._asked is not None:
                self._process.close()
            self._asked, self.shows = None, NO_ADDITIONS
            return
        question = self._question()
        if question is None:
            self.shows = Additions(hint=(words().NO_HINT_NOW,))
        elif question != self._asked:
            self._asked, self.shows = question, NO_ADDITIONS
            self._process.run(question)

    def hear(self, message: AddOnMessage, now: float) -> None:
        """Show the coach's answer, unless it is about an earlier question."""
        if isinstance(message, HintMessage) and message.question == self._asked:
            self.shows = Additions(hint=tuple(hint_in_words(message)))

    def close(self) -> None:
        """Stop working out the hint."""
        self._process.close()


def hint_in_words(hint: HintMessage) -> list[str]:
    """Return the sentences of a hint: what to throw or lay, and why. Or that the coach has failed."""
    from json import loads

    try:
        found = loads(hint.answer)
        first, *others = found["reasons"]
        if "throws" in found:
            cards = map(Card.parse, found["throws"][0]["thrown"])
            first = words().best_throw(cards_in_row(cards), first)
    except (ValueError, KeyError, TypeError):
        return [" ".join(words().COACH_HAS_FAILED_ROWS)]
    return [first, *others]


class CoachProcess:
    """Works out the coach's advice in a separate process, about one deal or question at a time.

    Attributes:
        thread: the thread that waits for the most recently started process; None if none has been started.
    """

    def __init__(self, put: Callable[[AddOnMessage], bool]) -> None:
        """Prepare to ask for the coach's advice. No process is started yet.

        Args:
            put: a function that passes the advice to the board. It is called in a separate thread. It returns
                False if there is no room for the advice at the moment.
        """
        self._put = put
        self.thread: threading.Thread | None = None
        self._process = 0
        self._lock = threading.Lock()

    def ask(self, deal: CountedDeal) -> None:
        """Start to work out the coach's advice about a deal.

        If a process is still working on a different deal, that process is stopped. If the new process cannot
        be started, the board is told that the coach has failed.
        """

        def offer(text: str) -> CoachOffer:
            with suppress(ValueError, TypeError):
                return CoachOffer(deal, read_advice(text))
            return CoachOffer(deal, has_failed=True)

        self._start((_PROGRAM, str(_ROOT), as_text(deal)), offer)

    def run(self, question: tuple[str, ...]) -> None:
        """Start to run a command of `muggins` that prints JSON. The answer is a `HintMessage`.

        Args:
            question: the command and its arguments, without `--json`.
        """
        self._start((_COMMAND, str(_ROOT), *question, "--json"), lambda text: HintMessage(question, text))

    def _start(self, program: Sequence[str], message: Callable[[str], AddOnMessage]) -> None:
        self.close()
        try:
            process, output = _started(program)
        except OSError:
            process = output = -1
        with self._lock:
            self._process = process
        arguments = message, process, output
        self.thread = threading.Thread(target=self._answer, args=arguments, name="coach", daemon=True)
        self.thread.start()

    def close(self) -> None:
        """Stop the process that is working out advice, if there is one."""
        with self._lock:
            if self._process > 0:
                with suppress(OSError):
                    os.kill(self._process, signal.SIGKILL)
                self._process = 0

    def _answer(self, message: Callable[[str], AddOnMessage], process: int, output: int) -> None:
        """Pass the answer on, unless `process` has been stopped. -1 means that it could not be started."""
        text = ""
        if process > 0:
            text = _read_all(output)
            with self._lock:
                # Until it is waited for, the number of the process cannot become that of another.
                os.waitpid(process, 0)
                if self._process != process:
                    return
                self._process = 0
        answer = message(text)
        while not self._put(answer):
            time.sleep(_AGAIN)


def _started(program: Sequence[str]) -> tuple[int, int]:
    """Start a program in Python, and return the ID of the process and the file descriptor of its output.

    Args:
        program: the program's text, followed by its arguments.
    """
    output, inner = os.pipe()
    try:
        with open(os.devnull, "r+b", buffering=0) as nothing:
            process = os.posix_spawn(
                sys.executable,
                [sys.executable, "-I", "-S", "-c", *program],
                os.environ,
                file_actions=[
                    (os.POSIX_SPAWN_DUP2, nothing.fileno(), 0),
                    (os.POSIX_SPAWN_DUP2, inner, 1),
                    (os.POSIX_SPAWN_DUP2, nothing.fileno(), 2),
                ],
            )
    except OSError:
        os.close(output)
        raise
    finally:
        os.close(inner)
    return process, output


def _read_all(output: int) -> str:
    with open(output, "rb") as pipe:
        return pipe.read(_LONGEST).decode(errors="replace")
