"""The shapes that the loop expects of its parts: keys, screens, lights, outputs and the store of events.

Drivers and emulators have these shapes. The loop imports no driver.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from PIL import Image

    from engine.events import Event
    from engine.match.history import History
    from firmware_py.input.edge import Edge
    from firmware_py.journal.steps import Steps
    from firmware_py.view.view import View


class Ending(Enum):
    """The reason why the loop ended."""

    STOPPED = "the program was told to stop"
    RELOAD = "the program was told to read its configuration again"
    POWER_OFF = "the players chose to switch the machine off"


class Edges(Protocol):
    """The source of key edges, and of orders to end."""

    def wait(self, timeout: float | None) -> Edge | Ending | None:
        """Return the earliest edge, or the reason to end once there are no edges before it.

        Args:
            timeout: the longest wait in seconds, after which the result is None; None for no limit.
        """


class Output(Protocol):
    """A part, or a group of parts, that shows the game: the screens, the LED tracks, the indicator LEDs."""

    @property
    def deadline(self) -> float | None:
        """The time by which `show` must be called again, even if nobody presses a key; None for never."""

    def show(self, view: View, now: float) -> None:
        """Bring the part up to date. A part that does not answer is tried again at `deadline`.

        Args:
            view: the state to show. A view with another number than the last one is new.
            now: the time in seconds.
        """

    def close(self) -> None:
        """Leave the part dark."""


class Display(Protocol):
    """A screen of 128 by 64 pixels. Every method but `close` raises DisplayError if it does not answer."""

    def show(self, image: Image.Image, *, upside_down: bool = False) -> None:
        """Show a picture of mode `1`, turned by 180 degrees if `upside_down`.

        Raises:
            DisplayError: the panel did not take the picture. Its content is unknown now.
        """

    def contrast(self, level: int) -> None:
        """Set the brightness, 0 to 255; it is kept."""

    def power(self, on: bool) -> None:
        """Switch the panel on or off. It keeps its picture, which can be changed while it is off."""

    def refresh(self) -> None:
        """Set the panel up again with the next picture, in case it lost its power unnoticed."""

    def close(self) -> None:
        """Leave the panel dark. A panel that is missing is no error."""


class Lights(Protocol):
    """The LEDs of the tracks."""

    def show(self, colours: bytes) -> None:
        """Show three bytes for each LED, red, green and blue, in the order of the chain.

        Raises:
            DisplayError: the chain did not take the colours.
        """

    def refresh(self) -> None:
        """Send all colours again with the next `show`, in case the LEDs lost their power unnoticed."""

    def close(self) -> None:
        """Leave all LEDs dark."""


class IndicatorLeds(Protocol):
    """Single LEDs for whose turn it is, who deals, and the end of the game; any of them may be missing."""

    def show(self, turn: int | None, dealer: int | None, *, is_over: bool) -> None:
        """Light the LEDs of the side in turn and of the dealer's side, and that of a finished game."""

    def close(self) -> None:
        """Leave all LEDs dark."""


class Sound(Enum):
    """A sound of the buzzer."""

    PEG = "peg"
    REFUSAL = "refusal"
    WIN = "win"


class Buzzer(Protocol):
    """A buzzer."""

    def sound(self, sound: Sound) -> None:
        """Make a sound, and return at once."""

    def close(self) -> None:
        """Silence the buzzer."""


class Store(Protocol):
    """The place where events are kept: the journal."""

    def append(self, event: Event) -> None:
        """Keep an event: when this returns, the event is safely stored.

        Raises:
            JournalError: the event is not stored, and nothing of it is left behind.
        """

    @property
    def due(self) -> bool:
        """True if there is housekeeping to do."""

    def reach(self) -> History | None:
        """Return the match as it was when the store was opened, with everything that UNDO can reach.

        None means that the match is known in full already.
        """

    def settle(self, history: History) -> Steps[None]:
        """Do the housekeeping that can wait until nobody presses, in short steps; events may come between.

        Args:
            history: the match with all events so far.

        Raises:
            JournalError: the housekeeping is not possible now. Nothing is lost.
        """
