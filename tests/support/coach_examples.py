"""A game to review, and published figures of cribs to compare the coach with."""

import tomllib
from itertools import combinations_with_replacement
from pathlib import Path

from engine.coach import chance_before_deal
from engine.match.record import read_record
from engine.match.timeline import Timeline
from firmware_py.reports.review import percent

RANKS = "A 2 3 4 5 6 7 8 9 10 J Q K".split()


_CRIBS = tomllib.loads((Path(__file__).parents[1] / "data" / "cribs.toml").read_text())


def _by_pair(name: str) -> dict[str, float]:
    """Return the mean points of a crib after each throw, keyed by its ranks, such as `5-J`."""
    pairs = combinations_with_replacement(RANKS, 2)
    return {"-".join(pair): float(mean) for pair, mean in zip(pairs, _CRIBS[name].split(), strict=True)}


HESSEL_OWN, HESSEL_OTHERS = _by_pair("hessel_own"), _by_pair("hessel_others")
SCHELL_OWN, SCHELL_OTHERS = _by_pair("schell_own"), _by_pair("schell_others")


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
FIRST_DEAL = BEGINS.format(start="0,0", target=121) + DEAL


def timeline(text: str) -> Timeline:
    """Return the last game in the text of a saved match, with the events that led to its final state."""
    return read_record(text).history.timeline
