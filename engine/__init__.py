"""The game of cribbage: cards, rules, the play, the show, a game and its history.

Pure: values in, values out. No input or output, no clock, no chance, the standard library alone.
"""

from engine.cards import Card, Rank, Suit
from engine.errors import (
    CribbageError,
    IllegalEvent,
    InvalidCard,
    InvalidHand,
    InvalidRules,
    RecordError,
)
from engine.game import Game
from engine.history import History
from engine.options import OPTIONS
from engine.points import distribution, show_points
from engine.rules import Rules
from engine.score import Item, Reason
from engine.show import Count, count_show
from engine.state import Prompt, Side, Skunk

__all__ = [
    "OPTIONS",
    "Card",
    "Count",
    "CribbageError",
    "Game",
    "History",
    "IllegalEvent",
    "InvalidCard",
    "InvalidHand",
    "InvalidRules",
    "Item",
    "Prompt",
    "Rank",
    "Reason",
    "RecordError",
    "Rules",
    "Side",
    "Skunk",
    "Suit",
    "count_show",
    "distribution",
    "show_points",
]
