"""The log: lines on standard error, which systemd writes to its journal if the board runs as a service.

Each key press that takes effect is logged, for example as `41 lay 5; Right: fifteen for two`. This line
contains the number of key presses so far, the event as the journal records it (`lay 5`), and what the event
led to, such as two points for the player called Right.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, TextIO

from firmware_py.listeners.listener import Listener
from firmware_py.ports import Ending

if TYPE_CHECKING:
    from engine.events import Event
    from engine.match.history import History
    from firmware_py.board import Made, Outcome
    from firmware_py.input.press import Press
    from firmware_py.view.view import View

# The modules that word a line are imported with the first line, so that the first picture appears sooner.

_WARNING, _INFO = "<4>", "<6>"
"""The prefixes that tell systemd's journal the priority of a line (sd-daemon(3))."""


class Log:
    """A log that writes lines to a stream. Errors while writing, e.g. to a closed stream, are ignored.

    Attributes:
        is_followed: True if the stream is systemd's journal or a terminal. Otherwise only warnings are
            written.
    """

    def __init__(self, stream: TextIO | None = None, environment: Mapping[str, str] = os.environ) -> None:
        """Create a log.

        Args:
            stream: the stream to write to; standard error by default.
            environment: the environment variables. systemd sets JOURNAL_STREAM if the lines are sent to its
                journal.
        """
        self._stream = stream or sys.stderr
        self._journal = _is_journal(self._stream, environment.get("JOURNAL_STREAM", ""))
        self.is_followed = self._journal or (self._stream is not None and self._stream.isatty())

    def info(self, text: str) -> None:
        """Log a line about a normal event, if the log goes to systemd's journal or to a terminal."""
        if self.is_followed:
            self._write(_INFO if self._journal else "", text)

    def warning(self, text: str) -> None:
        """Log a line about a problem and its remedy, or about a problem that has been solved."""
        self._write(_WARNING if self._journal else "muggins: ", text)

    def _write(self, prefix: str, text: str) -> None:
        line = text if text.isprintable() else "".join(map(_printable, text))
        with suppress(OSError, ValueError):  # the stream is closed, or nobody reads it any more
            if self._stream is not None:
                self._stream.write(f"{prefix}{line}\n")
                self._stream.flush()


def _printable(char: str) -> str:
    return char if char.isprintable() else repr(char)[1:-1]


def _is_journal(stream: TextIO | None, named: str) -> bool:
    """Return True if a stream is connected to systemd's journal. See systemd.exec(5).

    `named` is the value of the environment variable JOURNAL_STREAM, or an empty string if it is not set.
    """
    if stream is None or not named:
        return False
    try:
        file = os.fstat(stream.fileno())
    except (OSError, ValueError):
        return False
    return named == f"{file.st_dev}:{file.st_ino}"


class FaultLog(Listener):
    """A listener that logs when something fails, such as a display, and when it works again."""

    def __init__(self, log: Log) -> None:
        self._log = log

    def noticed(self, text: str) -> None:
        """Log a message about a problem that occurred or was solved."""
        self._log.warning(text)

    def failed(self, part: str, error: Exception) -> None:
        """Log that a display or the track LEDs have failed.

        Args:
            part: the name of the display or LEDs.
            error: the error that occurred.
        """
        self._log.warning(f"{part}: {error}; the game goes on, trying again every second")


class GameLog(Listener):
    """A listener that logs each key press that took effect, and the shutdown of the machine."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._unsaved: str | None = None

    def pressed(self, press: Press, outcome: Outcome) -> None:
        """Log a key press that took effect, or the reason why a key press could not be saved.

        The same reason is not logged twice in a row.
        """
        if outcome.unsaved:
            if outcome.why != self._unsaved:
                self._log.warning(f"{outcome.why}; the press was refused")
            self._unsaved = outcome.why
        elif outcome.made:
            self._unsaved = None
            if self._log.is_followed:
                self._log.info(line_of(outcome.made))

    def ended(self, ending: Ending) -> None:
        """Log that the machine is being switched off.

        If the program ends for any other reason, systemd logs it.
        """
        if ending is Ending.POWER_OFF:
            self._log.info("switching the machine off, as chosen in the menu")


def line_of(made: Made) -> str:
    """Return the log line for a key press that took effect, such as `41 lay 5; Right: fifteen for two`."""
    from engine.match.record_lines import write_event

    return f"{made.after.applied} {'; '.join([write_event(made.event), *_remarks(*made)])}"


def standing(history: History, view: View) -> str:
    """Return a summary of a match for the log, such as `41 presses, Left 31, Right 27; Left: card`.

    Args:
        history: the match.
        view: the current view, which contains the names, the scores and the prompt.
    """
    stands = ", ".join(f"{track.name} {track.front}" for track in view.tracks)
    return f"{history.applied} presses, {stands}; {view.prompt}"


def _remarks(before: History, event: Event, after: History) -> list[str]:
    from engine.events import CORRECTS, Kind
    from engine.match.record_lines import write_event
    from engine.match.timeline import BEGINS
    from firmware_py.view.calls import call_of
    from firmware_py.view.remarks import dropped, false_go
    from firmware_py.view.result_in_words import games_won, result, scores

    game = after.game
    if event.kind is Kind.UNDO:
        return [f"takes back {write_event(before.past[-1].event)}"]
    said = []
    if event.kind is Kind.REDO:
        said.append(f"again: {write_event(before.undone[-1].event)}")
    if event.kind in CORRECTS:
        said.append(f"score {scores(game)}")
    if after.dropped:
        said.append(f"{dropped(after).rstrip('.')}: {after.dropped.why}")
    if event.kind in BEGINS:
        said.append(f"a new game; games won {games_won(game)}")
    if event.kind not in CORRECTS:
        said += [call_of(game, entry).said for entry in game.entries if entry.at >= game.at - 1]
    if game.false_go and game.false_go != before.game.false_go:
        said.append(false_go(game, game.false_go, game.cards[-1]))
    if game.winner is not None and before.game.winner is None:
        said.append(f"{result(game).full} {scores(game)}")
    return said
