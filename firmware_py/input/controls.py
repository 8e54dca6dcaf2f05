"""The state of the player's input, from the keys and from the joystick, and how each press changes it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from engine.events import Event
from engine.indices import Seat
from engine.match.history import History
from firmware_py.input.entry import KeyEntry
from firmware_py.input.equipment import Equipment
from firmware_py.input.keys import Input, Stick
from firmware_py.input.refusal import refused
from firmware_py.words.in_use import words

if TYPE_CHECKING:
    from firmware_py.input.joystick_picker import Picker, PickerView

# Only boards with a joystick import the picker, because it takes time to load.


class Controls(NamedTuple):
    """The state of a board's input between two key presses.

    Attributes:
        entry: the input from key presses that have not produced an event yet.
        picker: the state of the grid on the screen in which a joystick selects keys; None if the joystick
            has not been moved yet.
        last: the last key press or joystick move; None if there is none.
    """

    entry: KeyEntry = KeyEntry()
    picker: Picker | None = None
    last: Input | None = None

    def press(
        self, pressed: Input, history: History, equipment: Equipment, seat: Seat | None = None
    ) -> tuple[Controls, Event | None]:
        """Handle a key press or joystick move. Return the new state of the input, and any event produced.

        Args:
            pressed: the key, or the joystick move.
            history: the match so far.
            equipment: the parts and settings that determine which keys the board accepts.
            seat: the seat of the player who pressed the key; None if it is unknown. If it is known, the board
                need not ask who claims missed points.

        Raises:
            CribbageError: the key does nothing here. The message lists the keys that can be pressed instead.
        """
        if isinstance(pressed, Stick):
            return self._steer(pressed, history, equipment)
        entry, event = self.entry.press(pressed, history, equipment)
        if seat is not None and self.entry.dialogue is None:
            claimed = entry.claimed_by(seat, history.game)
            if claimed is not None:
                return Controls(), claimed
        return Controls(entry), event

    def picker_view(self, history: History, equipment: Equipment) -> PickerView | None:
        """Return the joystick's grid of keys as the screen shows it.

        Return None if the board has no joystick, or if no key in the grid is selected.

        Args:
            history: the match so far.
            equipment: the parts and settings that determine which keys the board accepts.
        """
        if not equipment.joystick:
            return None
        from firmware_py.input.joystick_picker import PickerContext, picker_view

        return picker_view(self.picker, PickerContext(self.entry, history, equipment))

    def _steer(self, stick: Stick, history: History, equipment: Equipment) -> tuple[Controls, Event | None]:
        if not equipment.joystick:
            raise refused(stick, words().NO_JOYSTICK)
        from firmware_py.input.joystick_picker import PickerContext, kept, steer

        picker, key = steer(self.picker, stick, PickerContext(self.entry, history, equipment))
        if key is None:
            return self._replace(picker=picker), None
        entry, event = self.entry.press(key, history, equipment)
        return Controls(entry, None if event else kept(picker, key, self.entry, entry)), event
