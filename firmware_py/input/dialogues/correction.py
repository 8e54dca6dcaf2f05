"""The dialogues for corrections: choose a key press in this deal, then change it, remove it, or insert a go
before it.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.cards import Rank
from engine.events import TAKES, Event, Kind
from engine.indices import EventIndex
from engine.match.history import History
from engine.match.timeline import Step
from engine.refusals import IllegalEvent
from firmware_py.input.dialogues.dialogue_base import DialogueBase
from firmware_py.input.equipment import Equipment
from firmware_py.input.keys import RANKS, SUITS, Key
from firmware_py.input.refusal import refused
from firmware_py.words.in_use import words

_OPPOSITE = {Kind.YES: Kind.NO, Kind.NO: Kind.YES}
_ONLY_REMOVED = (Kind.CALL, Kind.PEG, Kind.TAKE_BACK, Kind.SCORE)
"""The kinds of events that a player can remove but not change."""


class ChoosePress(DialogueBase):
    """The dialogue in which the player selects the key press to correct.

    Attributes:
        index: the selected key press, given as the index of its event in the match.
    """

    index: EventIndex

    @classmethod
    def of(cls, history: History) -> ChoosePress:
        """Return a new dialogue in which the last key press is selected.

        Raises:
            IllegalEvent: no key has been pressed in this deal.
        """
        if not history.this_deal:
            raise IllegalEvent(words().NOTHING_TO_CORRECT)
        return cls(history.this_deal[-1].at)

    def press(
        self, key: Key, history: History, equipment: Equipment
    ) -> tuple[ChoosePress | CorrectPress | None, Event | None]:
        """Handle a key press: GO selects the previous key press, and OK confirms the selection.

        Return the dialogue that is open afterwards, if any, and the event that was produced, if any.
        """
        if key in (Key.UNDO, Key.MENU):
            return None, None
        steps = history.this_deal
        if key is Key.GO:
            first, last = steps[0].at, steps[-1].at
            return ChoosePress(EventIndex(self.index - 1) if self.index > first else last), None
        if key is Key.OK:
            return CorrectPress(self.index), None
        raise refused(key, words().GO_SHOWS_THE_PRESS_BEFORE)


class CorrectionWay(NamedTuple):
    """A way to correct a key press, as shown to the players, e.g. `OK removes it` or `a rank replaces it`.

    Attributes:
        meaning: the effect of the key, such as `removes it`. If `key` is None, this is the whole text, e.g.
            `a rank replaces it`.
        key: the key to press, or None if there is a choice of keys, e.g. any rank key.
    """

    meaning: str
    key: Key | None = None

    @property
    def text(self) -> str:
        """The phrase shown on the screen, such as `OK removes it` or `a rank replaces it`."""
        return words().key_and_meaning(self.key.value, self.meaning) if self.key else self.meaning


class CorrectPress(DialogueBase):
    """The dialogue in which the player corrects the selected key press.

    Attributes:
        index: the index, among all events of the match, of the event that the key press produced.
    """

    index: EventIndex

    def press(
        self, key: Key, history: History, equipment: Equipment
    ) -> tuple[ChoosePress | CorrectPress, Event | None]:
        """Change or remove the selected key press, or insert a go before it, depending on `key`.

        UNDO and MENU return to the dialogue in which the player selects the key press to correct.

        Return the dialogue that is open afterwards, and the event that was produced, if any.
        """
        if key in (Key.UNDO, Key.MENU):
            return ChoosePress(self.index), None
        was = self.step(history).event
        if key in RANKS and TAKES.get(was.kind) is Rank:
            return self, Event.change(self.index, Event(was.kind, RANKS[key]))
        if key in RANKS and was.kind is Kind.GO:
            return self, Event.change(self.index, Event.lay(RANKS[key]))
        if key in SUITS and was.kind is Kind.SUIT:
            return self, Event.change(self.index, Event.suit(SUITS[key]))
        if key is Key.GO and was.kind is Kind.LAY:
            return self, Event.put_in(self.index, Event.go())
        if key is Key.OK and was.kind in (Kind.GO, Kind.SUIT, *_ONLY_REMOVED):
            return self, Event.take_out(self.index)
        if key is Key.OK and was.kind in _OPPOSITE:
            return self, Event.change(self.index, Event(_OPPOSITE[was.kind]))
        raise refused(key, words().correction_keys(self.ways_in_words(history)))

    def step(self, history: History) -> Step:
        """Return the event that the players want to correct, and the game as it was before that event."""
        return history.timeline.step_at(self.index)

    def ways(self, history: History) -> tuple[CorrectionWay, ...]:
        """Return the ways in which the chosen key press can be corrected, at most two."""
        kind = self.step(history).event.kind
        remove, new_rank = (
            CorrectionWay(words().REMOVES_IT, Key.OK),
            CorrectionWay(words().A_RANK_REPLACES_IT),
        )
        if kind is Kind.GO:
            return remove, new_rank
        if kind is Kind.LAY:
            return new_rank, CorrectionWay(words().ADDS_A_GO, Key.GO)
        if TAKES.get(kind) is Rank:
            return (new_rank,)
        if kind is Kind.SUIT:
            return CorrectionWay(words().A_SUIT_REPLACES_IT), remove
        if kind in _OPPOSITE:
            return (CorrectionWay(words().CHANGES_THE_ANSWER, Key.OK),)
        return (remove,) if kind in _ONLY_REMOVED else ()

    def ways_in_words(self, history: History) -> tuple[str, ...]:
        """Return a phrase for each way to correct the chosen key press, such as `OK removes it`.

        If the key press cannot be corrected, return a single sentence that says so.
        """
        return tuple(way.text for way in self.ways(history)) or (words().IT_CANNOT_BE_CHANGED,)
