"""The published average points of a crib, for each pair of ranks that a player throws to it.

The table is by M. Schell, who combined the tables of C. Hessel, D. Colvert and G. Rasmussen:
http://www.cribbageforum.com/SchellDiscard.htm
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_OWN = """
5.38
4.23 5.72
4.52 7.00 5.94
5.43 4.52 4.91 5.63
5.45 5.45 5.97 6.48 8.79
3.85 3.93 3.81 3.85 6.63 5.76
3.85 3.81 3.58 3.72 6.01 4.98 5.92
3.80 3.66 3.92 3.83 5.48 4.63 6.53 5.45
3.40 3.71 3.78 3.72 5.43 5.13 4.04 4.72 5.16
3.42 3.55 3.57 3.59 6.66 3.17 3.23 3.80 4.29 4.76
3.65 3.84 3.90 3.88 7.00 3.41 3.53 3.52 3.97 4.61 5.33
3.42 3.58 3.59 3.59 6.63 3.23 3.23 3.19 2.99 3.31 4.81 4.79
3.41 3.52 3.67 3.60 6.66 3.13 3.26 3.16 3.06 2.84 3.96 3.46 4.58
"""
_OTHERS = """
6.02
5.07 6.38
5.07 7.33 6.68
5.72 5.33 5.96 6.53
6.01 6.11 6.78 7.26 9.37
4.91 4.97 4.87 5.34 7.47 7.08
4.89 4.97 5.01 4.88 7.00 6.42 7.14
4.85 4.94 5.05 4.94 6.30 5.86 7.63 6.82
4.55 4.70 4.87 4.68 6.15 6.26 5.26 5.83 6.39
4.48 4.59 4.63 4.53 7.41 4.31 4.31 5.10 5.43 6.08
4.68 4.81 4.86 4.85 7.76 4.57 4.68 4.59 4.96 5.63 6.42
4.33 4.56 4.59 4.46 7.34 4.22 4.32 4.31 4.11 4.61 5.46 5.79
4.30 4.45 4.48 4.36 7.25 4.14 4.27 4.20 4.03 3.88 4.77 4.49 5.65
"""


def published_cribs(*, own: bool) -> NDArray[np.float32]:
    """Return the published average points of the crib, indexed by the two ranks thrown; shape (13, 13).

    `own` is True if the crib belongs to the player who throws the cards, False if it is the opponent's.
    """
    table = np.zeros((13, 13), np.float32)
    for high, line in enumerate((_OWN if own else _OTHERS).split("\n")[1:14]):
        for low, mean in enumerate(line.split()):
            table[low, high] = table[high, low] = float(mean)
    return table
