"""Events, the values that tell a game what the players do, and their kinds.

An event holds only what the players said or did, such as the rank of a card that was played. The game works
out the rest: who played the card, how many points it scored, and what happens next. This makes it possible to
correct an event and then apply all later events again.

The tables below `Kind` say which values each kind of event holds.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple, NoReturn

from engine.cards import Rank, Suit
from engine.errors import InvalidRules, one_line, quoted
from engine.indices import EventIndex, Seat, Side
from engine.refusals import IllegalEvent, RefusalReason
from engine.setup import Setup


class Kind(Enum):
    """A kind of event. The enum value is the word for it in a saved game (RECORD.md)."""

    CUT = "cut"
    """The current player cut a card of the given rank for the first deal."""
    DEALS = "deals"
    """The given seat deals the first hand, regardless of the cards that were cut."""
    PACK_CUT = "pack-cut"
    """The pack was offered, and the opponent cut it (RULES.md 6)."""
    PACK_TAKEN = "pack-taken"
    """The pack was offered, and the opponent took it and deals this hand instead (RULES.md 6)."""
    STARTER = "starter"
    """A card of the given rank was turned up as the starter."""
    LAY = "lay"
    """The current player played a card of the given rank. If it would pass 31, everybody has said go."""
    GO = "go"
    """The current player said go, because none of the player's cards can be played."""
    CALL = "call"
    """With muggins: the player who played the last card called its points, or some of them."""
    TAKE = "take"
    """With muggins: the given seat took the points that an opponent missed in the play."""
    REST = "rest"
    """A card of the given rank was left unplayed in the five-card game."""
    HAND = "hand"
    """The next card of a hand has the given rank. Used if the play is not entered."""
    YES = "yes"
    """The answer to the question that the game asks is yes. An ace that was just played counts as eleven."""
    NO = "no"
    """The answer to the question that the game asks is no. An ace that was just played counts as one."""
    CLAIM = "claim"
    """With muggins: the owner of the hand claims a number of points for it."""
    MUGGINS = "muggins"
    """With muggins: the given seat claims a number of points that the owner missed; 0 if there are none."""
    REVEAL = "reveal"
    """The owner of the hand has counted it aloud, so that the count can be shown."""
    CRIB = "crib"
    """The next card of the crib has the given rank."""
    SUIT = "suit"
    """The last card entered has the given suit."""
    DEAL_OVER = "deal-over"
    """The deal is over, in a game in which only points are entered."""
    PEG = "peg"
    """A number of points was pegged to the given side manually."""
    TAKE_BACK = "take-back"
    """A number of points was taken back from the given side manually."""
    SCORE = "score"
    """The score of the given side was set manually."""
    RENEGE = "renege"
    """The judge found that a player did not play a number of cards that he could have played."""
    SEEN_CARD = "seen-card"
    """The judge found that a player looked at a card that he may not see."""
    FALSE_CLAIM = "false-claim"
    """The judge found that a player claimed to have won the game, but had not."""
    THROWN_IN = "thrown-in"
    """The deal was abandoned. Points changed manually during the deal are kept."""
    MISDEAL = "misdeal"
    """The deal was abandoned, and points changed manually were lost too. Only found in older records."""
    CHANGE = "change"
    """The event with the given index was wrong, and is replaced by a different event."""
    PUT_IN = "put-in"
    """A forgotten event is inserted before the event with the given index."""
    TAKE_OUT = "take-out"
    """The event with the given index did not happen."""
    NEXT_GAME = "next-game"
    """The next game of the match began."""
    NEW_GAME = "new-game"
    """The game was given up, and a new match began, possibly with a different setup."""
    UNDO = "undo"
    """The last event was undone."""
    REDO = "redo"
    """The event that was undone last was restored."""

    # Enum would compute the hash from the name each time, and applying an event needs it often.
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
    Kind.RENEGE: ("seat", "cards"),
    Kind.SEEN_CARD: ("seat",),
    Kind.FALSE_CLAIM: ("seat",),
    Kind.CHANGE: ("index",),
    Kind.PUT_IN: ("index",),
    Kind.TAKE_OUT: ("index",),
}
"""The kinds of event that hold numbers, and the names of these numbers."""

OPTIONAL = (Kind.CALL,)
"""The kinds of event whose numbers may be left out."""

HIGHEST = {"seat": 9, "side": 9, "points": 9999, "cards": 9, "index": 10**9}
"""The highest allowed value of each number in a record, keyed by its name. The lowest is always 0."""

CORRECTS = (Kind.CHANGE, Kind.PUT_IN, Kind.TAKE_OUT)
"""The kinds of event that correct an earlier event."""

HOLDS_ANOTHER = (Kind.CHANGE, Kind.PUT_IN)
"""The corrections that contain a second event."""


@one_line
class Event(NamedTuple):
    """Something that happened at the table, such as a card being played.

    There is a constructor for each kind of event, such as `Event.lay(Rank.FIVE)`, which raises IllegalEvent
    if the event would be malformed. `Event(kind, …)` does not check anything.

    Attributes:
        kind: the kind of event.
        named: the rank or suit that the event names; None if it names neither.
        numbers: the event's numbers, such as a seat or points. Seats, sides and earlier events are counted
            from 0. Events that were undone are not counted.
        other: the new event, if this event is a correction that changes or inserts one; otherwise None.
        setup: the new game's setup, in a `NEW_GAME` event; None to keep the current rules and names.
    """

    kind: Kind
    named: Rank | Suit | None = None
    numbers: tuple[int, ...] = ()
    other: Event | None = None
    setup: Setup | None = None

    @classmethod
    def cut(cls, rank: Rank) -> Event:
        """Return an event in which a player cuts a card of the given rank for the first deal."""
        return _checked(cls(Kind.CUT, rank))

    @classmethod
    def deals(cls, seat: Seat) -> Event:
        """Return an event that makes the given seat the first dealer, no matter who won the cut."""
        return _checked(cls(Kind.DEALS, numbers=(seat,)))

    @classmethod
    def pack_cut(cls) -> Event:
        """Return an event in which the dealer offers the pack before dealing, and the opponent cuts it."""
        return _checked(cls(Kind.PACK_CUT))

    @classmethod
    def pack_taken(cls) -> Event:
        """Return an event in which the opponent takes the pack, instead of cutting it, and then deals."""
        return _checked(cls(Kind.PACK_TAKEN))

    @classmethod
    def starter(cls, rank: Rank) -> Event:
        """Return an event in which a card of the given rank is turned up as the starter."""
        return _checked(cls(Kind.STARTER, rank))

    @classmethod
    def lay(cls, rank: Rank) -> Event:
        """Return an event in which the current player plays a card of the given rank."""
        return _checked(cls(Kind.LAY, rank))

    @classmethod
    def go(cls) -> Event:
        """Return an event in which the current player says go."""
        return _checked(cls(Kind.GO))

    @classmethod
    def call(cls, points: int | None = None) -> Event:
        """Return an event in which a player calls the points just scored, in a game with muggins.

        If `points` is given, only this number of points is called.
        """
        return _checked(cls(Kind.CALL, numbers=() if points is None else (points,)))

    @classmethod
    def take(cls, seat: Seat) -> Event:
        """Return an event in which the given seat takes points that an opponent missed in the play."""
        return _checked(cls(Kind.TAKE, numbers=(seat,)))

    @classmethod
    def rest(cls, rank: Rank) -> Event:
        """Return an event that enters a card left in a player's hand after the play, in a five-card game."""
        return _checked(cls(Kind.REST, rank))

    @classmethod
    def hand(cls, rank: Rank) -> Event:
        """Return an event that enters the rank of the next card in a hand in the show."""
        return _checked(cls(Kind.HAND, rank))

    @classmethod
    def yes(cls) -> Event:
        """Return an event that answers yes to the question that the game asks."""
        return _checked(cls(Kind.YES))

    @classmethod
    def no(cls) -> Event:
        """Return an event that answers no to the question that the game asks."""
        return _checked(cls(Kind.NO))

    @classmethod
    def claim(cls, points: int) -> Event:
        """Return an event in which the owner of a hand claims points for it, in a game with muggins."""
        return _checked(cls(Kind.CLAIM, numbers=(points,)))

    @classmethod
    def muggins(cls, points: int, seat: Seat) -> Event:
        """Return an event in which the given seat claims `points` points that the owner of a hand missed."""
        return _checked(cls(Kind.MUGGINS, numbers=(points, seat)))

    @classmethod
    def reveal(cls) -> Event:
        """Return an event that reveals the count of a hand, because its owner has counted it aloud."""
        return _checked(cls(Kind.REVEAL))

    @classmethod
    def crib(cls, rank: Rank) -> Event:
        """Return an event that enters the rank of the next card in the crib."""
        return _checked(cls(Kind.CRIB, rank))

    @classmethod
    def suit(cls, suit: Suit) -> Event:
        """Return an event that names the suit of the last card entered."""
        return _checked(cls(Kind.SUIT, suit))

    @classmethod
    def deal_over(cls) -> Event:
        """Return an event that ends the deal in a game in which only points are entered."""
        return _checked(cls(Kind.DEAL_OVER))

    @classmethod
    def peg(cls, side: Side, points: int) -> Event:
        """Return an event that manually adds `points` to the given side's score."""
        return _checked(cls(Kind.PEG, numbers=(side, points)))

    @classmethod
    def take_back(cls, side: Side, points: int) -> Event:
        """Return an event that manually takes `points` from the given side's score."""
        return _checked(cls(Kind.TAKE_BACK, numbers=(side, points)))

    @classmethod
    def score(cls, side: Side, points: int) -> Event:
        """Return an event that manually sets the score of the given side to `points`."""
        return _checked(cls(Kind.SCORE, numbers=(side, points)))

    @classmethod
    def renege(cls, seat: Seat, cards: int) -> Event:
        """Return an event in which a player did not play a number of cards that he could have played."""
        return _checked(cls(Kind.RENEGE, numbers=(seat, cards)))

    @classmethod
    def seen_card(cls, seat: Seat) -> Event:
        """Return an event in which the player in the given seat looked at a card that he may not see."""
        return _checked(cls(Kind.SEEN_CARD, numbers=(seat,)))

    @classmethod
    def false_claim(cls, seat: Seat) -> Event:
        """Return an event in which the player in the given seat claimed to have won, but had not."""
        return _checked(cls(Kind.FALSE_CLAIM, numbers=(seat,)))

    @classmethod
    def thrown_in(cls) -> Event:
        """Return an event that abandons the deal, but keeps manual score changes made during the deal."""
        return _checked(cls(Kind.THROWN_IN))

    @classmethod
    def misdeal(cls) -> Event:
        """Return an event that abandons the deal and also cancels manual score changes made during the deal.

        Only older versions of the program recorded such events. They have been replaced by `thrown_in`.
        """
        return _checked(cls(Kind.MISDEAL))

    @classmethod
    def change(cls, index: EventIndex, event: Event) -> Event:
        """Return an event that corrects an earlier one: `event` replaces the event with the given index.

        `Step.at` is the index of an event, as in `history.this_deal[-1].at`.
        """
        return _checked(cls(Kind.CHANGE, numbers=(index,), other=event))

    @classmethod
    def put_in(cls, index: EventIndex, event: Event) -> Event:
        """Return a correction that inserts a forgotten event before the event with the given index."""
        return _checked(cls(Kind.PUT_IN, numbers=(index,), other=event))

    @classmethod
    def take_out(cls, index: EventIndex) -> Event:
        """Return a correction that removes the event with the given index."""
        return _checked(cls(Kind.TAKE_OUT, numbers=(index,)))

    @classmethod
    def next_game(cls) -> Event:
        """Return an event that begins the next game in the match."""
        return _checked(cls(Kind.NEXT_GAME))

    @classmethod
    def new_game(cls, setup: Setup | None = None) -> Event:
        """Return an event that begins a new game.

        Args:
            setup: the new game's setup. By default, the rules and names stay the same.
        """
        return _checked(cls(Kind.NEW_GAME, setup=setup))

    @classmethod
    def undo(cls) -> Event:
        """Return an event that undoes the last event."""
        return _checked(cls(Kind.UNDO))

    @classmethod
    def redo(cls) -> Event:
        """Return an event that redoes the last undone event."""
        return _checked(cls(Kind.REDO))


def _checked(event: Event) -> Event:
    check(event)
    return event


def check(event: Event) -> None:
    """Check that an event has all the values that its kind requires, and no others.

    Raises:
        IllegalEvent: the event is malformed. The message says what an event of this kind requires.
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
        why = f"A correction cannot put in {other.kind.value}"
        raise IllegalEvent(why, reason=RefusalReason.NO_CORRECTION)
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
