"""Save the learnt policies for throwing and playing in a file, so that they need not be learnt again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from engine.coach.generate.play_policy import PlayPolicy, new_policy, slot
from engine.coach.generate.tables_run import GeneratedTables, Numbers, run
from engine.coach.generate.throwing import KINDS, Policy


class Policies(NamedTuple):
    """The policies for throwing and playing that simulated players have learnt.

    Attributes:
        dealer: the dealer's policy for throwing. Its `habits` are not saved, and are set to 0.
        pone: pone's policy for throwing. Its `habits` are not saved either, and are set to 0.
        play: the policy that both players follow in the play. Its `regrets` are not saved either, and are set
            to 0.
    """

    dealer: Policy
    pone: Policy
    play: PlayPolicy


def policies(path: Path, numbers: Numbers, say: Callable[[str], object]) -> Policies:
    """Return the policies for throwing and playing that are stored in a file.

    If the file does not exist, run the table generator and save its policies in the file first.

    Args:
        path: the path to the file.
        numbers: the settings for the table generator, such as the number of deals.
        say: a function that is called with each progress message of the table generator.
    """
    if not path.exists():
        save(run(numbers, say), path)
    with np.load(path) as saved:
        play = new_policy()
        _fill(saved["situations"], saved["weights"], play.keys, play.weights)
        return Policies(_policy(saved["dealer"]), _policy(saved["pone"]), play)


@njit(cache=True)
def _fill(
    situations: NDArray[np.uint64],
    found: NDArray[np.float32],
    keys: NDArray[np.uint64],
    weights: NDArray[np.float32],
) -> None:
    for number in range(len(situations)):
        at = slot(keys, situations[number])
        keys[at] = situations[number]
        weights[at] = found[number]


def save(result: GeneratedTables, path: Path) -> None:
    """Write the learnt policies for throwing and playing to a file."""
    used = np.flatnonzero(result.play.keys)
    np.savez(
        path,
        dealer=result.throwing.dealer.throws,
        pone=result.throwing.pone.throws,
        situations=result.play.keys[used],
        weights=result.play.weights[used],
    )


def _policy(throws: NDArray[np.float32]) -> Policy:
    return Policy(throws, np.zeros(KINDS))
