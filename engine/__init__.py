"""A cribbage engine: cards, rules, the play, the show, games and the history of a match.

Functions return new values and never change their arguments. Apart from `engine.coach`, the package performs
no input or output, and uses neither a clock nor random numbers. Apart from `engine.coach_tables`, it needs
only the standard library.
"""

from typing import TYPE_CHECKING

from engine.cards import PACK, Card, InvalidCard, Rank, Suit
from engine.cribbage_error import CribbageError
from engine.entries import Source
from engine.errors import (
    IllegalEvent,
    InvalidGame,
    InvalidHand,
    InvalidRules,
    RecordError,
)
from engine.events import Event, Kind
from engine.game import Game
from engine.game_setup import Setup
from engine.game_state import Prompt
from engine.match.history import History
from engine.options import OPTIONS
from engine.pegs import Pegs
from engine.rules import Rules
from engine.scoring.hands_and_crib import Count, count_show
from engine.scoring.items import Item, Reason
from engine.scoring.play_points import score_play
from engine.seats import Seat, Side
from engine.skunks import Skunk

if TYPE_CHECKING:
    from engine.match.change_types import *
    from engine.match.changes_between import changes
    from engine.match.record import Record, read_record, write_record
    from engine.scoring.count_frequencies import distribution
    from engine.scoring.fast_count import show_points
    from engine.scoring.suit_questions import Question
else:

    def __getattr__(name: str) -> object:
        """Import a public name when it is first used, so that programs start faster."""
        if name not in __all__:
            raise AttributeError(f"module 'engine' has no attribute {name!r}")
        from importlib import import_module

        value = getattr(import_module(_LATER.get(name, "engine.match.change_types")), name)
        globals()[name] = value
        return value


_LATER = {
    "Question": "engine.scoring.suit_questions",
    "Record": "engine.match.record",
    "changes": "engine.match.changes_between",
    "distribution": "engine.scoring.count_frequencies",
    "read_record": "engine.match.record",
    "show_points": "engine.scoring.fast_count",
    "write_record": "engine.match.record",
}
"""The module of each name that is imported late; names not listed here are in `engine.match.change_types`."""

__all__ = [
    "OPTIONS",
    "PACK",
    "AceCounted",
    "Card",
    "CardCut",
    "CardLaid",
    "CardLeft",
    "Change",
    "Claimed",
    "Count",
    "CountRestarted",
    "CribCard",
    "CribbageError",
    "DealBegun",
    "DealThrownIn",
    "Event",
    "Game",
    "GameBegun",
    "GameWon",
    "Go",
    "GoProvedFalse",
    "HandCard",
    "History",
    "IllegalEvent",
    "InvalidCard",
    "InvalidGame",
    "InvalidHand",
    "InvalidRules",
    "Item",
    "Kind",
    "Pegs",
    "PlayEnded",
    "Points",
    "Prompt",
    "Question",
    "QuestionAnswered",
    "Rank",
    "Reason",
    "Record",
    "RecordError",
    "Rules",
    "ScoreSet",
    "Seat",
    "Setup",
    "Side",
    "Skunk",
    "Source",
    "StarterTurned",
    "Suit",
    "SuitNamed",
    "TakenBack",
    "Turn",
    "changes",
    "count_show",
    "distribution",
    "read_record",
    "score_play",
    "show_points",
    "write_record",
]
