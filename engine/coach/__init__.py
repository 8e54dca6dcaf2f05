"""The coach: which cards to throw to the crib, in the six-card game for two.

The coach's tables come with the package. A table is read when it is first needed. `python -m
engine.coach.generate` writes them.
"""

from engine.coach.throws import Throw, throws

__all__ = ["Throw", "throws"]
