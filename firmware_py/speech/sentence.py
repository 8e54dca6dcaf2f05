"""A sentence to say aloud, and all that a new state of the board's window gives the voice to say."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple


class Lasts(Enum):
    """How long a sentence is worth saying."""

    UNTIL_SAID = "until said"
    """Points, and cards as they are keyed: later presses do not cut these off."""
    UNTIL_NEXT_PRESS = "until the next press"
    """The count, the turn, a prompt, a refusal, a line of the menu: outdated by the next press."""


class Sentence(NamedTuple):
    """A sentence to say aloud.

    Attributes:
        text: the words as they are spoken, such as `Ann: fifteen for two`, without symbols, abbreviations
            and digits.
        lasts: how long the sentence is worth saying.
        press: the number of the press that the sentence is about, as the narrator counts presses; 0 if the
            sentence is about no press.
    """

    text: str
    lasts: Lasts = Lasts.UNTIL_SAID
    press: int = 0


class Heard(NamedTuple):
    """All that a new state of the board's window gives the voice to say.

    Attributes:
        sentences: the sentences to say, in this order.
        pressed: True if a key was pressed. Sentences that last until the next press are then outdated.
        taken_back: the numbers of the presses of which nothing may be said any more.
        score: the sentence that says the score now. It stands for points that the voice had no time to say.
    """

    sentences: tuple[Sentence, ...] = ()
    pressed: bool = False
    taken_back: frozenset[int] = frozenset()
    score: Sentence | None = None
