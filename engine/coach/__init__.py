"""The coach for the six-card game for two: what to throw, who is likely to win, and how a game was played.

The coach's tables come with the package. A table is read when it is first needed. To make the tables again,
run `python -m engine.coach_tables` in a checkout.
"""

from engine.coach.play_choice import RatedCard, plays
from engine.coach.reviewing.course import Moment, Stage, TurningPoint
from engine.coach.reviewing.crib_split import Split
from engine.coach.reviewing.review import (
    DealReview,
    PlayerReview,
    PlayerTotals,
    Review,
    ReviewLimit,
    ToldThrows,
    review,
)
from engine.coach.reviewing.reviewed_cards import ReviewedCard
from engine.coach.reviewing.reviewed_throws import ReviewedThrow
from engine.coach.throws import Throw, throws
from engine.coach.win_chance import chance_before_deal, win_chance

__all__ = [
    "DealReview",
    "Moment",
    "PlayerReview",
    "PlayerTotals",
    "RatedCard",
    "Review",
    "ReviewLimit",
    "ReviewedCard",
    "ReviewedThrow",
    "Split",
    "Stage",
    "Throw",
    "ToldThrows",
    "TurningPoint",
    "chance_before_deal",
    "plays",
    "review",
    "throws",
    "win_chance",
]
