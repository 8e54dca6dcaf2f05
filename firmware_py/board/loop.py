"""The main loop: it receives key edges (a key pressed or released), and shows the effect of key presses.

    edge → press → entry → event → journal → history → add-ons → view → outputs, listeners

The clock is an argument, and the parts follow the protocols in `firmware_py.board.ports`, so the same loop
runs on a Pi, in the simulator, under `muggins replay` and in the tests. Between key presses it does the
journal's housekeeping in short steps, such as archiving a finished game. The first key press on a dark
display only wakes the display, because nobody could see its effect.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from engine.indices import Seat
from firmware_py.input.keys import ASKING_KEYS, AddOnMessage, Edge, Input, Press
from firmware_py.input.press_detector import Held, PressDetector
from firmware_py.system.errors import JournalError
from firmware_py.view.view import NO_ADDITIONS
from firmware_py.words.in_use import words

from .add_on import AddOn
from .board import Board, Outcome
from .listener import Listener, Listeners
from .ports import Edges, Ending, Output

if TYPE_CHECKING:
    from firmware_py.journal.checksum import Steps


class Housekeeping:
    """Does the housekeeping for a board's journal, such as archiving finished games, between key presses."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._steps: Steps[None] | None = None

    @property
    def due(self) -> bool:
        """True if there is housekeeping to do, e.g. if a finished game has not been archived yet."""
        return self.is_under_way or (self._board.store is not None and self._board.store.due)

    @property
    def is_under_way(self) -> bool:
        """True if housekeeping has been started but not finished."""
        return self._steps is not None

    def work(self, enough: Callable[[], bool] = lambda: False) -> str | None:
        """Do the housekeeping that is due, such as archiving a finished game.

        Args:
            enough: a function that is called after each short step. If it returns True, the remaining steps
                are left for the next call. By default, everything is done in one call.

        Returns:
            The reason why the housekeeping has failed, or None if it has succeeded so far.
        """
        if self._steps is None:
            if self._board.store is None:
                return None
            self._steps = self._board.store.settle(self._board.history)
        try:
            for _ in self._steps:
                if enough():
                    return None
        except JournalError as error:
            self._steps = None
            return str(error)
        self._steps = None
        return None


REST = 2.0
"""The idle time, in seconds, before the board does its housekeeping."""
SLICE = 0.01
"""The time, in seconds, for housekeeping before the loop checks the keys again. The last step may overrun."""
HELD_UP = 0.01
"""If a long press is detected this many seconds late, the program must have been delayed."""
CATCH_UP = 0.05
"""The time, in seconds, that the loop waits for a delayed edge after the program was delayed."""


class Loop:
    """The main loop of a board. It waits for key edges, handles key presses, and updates the outputs."""

    def __init__(
        self,
        board: Board,
        outputs: Sequence[Output],
        edges: Edges,
        clock: Callable[[], float],
        listener: Listener | None = None,
        is_dark: Callable[[], bool] = lambda: False,
        add_ons: Sequence[AddOn] = (),
    ) -> None:
        """Connect a board to its keys, displays and LEDs.

        Args:
            clock: a function that returns the time in seconds, on the same clock as the edges.
            listener: the listener to notify of messages and key presses, after the outputs have been updated.
            is_dark: a function that returns True while the displays are dark, so that a key press only wakes
                them.
        """
        self._board = board
        self._outputs = tuple(outputs)
        self._edges = edges
        self._clock = clock
        self._listener = listener or Listeners()
        self._is_dark = is_dark
        self._presses = PressDetector()
        self._add_ons = tuple(add_ons)
        self._told = 0
        self._housekeeping = Housekeeping(board)
        self._housekeeping_at: float | None = None
        self._alive: Callable[[], bool] = lambda: True
        self._beat = 0.0
        self._beats_at: float | None = None

    def watch(self, alive: Callable[[], bool], watchdog: float | None) -> None:
        """Make the loop report regularly to a watchdog, such as systemd's, that it is still running.

        Args:
            alive: a function that sends one report without blocking, and returns False if the report was
                lost.
            watchdog: the longest time allowed between two reports, in seconds; None to send no reports.
        """
        # Beats are sent twice as often as required, because one turn of the loop may take a while.
        self._alive, self._beat = alive, (watchdog or 0) / 2
        self._beats_at = None if watchdog is None else self._clock()

    def run(self) -> Ending:
        """Show the board and handle key presses until there is a reason to stop. Return the reason."""
        self._follow()
        self.show()
        self._tell_if_new()
        self._postpone_housekeeping()
        while True:
            ending = self.turn()
            if ending is not None:
                return ending

    def show(self) -> None:
        """Update all outputs to show the current view."""
        view, now = self._board.view, self._clock()
        for output in self._outputs:
            output.show(view, now)

    def turn(self) -> Ending | None:
        """Wait until a key goes down or up, a message arrives or a deadline passes, and respond.

        Return the reason to stop, or None to continue.
        """
        arrived = self._next_arrival()
        if isinstance(arrived, Ending):
            return arrived
        outcomes = self._handle(arrived)
        self._follow()
        self.show()
        for press, outcome in outcomes:
            self._listener.pressed(press, outcome)
        self._tell_if_new()
        if arrived:
            self._postpone_housekeeping()
        elif self._housekeeping_at is not None and self._clock() >= self._housekeeping_at:
            self._do_housekeeping()
        self._send_beat()
        return Ending.POWER_OFF if self._board.switches_off else None

    def _handle(self, arrived: Edge | Press | AddOnMessage | None) -> list[tuple[Press, Outcome]]:
        """Handle an arrival, or a deadline that has passed. Return the resulting key presses."""
        if isinstance(arrived, Press):  # by a program, which sees the board even while the screens are dark
            return [(arrived, self._press(arrived.key, arrived.seat))]
        if isinstance(arrived, AddOnMessage):
            for add_on in self._add_ons:
                add_on.hear(arrived, self._clock())
            return []
        found = self._presses.edge(arrived) if arrived else self._presses.tick(self._clock())
        is_dark = self._is_dark()
        outcomes = []
        for each in found:
            key = self._board.key_for_held_go if isinstance(each, Held) else each
            # AGAIN and SCORE only make the voice speak. Every other key only wakes dark displays.
            wakes = is_dark and key not in ASKING_KEYS
            outcome = self._board.refuse(words().SCREEN_WAS_DARK) if wakes else self._press(key, None)
            outcomes.append((Press(key), outcome))
        return outcomes

    def _press(self, key: Input, seat: Seat | None) -> Outcome:
        for add_on in self._add_ons:
            outcome = add_on.press(key, seat)
            if outcome is not None:
                return outcome
        return self._board.press(key, seat)

    def _follow(self) -> None:
        additions = NO_ADDITIONS
        for add_on in self._add_ons:
            add_on.follow(self._clock())
            additions |= add_on.shows
        self._board.show_also(additions)

    def _tell_if_new(self) -> None:
        number = self._board.view.number
        if number != self._told:
            self._told = number
            self._listener.shown(self._board)

    def _next_arrival(self) -> Edge | Press | AddOnMessage | Ending | None:
        """Return None if a deadline passes first."""
        times = [self._presses.deadline, self._beats_at, self._housekeeping_at]
        times += [output.deadline for output in self._outputs]
        times += [add_on.deadline for add_on in self._add_ons]
        deadlines = [time for time in times if time is not None]
        timeout = max(0.0, min(deadlines) - self._clock()) if deadlines else None
        return self._edges.wait(timeout) or self._straggler()

    def _straggler(self) -> Edge | Press | AddOnMessage | Ending | None:
        """If the program was delayed, wait briefly: the release of a key that seems held may come late."""
        due = self._presses.deadline
        if due is None or self._clock() - due < HELD_UP:
            return None
        return self._edges.wait(CATCH_UP)

    def _postpone_housekeeping(self) -> None:
        self._housekeeping_at = self._clock() + REST if self._housekeeping.due else None

    def _do_housekeeping(self) -> None:
        until = self._clock() + SLICE
        why = self._housekeeping.work(lambda: self._clock() >= until)
        self._housekeeping_at = self._clock() if self._housekeeping.is_under_way else None
        if why:
            self._board.say(why)
            self._listener.noticed(why)
            self.show()
            self._tell_if_new()

    def _send_beat(self) -> None:
        if self._beats_at is not None and self._clock() >= self._beats_at:
            # A lost beat is sent again soon: if the next beat were late too, systemd would stop the board.
            self._beats_at = self._clock() + (self._beat if self._alive() else self._beat / 10)
