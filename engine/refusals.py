"""Why a game refuses a move: the error, and its messages in English.

These are the messages that players can see. A program with words of its own, such as words for its keys,
overrides them. Messages for errors that only a program can cause, such as using a seat number that does not
exist, are in the code that detects these errors.
"""

from __future__ import annotations

from enum import Enum

from engine.cards import Card, CardWords, Rank
from engine.errors import CribbageError


class RefusalWords(CardWords):
    """The error messages for moves that the game refuses, in English.

    Each message is a single line without a full stop.
    """

    NOTHING_TO_UNDO = "Nothing to undo"
    NOTHING_TO_REDO = "Nothing to redo"
    NOTHING_TO_THROW_IN = "There is no deal to throw in"
    NO_CARD_TO_NAME = "There is no card yet whose suit could be named"
    NOTHING_MISSED = "There are no missed points to take"
    NOTHING_TO_CALL = "No points are waiting to be called"
    NO_POINTS_TO_PEG = "0 points cannot be pegged: give 1 or more"
    GAME_IS_OVER = "The game is over: take back its last points first"
    NOT_IN_THIS_DEAL = "That event is not part of this deal: only events of this deal can be corrected"

    def all_four_are_out(self, rank: Rank) -> str:
        return f"All four {self.ranks(rank)} are already out"

    def last_card_is_already(self, card: Card) -> str:
        return f"The last card is already the {card.pretty}"

    def card_is_already(self, card: Card) -> str:
        return f"This card is already the {card.pretty}: take that back first"

    def card_is_out(self, card: Card) -> str:
        return f"The {card.pretty} is already out"

    def card_contradicts(self, card: Card) -> str:
        return f"The {card.pretty} contradicts an earlier answer about suits"

    def no_go_yet(self, count: int, highest: int) -> str:
        return f"No go at {count}: up to {highest}, any card can be played"

    def no_card_scores(self, points: int, most: int) -> str:
        return f"No card scores {points}: call 1 to {most} points"

    def no_hand_counts_more_than(self, points: int, most: int) -> str:
        return f"No hand counts {points}: the most is {most}"

    def no_hand_counts(self, points: int) -> str:
        return f"No hand counts {points}: count it again"

    def too_many_to_take_back(self, points: int, score: int) -> str:
        return f"{points} cannot be taken back: this side has {score}"

    def impossible_score(self, score: int, highest: int) -> str:
        return f"The score cannot be {score}: choose 0 to {highest}"

    def score_is_already(self, score: int) -> str:
        return f"The score is already {score}"


ENGLISH = RefusalWords()


class RefusalReason(Enum):
    """The reason why an event is refused.

    The value is the name of the message in `RefusalWords`, for refusals that players can see.
    """

    MALFORMED = "malformed"
    """The event has values that an event of its kind cannot have."""
    NOT_NOW = "not now"
    """The game waits for something else."""
    NO_SUCH_SEAT = "no such seat"
    NO_SUCH_SIDE = "no such side"
    OWN_SIDE = "own side"
    """A player cannot take points from their own side."""
    NOT_ON_OFFER = "not on offer"
    """The pack is cut or taken, but the dealer does not offer it."""
    NO_CORRECTION = "no correction"
    """A correction cannot put in an event of this kind."""
    NOTHING_TO_UNDO = "NOTHING_TO_UNDO"
    NOTHING_TO_REDO = "NOTHING_TO_REDO"
    NOTHING_TO_THROW_IN = "NOTHING_TO_THROW_IN"
    NO_CARD_TO_NAME = "NO_CARD_TO_NAME"
    NOTHING_MISSED = "NOTHING_MISSED"
    NOTHING_TO_CALL = "NOTHING_TO_CALL"
    NO_POINTS_TO_PEG = "NO_POINTS_TO_PEG"
    GAME_IS_OVER = "GAME_IS_OVER"
    NOT_IN_THIS_DEAL = "NOT_IN_THIS_DEAL"
    ALL_FOUR_ARE_OUT = "all_four_are_out"
    LAST_CARD_IS_ALREADY = "last_card_is_already"
    CARD_IS_ALREADY = "card_is_already"
    CARD_IS_OUT = "card_is_out"
    CARD_CONTRADICTS = "card_contradicts"
    NO_GO_YET = "no_go_yet"
    NO_CARD_SCORES = "no_card_scores"
    NO_HAND_COUNTS_MORE_THAN = "no_hand_counts_more_than"
    NO_HAND_COUNTS = "no_hand_counts"
    TOO_MANY_TO_TAKE_BACK = "too_many_to_take_back"
    IMPOSSIBLE_SCORE = "impossible_score"
    SCORE_IS_ALREADY = "score_is_already"


class IllegalEvent(CribbageError, ValueError):
    """Raised when an event is malformed or is not allowed now. The game is unchanged.

    Attributes:
        reason: the reason, for programs.
    """

    def __init__(
        self, message: str | RefusalReason, *values: object, reason: RefusalReason = RefusalReason.MALFORMED
    ) -> None:
        """Create the error from a message, or from a reason that has a message in `RefusalWords`.

        Args:
            message: the message, or the reason.
            values: the values in the message of the reason, such as a card.
            reason: the reason, if a message was given.
        """
        self.reason = message if isinstance(message, RefusalReason) else reason
        self._values = values if isinstance(message, RefusalReason) else None
        super().__init__(message if isinstance(message, str) else self.in_words(ENGLISH))

    def in_words(self, words: RefusalWords) -> str:
        """Return the message in the given language.

        Errors that only a program can cause are always in English.
        """
        if self._values is None:
            return str(self)
        message = getattr(words, self.reason.value)
        return str(message(*self._values) if callable(message) else message)
