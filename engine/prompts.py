"""The prompts: everything that a game can wait for, and what there is to know about each of them.

Words and keys are not here: a program has them in tables of its own.
"""

from __future__ import annotations

from enum import Enum

from engine.events import Kind


class Asks(Enum):
    """The kind of answer that a prompt asks for."""

    CARD = "card"
    ANSWER = "answer"
    """Yes or no."""
    NUMBER = "number"
    NOTHING = "nothing"
    """No value. The players only say that the game goes on."""


class About(Enum):
    """The part of the game that a prompt is about."""

    TABLE = "table"
    """The game between deals."""
    PLAY = "play"
    HAND = "hand"
    """The hand that is counted next, which can also be the crib once its cards are known."""
    CRIB = "crib"
    """The cards of the crib."""


class Prompt(Enum):
    """The next input that a game waits for. The enum value is the name of the prompt in JSON output.

    Attributes:
        asks: what the prompt asks for.
        about: what the prompt is about.
        waits_for: what the game waits for, in English.
        kind: the kind of event that enters the card or the number; None if the prompt asks for neither.
    """

    _value_: str
    asks: Asks
    about: About
    waits_for: str
    kind: Kind | None

    # The defaults are for type checkers alone, which would miss arguments in `Prompt("play")`.
    def __new__(
        cls,
        value: str,
        asks: Asks = Asks.NOTHING,
        about: About = About.TABLE,
        waits_for: str = "",
        kind: Kind | None = None,
    ) -> Prompt:
        """Make a member from the values below."""
        prompt = object.__new__(cls)
        prompt._value_ = value
        prompt.asks, prompt.about, prompt.waits_for, prompt.kind = asks, about, waits_for, kind
        return prompt

    CUT_FOR_DEAL = "cut_for_deal", Asks.CARD, About.TABLE, "the cut", Kind.CUT
    STARTER = "starter", Asks.CARD, About.TABLE, "the starter", Kind.STARTER
    PLAY = "play", Asks.CARD, About.PLAY, "a card or go", Kind.LAY
    ACE = "ace", Asks.ANSWER, About.PLAY, "one or eleven"
    """Does the ace that was just played count as eleven? (RULES.md 5, Cribbage 1/11)"""
    REST = "rest", Asks.CARD, About.HAND, "a card left in hand", Kind.REST
    """A card that was left in hand when the play stopped."""
    HAND = "hand", Asks.CARD, About.HAND, "a card of the hand", Kind.HAND
    """The next card of a hand in the show, if the play is not entered."""
    FLUSH = "flush", Asks.ANSWER, About.HAND, "an answer about suits"
    FLUSH_WITH_STARTER = "flush_with_starter", Asks.ANSWER, About.HAND, "an answer about suits"
    NOBS = "nobs", Asks.ANSWER, About.HAND, "an answer about suits"
    REVEAL = "reveal", Asks.NOTHING, About.HAND, "the hand to be shown"
    """The owner of a hand counts aloud before its count is shown."""
    CLAIM = "claim", Asks.NUMBER, About.HAND, "what the hand counts", Kind.CLAIM
    """With muggins: the owner of a hand claims its points."""
    MUGGINS = "muggins", Asks.NUMBER, About.HAND, "what was missed", Kind.MUGGINS
    """With muggins: an opponent claims points that the owner missed."""
    CRIB = "crib", Asks.CARD, About.CRIB, "a card of the crib", Kind.CRIB
    IDLE = "idle", Asks.NOTHING, About.TABLE, "points, or the end of the deal"
    """In a game in which only points are entered: the points to peg, or the end of the deal."""
    GAME_OVER = "game_over", Asks.NOTHING, About.TABLE, "the next game"

    @property
    def between_deals(self) -> bool:
        """True if no deal is in progress at this prompt."""
        return self.about is About.TABLE

    @property
    def for_one_player(self) -> bool:
        """True if only the player to act can answer. The crib and missed points can be entered by anyone."""
        return self.about in (About.PLAY, About.HAND) and self is not Prompt.MUGGINS

    @property
    def in_show(self) -> bool:
        """True while hands and the crib are counted. The cards left in a hand are entered before."""
        return self.about in (About.HAND, About.CRIB) and self is not Prompt.REST

    # Enum would compute the hash from the name each time, and applying an event needs it often.
    __hash__ = object.__hash__


SUIT_QUESTIONS = (Prompt.FLUSH, Prompt.FLUSH_WITH_STARTER, Prompt.NOBS)
"""The prompts that ask a question about suits."""
