"""Key presses → events.

A press becomes an event at once, is refused, or only changes what is on the screen. All that is kept between
presses is a number being typed, the page shown, the open dialogue and the picker.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from engine.errors import IllegalEvent
from engine.events import Event, Kind
from engine.game import Game
from engine.match.history import History
from engine.phases.muggins import NOTHING_MISSED
from engine.state import Prompt
from firmware_py.input.digits import DIGITS, Digits
from firmware_py.input.keys import RANKS, SUITS, Input, Key, Stick
from firmware_py.input.refusal import refused

if TYPE_CHECKING:
    from engine.game_setup import Setup
    from firmware_py.input.dialogues import Dialogue
    from firmware_py.input.picker import Picker

# The dialogues themselves are imported when the first is opened: the first frame need not wait for them. The
# picker is imported by boards with a joystick alone.

_RANK = {
    Prompt.CUT_FOR_DEAL: Kind.CUT,
    Prompt.STARTER: Kind.STARTER,
    Prompt.PLAY: Kind.LAY,
    Prompt.REST: Kind.REST,
    Prompt.HAND: Kind.HAND,
    Prompt.CRIB: Kind.CRIB,
}
_OK = {
    Prompt.ACE: Kind.YES,
    Prompt.FLUSH: Kind.YES,
    Prompt.FLUSH_WITH_STARTER: Kind.YES,
    Prompt.NOBS: Kind.YES,
    Prompt.REVEAL: Kind.REVEAL,
    Prompt.IDLE: Kind.DEAL_OVER,
    Prompt.GAME_OVER: Kind.NEXT_GAME,
}
_GO = {
    Prompt.PLAY: Kind.GO,
    Prompt.ACE: Kind.NO,
    Prompt.FLUSH: Kind.NO,
    Prompt.FLUSH_WITH_STARTER: Kind.NO,
    Prompt.NOBS: Kind.NO,
}
_CALLS = (Prompt.PLAY, Prompt.REST, Prompt.CLAIM)
"""Where OK calls the points of the last card, with muggins."""
_COUNTED = (Prompt.CLAIM, Prompt.MUGGINS)
"""Where a number is typed."""
_PEGGED_BY_HAND = (Prompt.CUT_FOR_DEAL, Prompt.STARTER, Prompt.HAND, Prompt.CRIB, Prompt.IDLE)
"""Where GO pegs points by hand if the play is not followed."""
_WANTED = {
    Prompt.CUT_FOR_DEAL: "key the card you cut; OK skips it",
    Prompt.STARTER: "key the starter",
    Prompt.PLAY: "key the card you lay",
    Prompt.ACE: "OK is eleven, GO is one",
    Prompt.REST: "key a card left in your hand",
    Prompt.HAND: "key a card from the hand",
    Prompt.FLUSH: "OK is yes, GO is no",
    Prompt.FLUSH_WITH_STARTER: "OK is yes, GO is no",
    Prompt.NOBS: "OK is yes, GO is no",
    Prompt.REVEAL: "count the hand aloud, then OK",
    Prompt.CLAIM: "type your points (10 is 0)",
    Prompt.MUGGINS: "type the points missed, then OK",
    Prompt.CRIB: "key a card from the crib",
    Prompt.IDLE: "GO pegs points, OK ends the deal",
    Prompt.GAME_OVER: "OK starts the next game",
}
"""The keys that each prompt takes, as part of a refusal."""


class Entry(NamedTuple):
    """Input that was begun and not finished.

    Attributes:
        dialogue: the open dialogue; None while the game itself takes the keys.
        digits: the number typed so far, at a prompt that takes one.
        page: how often OK has turned the page since the last press that took effect.
        picker: the picker of a joystick; None on a board without one.
        preset: the setup that the menu's new game starts from; None for that of the game in progress.
        powers_off: this board can switch the machine off.
    """

    dialogue: Dialogue | None = None
    digits: Digits = Digits()
    page: int = 0
    picker: Picker | None = None
    preset: Setup | None = None
    powers_off: bool = False

    @classmethod
    def of(cls, *, joystick: bool, preset: Setup | None = None, powers_off: bool = False) -> Entry:
        """Return the input of a board before the first press."""
        if not joystick:
            return cls(preset=preset, powers_off=powers_off)
        from firmware_py.input.picker import Picker

        return cls(picker=Picker(), preset=preset, powers_off=powers_off)

    @property
    def switches_off(self) -> bool:
        """True once switching the machine off was chosen in the menu, and confirmed."""
        if self.dialogue is None:
            return False
        from firmware_py.input.dialogues import SwitchOff

        return isinstance(self.dialogue, SwitchOff) and self.dialogue.sure

    @property
    def prompt(self) -> str | None:
        """The prompt of a dialogue that has one in the JSON, None where the game's own stands."""
        if self.dialogue is None:
            return None
        from firmware_py.input.dialogues import ByHand

        return "points" if isinstance(self.dialogue, ByHand) else None

    def press(self, key: Input, history: History) -> tuple[Entry, Event | None]:
        """Return the input after a press, and the event if the press makes one.

        A key chosen with the joystick counts as that key. Every key that is taken closes the picker's grid.

        Raises:
            CribbageError: the key is not taken here; the message says which one is.
        """
        if isinstance(key, Stick):
            return self._steer(key, history)
        entry, event = self._press(key, history)
        if self.picker is not None:
            entry = entry._replace(picker=type(self.picker)())
        if self.preset is not None or self.powers_off:
            entry = entry._replace(preset=self.preset, powers_off=self.powers_off)
        return entry, event

    def _steer(self, stick: Stick, history: History) -> tuple[Entry, Event | None]:
        """Move the picker, or press the key that it has chosen."""
        if self.picker is None:
            raise refused(stick, "this board has no joystick")
        from firmware_py.input.picker import kept, steer

        picker, key = steer(stick, self, history)
        if key is None:
            return self._replace(picker=picker), None
        entry, event = self.press(key, history)
        return (entry if event else entry._replace(picker=kept(picker, key, self, entry))), event

    def _press(self, key: Key, history: History) -> tuple[Entry, Event | None]:
        """Handle a key, leaving the picker aside."""
        if self.dialogue is not None:
            dialogue, event = self.dialogue.press(key, history)
            return Entry() if event else self._replace(dialogue=dialogue), event
        game = history.game
        if key is Key.MENU:
            from firmware_py.input.dialogues import Menu

            return self._replace(dialogue=Menu(self.preset, self.powers_off)), None
        if key in SUITS and game.last_card and game.last_card.suit is SUITS[key]:
            return self, None  # the same suit again changes nothing
        if game.prompt in _COUNTED:
            counted = self._number(key, game)
            if counted is not None:
                return counted
        if key is Key.GO and not game.rules.follows_play and _goes_by_hand(game):
            from firmware_py.input.dialogues import ByHand

            return Entry(ByHand()), None
        if key is Key.MUGGINS and game.takeable and game.rules.sides > 2:
            from firmware_py.input.dialogues import Claimant

            return Entry(Claimant(Kind.TAKE)), None
        event = _event(key, game)
        if event is not None:
            return Entry(), event
        if key is Key.OK and game.prompt is not Prompt.CLAIM:
            return self._replace(page=self.page + 1), None
        raise _refusal(key, game)

    def _number(self, key: Key, game: Game) -> tuple[Entry, Event | None] | None:
        """Handle a key at `claim` or `muggins`; return None if it has nothing to do with the number typed."""
        if key in DIGITS:
            return self._replace(digits=self.digits.type(key)), None
        if key is Key.UNDO and self.digits.text:
            return self._replace(digits=self.digits.less()), None
        none = game.prompt is Prompt.MUGGINS and not self.digits.text
        if key is Key.OK and game.prompt is Prompt.CLAIM and self.digits.text:
            return Entry(), Event(Kind.CLAIM, numbers=(self.digits.number,))
        if game.prompt is not Prompt.MUGGINS or not (key is Key.OK or (none and key is Key.GO)):
            return None
        points = self.digits.number
        assert game.to_act is not None
        event = Event(Kind.MUGGINS, numbers=(points, game.to_act))
        if points and game.rules.sides > 2:
            from firmware_py.input.dialogues import Claimant

            game.apply(event)  # refuses an impossible number before the claimant is asked for
            return self._replace(dialogue=Claimant(Kind.MUGGINS, points)), None
        return Entry(), event


def _goes_by_hand(game: Game) -> bool:
    return game.prompt in _PEGGED_BY_HAND and not (game.prompt is Prompt.STARTER and game.offered)


def _event(key: Key, game: Game) -> Event | None:
    """Return the event that a key makes at the prompt of a game, None if it makes none."""
    prompt = game.prompt
    if key in SUITS:
        return Event(Kind.SUIT, SUITS[key])
    if key in RANKS:
        kind = _RANK.get(prompt)
        return Event(kind, RANKS[key]) if kind else None
    if key is Key.OK and prompt is Prompt.CUT_FOR_DEAL:
        return Event(Kind.DEALS, numbers=(0,))
    if key is Key.OK and prompt in _CALLS and game.callable:
        return Event(Kind.CALL)
    if key is Key.MUGGINS and game.takeable:
        return Event(Kind.TAKE, numbers=(game.left_of(game.takeable.seat),))
    if prompt is Prompt.STARTER and game.offered and key in (Key.OK, Key.GO):
        return Event(Kind.PACK_CUT if key is Key.OK else Kind.PACK_TAKEN)
    kinds = {Key.OK: _OK.get(prompt), Key.GO: _GO.get(prompt), Key.UNDO: Kind.UNDO, Key.REDO: Kind.REDO}
    kind = kinds.get(key)
    return Event(kind) if kind else None


def _refusal(key: Key, game: Game) -> IllegalEvent:
    """Return why a key is refused, and what to press instead."""
    if key is Key.MUGGINS:
        return IllegalEvent(NOTHING_MISSED if game.rules.claims else "Muggins is off")
    return refused(key, _WANTED[game.prompt])
