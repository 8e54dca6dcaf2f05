"""The parts that a board's main loop is connected to: its keys, displays, lights, sounds and store.

Drivers and emulators implement the protocols, so the main loop need not import any driver.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from engine.events import Event
    from engine.match.history import History
    from firmware_py.input.keys import AddOnMessage, Edge, Press
    from firmware_py.journal.checksum import Steps
    from firmware_py.view.view import View


class Ending(Enum):
    """The reason why the board's main loop ended."""

    STOPPED = "the program was told to stop"
    RELOAD = "the program was told to read its configuration again"
    POWER_OFF = "the players chose to switch the machine off"


class Edges(Protocol):
    """The source of key edges, key presses by programs, messages, and requests to stop or reload.

    An edge is the moment when a key on the board goes down or up. A program, by contrast, sends each key
    press as a whole, e.g. from a phone. A message is for the board's add-ons.
    """

    def wait(self, timeout: float | None) -> Edge | Press | AddOnMessage | Ending | None:
        """Return the next edge, press or message, or the reason why the main loop should stop.

        This reason is returned last, after everything that arrived before it.

        Args:
            timeout: the number of seconds to wait before returning None; None to wait indefinitely.
        """


class OpenPart(Protocol):
    """An open keypad, button or set of buttons, which must be closed when it is no longer needed."""

    def close(self) -> None:
        """Release the device or the pins."""


class Output(Protocol):
    """A part, or a group of parts, that shows the game, such as the displays or the LED tracks."""

    @property
    def deadline(self) -> float | None:
        """The time by which `show` must be called even if no key is pressed, or None if there is none."""

    def show(self, view: View, now: float) -> None:
        """Show a view on the displays or LEDs. If they do not respond, set `deadline` to the time to retry.

        Args:
            view: the view to show. If `view.number` is the same as in the last call, nothing has changed.
            now: the current time, in seconds.
        """

    def close(self) -> None:
        """Switch off the displays or LEDs for good. `show` is not called afterwards."""


class Display(Protocol):
    """A black and white display for the pictures that `firmware_py.render` draws.

    If the display is not responding, every method except `close` raises DisplayError.
    """

    def show(self, frame: bytes, *, upside_down: bool = False) -> None:
        """Show an image, rotated by 180 degrees if `upside_down` is True.

        Args:
            frame: the image as pages of eight rows, from the top. A page has one byte for each column, with
                the topmost pixel in the lowest bit, which is 1 for a light pixel.

        Raises:
            DisplayError: the panel did not accept the whole image, so its current content is unknown.
        """

    def contrast(self, level: int) -> None:
        """Set the panel's brightness, from 0 to 255. It remains set until the next call."""

    def power(self, on: bool) -> None:
        """Switch the panel on or off.

        While it is off, the panel keeps its image, and can be sent a new one.
        """

    def refresh(self) -> None:
        """Make the next call to `show` initialise the panel again, in case it has lost power."""

    def close(self) -> None:
        """Switch off the panel. A missing panel is not an error."""


class Lights(Protocol):
    """The interface of a driver for the track LEDs."""

    def show(self, colours: bytes) -> None:
        """Set the colours of all LEDs.

        Args:
            colours: three bytes for each LED (red, green, blue), in the order in which the LEDs are chained.

        Raises:
            DisplayError: the LEDs did not accept the colours.
        """

    def refresh(self) -> None:
        """Make the next call to `show` send all colours again, in case the LEDs have lost power."""

    def close(self) -> None:
        """Switch off all LEDs."""


class Sound(Enum):
    """A sound of the buzzer: the seconds of a beep and of the pause after it, and the number of beeps."""

    PEG = 0.03, 0.0, 1
    REFUSAL = 0.08, 0.08, 2
    WIN = 0.25, 0.15, 4


class Store(Protocol):
    """A store that saves the events in a match, such as the journal."""

    def append(self, event: Event) -> None:
        """Save an event. When this method returns, the event is safely stored.

        Raises:
            JournalError: the event could not be saved.
        """

    @property
    def due(self) -> bool:
        """True if there is housekeeping to do, such as archiving a finished game."""

    def reach(self) -> History | None:
        """Return the match as it was when the store was opened, including all events that UNDO can reach.

        A store may leave out older events when it is opened, so that the board starts sooner. This method
        loads them. Return None if no events were left out, or if they cannot be loaded.
        """

    def settle(self, history: History) -> Steps[None]:
        """Do the housekeeping, such as archiving finished games.

        This generator yields after each short step, so that events can be saved in between.

        Args:
            history: the current match, including every event that has been saved.

        Raises:
            JournalError: the housekeeping is not possible now. Nothing is lost.
        """


class Advisor(Protocol):
    """Works out what the coach would do, without delaying the loop."""

    def run(self, question: tuple[str, ...]) -> None:
        """Start a command of `muggins` that prints JSON. The answer arrives as a `HintMessage`.

        Args:
            question: the command and its arguments, without `--json`.
        """

    def close(self) -> None:
        """Stop the command that is running, if there is one."""
