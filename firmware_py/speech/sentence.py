"""Sentences for the voice to say."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple


class Lasts(Enum):
    """How long a sentence remains worth saying: until it has been said, or until the next key press."""

    UNTIL_SAID = "until said"
    """Used for points, and for the cards entered. Later key presses do not cut the sentence off."""
    UNTIL_NEXT_PRESS = "until the next press"
    """Used for the count, the turn, prompts, refusals and menu entries. Outdated after the next key press."""


class Sentence(NamedTuple):
    """A sentence to say.

    Attributes:
        text: the sentence as it is spoken, without symbols, abbreviations or digits, such as `Ann: fifteen
            for two`.
        lasts: `UNTIL_NEXT_PRESS` if the next key press makes the sentence outdated, otherwise `UNTIL_SAID`.
        press: the sequence number of the key press that the sentence is about, or 0 if there is no such
            key press.
    """

    text: str
    lasts: Lasts = Lasts.UNTIL_SAID
    press: int = 0


class Heard(NamedTuple):
    """The sentences to say about a new state of the board.

    Attributes:
        sentences: the sentences to say, in order.
        pressed: True if a key was pressed. Earlier sentences marked `UNTIL_NEXT_PRESS` are then outdated.
        taken_back: the sequence numbers of the key presses that have been undone. Sentences about these key
            presses must no longer be said.
        score: a sentence with the current score, to be said if the voice had no time to announce the
            points one by one; None if there is no such sentence.
    """

    sentences: tuple[Sentence, ...] = ()
    pressed: bool = False
    taken_back: frozenset[int] = frozenset()
    score: Sentence | None = None
