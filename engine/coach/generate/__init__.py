"""Generate the coach's tables: `python -m engine.coach.generate`.

This requires NumPy and Numba (the extra `generate`). The coach itself needs only the tables.

In these modules a card is a number from 0 to 51: four times the index of its rank (0 for an ace, 12 for a
king), plus a number from 0 to 3 for its suit.
"""
