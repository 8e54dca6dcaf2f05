"""A cribbage engine: cards, rules, the play, the show, games and the history of a match.

Functions return new values and never change their arguments. Apart from `engine.coach`, the package performs
no input or output, and uses neither a clock nor random numbers. Apart from `engine.coach_tables`, it needs
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
from engine.deals import Claims, Deal, Entry, FalseGo, Missed, Play, Source
from engine.errors import CribbageError, InvalidCard, InvalidGame, InvalidHand, InvalidRules, RecordError
from engine.events import Event, Kind
from engine.game import Game
from engine.indices import DealIndex, EventIndex, Seat, Side
from engine.options import OPTIONS, Need, Option
from engine.prompts import About, Asks, Prompt
from engine.refusals import IllegalEvent, RefusalReason, RefusalWords
from engine.rules import Rules
from engine.scoring.hands_and_crib import Count, count_show
from engine.scoring.items import Finding, Item, Reason
from engine.scoring.pegs import Pegs, Skunk
from engine.scoring.play_points import score_play
from engine.scoring.suit_questions import Answer, Question
from engine.setup import Setup
from engine.state import State

if TYPE_CHECKING:
    from engine.dealer import Chance, Dealt, deal
    from engine.match.changes_between import changes
    from engine.match.checkpoint import Checkpoint
    from engine.match.corrections import Dropped
    from engine.match.history import History, Replacement
    from engine.match.record import Record, read_record, write_record
    from engine.match.timeline import Step, Timeline
    from engine.scoring.calling import CallWords, Part
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
    "CallWords": "engine.scoring.calling",
    "Chance": "engine.dealer",
    "Checkpoint": "engine.match.checkpoint",
    "Dealt": "engine.dealer",
    "Dropped": "engine.match.corrections",
    "Part": "engine.scoring.calling",
    "Replacement": "engine.match.history",
    "Step": "engine.match.timeline",
    "Timeline": "engine.match.timeline",
    "deal": "engine.dealer",
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
    "About",
    "AceCounted",
    "Answer",
    "Asks",
    "CallWords",
    "Card",
    "CardCut",
    "CardLaid",
    "CardLeft",
    "Chance",
    "Change",
    "Checkpoint",
    "Claimed",
    "Claims",
    "Count",
    "CountRestarted",
    "CribCard",
    "CribbageError",
    "Deal",
    "DealBegun",
    "DealIndex",
    "DealThrownIn",
    "Dealt",
    "Dropped",
    "Entry",
    "Event",
    "EventIndex",
    "FalseGo",
    "Finding",
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
    "Missed",
    "Need",
    "Option",
    "Part",
    "Pegs",
    "Play",
    "PlayEnded",
    "Points",
    "Prompt",
    "Question",
    "QuestionAnswered",
    "Rank",
    "Reason",
    "Record",
    "RecordError",
    "RefusalReason",
    "RefusalWords",
    "Replacement",
    "Rules",
    "ScoreSet",
    "Seat",
    "Setup",
    "Side",
    "Skunk",
    "Source",
    "StarterTurned",
    "State",
    "Step",
    "Suit",
    "SuitNamed",
    "TakenBack",
    "Timeline",
    "Turn",
    "changes",
    "count_show",
    "deal",
    "distribution",
    "read_record",
    "score_play",
    "show_points",
    "write_record",
]
