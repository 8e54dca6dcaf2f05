"""The player's unfinished input, on the keys and on the joystick, and how a press changes it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from engine.events import Event
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
    """The state of a board's input between two presses.

    Attributes:
        entry: the unfinished input from the keys.
        picker: the position of the joystick's picker; None before the joystick moves.
    """

    entry: KeyEntry = KeyEntry()
    picker: Picker | None = None

    def press(self, pressed: Input, history: History, equipment: Equipment) -> tuple[Controls, Event | None]:
        """Return the controls after a press, and the event if the press produces one.

        Picking a key with the joystick counts as pressing that key. Every accepted key closes the picker's
        grid.

        Raises:
            CribbageError: the press does nothing here; the message says which keys do something.
        """
        if isinstance(pressed, Stick):
            return self._steer(pressed, history, equipment)
        entry, event = self.entry.press(pressed, history, equipment)
        return Controls(entry), event

    def picker_view(self, history: History, equipment: Equipment) -> PickerView | None:
        """Return the picker as the screen shows it; None if there is no joystick or no cell is chosen."""
        if not equipment.joystick:
            return None
        from firmware_py.input.joystick_picker import Moment, picker_view

        return picker_view(self.picker, Moment(self.entry, history, equipment))

    def _steer(self, stick: Stick, history: History, equipment: Equipment) -> tuple[Controls, Event | None]:
        """Move the picker with the joystick.

        If the joystick is pressed in, press the key that the picker is on.
        """
        if not equipment.joystick:
            raise refused(stick, words().NO_JOYSTICK)
        from firmware_py.input.joystick_picker import Moment, kept, steer

        picker, key = steer(self.picker, stick, Moment(self.entry, history, equipment))
        if key is None:
            return self._replace(picker=picker), None
        entry, event = self.entry.press(key, history, equipment)
        return Controls(entry, None if event else kept(picker, key, self.entry, entry)), event
