"""Events: everything that the players tell a game, as values.

An event holds only what the players said at the table. Whose card it was, what it scored and what comes next
follow from the events before it. So an earlier event can be corrected, and the rest of the game is worked out
again.
"""

from __future__ import annotations

from typing import NamedTuple, NoReturn

from engine.cards import Rank, Suit
from engine.errors import IllegalEvent, InvalidRules, quoted
from engine.event_kinds import CORRECTS, HIGHEST, HOLDS_ANOTHER, NUMBERS, OPTIONAL, TAKES, Kind
from engine.game_setup import Setup

__all__ = ["Event", "Kind", "check"]


class Event(NamedTuple):
    """Something that happened at the table.

    There is a constructor for each kind, such as `Event.lay(Rank.FIVE)`. It raises IllegalEvent if the event
    would be malformed. The plain `Event(kind, …)` is meant for reading records and checks nothing.
    `Game.apply` and `History.apply` check every event that they are given.

    Attributes:
        kind: the kind of event.
        named: the rank or suit that was named, for the kinds in `TAKES`.
        numbers: the numbers that `NUMBERS` lists for the kind. Seats and sides count from 0. An index refers
            to an earlier event, counting from 0 and skipping events that were taken back.
        other: the replacement event of a correction, for the kinds in `HOLDS_ANOTHER`.
        setup: the setup of a new game, if it differs from that of the old game.
    """

    kind: Kind
    named: Rank | Suit | None = None
    numbers: tuple[int, ...] = ()
    other: Event | None = None
    setup: Setup | None = None

    @classmethod
    def _checked(
        cls,
        kind: Kind,
        named: Rank | Suit | None = None,
        numbers: tuple[int, ...] = (),
        other: Event | None = None,
        setup: Setup | None = None,
    ) -> Event:
        event = cls(kind, named, numbers, other, setup)
        check(event)
        return event

    @classmethod
    def cut(cls, rank: Rank) -> Event:
        """Return an event for a card of this rank being cut for the first deal."""
        return cls._checked(Kind.CUT, rank)

    @classmethod
    def deals(cls, seat: int) -> Event:
        """Return an event that makes this seat deal the first hand, no matter who won the cut."""
        return cls._checked(Kind.DEALS, numbers=(seat,))

    @classmethod
    def pack_cut(cls) -> Event:
        """Return an event for the opponent cutting the pack that the dealer offered."""
        return cls._checked(Kind.PACK_CUT)

    @classmethod
    def pack_taken(cls) -> Event:
        """Return an event in which the opponent takes the pack that the dealer offers, and deals instead."""
        return cls._checked(Kind.PACK_TAKEN)

    @classmethod
    def starter(cls, rank: Rank) -> Event:
        """Return an event for a starter of this rank being turned up."""
        return cls._checked(Kind.STARTER, rank)

    @classmethod
    def lay(cls, rank: Rank) -> Event:
        """Return an event for the player in turn laying a card of this rank."""
        return cls._checked(Kind.LAY, rank)

    @classmethod
    def go(cls) -> Event:
        """Return an event for the player in turn saying go."""
        return cls._checked(Kind.GO)

    @classmethod
    def call(cls, points: int | None = None) -> Event:
        """Return an event in which a player calls this many points, by default all (with muggins)."""
        return cls._checked(Kind.CALL, numbers=() if points is None else (points,))

    @classmethod
    def take(cls, seat: int) -> Event:
        """Return an event for this seat taking points that an opponent missed in the play."""
        return cls._checked(Kind.TAKE, numbers=(seat,))

    @classmethod
    def rest(cls, rank: Rank) -> Event:
        """Return an event for a card that a player still held when the five-card play stopped."""
        return cls._checked(Kind.REST, rank)

    @classmethod
    def hand(cls, rank: Rank) -> Event:
        """Return an event for entering the next card of the hand being shown."""
        return cls._checked(Kind.HAND, rank)

    @classmethod
    def yes(cls) -> Event:
        """Return an event for answering the open question with yes."""
        return cls._checked(Kind.YES)

    @classmethod
    def no(cls) -> Event:
        """Return an event for answering the open question with no."""
        return cls._checked(Kind.NO)

    @classmethod
    def claim(cls, points: int) -> Event:
        """Return an event in which the owner of a hand claims this many points for it (with muggins)."""
        return cls._checked(Kind.CLAIM, numbers=(points,))

    @classmethod
    def muggins(cls, points: int, seat: int) -> Event:
        """Return an event for this seat claiming this many points that the hand's owner missed."""
        return cls._checked(Kind.MUGGINS, numbers=(points, seat))

    @classmethod
    def reveal(cls) -> Event:
        """Return an event for the owner of the hand having counted aloud."""
        return cls._checked(Kind.REVEAL)

    @classmethod
    def crib(cls, rank: Rank) -> Event:
        """Return an event for entering the next card of the crib."""
        return cls._checked(Kind.CRIB, rank)

    @classmethod
    def suit(cls, suit: Suit) -> Event:
        """Return an event for naming the suit of the last card entered."""
        return cls._checked(Kind.SUIT, suit)

    @classmethod
    def deal_over(cls) -> Event:
        """Return an event for the end of a deal in a game in which only points are entered."""
        return cls._checked(Kind.DEAL_OVER)

    @classmethod
    def peg(cls, side: int, points: int) -> Event:
        """Return an event for manually adding this many points to this side."""
        return cls._checked(Kind.PEG, numbers=(side, points))

    @classmethod
    def take_back(cls, side: int, points: int) -> Event:
        """Return an event for manually taking this many points back from this side."""
        return cls._checked(Kind.TAKE_BACK, numbers=(side, points))

    @classmethod
    def score(cls, side: int, points: int) -> Event:
        """Return an event for manually setting the score of this side to `points`."""
        return cls._checked(Kind.SCORE, numbers=(side, points))

    @classmethod
    def thrown_in(cls) -> Event:
        """Return an event that throws in the deal, but keeps manual changes of points during the deal."""
        return cls._checked(Kind.THROWN_IN)

    @classmethod
    def misdeal(cls) -> Event:
        """Return an event that throws in the deal, and discards manual changes of points during the deal.

        This kind of event is found only in older records.
        """
        return cls._checked(Kind.MISDEAL)

    @classmethod
    def change(cls, index: int, event: Event) -> Event:
        """Return a correction that replaces the event at this index with `event`."""
        return cls._checked(Kind.CHANGE, numbers=(index,), other=event)

    @classmethod
    def put_in(cls, index: int, event: Event) -> Event:
        """Return a correction that inserts a forgotten event before the event at this index."""
        return cls._checked(Kind.PUT_IN, numbers=(index,), other=event)

    @classmethod
    def take_out(cls, index: int) -> Event:
        """Return a correction that removes the event at this index, because it did not really happen."""
        return cls._checked(Kind.TAKE_OUT, numbers=(index,))

    @classmethod
    def next_game(cls) -> Event:
        """Return an event for beginning the next game of the match."""
        return cls._checked(Kind.NEXT_GAME)

    @classmethod
    def new_game(cls, setup: Setup | None = None) -> Event:
        """Return an event for beginning a new game, by default with the same rules and names."""
        return cls._checked(Kind.NEW_GAME, setup=setup)

    @classmethod
    def undo(cls) -> Event:
        """Return an event for taking back the last event."""
        return cls._checked(Kind.UNDO)

    @classmethod
    def redo(cls) -> Event:
        """Return an event for restoring the event that the latest undo took back."""
        return cls._checked(Kind.REDO)


def check(event: Event) -> None:
    """Check that an event has all the values that its kind needs, and no others.

    The game checks later whether a seat or side exists.

    Raises:
        IllegalEvent: the event is malformed; the message says what an event of this kind needs.
    """
    if not isinstance(event, Event):
        raise IllegalEvent(f"{quoted(event)} is not an event")
    kind, named, numbers, other, setup = event
    if type(kind) is not Kind:
        raise IllegalEvent(f"{quoted(kind)} is not a kind of event")
    if type(named) is not TAKES.get(kind, _NONE):
        _refuse_named(kind, named)
    if numbers != () or kind in NUMBERS:
        _check_numbers(kind, numbers)
    if other is not None or kind in HOLDS_ANOTHER:
        _check_other(kind, other)
    if setup is not None:
        _check_setup(kind, setup)


_NONE = type(None)


def _refuse_named(kind: Kind, named: object) -> NoReturn:
    if kind not in TAKES:
        raise IllegalEvent(f"{kind.value} takes no rank and no suit, but {quoted(named)} was given")
    what = "rank" if TAKES[kind] is Rank else "suit"
    given = "none was given" if named is None else f"{quoted(named)} was given"
    raise IllegalEvent(f"{kind.value} needs a {what}: {given}")


def _check_numbers(kind: Kind, numbers: tuple[int, ...]) -> None:
    names = NUMBERS.get(kind, ())
    if type(numbers) is not tuple or len(numbers) != len(names):
        if numbers == () and kind in OPTIONAL:
            return
        example = ", ".join(names) + ("," if len(names) == 1 else "")
        needs = f"needs numbers=({example})" if names else "takes no numbers"
        raise IllegalEvent(f"{kind.value} {needs}: {quoted(numbers)} was given")
    for name, number in zip(names, numbers, strict=True):
        if type(number) is not int or not 0 <= number <= HIGHEST[name]:
            why = f"{name} is a whole number from 0 to {HIGHEST[name]}, not {quoted(number)}"
            raise IllegalEvent(f"{kind.value}: {why}")


def _check_other(kind: Kind, other: Event | None) -> None:
    if kind not in HOLDS_ANOTHER:
        raise IllegalEvent(f"{kind.value} holds no other event, but {quoted(other)} was given")
    if other is None:
        raise IllegalEvent(f"{kind.value} needs the event to put in")
    if isinstance(other, Event) and other.kind in CORRECTS:
        raise IllegalEvent(f"A correction cannot put in {other.kind.value}")
    check(other)


def _check_setup(kind: Kind, setup: Setup) -> None:
    if kind is not Kind.NEW_GAME:
        raise IllegalEvent(f"{kind.value} takes no setup")
    if not isinstance(setup, Setup):
        raise IllegalEvent(f"{kind.value} takes a Setup: {quoted(setup)} was given")
    try:
        setup.checked()
    except InvalidRules as error:
        raise IllegalEvent(str(error)) from None
