"""Dialogues: the menu and what its entries open. A dialogue takes the keys until it is left.

Each dialogue is a value. A press gives the dialogue after it, None if that leaves it, and the event if it
makes one. `firmware_py.view.dialogue_pages` says what a dialogue looks like.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

from engine.cards import Rank
from engine.errors import IllegalEvent
from engine.events import TAKES, Event, Kind
from engine.game import Game
from engine.game_setup import Setup
from engine.match.history import History
from engine.match.timeline import Step
from engine.seats import Seat
from firmware_py.input.digits import DIGITS, Digits
from firmware_py.input.keys import RANKS, SUITS, Key
from firmware_py.input.new_game import LEAVE, NewGame
from firmware_py.input.refusal import refused
from firmware_py.player_names import PlayerNames


class Dialogue(Protocol):
    """A dialogue takes the keys in place of the game."""

    def press(self, key: Key, history: History) -> tuple[Dialogue | None, Event | None]:
        """Return the dialogue after a press, None if that leaves it, and the event if the press makes one.

        Raises:
            CribbageError: the dialogue does not take the key; the message says which keys it takes.
        """


class Menu(NamedTuple):
    """The menu: one key for each entry.

    Attributes:
        preset: what a new game begins with; None: what is being played.
        powers_off: this board can switch the machine off.
    """

    preset: Setup | None = None
    powers_off: bool = False

    def press(self, key: Key, history: History) -> tuple[Dialogue | None, Event | None]:
        """Open what was chosen."""
        if key in LEAVE:
            return None, None
        opens = ENTRIES.get(key)
        if opens is None or (key is Key.TEN and not history.game.callable):
            raise refused(key, f"{self._choices(history)} choose, GO leaves")
        opened = opens(history)
        if isinstance(opened, SwitchOff) and not self.powers_off:
            raise IllegalEvent("Only the service can switch the machine off: GO leaves")
        if self.preset is not None and isinstance(opened, NewGame):
            opened = NewGame(self.preset)
        return opened, None

    def _choices(self, history: History) -> str:
        """The keys of the entries that are shown."""
        if self.powers_off:
            return "A to 10" if history.game.callable else "A to 9"
        return "A to 7, 9 and 10" if history.game.callable else "A to 7 and 9"


class ByHand(NamedTuple):
    """Points are pegged to a side, or taken back from it, or its score is set.

    Attributes:
        kind: which of the three.
        side: the side shown.
        digits: the number so far.
    """

    kind: Kind = Kind.PEG
    side: int = 0
    digits: Digits = Digits()

    def press(self, key: Key, history: History) -> tuple[Dialogue | None, Event | None]:
        """Type a number, go to the next side, or OK."""
        if key in (Key.UNDO, Key.MENU):
            return None, None
        if key is Key.GO:
            return self._replace(side=(self.side + 1) % len(history.game.sides)), None
        if key in DIGITS:
            return self._replace(digits=self.digits.type(key)), None
        if key is not Key.OK or not self.digits.text:
            raise refused(key, "type a number, then OK; GO shows the next side, UNDO leaves")
        points = self.digits.number
        if self.kind is Kind.PEG:
            most = history.game.rules.target  # whoever pegs more than he needs has won all the same
            if points > most:
                raise IllegalEvent(f"{points} is too many: peg 1 to {most}")
        return self, Event(self.kind, numbers=(self.side, points))


class Misdeal(NamedTuple):
    """The question: throw the deal in?"""

    @classmethod
    def of(cls, history: History) -> Misdeal:
        """Ask, if there is a deal.

        Raises:
            IllegalEvent: there is none.
        """
        if not history.game.has_deal:
            raise IllegalEvent("There is no deal to throw in")
        return cls()

    def press(self, key: Key, history: History) -> tuple[Dialogue | None, Event | None]:
        """OK throws it in."""
        if key in LEAVE:
            return None, None
        if key is Key.OK:
            return self, Event(Kind.THROWN_IN)
        raise refused(key, "OK is yes, GO is no")


class RulesInForce(NamedTuple):
    """The rules in force, a page after the other, forward and back.

    Attributes:
        page: the page on the screen, from 0; after the last one the first comes again.
    """

    page: int = 0

    def press(self, key: Key, history: History) -> tuple[Dialogue | None, Event | None]:
        """OK turns to the next page, UNDO to the one before."""
        if key in (Key.GO, Key.MENU) or (key is Key.UNDO and not self.page):
            return None, None
        if key in (Key.OK, Key.UNDO):
            return RulesInForce(self.page + (1 if key is Key.OK else -1)), None
        raise refused(key, "OK shows the next page, UNDO the one before, GO leaves")


class Signs(NamedTuple):
    """What the signs on the screen mean."""

    def press(self, key: Key, history: History) -> tuple[Dialogue | None, Event | None]:
        """Any key that could answer leaves."""
        if key in (*LEAVE, Key.OK):
            return None, None
        raise refused(key, "GO leaves")


class Correct(NamedTuple):
    """A press of this deal is chosen to be put right.

    Attributes:
        place: the place of its event among those that stand.
    """

    place: int

    @classmethod
    def of(cls, history: History) -> Correct:
        """Begin with the last press.

        Raises:
            IllegalEvent: there is none.
        """
        if not history.this_deal:
            raise IllegalEvent("There is nothing to correct: no key was pressed in this deal")
        return cls(history.this_deal[-1].before.at)

    def press(self, key: Key, history: History) -> tuple[Dialogue | None, Event | None]:
        """GO goes to the press before, and round; OK chooses."""
        if key in (Key.UNDO, Key.MENU):
            return None, None
        steps = history.this_deal
        if key is Key.GO:
            first = steps[0].before.at
            return Correct(self.place - 1 if self.place > first else steps[-1].before.at), None
        if key is Key.OK:
            return PutRight(self.place), None
        raise refused(key, "GO shows the press before, OK chooses this one, UNDO leaves")


class PutRight(NamedTuple):
    """A press of this deal is put right.

    Attributes:
        place: the place of its event among those that stand.
    """

    place: int

    def press(self, key: Key, history: History) -> tuple[Dialogue | None, Event | None]:
        """Another card in its place, a go before it, or out with it."""
        if key in (Key.UNDO, Key.MENU):
            return Correct(self.place), None
        was = self.step(history).event
        if key in RANKS and TAKES.get(was.kind) is Rank:
            return self, self._change(Event(was.kind, RANKS[key]))
        if key in RANKS and was.kind is Kind.GO:
            return self, self._change(Event(Kind.LAY, RANKS[key]))
        if key in SUITS and was.kind is Kind.SUIT:
            return self, self._change(Event(Kind.SUIT, SUITS[key]))
        if key is Key.GO and was.kind is Kind.LAY:
            return self, Event(Kind.PUT_IN, numbers=(self.place,), other=Event(Kind.GO))
        if key is Key.OK and was.kind in (Kind.GO, Kind.SUIT, *_REMOVED):
            return self, Event(Kind.TAKE_OUT, numbers=(self.place,))
        if key is Key.OK and was.kind in _OPPOSITE:
            return self, self._change(Event(_OPPOSITE[was.kind]))
        raise refused(key, f"{', '.join(self.choices(history))}, UNDO leaves")

    def step(self, history: History) -> Step:
        """The press."""
        steps = history.this_deal
        return steps[self.place - steps[0].before.at]

    def choices(self, history: History) -> tuple[str, ...]:
        """Return what can be done with the press, each with its key: `OK removes it`."""
        kind = self.step(history).event.kind
        if kind is Kind.GO:
            return "OK removes it", "a rank replaces it"
        if kind is Kind.LAY:
            return "a rank replaces it", "GO adds a go before"
        if kind in TAKES and TAKES[kind] is Rank:
            return ("a rank replaces it",)
        if kind is Kind.SUIT:
            return "a suit replaces it", "OK removes it"
        if kind in _OPPOSITE:
            return ("OK changes the answer",)
        return ("OK removes it",) if kind in _REMOVED else ("it cannot be changed",)

    def _change(self, event: Event) -> Event:
        return Event(Kind.CHANGE, numbers=(self.place,), other=event)


_OPPOSITE = {Kind.YES: Kind.NO, Kind.NO: Kind.YES}
_REMOVED = (Kind.CALL, Kind.PEG, Kind.TAKE_BACK, Kind.SCORE)
"""The events that can be removed, and changed to nothing else."""


class Claimant(NamedTuple):
    """Two opponents could claim missed points: which of them does? Players count from 1.

    Attributes:
        kind: `take` for points missed in the play, `muggins` for points missed in a hand.
        points: how many are claimed, for the latter.
    """

    kind: Kind
    points: int = 0

    def press(self, key: Key, history: History) -> tuple[Dialogue | None, Event | None]:
        """The key of a player claims for him; UNDO and MENU leave."""
        if key in (Key.UNDO, Key.MENU):
            return None, None
        seat = self.seats(history.game).get(key)
        if seat is None:
            names = PlayerNames(history.game).seats
            either = ", ".join(
                f"{each.value} is {names[of]}" for each, of in self.seats(history.game).items()
            )
            raise refused(key, f"{either}, UNDO leaves")
        return self, Event(self.kind, numbers=(seat,) if self.kind is Kind.TAKE else (self.points, seat))

    def seats(self, game: Game) -> dict[Key, Seat]:
        """The seats that can claim, each by its key: the other sides than the one that missed the points."""
        if self.kind is Kind.TAKE:
            owner = game.takeable.seat if game.takeable else None
        else:
            # An opponent is asked first by the seat on the owner's left.
            owner = None if game.to_act is None else Seat((game.to_act - 1) % game.rules.players)
        if owner is None:
            return {}
        side_of = game.rules.side_of
        keys = zip(RANKS, game.rules.seats, strict=False)
        return {key: seat for key, seat in keys if side_of(seat) != side_of(owner)}


class CallPart(NamedTuple):
    """With muggins: the player of the last card calls fewer points than it scores.

    Attributes:
        digits: the points so far.
    """

    digits: Digits = Digits()

    def press(self, key: Key, history: History) -> tuple[Dialogue | None, Event | None]:
        """Type the points called, then OK."""
        if key is Key.UNDO and self.digits.text:
            return self._replace(digits=self.digits.less()), None
        if key in LEAVE:
            return None, None
        if key in DIGITS:
            return self._replace(digits=self.digits.type(key)), None
        if key is not Key.OK or not self.digits.text:
            raise refused(key, "type the points called, then OK; UNDO leaves")
        return self, Event(Kind.CALL, numbers=(self.digits.number,))


class SwitchOff(NamedTuple):
    """The question: switch the machine off? It is no event: the game knows nothing of it.

    Attributes:
        sure: yes. The board ends, unless the machine cannot be switched off.
    """

    sure: bool = False

    def press(self, key: Key, history: History) -> tuple[Dialogue | None, Event | None]:
        """OK switches it off."""
        if key in LEAVE:
            return None, None
        if key is Key.OK:
            return SwitchOff(sure=True), None
        raise refused(key, "OK is yes, GO is no")


def _by_hand(kind: Kind) -> Callable[[History], Dialogue]:
    """Return a function that opens points by hand, and refuses once the game is over."""

    def opens(history: History) -> Dialogue:
        if history.game.winner is not None:
            raise IllegalEvent("The game is over: UNDO takes its last points back")
        return ByHand(kind)

    return opens


ENTRIES: dict[Key, Callable[[History], Dialogue]] = {
    Key.ACE: _by_hand(Kind.PEG),
    Key.TWO: _by_hand(Kind.TAKE_BACK),
    Key.THREE: _by_hand(Kind.SCORE),
    Key.FOUR: Misdeal.of,
    Key.FIVE: lambda history: RulesInForce(),
    Key.SIX: lambda history: NewGame.of(history.game),
    Key.SEVEN: Correct.of,
    Key.EIGHT: lambda history: SwitchOff(),
    Key.NINE: lambda history: Signs(),
    Key.TEN: lambda history: CallPart(),
}
"""What each key of the menu opens."""
