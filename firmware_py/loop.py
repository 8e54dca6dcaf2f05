"""The loop: it takes the edges of the keys, and shows what each press did.

    edge → press → entry → event → journal → history → view → outputs, listeners

Time comes in as an argument, and the parts have the shapes of `firmware_py.ports`, so that the same loop runs
on a Pi, in the simulator, under `muggins replay` and in the tests.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from firmware_py.board import Board
from firmware_py.housekeeping import Housekeeping
from firmware_py.input.edge import Edge
from firmware_py.input.press_detector import PressDetector
from firmware_py.listeners.listener import Listener, Listeners
from firmware_py.ports import Edges, Ending, Output

REST = 2.0
"""Idle time, in seconds, before the board does its housekeeping."""
SLICE = 0.01
"""Seconds of housekeeping before the loop looks at the keys again; the last step may take longer."""
HELD_UP = 0.01
"""A long press that is noticed this many seconds late means that the program was held up."""
CATCH_UP = 0.05
"""Seconds that the loop waits for a delayed edge once a program that was held up goes on."""


class Loop:
    """Runs a board: it waits for edges, has the board take the presses, and keeps the outputs up to date."""

    def __init__(
        self,
        board: Board,
        outputs: Sequence[Output],
        edges: Edges,
        clock: Callable[[], float],
        listener: Listener | None = None,
        is_dark: Callable[[], bool] = lambda: False,
    ) -> None:
        """Join a board to its parts.

        Args:
            board: the state of the game.
            outputs: the parts that show it.
            edges: the source of the key edges.
            clock: the time in seconds, on the clock of the edges.
            listener: told of each press after the outputs show it, and of each notice; nobody if None.
            is_dark: tells whether the screens have gone dark; the next press then only wakes them.
        """
        self._board = board
        self._outputs = tuple(outputs)
        self._edges = edges
        self._clock = clock
        self._listener = listener or Listeners()
        self._is_dark = is_dark
        self._presses = PressDetector()
        self._housekeeping = Housekeeping(board.match)
        self._housekeeping_at: float | None = None
        self._alive: Callable[[], bool] = lambda: True
        self._beat = 0.0
        self._beats_at: float | None = None

    def equip(self, outputs: Sequence[Output], listener: Listener) -> None:
        """Replace the outputs and the listener: the slow parts are ready only after the first picture."""
        self._outputs = tuple(outputs)
        self._listener = listener

    def watch(self, alive: Callable[[], bool], watchdog: float | None) -> None:
        """Have the loop send watchdog beats.

        Args:
            alive: sends a beat; returns False if the beat was dropped. It must not wait.
            watchdog: the longest time between two beats, in seconds; None for no beats.
        """
        # The loop sends them twice as often, since a turn may take its time.
        self._alive, self._beat = alive, (watchdog or 0) / 2
        self._beats_at = None if watchdog is None else self._clock()

    def run(self) -> Ending:
        """Show the board and take keys until there is a reason to end; return the reason."""
        self.show()
        self._postpone_housekeeping()
        while True:
            ending = self.turn()
            if ending is not None:
                return ending

    def show(self) -> None:
        """Bring all outputs up to date."""
        view, now = self._board.view, self._clock()
        for output in self._outputs:
            output.show(view, now)

    def turn(self) -> Ending | None:
        """Wait for an edge or a deadline and do everything that follows; return the reason to end, if any."""
        edge = self._next_edge()
        if isinstance(edge, Ending):
            return edge
        keys = self._presses.edge(edge) if edge else self._presses.tick(self._clock())
        press = (lambda key: self._board.wake()) if self._is_dark() else self._board.press
        outcomes = [(key, press(key)) for key in keys]
        self.show()
        for key, outcome in outcomes:
            self._listener.pressed(key, outcome)
        if edge:
            self._postpone_housekeeping()
        elif self._housekeeping_at is not None and self._clock() >= self._housekeeping_at:
            self._keep_house()
        self._send_beat()
        return Ending.POWER_OFF if self._board.switches_off else None

    def _next_edge(self) -> Edge | Ending | None:
        """Wait for an edge or the earliest deadline."""
        times = [self._presses.deadline, self._beats_at, self._housekeeping_at]
        times += [output.deadline for output in self._outputs]
        deadlines = [time for time in times if time is not None]
        timeout = max(0.0, min(deadlines) - self._clock()) if deadlines else None
        return self._edges.wait(timeout) or self._straggler()

    def _straggler(self) -> Edge | Ending | None:
        """After a stall, wait briefly for an edge that was made during it; return None if there is none.

        A key that seems to be held for long may have come up in time, with its edge still on the way here.
        """
        due = self._presses.deadline
        if due is None or self._clock() - due < HELD_UP:
            return None
        return self._edges.wait(CATCH_UP)

    def _postpone_housekeeping(self) -> None:
        """Schedule the housekeeping that is due for a time when nobody has pressed a key for a while."""
        self._housekeeping_at = self._clock() + REST if self._housekeeping.due else None

    def _keep_house(self) -> None:
        """Do a slice of the housekeeping: all of it takes seconds on a slow Pi, and a key comes first."""
        until = self._clock() + SLICE
        why = self._housekeeping.work(lambda: self._clock() >= until)
        self._housekeeping_at = self._clock() if self._housekeeping.is_under_way else None
        if why:
            self._board.say(why)
            self._listener.noticed(why)
            self.show()

    def _send_beat(self) -> None:
        """Send a watchdog beat if it is time for one."""
        if self._beats_at is not None and self._clock() >= self._beats_at:
            # A dropped beat is sent again soon: if the next one came late too, systemd would stop the board.
            self._beats_at = self._clock() + (self._beat if self._alive() else self._beat / 10)
