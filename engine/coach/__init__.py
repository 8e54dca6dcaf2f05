"""The coach: which cards to throw to the crib, and who is likely to win, in the six-card game for two.

The coach's tables come with the package. A table is read when it is first needed. `python -m
engine.coach.generate` writes them.
"""

from engine.coach.throws import Throw, throws
from engine.coach.win_chance import chance_before_deal

__all__ = ["Throw", "chance_before_deal", "throws"]
