"""The board: one loop from a key to the light that shows what it did.

    edge → keypad → entry → event → journal → history → view → frames

Time comes in as an argument and the parts as `firmware_py.ports` describes them, so that the same loop runs
on a Pi, in the simulator, under `muggins replay` and in the tests.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

from engine.errors import CribbageError
from engine.events import Event
from engine.history import History
from firmware_py.entry import Entry
from firmware_py.keys import Key, Keypad
from firmware_py.ports import Display, DisplayError, Edges, JournalError, Lights, Stopped, Store
from firmware_py.render import leds, oled
from firmware_py.view import View, view

_Part = TypeVar("_Part")
_Frame = TypeVar("_Frame")

RETRY = 1.0
"""Seconds between two tries to reach a display that does not answer."""


class Outcome(NamedTuple):
    """What a press did.

    Attributes:
        presses: how many presses had taken effect before it.
        took: it took effect: it is an event, and kept.
        why: why it was refused, None if it was not.
    """

    presses: int
    took: bool = False
    why: str | None = None


class Board:
    """The state behind the loop: the match, what the keys have begun, and why the last one was refused.

    Attributes:
        history: the match.
    """

    def __init__(self, history: History, store: Store | None = None, notice: str | None = None) -> None:
        """A board that goes on from a match.

        Args:
            history: where the match stands.
            store: where events are kept before their effect shows; nowhere by default.
            notice: something to say on the screen until the first press.
        """
        self.history = history
        self._store = store
        self._entry = Entry()
        self._refusal = notice
        self._view: View | None = None

    def press(self, key: Key) -> Outcome:
        """Take a press: it takes effect, moves about on the screen, or is refused and changes nothing."""
        presses = self.history.presses
        self._view = None
        try:
            entry, event = self._entry.press(key, self.history)
            if event is not None:
                history = self.history.apply(event)
                if self._store:
                    self._store.append(event)
                self.history = history
        except (CribbageError, JournalError) as error:
            self._refusal = str(error)
            return Outcome(presses, why=self._refusal)
        self._entry, self._refusal = entry, None
        return Outcome(presses, took=event is not None)

    def take(self, event: Event) -> None:
        """Take an event as it stands in a record.

        Raises:
            IllegalEvent: it cannot happen here.
            JournalError: it cannot be kept.
        """
        history = self.history.apply(event)
        if self._store:
            self._store.append(event)
        self.history, self._view = history, None

    @property
    def prompt(self) -> str:
        """What is waited for, by its name in the JSON."""
        return self._entry.prompt or self.history.game.prompt.value

    @property
    def view(self) -> View:
        """What there is to see; the same object until the next press."""
        if self._view is None:
            self._view = view(self.history, self._entry, self._refusal)
        return self._view


class Frames:
    """Keeps the display and the lights showing what there is to see, and tries again what fails."""

    def __init__(
        self, display: Display | None, lights: Lights | None, tell: Callable[[str], None] = lambda text: None
    ) -> None:
        """Frames for these parts, either of which may be missing.

        Args:
            display: the screen.
            lights: the LEDs.
            tell: takes a line about a part that fails, or answers again.
        """
        self._display = _Shown("display", display, display.show, tell) if display else None
        self._lights = _Shown("lights", lights, lights.show, tell) if lights else None
        self._view: View | None = None
        self._won_at: float | None = None
        self._moves_at: float | None = None

    def show(self, view: View, now: float) -> None:
        """Show a view as it looks at a time. A part that does not answer is left for later."""
        new = view is not self._view
        if new:
            self._note_winner(view, now)
            if self._display:
                if self._view is None or view.dealer != self._view.dealer:
                    self._display.part.refresh()
                self._display.change(oled.draw(view))
            self._view = view
        if self._lights and (new or self._moves_at is not None):
            self._lights.change(leds.draw(view, self._finale(now)))
        for shown in (self._display, self._lights):
            if shown:
                shown.send(now)

    @property
    def deadline(self) -> float | None:
        """When `show` must be called at the latest: for the finale, or to try a part again."""
        retries = (shown.retry for shown in (self._display, self._lights) if shown)
        return min((time for time in (self._moves_at, *retries) if time is not None), default=None)

    def _note_winner(self, view: View, now: float) -> None:
        """The finale is for a game won while the board looks on, not for one that it finds won."""
        if view.winner is None:
            self._won_at = None
        elif self._view is not None and self._view.winner is None:
            self._won_at = now

    def _finale(self, now: float) -> float | None:
        """Seconds since the game was won, None when that is long ago; notes when the finale moves on."""
        if self._won_at is None or now - self._won_at >= leds.FINALE:
            self._moves_at = None
            return None
        self._moves_at = now + leds.STEP
        return now - self._won_at


class _Shown(Generic[_Part, _Frame]):
    """A part that shows frames: what it is to show, and when to try again once it failed.

    Attributes:
        part: the part.
        retry: when to try again; None while it answers.
    """

    def __init__(
        self, name: str, part: _Part, show: Callable[[_Frame], None], tell: Callable[[str], None]
    ) -> None:
        self.part = part
        self.retry: float | None = None
        self._name = name
        self._show = show
        self._tell = tell
        self._frame: _Frame | None = None

    def change(self, frame: _Frame) -> None:
        """From now on it is to show this frame."""
        self._frame = frame

    def send(self, now: float) -> None:
        """Show the frame if it is new, but leave a part alone that failed less than `RETRY` seconds ago."""
        if self._frame is None or (self.retry is not None and now < self.retry):
            return
        try:
            self._show(self._frame)
        except DisplayError as error:
            if self.retry is None:
                self._tell(f"{self._name}: {error}; the game goes on, trying again every second")
            self.retry = now + RETRY
            return
        self._frame = None
        if self.retry is not None:
            self._tell(f"{self._name}: back")
        self.retry = None


class Loop:
    """The loop itself."""

    def __init__(
        self,
        board: Board,
        frames: Frames,
        edges: Edges,
        clock: Callable[[], float],
        pressed: Callable[[Key, Outcome], None] = lambda key, outcome: None,
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
        self._keypad = Keypad()

    def run(self) -> None:
        """Show the board and take keys until the edges stop."""
        self.show()
        try:
            while True:
                self.turn()
        except Stopped:
            return

    def show(self) -> None:
        """Show the board as it stands."""
        self._frames.show(self._board.view, self._clock())

    def turn(self) -> None:
        """Wait for an edge or for what is due, and do all that follows from it.

        Raises:
            Stopped: no more edges will come.
        """
        deadlines = [time for time in (self._keypad.deadline, self._frames.deadline) if time is not None]
        timeout = max(0.0, min(deadlines) - self._clock()) if deadlines else None
        edge = self._edges.wait(timeout)
        keys = self._keypad.edge(edge) if edge else self._keypad.tick(self._clock())
        outcomes = [(key, self._board.press(key)) for key in keys]
        self.show()
        for key, outcome in outcomes:
            self._pressed(key, outcome)
