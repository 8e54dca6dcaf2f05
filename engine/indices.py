"""Types for indices: of a card within its deal or within the whole game, and of an event within the match.

They are separate types, so that a type checker reports an error if one is used in place of another.
"""

from typing import NewType

DealIndex = NewType("DealIndex", int)
"""The index of a card among the cards of its deal, in the order they were entered: 0 is the starter."""

GameIndex = NewType("GameIndex", int)
"""The index of a card among all cards of a game. The count continues from deal to deal."""

EventIndex = NewType("EventIndex", int)
"""The index of an event among all events of a match. Events that were undone are not counted."""

STARTER = DealIndex(0)
"""The starter is the first card of a deal."""
