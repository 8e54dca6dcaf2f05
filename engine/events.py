"""Events: the presses that took effect, as values.

An event holds no more than the press said. Whose card it was, what it scored and what comes next follow from
the events before it, so that an earlier event can be put right and the rest of the game worked out again.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple, NoReturn

from engine.cards import Rank, Suit
from engine.errors import IllegalEvent, InvalidRules, quoted
from engine.game_setup import Setup


class Kind(Enum):
    """The kind of an event; the value is its word in a record."""

    CUT = "cut"
    """The seat whose turn it is cut a card of this rank for the first deal."""
    DEALS = "deals"
    """This seat deals the first hand, whatever was cut."""
    PACK_CUT = "pack-cut"
    """The pack was offered, and the opponent cut it (RULES.md 6)."""
    PACK_TAKEN = "pack-taken"
    """The pack was offered, and the opponent took it: he deals this hand (RULES.md 6)."""
    STARTER = "starter"
    """The starter, of this rank, was turned up."""
    LAY = "lay"
    """The player in turn laid a card of this rank. A card that would pass 31 implies everybody's go."""
    GO = "go"
    """The player in turn, who holds cards, cannot lay one."""
    CALL = "call"
    """With muggins: the player of the last card called its points: all of them, or as many as this says."""
    TAKE = "take"
    """With muggins: this seat took the points that an opponent missed in the play."""
    REST = "rest"
    """A card left unplayed in the five-card game is of this rank."""
    HAND = "hand"
    """The next card of a hand that was not followed in the play is of this rank."""
    YES = "yes"
    """The open question was answered: yes. For an ace just laid: eleven."""
    NO = "no"
    """The open question was answered: no. For an ace just laid: one."""
    CLAIM = "claim"
    """With muggins: the owner of the hand counts so many points."""
    MUGGINS = "muggins"
    """With muggins: this seat claims so many points more; 0 for none."""
    REVEAL = "reveal"
    """The owner has counted aloud: the board may show the count."""
    CRIB = "crib"
    """The next card of the crib is of this rank."""
    SUIT = "suit"
    """The last card entered is of this suit."""
    DEAL_OVER = "deal-over"
    """The deal is over, at a board that keeps points alone."""
    PEG = "peg"
    """So many points were pegged to this side by hand."""
    TAKE_BACK = "take-back"
    """So many points of this side were taken back by hand."""
    SCORE = "score"
    """The score of this side was set to so many points."""
    THROWN_IN = "thrown-in"
    """The deal was thrown in. Points moved by hand in it stay."""
    MISDEAL = "misdeal"
    """The deal was thrown in, and points moved by hand in it with it: only older records have this."""
    CHANGE = "change"
    """Another event belongs in this place."""
    PUT_IN = "put-in"
    """Another event was forgotten before this place."""
    TAKE_OUT = "take-out"
    """The event in this place did not happen."""
    NEXT_GAME = "next-game"
    """The next game of the match began."""
    NEW_GAME = "new-game"
    """The game was given up and a new one begun with nothing won, perhaps with another setup."""
    UNDO = "undo"
    """The last event that stood was taken back."""
    REDO = "redo"
    """The last event taken back was put in again."""

    # Enum would work the hash out from the name each time, and an event that is applied needs it often.
    __hash__ = object.__hash__


TAKES: dict[Kind, type[Rank] | type[Suit]] = {
    Kind.CUT: Rank,
    Kind.STARTER: Rank,
    Kind.LAY: Rank,
    Kind.REST: Rank,
    Kind.HAND: Rank,
    Kind.CRIB: Rank,
    Kind.SUIT: Suit,
}
"""The kinds of event that name a rank or a suit."""

NUMBERS: dict[Kind, tuple[str, ...]] = {
    Kind.DEALS: ("seat",),
    Kind.CALL: ("points",),
    Kind.TAKE: ("seat",),
    Kind.CLAIM: ("points",),
    Kind.MUGGINS: ("points", "seat"),
    Kind.PEG: ("side", "points"),
    Kind.TAKE_BACK: ("side", "points"),
    Kind.SCORE: ("side", "points"),
    Kind.CHANGE: ("place",),
    Kind.PUT_IN: ("place",),
    Kind.TAKE_OUT: ("place",),
}
"""The kinds of event that hold numbers, and the names of these numbers."""

OPTIONAL = (Kind.CALL,)
"""The kinds of event that may leave out their numbers."""

HIGHEST = {"seat": 9, "side": 9, "points": 9999, "place": 10**9}
"""The highest number of each name that a record holds; the lowest is 0."""

CORRECTS = (Kind.CHANGE, Kind.PUT_IN, Kind.TAKE_OUT)
"""The kinds of event that correct an earlier one."""

HOLDS_ANOTHER = (Kind.CHANGE, Kind.PUT_IN)
"""The corrections that hold the event to put in."""


class Event(NamedTuple):
    """Something that happened at the table.

    There is one constructor for each kind, such as `Event.lay(Rank.FIVE)`; it refuses a malformed event with
    IllegalEvent. `Event(kind, …)` itself, for readers of records, checks nothing: `Game.apply` and
    `History.apply` do that, see `check`.

    Attributes:
        kind: the kind of event.
        named: the rank or suit that was keyed, for the kinds in `TAKES`.
        numbers: the numbers that `NUMBERS` lists for the kind. Seats and sides count from 0. A place is the
            index of an event among those that stand, from 0.
        other: the event that a correction puts in, for the kinds in `HOLDS_ANOTHER`.
        setup: the setup of a new game, where it differs from that of the old one.
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
        """Return an event that is not malformed."""
        event = cls(kind, named, numbers, other, setup)
        check(event)
        return event

    @classmethod
    def cut(cls, rank: Rank) -> Event:
        """A card of this rank was cut for the first deal."""
        return cls._checked(Kind.CUT, rank)

    @classmethod
    def deals(cls, seat: int) -> Event:
        """This seat deals the first hand."""
        return cls._checked(Kind.DEALS, numbers=(seat,))

    @classmethod
    def pack_cut(cls) -> Event:
        """The opponent cut the pack that was offered."""
        return cls._checked(Kind.PACK_CUT)

    @classmethod
    def pack_taken(cls) -> Event:
        """The opponent took the pack that was offered."""
        return cls._checked(Kind.PACK_TAKEN)

    @classmethod
    def starter(cls, rank: Rank) -> Event:
        """A starter of this rank was turned up."""
        return cls._checked(Kind.STARTER, rank)

    @classmethod
    def lay(cls, rank: Rank) -> Event:
        """The player in turn laid a card of this rank."""
        return cls._checked(Kind.LAY, rank)

    @classmethod
    def go(cls) -> Event:
        """The player in turn said go."""
        return cls._checked(Kind.GO)

    @classmethod
    def call(cls, points: int | None = None) -> Event:
        """With muggins: the last card's points were called, all of them or only so many."""
        return cls._checked(Kind.CALL, numbers=() if points is None else (points,))

    @classmethod
    def take(cls, seat: int) -> Event:
        """With muggins: this seat took the points missed in the play."""
        return cls._checked(Kind.TAKE, numbers=(seat,))

    @classmethod
    def rest(cls, rank: Rank) -> Event:
        """A card left unplayed in the five-card game is of this rank."""
        return cls._checked(Kind.REST, rank)

    @classmethod
    def hand(cls, rank: Rank) -> Event:
        """The next card of the hand that is shown is of this rank."""
        return cls._checked(Kind.HAND, rank)

    @classmethod
    def yes(cls) -> Event:
        """The open question was answered with yes."""
        return cls._checked(Kind.YES)

    @classmethod
    def no(cls) -> Event:
        """The open question was answered with no."""
        return cls._checked(Kind.NO)

    @classmethod
    def claim(cls, points: int) -> Event:
        """With muggins: the owner of the hand claims so many points."""
        return cls._checked(Kind.CLAIM, numbers=(points,))

    @classmethod
    def muggins(cls, points: int, seat: int) -> Event:
        """With muggins: this seat claims so many points that the owner missed; 0 for none."""
        return cls._checked(Kind.MUGGINS, numbers=(points, seat))

    @classmethod
    def reveal(cls) -> Event:
        """The owner has counted aloud."""
        return cls._checked(Kind.REVEAL)

    @classmethod
    def crib(cls, rank: Rank) -> Event:
        """The next card of the crib is of this rank."""
        return cls._checked(Kind.CRIB, rank)

    @classmethod
    def suit(cls, suit: Suit) -> Event:
        """The last card entered is of this suit."""
        return cls._checked(Kind.SUIT, suit)

    @classmethod
    def deal_over(cls) -> Event:
        """The deal is over, where points alone are kept."""
        return cls._checked(Kind.DEAL_OVER)

    @classmethod
    def peg(cls, side: int, points: int) -> Event:
        """So many points were pegged to this side by hand."""
        return cls._checked(Kind.PEG, numbers=(side, points))

    @classmethod
    def take_back(cls, side: int, points: int) -> Event:
        """So many points of this side were taken back by hand."""
        return cls._checked(Kind.TAKE_BACK, numbers=(side, points))

    @classmethod
    def score(cls, side: int, points: int) -> Event:
        """The score of this side was set by hand."""
        return cls._checked(Kind.SCORE, numbers=(side, points))

    @classmethod
    def thrown_in(cls) -> Event:
        """The deal was thrown in; points moved by hand in it stay."""
        return cls._checked(Kind.THROWN_IN)

    @classmethod
    def misdeal(cls) -> Event:
        """The deal was thrown in with the points moved by hand in it, as in older records."""
        return cls._checked(Kind.MISDEAL)

    @classmethod
    def change(cls, index: int, event: Event) -> Event:
        """The event at this index was in truth this one."""
        return cls._checked(Kind.CHANGE, numbers=(index,), other=event)

    @classmethod
    def put_in(cls, index: int, event: Event) -> Event:
        """This event was forgotten before the one at this index."""
        return cls._checked(Kind.PUT_IN, numbers=(index,), other=event)

    @classmethod
    def take_out(cls, index: int) -> Event:
        """The event at this index did not happen."""
        return cls._checked(Kind.TAKE_OUT, numbers=(index,))

    @classmethod
    def next_game(cls) -> Event:
        """The next game of the match began."""
        return cls._checked(Kind.NEXT_GAME)

    @classmethod
    def new_game(cls, setup: Setup | None = None) -> Event:
        """The game was given up for a new one, by default with the same rules and names."""
        return cls._checked(Kind.NEW_GAME, setup=setup)

    @classmethod
    def undo(cls) -> Event:
        """The last event that stands was taken back."""
        return cls._checked(Kind.UNDO)

    @classmethod
    def redo(cls) -> Event:
        """The last event taken back was put in again."""
        return cls._checked(Kind.REDO)


def check(event: Event) -> None:
    """Refuse an event that says too little, too much or something of the wrong type.

    Seats and sides that a game does not have are refused by the game.

    Raises:
        IllegalEvent: the event is malformed, whatever the game; the message says what its kind needs.
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
