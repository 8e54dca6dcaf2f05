"""The board: the match, what the keys have begun, and the notice on the screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from engine.errors import CribbageError
from engine.events import Event
from engine.match.history import History
from firmware_py.errors import JournalError
from firmware_py.input.controls import Controls
from firmware_py.input.equipment import KEYS_ALONE, Equipment
from firmware_py.input.keys import Input, Key
from firmware_py.ports import Store
from firmware_py.view.closing_keys import closing_keys
from firmware_py.view.view import View, view

if TYPE_CHECKING:
    from firmware_py.journal.steps import Steps

ASLEEP = "The screen was dark: press the key again"
"""What is said of a press that found the screen dark: nobody could see what it would have done."""


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
        equipment: Equipment = KEYS_ALONE,
    ) -> None:
        """A board that goes on from a match.

        Args:
            history: where the match stands.
            store: where events are kept before their effect shows; nowhere by default.
            notice: something to say on the screen until the first press.
            equipment: the input that the configuration equips the board for.
        """
        self.history = history
        self._store = store
        self._reach = store.reach if store else None
        self._settling: Steps[None] | None = None
        self._controls = Controls()
        self._equipment = equipment
        self._refusal: str | None = None
        self._notice = notice
        self._view: View | None = None

    def press(self, key: Input) -> Outcome:
        """Take a press: it takes effect, moves about on the screen, or is refused and changes nothing."""
        self.reach_back()
        presses, made = self.history.applied, None
        self._view = self._notice = None
        try:
            controls, event = self._controls.press(key, self.history, self._equipment)
            if event is not None:
                made = Made(self.history, event, self.history.apply(event))
                if self._store:
                    self._store.append(event)
                self.history = made.after
        except (CribbageError, JournalError) as error:
            self._refusal = str(error)
            return Outcome(presses, why=self._refusal, unkept=isinstance(error, JournalError))
        self._controls, self._refusal = controls, None
        return Outcome(presses, took=made is not None, made=made)

    def say(self, notice: str) -> None:
        """Show a notice until the next press, after any other. A notice is no refusal: it makes no sound."""
        self._notice = f"{self._notice}; {notice}" if self._notice else notice
        self._view = None

    def equip(self, equipment: Equipment) -> None:
        """Adopt the equipment of a new configuration; input that was begun and not finished is dropped."""
        self._equipment, self._controls = equipment, Controls()
        self._view = None

    @property
    def switches_off(self) -> bool:
        """Whether the machine is to be switched off: that was chosen in the menu, and confirmed."""
        return self._controls.entry.switches_off

    def stay_on(self, why: str) -> None:
        """The machine cannot be switched off: the game goes on, and the screen says why."""
        self._controls = Controls(self._controls.entry._replace(dialogue=None))
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
        return Outcome(self.history.applied, why=ASLEEP)

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
        return closing_keys(self._controls.entry, self.history)

    @property
    def prompt(self) -> str:
        """What is waited for, by its name in the JSON."""
        return self._controls.entry.prompt or self.history.game.prompt.value

    @property
    def view(self) -> View:
        """What there is to see; the same object until the next press."""
        if self._view is None:
            covered = self._refusal is not None or self._notice is not None
            grid = None if covered else self._controls.grid(self.history, self._equipment)
            self._view = view(self.history, self._controls.entry, self._refusal, self._notice, grid)
        return self._view
