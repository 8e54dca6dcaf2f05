"""The kinds of event, the word for each kind in a record, and the values that each kind of event holds."""

from __future__ import annotations

from enum import Enum

from engine.cards import Rank, Suit


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
    Kind.CHANGE: ("index",),
    Kind.PUT_IN: ("index",),
    Kind.TAKE_OUT: ("index",),
}
"""The kinds of event that hold numbers, and the names of these numbers."""

OPTIONAL = (Kind.CALL,)
"""The kinds of event whose numbers may be left out."""

HIGHEST = {"seat": 9, "side": 9, "points": 9999, "index": 10**9}
"""The highest allowed value of each number in a record, keyed by its name. The lowest is always 0."""

CORRECTS = (Kind.CHANGE, Kind.PUT_IN, Kind.TAKE_OUT)
"""The kinds of event that correct an earlier event."""

HOLDS_ANOTHER = (Kind.CHANGE, Kind.PUT_IN)
"""The corrections that contain a second event."""
