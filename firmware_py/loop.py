"""The board: one loop from a key to the light that shows what it did.

    edge → keypad → entry → event → journal → history → view → frames

Time comes in as an argument and the parts as `firmware_py.ports` describes them, so that the same loop runs
on a Pi, in the simulator, under `muggins replay` and in the tests.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import TYPE_CHECKING

from firmware_py.board import Board, Outcome
from firmware_py.errors import PowerOff, Reload, Stopped
from firmware_py.input.edge import Edge
from firmware_py.input.keys import Input
from firmware_py.input.press_detector import PressDetector
from firmware_py.outputs.outputs import Frames
from firmware_py.ports import Edges

if TYPE_CHECKING:
    from PIL import Image

REST = 2.0
"""Idle time, in seconds, before the board does its housekeeping."""
SLICE = 0.01
"""Seconds of housekeeping, but for the step that ends it, before the keys are looked at again."""
HELD_UP = 0.01
"""Seconds by which a long press is noticed late only if the program was held up."""
CATCH_UP = 0.05
"""Seconds that an edge may take to the loop once the program goes on."""


class Ending(Enum):
    """Why a loop ended."""

    STOPPED = "it was told to stop"
    RELOAD = "the configuration is to be read again"
    POWER_OFF = "the machine is to be switched off"


class Loop:
    """The loop itself."""

    def __init__(
        self,
        board: Board,
        frames: Frames,
        edges: Edges,
        clock: Callable[[], float],
        pressed: Callable[[Input, Outcome], None] = lambda key, outcome: None,
    ) -> None:
        """A loop over these parts.

        Args:
            board: the state.
            frames: where it shows.
            edges: where the keys come from.
            clock: the time in seconds, of the same clock as the edges'.
            pressed: told of each press, once its frames are out.
        """
        self._board = board
        self._frames = frames
        self._edges = edges
        self._clock = clock
        self._pressed = pressed
        self._keypad = PressDetector()
        self._alive: Callable[[], bool] = lambda: True
        self._beat = 0.0
        self._beats_at: float | None = None
        self._settles_at: float | None = None

    def watch(self, alive: Callable[[], bool], watchdog: float | None) -> None:
        """Have the loop send watchdog beats.

        Args:
            alive: sends a beat; returns False if the beat was dropped. It must not wait.
            watchdog: the longest time between two beats, in seconds; None for no beats.
        """
        # Twice as often as is asked for, since a turn may take its time.
        self._alive, self._beat = alive, (watchdog or 0) / 2
        self._beats_at = None if watchdog is None else self._clock()

    def run(self) -> Ending:
        """Show the board and take keys until there is reason to end; returns the reason."""
        self.show()
        self._put_off()
        try:
            while True:
                self.turn()
        except Stopped:
            return Ending.STOPPED
        except Reload:
            return Ending.RELOAD
        except PowerOff:
            return Ending.POWER_OFF

    def show(self) -> None:
        """Show the board as it stands."""
        self._frames.show(self._board.view, self._clock())

    def farewell(self, image: Image.Image, *, stays: bool = False) -> bool:
        """Show a last picture on all screens that answer, as `Frames.farewell`; whether any does."""
        return self._frames.farewell(image, stays=stays)

    def turn(self) -> None:
        """Wait for an edge or for what is due, and do all that follows from it.

        Raises:
            Stopped: no more edges will come.
            Reload: the configuration is to be read again.
            PowerOff: the machine is to be switched off.
        """
        times = (self._keypad.deadline, self._frames.deadline, self._beats_at, self._settles_at)
        deadlines = [time for time in times if time is not None]
        timeout = max(0.0, min(deadlines) - self._clock()) if deadlines else None
        edge = self._edges.wait(timeout) or self._straggler()
        keys = self._keypad.edge(edge) if edge else self._keypad.tick(self._clock())
        press = (lambda key: self._board.wake()) if self._frames.asleep else self._board.press
        outcomes = [(key, press(key)) for key in keys]
        self.show()
        for key, outcome in outcomes:
            self._pressed(key, outcome)
        if edge:
            self._put_off()
        elif self._settles_at is not None and self._clock() >= self._settles_at:
            self._settle()
        self._tell_that_it_lives()
        if self._board.switches_off:
            raise PowerOff

    def _straggler(self) -> Edge | None:
        """After a stall, wait briefly for an edge that was made during it; return None if there is none.

        A key that seems to be held for long may have come up in time, with its edge still on the way here.
        """
        due = self._keypad.deadline
        if due is None or self._clock() - due < HELD_UP:
            return None
        return self._edges.wait(CATCH_UP)

    def _put_off(self) -> None:
        """Do the housekeeping, or go on with it, once nobody has pressed for a while."""
        self._settles_at = self._clock() + REST if self._board.due else None

    def _settle(self) -> None:
        """Do a slice of the housekeeping: all of it takes seconds on a slow Pi, and a key comes first."""
        until = self._clock() + SLICE
        why = self._board.settle(lambda: self._clock() >= until)
        self._settles_at = self._clock() if self._board.is_settling else None
        if why:
            self._frames.tell(why)
            self.show()

    def _tell_that_it_lives(self) -> None:
        if self._beats_at is not None and self._clock() >= self._beats_at:
            # A dropped beat is sent again soon: if the next one came late too, systemd would stop the board.
            self._beats_at = self._clock() + (self._beat if self._alive() else self._beat / 10)
