"""Key presses → events.

It holds nothing back but where the menu stands and which page is shown: a press becomes an event at once,
or is refused, or moves about on the screen.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from engine.errors import IllegalEvent
from engine.events import Event, Kind
from engine.game import Game, Prompt
from firmware_py.keys import RANKS, SUITS, Key


class Menu(Enum):
    """Where the menu stands."""

    CLOSED = "closed"
    OPEN = "open"
    NEW_GAME = "new game?"
    REALLY = "really?"


_RANK = {
    Prompt.CUT_FOR_DEAL: Kind.CUT,
    Prompt.STARTER: Kind.STARTER,
    Prompt.PLAY: Kind.LAY,
    Prompt.CRIB: Kind.CRIB,
}
_OK = {
    Prompt.CUT_FOR_DEAL: Kind.FIRST_SEAT_DEALS,
    Prompt.FLUSH: Kind.YES,
    Prompt.FLUSH_WITH_STARTER: Kind.YES,
    Prompt.NOBS: Kind.YES,
    Prompt.GAME_OVER: Kind.NEXT_GAME,
}
_GO = {
    Prompt.PLAY: Kind.GO,
    Prompt.FLUSH: Kind.NO,
    Prompt.FLUSH_WITH_STARTER: Kind.NO,
    Prompt.NOBS: Kind.NO,
}
_KIND = {
    Key.OK: _OK,
    Key.GO: _GO,
    Key.UNDO: dict.fromkeys(Prompt, Kind.UNDO),
    Key.REDO: dict.fromkeys(Prompt, Kind.REDO),
}
_WANTED = {
    Prompt.CUT_FOR_DEAL: "key the rank cut, or OK for no cut",
    Prompt.STARTER: "key the rank of the starter",
    Prompt.PLAY: "key the card laid, or GO",
    Prompt.FLUSH: "OK for yes, GO for no",
    Prompt.FLUSH_WITH_STARTER: "OK for yes, GO for no",
    Prompt.NOBS: "OK for yes, GO for no",
    Prompt.CRIB: "key a card of the crib",
    Prompt.GAME_OVER: "OK for the next game",
}


class Entry(NamedTuple):
    """What the keys have begun and not finished.

    Attributes:
        menu: where the menu stands.
        page: how often OK has paged the screen since the last press that took effect.
    """

    menu: Menu = Menu.CLOSED
    page: int = 0

    def press(self, key: Key, game: Game) -> tuple[Entry, Event | None]:
        """What a press makes where a game stands: the entry after it, and the event if it makes one.

        Raises:
            IllegalEvent: the prompt does not take the key; the message says what it takes.
        """
        if self.menu is not Menu.CLOSED:
            return self._in_menu(key)
        if key is Key.MENU:
            return self._replace(menu=Menu.OPEN), None
        if key in SUITS and game.cards and game.cards[-1].suit is SUITS[key]:
            return self, None  # the same suit again changes nothing
        event = _event(key, game.prompt)
        if event is None and key is Key.OK:
            return self._replace(page=self.page + 1), None
        if event is None:
            why = "muggins is not played" if key is Key.MUGGINS else _WANTED[game.prompt]
            raise IllegalEvent(f"no {key.value} here: {why}")
        return Entry(), event

    def _in_menu(self, key: Key) -> tuple[Entry, Event | None]:
        """The menu: one entry, a new game, asked twice."""
        if key in (Key.GO, Key.UNDO, Key.MENU):
            return Entry(), None
        if self.menu is Menu.OPEN and key is Key.ACE:
            return self._replace(menu=Menu.NEW_GAME), None
        if self.menu is Menu.NEW_GAME and key is Key.OK:
            return self._replace(menu=Menu.REALLY), None
        if self.menu is Menu.REALLY and key is Key.OK:
            return Entry(), Event(Kind.NEW_GAME)
        wanted = "A for a new game, GO to leave" if self.menu is Menu.OPEN else "OK for yes, GO for no"
        raise IllegalEvent(f"no {key.value} here: {wanted}")


def _event(key: Key, prompt: Prompt) -> Event | None:
    """The event that a key makes at a prompt, None where it makes none."""
    if key in SUITS:
        return Event(Kind.SUIT, SUITS[key])
    if key in RANKS:
        kind = _RANK.get(prompt)
        return Event(kind, RANKS[key]) if kind else None
    kind = _KIND.get(key, {}).get(prompt)
    return Event(kind) if kind else None
