"""The shapes that the loop expects of its parts: keys, screens, lights and the store of events.

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


class Edges(Protocol):
    """Where the edges of the keys come from."""

    def wait(self, timeout: float | None) -> Edge | None:
        """Return the earliest edge; None if none came within `timeout` seconds, None for no limit.

        Raises:
            Stopped: the board is to stop.
            Reload: its configuration is to be read again.
        """


class Display(Protocol):
    """A screen of 128 by 64 pixels. All but `close` may raise `DisplayError`: it does not answer."""

    def show(self, image: Image.Image, *, upside_down: bool = False) -> None:
        """Show a picture of mode `1`, if wanted turned by half a turn.

        Raises:
            DisplayError: the panel did not take it. What it shows now is unknown.
        """

    def contrast(self, level: int) -> None:
        """Set the brightness, 0 to 255; it is kept."""

    def power(self, on: bool) -> None:
        """Switch the panel on or off; its picture is kept, and can be changed while it is off."""

    def refresh(self) -> None:
        """Start afresh with the next picture: the panel may have lost its power and be dark, unnoticed."""

    def close(self) -> None:
        """Leave the panel dark. A panel that is missing is no error."""


class Lights(Protocol):
    """The LEDs of the tracks."""

    def show(self, colours: bytes) -> None:
        """Show three bytes a light, red, green and blue, in the order of the chain.

        Raises:
            DisplayError: the chain did not take it.
        """

    def refresh(self) -> None:
        """Send everything again with the next `show`: the LEDs may have lost their power, unnoticed."""

    def close(self) -> None:
        """Leave all lights dark."""


class Sound(Enum):
    """What can be heard."""

    PEG = "peg"
    REFUSAL = "refusal"
    WIN = "win"


class Signals(Protocol):
    """Single LEDs, and a buzzer."""

    def show(self, view: View) -> None:
        """Show whose turn it is, who deals, and whether the game is over."""

    def sound(self, sound: Sound) -> None:
        """Make a sound, and return at once."""

    def close(self) -> None:
        """Leave all dark and silent."""


class Store(Protocol):
    """Where events are kept."""

    def append(self, event: Event) -> None:
        """Keep an event: when this returns it is safely stored.

        Raises:
            JournalError: it is not stored, and nothing of it is left behind.
        """

    @property
    def due(self) -> bool:
        """True if there is housekeeping to do."""

    def reach(self) -> History | None:
        """What was kept when it was opened, with all that UNDO can reach; None if that is known already."""

    def settle(self, history: History) -> Steps[None]:
        """Do the housekeeping that may wait until nobody presses, in short steps; events may come between.

        Args:
            history: where all events so far have led.

        Raises:
            JournalError: it cannot be done now. Nothing is lost.
        """
