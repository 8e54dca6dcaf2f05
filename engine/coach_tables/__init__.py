"""Make the coach's tables: `python -m engine.coach_tables` in a checkout. The package is not installed.

This requires NumPy and Numba (the extra `generate`). The coach itself needs only the tables, which are
files in `engine/coach`.

`run` makes the tables and writes them, from the ground up: `hands`, `throwing`, `deals`, `play_game`,
`exact_play`, `searched_play` and `winning`. The other modules measure how good the tables are: `matches`
and `proofs` are programs, which let the `players` play whole games and the `mirrored_deals`.

In these modules a card is a number from 0 to 51: four times the index of its rank (0 for an ace, 12 for a
king), plus a number from 0 to 3 for its suit.
"""
