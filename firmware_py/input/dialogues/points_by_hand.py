"""The dialogue for manual corrections of a side's score."""

from __future__ import annotations

from engine.events import Event, Kind
from engine.indices import Side
from engine.match.history import History
from engine.refusals import IllegalEvent
from firmware_py.input.dialogues.dialogue_base import DialogueBase
from firmware_py.input.equipment import Equipment
from firmware_py.input.keys import Key
from firmware_py.input.refusal import refused
from firmware_py.input.typed_number import DIGITS, Digits
from firmware_py.words.in_use import words


class PointsByHand(DialogueBase):
    """The dialogue in which a player adds or removes points manually, or sets a score.

    Attributes:
        kind: the kind of event that OK produces: `PEG`, `TAKE_BACK` or `SCORE`.
        side: the side shown on the screen.
        digits: the number typed so far.
    """

    kind: Kind = Kind.PEG
    side: Side = Side(0)
    digits: Digits = Digits()
    prompt = "points"

    def press(
        self, key: Key, history: History, equipment: Equipment
    ) -> tuple[PointsByHand | None, Event | None]:
        """Handle a key press: the rank keys type a number, GO selects the next side, OK confirms the number.

        Return the dialogue that is open afterwards, if any, and the event that was produced, if any.
        """
        if key in (Key.UNDO, Key.MENU):
            return None, None
        if key is Key.GO:
            following = Side((self.side + 1) % len(history.game.sides))
            return PointsByHand(self.kind, following, self.digits), None
        if key in DIGITS:
            return PointsByHand(self.kind, self.side, self.digits.type(key)), None
        if key is not Key.OK or not self.digits.text:
            raise refused(key, words().TYPE_A_NUMBER)
        points = self.digits.number
        if self.kind is Kind.PEG:
            most = history.game.rules.target  # a player who pegs more points than he needs wins, too
            if points > most:
                raise IllegalEvent(words().too_many_points(points, most))
        return self, Event(self.kind, numbers=(self.side, points))
