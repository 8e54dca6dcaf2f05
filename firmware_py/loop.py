"""The board: one loop from a key to the light that shows what it did.

    edge → keypad → entry → event → journal → history → view → frames

Time comes in as an argument and the parts as `firmware_py.ports` describes them, so that the same loop runs
on a Pi, in the simulator, under `muggins replay` and in the tests.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from engine.errors import CribbageError
from engine.events import Event
from engine.game_setup import Setup
from engine.match.history import History
from firmware_py.errors import JournalError, PowerOff, Reload, Stopped
from firmware_py.input.edge import Edge
from firmware_py.input.entry import Entry
from firmware_py.input.keys import Input, Key
from firmware_py.input.press_detector import PressDetector
from firmware_py.outputs.outputs import Frames
from firmware_py.ports import Edges, Store
from firmware_py.view.view import View, view

if TYPE_CHECKING:
    from PIL import Image

    from firmware_py.journal.steps import Steps

ASLEEP = "The screen was dark: press the key again"
"""What is said of a press that found the screen dark: nobody could see what it would have done."""


REST = 2.0
"""Idle time, in seconds, before the board does its housekeeping."""
SLICE = 0.01
"""Seconds of housekeeping, but for the step that ends it, before the keys are looked at again."""
HELD_UP = 0.01
"""Seconds by which a long press is noticed late only if the program was held up."""
CATCH_UP = 0.05
"""Seconds that an edge may take to the loop once the program goes on."""


class Made(NamedTuple):
    """The event that a press made, and where the match stood before and after it."""

    before: History
    event: Event
    after: History


class Outcome(NamedTuple):
    """What a press did.

    Attributes:
        presses: how many presses had taken effect before it.
        took: it took effect: it is an event, and kept.
        why: why it was refused, None if it was not.
        unkept: it was refused because it could not be kept, and for nothing else.
        made: what it made, where it was pressed on a board and took effect.
    """

    presses: int
    took: bool = False
    why: str | None = None
    unkept: bool = False
    made: Made | None = None


class Ending(Enum):
    """Why a loop ended."""

    STOPPED = "it was told to stop"
    RELOAD = "the configuration is to be read again"
    POWER_OFF = "the machine is to be switched off"


class Board:
    """The state behind the loop: the match, what the keys have begun, and what there is to say about it.

    Attributes:
        history: the match.
    """

    def __init__(
        self,
        history: History,
        store: Store | None = None,
        notice: str | None = None,
        *,
        joystick: bool = False,
        preset: Setup | None = None,
    ) -> None:
        """A board that goes on from a match.

        Args:
            history: where the match stands.
            store: where events are kept before their effect shows; nowhere by default.
            notice: something to say on the screen until the first press.
            joystick: the cards are picked on the screen.
            preset: what a new game from the menu begins with; the game that is being played if None.
        """
        self.history = history
        self._store = store
        self._reach = store.reach if store else None
        self._settling: Steps[None] | None = None
        self._entry = Entry.of(joystick=joystick, preset=preset)
        self._refusal: str | None = None
        self._notice = notice
        self._view: View | None = None

    def press(self, key: Input) -> Outcome:
        """Take a press: it takes effect, moves about on the screen, or is refused and changes nothing."""
        self.reach_back()
        presses, made = self.history.presses, None
        self._view = self._notice = None
        try:
            entry, event = self._entry.press(key, self.history)
            if event is not None:
                made = Made(self.history, event, self.history.apply(event))
                if self._store:
                    self._store.append(event)
                self.history = made.after
        except (CribbageError, JournalError) as error:
            self._refusal = str(error)
            return Outcome(presses, why=self._refusal, unkept=isinstance(error, JournalError))
        self._entry, self._refusal = entry, None
        return Outcome(presses, took=made is not None, made=made)

    def say(self, notice: str) -> None:
        """Show a notice until the next press, after any other. A notice is no refusal: it makes no sound."""
        self._notice = f"{self._notice}; {notice}" if self._notice else notice
        self._view = None

    def equip(self, *, joystick: bool, preset: Setup | None, powers_off: bool = False) -> None:
        """Take up another configuration; what was begun and not finished with the keys is forgotten."""
        self._entry = Entry.of(joystick=joystick, preset=preset, powers_off=powers_off)
        self._view = None

    @property
    def switches_off(self) -> bool:
        """Whether the machine is to be switched off: that was chosen in the menu, and confirmed."""
        return self._entry.switches_off

    def stay_on(self, why: str) -> None:
        """The machine cannot be switched off: the game goes on, and the screen says why."""
        self._entry = self._entry._replace(dialogue=None)
        self.say(why)

    def reach_back(self) -> None:
        """Load all that UNDO can reach, unless that has been done: the first frame need not wait for it."""
        reach, self._reach = self._reach, None
        self.history = (reach and reach()) or self.history

    @property
    def due(self) -> bool:
        """True if there is housekeeping to begin, or to go on with."""
        return self.is_settling or (self._store is not None and self._store.due)

    @property
    def is_settling(self) -> bool:
        """True if housekeeping was begun and is not finished."""
        return self._settling is not None

    def settle(self, enough: Callable[[], bool] = lambda: False) -> str | None:
        """Do the housekeeping that presses left to do, such as putting away a finished game.

        Args:
            enough: asked after each short step; True leaves the rest for the next call. Presses may come
                between two calls.

        Returns:
            Why it cannot be done, which the screen says too; None if nothing is wrong.
        """
        if self._settling is None:
            if self._store is None:
                return None
            self._settling = self._store.settle(self.history)
        try:
            for _ in self._settling:
                if enough():
                    return None
            self._settling = None
        except JournalError as error:
            self._settling = None
            self.say(str(error))
            return str(error)
        return None

    def wake(self) -> Outcome:
        """Take a press that finds the screen dark: it changes nothing, and the screen says so."""
        self._view, self._refusal, self._notice = None, ASLEEP, None
        return Outcome(self.history.presses, why=ASLEEP)

    def take(self, event: Event) -> None:
        """Take an event as it stands in a record.

        Raises:
            IllegalEvent: it cannot happen here.
            JournalError: it cannot be kept.
        """
        self.reach_back()
        history = self.history.apply(event)
        if self._store:
            self._store.append(event)
        self.history, self._view = history, None

    @property
    def leaving(self) -> tuple[Key, ...]:
        """The keys that close what covers the game on the screen, by one step; none where nothing does."""
        return self._entry.leaving(self.history)

    @property
    def prompt(self) -> str:
        """What is waited for, by its name in the JSON."""
        return self._entry.prompt or self.history.game.prompt.value

    @property
    def view(self) -> View:
        """What there is to see; the same object until the next press."""
        if self._view is None:
            self._view = view(self.history, self._entry, self._refusal, self._notice)
        return self._view


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
