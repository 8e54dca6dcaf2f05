"""The board's prompts as understood by somebody who only hears the voice."""

from __future__ import annotations

import re
from typing import NamedTuple

_CARDS = r"(?:[\w ]+, )*"
_PATTERNS = {
    "cut": r"(?:A tie! )?(?P<name>\w+) cuts (?:for the deal|again)\.",
    "starter": r"(?P<name>\w+) deals\. Turn up the starter\.",
    "card": r"(?P<name>\w+): card(?P<go>, or go if none fits)?",
    "ace": r"(?P<name>\w+): is the ace one or eleven\?",
    "flush": r"(?P<name>\w+): all one suit\?",
    "with_starter": r"(?P<name>\w+): is the starter of that suit too\?",
    "crib_flush": r"Crib and starter: all one suit\?",
    "nobs": r"(?P<name>\w+): his nobs(?:, the [\w ]+)?\?",
    "reveal": r"\w+: count (?:your hand|the crib) aloud",
    "crib": rf"Crib: {_CARDS}\w+ more cards?",
    "rest": rf"(?P<name>\w+) kept: {_CARDS}\w+ more cards?",
    "hand": rf"(?P<name>\w+): {_CARDS}\w+ more cards?",
    "more": r"\w+ more cards?",
    "claim": r"(?P<name>\w+): count your hand, and type its points, then OK",
    "crib_claim": r"\w+: count the crib, and type its points, then OK",
    "missed": r"\w+ counts [\w-]+\. Does anybody claim more\? Type how many",
    "over": r"OK: next game, [\w -]+",
}
"""The words of each prompt. `more` asks for another card of the hand or crib in the previous prompt."""
QUESTIONS = ("flush", "with_starter", "crib_flush", "nobs")


class Prompt(NamedTuple):
    """A request to the players, as they understood it from the voice alone.

    Attributes:
        kind: what is asked for, such as the starter.
        name: the player who must do it; empty if the prompt names nobody.
        can_go: True if the player may also say go.
    """

    kind: str
    name: str = ""
    can_go: bool = False

    @property
    def asks_for_key(self) -> bool:
        """True if the voice also says which keys the players can press to answer this prompt."""
        return self.kind in (*QUESTIONS, "ace", "reveal", "missed")


def understood(sentence: str) -> Prompt | None:
    """Return the prompt spoken in a sentence, or None if the sentence is not a prompt."""
    for kind, pattern in _PATTERNS.items():
        found = re.fullmatch(pattern, sentence)
        if found:
            parts = found.groupdict()
            return Prompt(kind, parts.get("name") or "", bool(parts.get("go")))
    return None
