"""Convert key presses to events.

A key press produces an event, is refused, or only changes the screen. Between two key presses, `KeyEntry`
stores the open dialogue, the number typed so far, and the page shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from engine.events import Event, Kind
from engine.game import Game
from engine.indices import Seat
from engine.match.history import History
from engine.refusals import IllegalEvent
from firmware_py.input.equipment import KEYS_ALONE, Equipment
from firmware_py.input.key_meanings import KeyMeanings, key_meanings
from firmware_py.input.keys import RANKS, SUITS, Key
from firmware_py.input.refusal import refused
from firmware_py.input.typed_number import DIGITS, Digits
from firmware_py.words.in_use import words

if TYPE_CHECKING:
    from firmware_py.input.dialogues.dialogue import Dialogue
    from firmware_py.input.dialogues.dialogue_base import PhoneRequests

# The dialogues are imported only when one is opened, so that the first frame need not wait for them.


class KeyEntry(NamedTuple):
    """The unfinished input from the keys.

    Attributes:
        dialogue: the open dialogue, or None if there is none.
        digits: the number typed so far, if the prompt asks for a number.
        page: the number of times that OK has turned the page since the game last changed.
        asks: AGAIN or SCORE, if the player has just selected that function in the menu; otherwise None.
    """

    dialogue: Dialogue | None = None
    digits: Digits = Digits()
    page: int = 0
    asks: Key | None = None

    @property
    def switches_off(self) -> bool:
        """True if the player has confirmed that the machine should be switched off."""
        return self.dialogue is not None and self.dialogue.switches_off

    @property
    def phone_requests(self) -> PhoneRequests | None:
        """The requests in the dialogue that lets phones join, or None if it is not open."""
        return self.dialogue.phone_requests if self.dialogue else None

    def chosen_settings(self, equipment: Equipment) -> Equipment:
        """Return the board's equipment with the settings that the open dialogue has changed, if any."""
        return self.dialogue.chosen_settings(equipment) if self.dialogue else equipment

    @property
    def prompt(self) -> str | None:
        """The open dialogue's name in the JSON output: `phone`, `points` or None.

        `phone` is the dialogue that lets phones join, and `points` is the dialogue for manual points. The
        name is None for all other dialogues, and if no dialogue is open.
        """
        return self.dialogue.prompt if self.dialogue else None

    def press(
        self, key: Key, history: History, equipment: Equipment = KEYS_ALONE
    ) -> tuple[KeyEntry, Event | None]:
        """Handle a key press. Return the input that is still unfinished, and the event produced, if any.

        Args:
            key: the key.
            history: the match so far.
            equipment: the parts and settings that determine which keys the board accepts.

        Raises:
            CribbageError: the key does nothing here. The message lists the keys that can be pressed instead.
        """
        if self.asks is not None:
            return self._replace(asks=None).press(key, history, equipment)
        if self.dialogue is not None:
            dialogue, event = self.dialogue.press(key, history, equipment)
            asks = self.dialogue.asks(key)
            return KeyEntry() if event else self._replace(dialogue=dialogue, asks=asks), event
        if key is Key.MENU:
            from firmware_py.input.dialogues.menu import Menu

            return self._replace(dialogue=Menu()), None
        game = history.game
        if key in SUITS and game.last_card and game.last_card.suit is SUITS[key]:
            return self, None  # the same suit again changes nothing
        meanings = key_meanings(game)
        if meanings.number is not None:
            typed = self._type(key, game)
            if typed is not None:
                return typed
        opened = _opened(key, game, meanings)
        if opened is not None:
            return KeyEntry(opened), None
        event = _event(key, game, meanings)
        if event is not None:
            return KeyEntry(), event
        if key is Key.OK and meanings.number is None:
            return self._replace(page=self.page + 1), None
        raise _refusal(key, game, meanings)

    def claimed_by(self, seat: Seat, game: Game) -> Event | None:
        """Return the event in which the player at `seat` claims missed points.

        Return None if the board is not asking who claims points, or if this player cannot claim them.
        """
        return self.dialogue.claimed_by(seat, game) if self.dialogue else None

    def _type(self, key: Key, game: Game) -> tuple[KeyEntry, Event | None] | None:
        if key in DIGITS:
            return self._replace(digits=self.digits.type(key)), None
        if key is Key.UNDO and self.digits.text:
            return self._replace(digits=self.digits.less()), None
        if key_meanings(game).number is Kind.CLAIM:
            if key is Key.OK and self.digits.text:
                return KeyEntry(), Event.claim(self.digits.number)
            return None
        if key is Key.OK or (key is Key.GO and not self.digits.text):
            return self._claim_missed(self.digits.number, game)
        return None

    def _claim_missed(self, points: int, game: Game) -> tuple[KeyEntry, Event | None]:
        assert game.to_act is not None
        event = Event.muggins(points, game.to_act)
        if not points or game.rules.sides == 2:
            return KeyEntry(), event
        from firmware_py.input.dialogues.claimant import Claimant

        game.apply(event)  # an impossible number is refused before the players are asked who claims
        return self._replace(dialogue=Claimant(Kind.MUGGINS, points)), None


def _opened(key: Key, game: Game, meanings: KeyMeanings) -> Dialogue | None:
    if key is Key.GO and meanings.go_pegs and not game.rules.follows_play:
        from firmware_py.input.dialogues.points_by_hand import PointsByHand

        return PointsByHand()
    if key is Key.MUGGINS and game.points_to_take and game.rules.sides > 2:
        from firmware_py.input.dialogues.claimant import Claimant

        return Claimant(Kind.TAKE)
    return None


def _event(key: Key, game: Game, meanings: KeyMeanings) -> Event | None:
    if key in SUITS:
        return Event.suit(SUITS[key])
    if key in RANKS:
        return Event(meanings.rank, RANKS[key]) if meanings.rank else None
    match key:
        case Key.OK if meanings.ok_calls and game.points_to_call:
            return Event.call()
        case Key.OK:
            return meanings.ok
        case Key.GO:
            return meanings.go
        case Key.UNDO:
            return Event.undo()
        case Key.REDO:
            return Event.redo()
        case Key.MUGGINS if game.points_to_take:
            return Event.take(game.left_of(game.points_to_take.seat))
    return None


def _refusal(key: Key, game: Game, meanings: KeyMeanings) -> IllegalEvent:
    if key is Key.MUGGINS:
        return IllegalEvent(words().NOTHING_MISSED if game.rules.claims else words().MUGGINS_IS_OFF)
    return refused(key, meanings.wanted(words()))
