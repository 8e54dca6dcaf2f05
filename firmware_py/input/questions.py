"""The dialogue that asks which opponent claims missed points, when more than two sides play muggins.

The dialogue for manual corrections of a side's score.

The dialogue in which a player claims fewer points than the last card has scored, when playing muggins.

The dialogue that asks whether to abandon the current deal after a misdeal and deal the cards again.

The dialogue that switches the coach on and off.

The dialogue that asks whether to switch the machine off.
"""

from __future__ import annotations

from engine.events import Event, Kind
from engine.game import Game
from engine.indices import Seat, Side
from engine.match.history import History
from engine.prompts import Prompt
from engine.refusals import IllegalEvent
from firmware_py.words.in_use import PlayerNames, words

from .dialogue import LEAVE, DialogueBase, Equipment
from .keys import RANKS, Key
from .typed import DIGITS, Digits, refused


class Misdeal(DialogueBase):
    """The dialogue that asks whether to abandon the deal and deal the cards again."""

    @classmethod
    def of(cls, history: History) -> Misdeal:
        """Return a new dialogue for the current deal.

        Raises:
            IllegalEvent: there is no deal to abandon.
        """
        if not history.game.has_deal:
            raise IllegalEvent(words().NOTHING_TO_THROW_IN)
        return cls()

    def press(self, key: Key, history: History, equipment: Equipment) -> tuple[Misdeal | None, Event | None]:
        """Handle a key press: OK abandons the deal, so that it is dealt again, and GO closes the dialogue.

        Return the dialogue that is open afterwards, if any, and the event that was produced, if any.
        """
        if key in LEAVE:
            return None, None
        if key is Key.OK:
            return self, Event.thrown_in()
        raise refused(key, words().OK_YES_GO_NO)


class SwitchOff(DialogueBase):
    """The dialogue that asks whether to switch the machine off. It does not affect the game.

    Attributes:
        confirmed: True if the player has answered yes.
    """

    confirmed: bool = False

    @property
    def switches_off(self) -> bool:
        """True if the player has confirmed that the machine should be switched off."""
        return self.confirmed

    def press(
        self, key: Key, history: History, equipment: Equipment
    ) -> tuple[SwitchOff | None, Event | None]:
        """Handle a key press: OK confirms that the player wants to switch off, and GO closes the dialogue.

        Return the dialogue that is open afterwards, if any, and the event that was produced, if any.
        """
        if key in LEAVE:
            return None, None
        if key is Key.OK:
            return SwitchOff(confirmed=True), None
        raise refused(key, words().OK_YES_GO_NO)


class CoachSwitch(DialogueBase):
    """The dialogue that switches the coach on and off. It does not affect the game.

    Attributes:
        on: True if the coach gives advice after each deal.
    """

    on: bool = False

    def chosen_settings(self, equipment: Equipment) -> Equipment:
        """Return the board's equipment with the coach on or off, as chosen in this dialogue."""
        return equipment._replace(coach=self.on)

    def press(
        self, key: Key, history: History, equipment: Equipment
    ) -> tuple[CoachSwitch | None, Event | None]:
        """Handle a key press: OK switches the coach on or off. GO, UNDO or MENU closes the dialogue.

        Return the dialogue that is open afterwards, if any, and the event that was produced, if any.
        """
        if key in LEAVE:
            return None, None
        if key is Key.OK:
            return CoachSwitch(not self.on), None
        raise refused(key, words().COACH_KEYS)


class Claimant(DialogueBase):
    """The dialogue that asks which of two opponents claims the points that a player missed.

    Each key stands for a seat: the ace (A) for the first player, 2 for the second, and so on.

    Attributes:
        kind: `TAKE` for points missed in the play, or `MUGGINS` for points missed in a hand.
        points: the number of points claimed for a hand; 0 for points missed in the play.
    """

    kind: Kind
    points: int = 0

    def press(self, key: Key, history: History, equipment: Equipment) -> tuple[Claimant | None, Event | None]:
        """Handle a key press: the key for an opponent's seat claims the missed points for that opponent.

        Return the dialogue that is open afterwards, if any, and the event that was produced, if any.
        """
        if key in (Key.UNDO, Key.MENU):
            return None, None
        seats = self.seats(history.game)
        seat = seats.get(key)
        if seat is None:
            names = PlayerNames(history.game).seats
            raise refused(
                key,
                lambda label: words().claimant_keys(
                    [(label(each.value), names[of]) for each, of in seats.items()]
                ),
            )
        return self, self._event(seat)

    def claimed_by(self, seat: Seat, game: Game) -> Event | None:
        """Return the event in which the player at this seat claims the points.

        Return None if this player may not claim them.
        """
        return self._event(seat) if seat in self.seats(game).values() else None

    def seats(self, game: Game) -> dict[Key, Seat]:
        """Return the seats of the opponents who can claim the missed points, keyed by the key to press."""
        if self.kind is Kind.TAKE:
            owner = game.points_to_take.seat if game.points_to_take else None
        else:
            owner = game.hand_owner if game.prompt is Prompt.MUGGINS else None
        if owner is None:
            return {}
        side_of = game.rules.side_of
        keys = zip(RANKS, game.rules.seats, strict=False)
        return {key: seat for key, seat in keys if side_of(seat) != side_of(owner)}

    def _event(self, seat: Seat) -> Event:
        return Event.take(seat) if self.kind is Kind.TAKE else Event.muggins(self.points, seat)


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


class CallFewer(DialogueBase):
    """The dialogue that lets a player claim fewer points than the last card has scored.

    Attributes:
        digits: the number of points typed so far.
    """

    digits: Digits = Digits()

    def press(
        self, key: Key, history: History, equipment: Equipment
    ) -> tuple[CallFewer | None, Event | None]:
        """Handle a key press: the rank keys enter digits, and OK claims the number of points entered.

        Return the dialogue that is open afterwards, if any, and the event that was produced, if any.
        """
        if key is Key.UNDO and self.digits.text:
            return CallFewer(self.digits.less()), None
        if key in LEAVE:
            return None, None
        if key in DIGITS:
            return CallFewer(self.digits.type(key)), None
        if key is not Key.OK or not self.digits.text:
            raise refused(key, words().TYPE_THE_POINTS_CALLED)
        return self, Event.call(self.digits.number)
