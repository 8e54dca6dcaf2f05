"""The dialogue that asks which opponent claims missed points, when more than two sides play muggins."""

from __future__ import annotations

from engine.events import Event, Kind
from engine.game import Game
from engine.indices import Seat
from engine.match.history import History
from engine.prompts import Prompt
from firmware_py.input.dialogues.dialogue_base import DialogueBase
from firmware_py.input.equipment import Equipment
from firmware_py.input.keys import RANKS, Key
from firmware_py.input.refusal import refused
from firmware_py.player_names import PlayerNames
from firmware_py.words.in_use import words


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
