"""A cribbage engine: cards, rules, the play, the show, games and the history of a match.

Functions return new values and never change their arguments. Apart from `engine.coach`, the package performs
no input or output, and uses neither a clock nor random numbers. Apart from `engine.coach.generate`, it needs
only the standard library.
"""

from typing import TYPE_CHECKING

from engine.cards import PACK, Card, Rank, Suit
from engine.change_types import (
    AceCounted,
    CardCut,
    CardLaid,
    CardLeft,
    Change,
    Claimed,
    CountRestarted,
    CribCard,
    DealBegun,
    DealThrownIn,
    GameBegun,
    GameWon,
    Go,
    GoProvedFalse,
    HandCard,
    PlayEnded,
    Points,
    QuestionAnswered,
    ScoreSet,
    StarterTurned,
    SuitNamed,
    TakenBack,
    Turn,
)
from engine.deal import Source
from engine.errors import CribbageError, InvalidCard, InvalidGame, InvalidHand, InvalidRules, RecordError
from engine.events import Event, Kind
from engine.game import Game
from engine.indices import Seat, Side
from engine.options import OPTIONS
from engine.prompts import Prompt
from engine.refusals import IllegalEvent
from engine.rules import Rules
from engine.scoring.hands_and_crib import Count, count_show
from engine.scoring.items import Item, Reason
from engine.scoring.pegs import Pegs, Skunk
from engine.scoring.play_points import score_play
from engine.scoring.suit_questions import Question
from engine.setup import Setup

if TYPE_CHECKING:
    from engine.match.changes_between import changes
    from engine.match.history import History
    from engine.match.record import Record, read_record, write_record
    from engine.scoring.fast_count import distribution, show_points
else:

    def __getattr__(name: str) -> object:
        """Import a public name when it is first used, so that programs start faster."""
        if name not in _LATER:
            raise AttributeError(f"module 'engine' has no attribute {name!r}")
        from importlib import import_module

        value = getattr(import_module(_LATER[name]), name)
        globals()[name] = value
        return value


_LATER = {
    "History": "engine.match.history",
    "Record": "engine.match.record",
    "changes": "engine.match.changes_between",
    "distribution": "engine.scoring.fast_count",
    "read_record": "engine.match.record",
    "show_points": "engine.scoring.fast_count",
    "write_record": "engine.match.record",
}
"""The module of each name that is imported late."""

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
