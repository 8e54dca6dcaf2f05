"""Convert key presses to events, by the meanings of the keys at each prompt of a game.

A key press produces an event, is refused, or only changes the screen. Between two key presses, `KeyEntry`
stores the open dialogue, the number typed so far, and the page shown. Suit keys, MUGGINS, UNDO, REDO and MENU
have the same meaning at every prompt. The board handles AGAIN and SCORE, which only make the voice speak.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from engine.events import Event, Kind
from engine.game import Game
from engine.indices import Seat
from engine.match.history import History
from engine.prompts import SUIT_QUESTIONS, Asks, Prompt
from engine.refusals import IllegalEvent
from firmware_py.words.english import English
from firmware_py.words.in_use import words

from .dialogue import Want
from .keys import RANKS, SUITS, Key
from .settings import KEYS_ALONE, Equipment
from .typed import DIGITS, Digits, refused

if TYPE_CHECKING:
    from .dialogue import Dialogue, PhoneRequests

# The dialogues are imported only when one is opened, so that the first frame need not wait for them.


class KeyMeanings(NamedTuple):
    """The meanings of OK and GO at a prompt. Those of the rank keys follow from what the prompt asks for.

    Attributes:
        wanted: a function that takes a message catalogue and returns the text that lists the keys to press
            at this prompt.
        ok: the event that OK produces, or None if it produces none.
        go: the event that GO produces, or None if it produces none.
        ok_calls: True if OK calls points, in a game in which points must be called.
        go_pegs: True if GO opens the dialogue for pegging points manually, in a game in which the cards
            played are not entered.
    """

    wanted: Callable[[English], str]
    ok: Event | None = None
    go: Event | None = None
    ok_calls: bool = False
    go_pegs: bool = False

    @property
    def is_question(self) -> bool:
        """True if the prompt is a question that is answered with OK or GO."""
        return self.ok is not None and self.go is not None


_YES_OR_NO = KeyMeanings(lambda words: words.OK_YES_GO_NO, ok=Event.yes(), go=Event.no())
_PACK_OFFERED = KeyMeanings(lambda words: words.KEY_THE_STARTER, ok=Event.pack_cut(), go=Event.pack_taken())
_AT = {
    Prompt.CUT_FOR_DEAL: KeyMeanings(
        lambda words: words.KEY_THE_CARD_CUT, ok=Event.deals(Seat(0)), go_pegs=True
    ),
    Prompt.STARTER: KeyMeanings(lambda words: words.KEY_THE_STARTER, go_pegs=True),
    Prompt.PLAY: KeyMeanings(lambda words: words.KEY_THE_CARD_LAID, go=Event.go(), ok_calls=True),
    Prompt.ACE: _YES_OR_NO._replace(wanted=lambda words: words.OK_ELEVEN_GO_ONE),
    Prompt.REST: KeyMeanings(lambda words: words.KEY_A_CARD_LEFT, ok_calls=True),
    Prompt.HAND: KeyMeanings(lambda words: words.KEY_A_CARD_OF_THE_HAND, ok_calls=True, go_pegs=True),
    **dict.fromkeys(SUIT_QUESTIONS, _YES_OR_NO),
    Prompt.REVEAL: KeyMeanings(lambda words: words.COUNT_THEN_OK, ok=Event.reveal()),
    Prompt.CLAIM: KeyMeanings(lambda words: words.TYPE_YOUR_POINTS, ok_calls=True),
    Prompt.MUGGINS: KeyMeanings(lambda words: words.TYPE_THE_POINTS_MISSED),
    Prompt.CRIB: KeyMeanings(lambda words: words.KEY_A_CARD_OF_THE_CRIB, go_pegs=True),
    Prompt.IDLE: KeyMeanings(lambda words: words.GO_PEGS_OK_ENDS, ok=Event.deal_over(), go_pegs=True),
    Prompt.GAME_OVER: KeyMeanings(lambda words: words.OK_STARTS_THE_NEXT_GAME, ok=Event.next_game()),
}


def key_meanings(game: Game) -> KeyMeanings:
    """Return what each key means at the current prompt of a game."""
    if game.prompt is Prompt.STARTER and game.offered:
        return _PACK_OFFERED
    return _AT[game.prompt]


class KeyEntry(NamedTuple):
    """The unfinished input from the keys.

    Attributes:
        digits: the number typed so far, if the prompt asks for a number.
        page: the number of times that OK has turned the page since the game last changed.
    """

    dialogue: Dialogue | None = None
    digits: Digits = Digits()
    page: int = 0

    @property
    def phone_requests(self) -> PhoneRequests | None:
        """The requests in the dialogue that lets phones join, or None if it is not open."""
        return self.dialogue.phone_requests if self.dialogue else None

    @property
    def prompt(self) -> str | None:
        """The open dialogue's name in the JSON output: `phone`, `points` or None.

        `phone` is the dialogue that lets phones join, and `points` is the dialogue for manual points. The
        name is None for all other dialogues, and if no dialogue is open.
        """
        return self.dialogue.prompt if self.dialogue else None

    def press(self, key: Key, history: History, equipment: Equipment = KEYS_ALONE) -> Pressed:
        """Handle a key press.

        Raises:
            CribbageError: the key does nothing here. The message lists the keys that can be pressed instead.
        """
        if self.dialogue is not None:
            dialogue, event, wants = self.dialogue.press(key, history, equipment)
            return Pressed(KeyEntry() if event else self._replace(dialogue=dialogue), event, wants)
        if key is Key.MENU:
            from .menu import Menu

            return Pressed(self._replace(dialogue=Menu()))
        game = history.game
        if key in SUITS and game.last_card and game.last_card.suit is SUITS[key]:
            return Pressed(self)  # the same suit again changes nothing
        meanings = key_meanings(game)
        if game.prompt.asks is Asks.NUMBER:
            typed = self._type(key, game)
            if typed is not None:
                return typed
        opened = _opened(key, game, meanings)
        if opened is not None:
            return Pressed(self._replace(dialogue=opened))
        event = _event(key, game, meanings)
        if event is not None:
            return Pressed(KeyEntry(), event)
        if key is Key.OK and game.prompt.asks is not Asks.NUMBER:
            return Pressed(self._replace(page=self.page + 1))
        raise _refusal(key, game, meanings)

    def claimed_by(self, seat: Seat, game: Game) -> Event | None:
        """Return the event in which the player at `seat` claims missed points.

        Return None if the board is not asking who claims points, or if this player cannot claim them.
        """
        return self.dialogue.claimed_by(seat, game) if self.dialogue else None

    def _type(self, key: Key, game: Game) -> Pressed | None:
        if key in DIGITS:
            return Pressed(self._replace(digits=self.digits.type(key)))
        if key is Key.UNDO and self.digits.text:
            return Pressed(self._replace(digits=self.digits.less()))
        if game.prompt is Prompt.CLAIM:
            if key is Key.OK and self.digits.text:
                return Pressed(KeyEntry(), Event.claim(self.digits.number))
            return None
        if key is Key.OK or (key is Key.GO and not self.digits.text):
            return self._claim_missed(self.digits.number, game)
        return None

    def _claim_missed(self, points: int, game: Game) -> Pressed:
        assert game.to_act is not None
        event = Event.muggins(points, game.to_act)
        if not points or game.rules.sides == 2:
            return Pressed(KeyEntry(), event)
        from .questions import Claimant

        game.apply(event)  # an impossible number is refused before the players are asked who claims
        return Pressed(self._replace(dialogue=Claimant(Kind.MUGGINS, points)))


class Pressed(NamedTuple):
    """The effect of a key press.

    Attributes:
        entry: the input that is still unfinished.
        wants: what the board is asked to do besides, as in `Reply`.
    """

    entry: KeyEntry
    event: Event | None = None
    wants: Key | Equipment | Want | None = None


def _opened(key: Key, game: Game, meanings: KeyMeanings) -> Dialogue | None:
    if key is Key.GO and meanings.go_pegs and not game.rules.follows_play:
        from .questions import PointsByHand

        return PointsByHand()
    if key is Key.MUGGINS and game.points_to_take and game.rules.sides > 2:
        from .questions import Claimant

        return Claimant(Kind.TAKE)
    return None


def _event(key: Key, game: Game, meanings: KeyMeanings) -> Event | None:
    if key in SUITS:
        return Event.suit(SUITS[key])
    if key in RANKS:
        kind = game.prompt.kind if game.prompt.asks is Asks.CARD else None
        return Event(kind, RANKS[key]) if kind else None
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
