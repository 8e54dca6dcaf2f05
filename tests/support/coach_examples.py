"""A game to review, and published figures of cribs to compare the coach with."""

from itertools import combinations_with_replacement

from engine.coach import chance_before_deal
from engine.match.record import read_record
from engine.match.timeline import Timeline
from firmware_py.reports.review import percent

RANKS = "A 2 3 4 5 6 7 8 9 10 J Q K".split()


def _by_pair(table: str) -> dict[str, float]:
    """Return the numbers in a table, keyed by pairs of ranks such as `5-J`.

    Args:
        table: the numbers, separated by spaces, in the order A-A, A-2, …, A-K, 2-2, …, K-K.
    """
    pairs = combinations_with_replacement(RANKS, 2)
    return {"-".join(pair): float(mean) for pair, mean in zip(pairs, table.split(), strict=True)}


HESSEL_OWN = _by_pair("""
    5.26 4.18 4.47 5.45 5.48 3.80 3.73 3.70 3.33 3.37 3.65 3.39 3.42
    5.67 6.97 4.51 5.44 3.87 3.81 3.58 3.63 3.51 3.79 3.52 3.55
    5.90 4.88 6.01 3.72 3.67 3.84 3.66 3.61 3.88 3.62 3.66
    5.65 6.54 3.87 3.74 3.84 3.69 3.62 3.89 3.63 3.67
    8.95 6.65 6.04 5.49 5.47 6.68 7.04 6.71 6.70
    5.74 4.94 4.70 5.11 3.15 3.40 3.08 3.13
    5.98 6.58 4.06 3.10 3.43 3.17 3.21
    5.42 4.74 3.86 3.39 3.16 3.20
    5.09 4.27 3.98 2.97 3.05
    4.73 4.64 3.36 2.86
    5.37 4.90 4.07
    4.66 3.50
    4.62
""")
HESSEL_OTHERS = _by_pair("""
    6.07 5.07 5.17 5.74 6.06 4.93 4.95 4.92 4.66 4.46 4.72 4.41 4.34
    6.43 7.34 5.44 6.17 5.13 5.12 5.03 4.82 4.64 4.91 4.60 4.53
    6.78 6.10 6.85 4.92 5.16 5.08 4.82 4.70 4.97 4.66 4.59
    6.59 7.46 5.47 4.91 5.02 4.75 4.55 4.80 4.49 4.43
    9.39 7.66 7.08 6.36 6.22 7.46 7.75 7.42 7.31
    7.17 6.64 6.05 6.31 4.41 4.61 4.29 4.25
    7.25 7.88 5.46 4.44 4.73 4.44 4.38
    6.76 5.97 5.02 4.65 4.38 4.31
    6.44 5.52 4.98 4.14 4.13
    6.11 5.60 4.65 3.99
    6.56 5.55 4.89
    5.89 4.56
    5.72
""")
SCHELL_OWN = _by_pair("""
    5.38 4.23 4.52 5.43 5.45 3.85 3.85 3.80 3.40 3.42 3.65 3.42 3.41
    5.72 7.00 4.52 5.45 3.93 3.81 3.66 3.71 3.55 3.84 3.58 3.52
    5.94 4.91 5.97 3.81 3.58 3.92 3.78 3.57 3.90 3.59 3.67
    5.63 6.48 3.85 3.72 3.83 3.72 3.59 3.88 3.59 3.60
    8.79 6.63 6.01 5.48 5.43 6.66 7.00 6.63 6.66
    5.76 4.98 4.63 5.13 3.17 3.41 3.23 3.13
    5.92 6.53 4.04 3.23 3.53 3.23 3.26
    5.45 4.72 3.80 3.52 3.19 3.16
    5.16 4.29 3.97 2.99 3.06
    4.76 4.61 3.31 2.84
    5.33 4.81 3.96
    4.79 3.46
    4.58
""")
SCHELL_OTHERS = _by_pair("""
    6.02 5.07 5.07 5.72 6.01 4.91 4.89 4.85 4.55 4.48 4.68 4.33 4.30
    6.38 7.33 5.33 6.11 4.97 4.97 4.94 4.70 4.59 4.81 4.56 4.45
    6.68 5.96 6.78 4.87 5.01 5.05 4.87 4.63 4.86 4.59 4.48
    6.53 7.26 5.34 4.88 4.94 4.68 4.53 4.85 4.46 4.36
    9.37 7.47 7.00 6.30 6.15 7.41 7.76 7.34 7.25
    7.08 6.42 5.86 6.26 4.31 4.57 4.22 4.14
    7.14 7.63 5.26 4.31 4.68 4.32 4.27
    6.82 5.83 5.10 4.59 4.31 4.20
    6.39 5.43 4.96 4.11 4.03
    6.08 5.63 4.61 3.88
    6.42 5.46 4.77
    5.79 4.49
    5.65
""")


BEGINS = "muggins 1 players=2 start={start} names=Ann,Bob game=six-card target={target}\ndeals 0\n"
# Ann deals and keeps 10-J-Q-K. Bob is dealt 3-3-5-5-6-7 and throws 3-3. In the play, Ann pegs 2 for fifteen,
# 1 for the go at 30 and 1 for last; Bob pegs 1 for the go at 23. Bob's hand counts 12 (two fifteens, a pair,
# two runs), Ann's 10 (a pair, two runs), and the crib 3-3-2-9 8 (three fifteens, a pair); see RULES.md 4.
DEAL = """
starter K
lay 5
lay 10
lay 5
lay J
lay 6
lay Q
lay 7
lay K
no
no
crib 3
crib 3
crib 2
crib 9
"""
FIRST_DEALER = percent(chance_before_deal(dealer=0, pone=0))
"""The first dealer's chance of winning a game, in per cent."""
FIRST_DEAL = BEGINS.format(start="0,0", target=121) + DEAL


def timeline(text: str) -> Timeline:
    """Return the last game in the text of a saved match, with the events that led to its final state."""
    return read_record(text).history.timeline
