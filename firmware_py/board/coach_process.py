"""Start a separate process that works out the coach's advice, and pass the advice on to the board.

A separate process has three advantages over a thread in the board's process. It runs at a low priority and
never holds the global interpreter lock of the board's process, so it hardly delays key presses. Its memory,
including the coach's tables, is freed as soon as the advice is ready. And the board need not import the code
that works out the advice.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import firmware_py
from firmware_py.view.coach import CoachOffer, CountedDeal, read_advice, write_deal

_ROOT = Path(firmware_py.__file__).parent.parent
"""The folder that contains the packages `engine` and `firmware_py`."""
_PROGRAM = "import sys; sys.path.insert(0, sys.argv[1]); from firmware_py.board.work_out import main; main()"
_LONGEST = 4096
"""The maximum length of an answer, in bytes."""
_AGAIN = 0.1
"""The time, in seconds, before an answer is offered to the board again, if there was no room for it."""


class HelperProcess:
    """A helper that works out the coach's advice about a deal in a separate process, one deal at a time.

    Attributes:
        thread: the thread that waits for the most recently started process; None if none has been started.
    """

    def __init__(self, put: Callable[[CoachOffer], bool]) -> None:
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
        self.close()
        try:
            process, output = _started(deal)
        except OSError:
            process = output = -1
        with self._lock:
            self._process = process
        arguments = deal, process, output
        self.thread = threading.Thread(target=self._answer, args=arguments, name="coach", daemon=True)
        self.thread.start()

    def close(self) -> None:
        """Stop the process that is working out advice, if there is one."""
        with self._lock:
            if self._process > 0:
                with suppress(OSError):
                    os.kill(self._process, signal.SIGKILL)
                self._process = 0

    def _answer(self, deal: CountedDeal, process: int, output: int) -> None:
        """Pass the answer on, unless `process` has been stopped. -1 means that it could not be started."""
        offer = CoachOffer(deal, has_failed=True)
        if process > 0:
            text = _read_all(output)
            with self._lock:
                # Until it is waited for, the number of the process cannot become that of another.
                os.waitpid(process, 0)
                if self._process != process:
                    return
                self._process = 0
            with suppress(ValueError, TypeError):
                offer = CoachOffer(deal, read_advice(text))
        while not self._put(offer):
            time.sleep(_AGAIN)


def _started(deal: CountedDeal) -> tuple[int, int]:
    """Return the ID of the process, and the file descriptor of its output."""
    output, inner = os.pipe()
    try:
        with open(os.devnull, "r+b", buffering=0) as nothing:
            process = os.posix_spawn(
                sys.executable,
                [sys.executable, "-I", "-S", "-c", _PROGRAM, str(_ROOT), write_deal(deal)],
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
