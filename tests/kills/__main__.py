"""Kill the program at random moments.

The exit status is 1 if the program lost a key press or applied one twice.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from random import Random
from typing import NamedTuple

from tests.kills.killing import MOMENTS, Killing, Loss
from tests.kills.match import match
from tests.kills.program import ForkServer

A_MATCH = 60  # kills, at the most
AT_ONCE = 2


class Result(NamedTuple):
    """The result of a test in which the program is killed repeatedly while it plays matches.

    Attributes:
        moments: the number of kills, keyed by what the program was doing, e.g. `between key presses`.
        presses: how many key presses the program confirmed before it was killed, in total.
        matches: the number of matches played.
        loss: a description of what was lost; None if nothing was lost.
    """

    moments: Counter[str]
    presses: int = 0
    matches: int = 0
    loss: str | None = None


def kill(times: int, seed: str, folder: Path) -> Result:
    """Play random matches, and kill the program `times` times in total.

    Stop early if a kill loses a key press or damages a file.

    Args:
        times: how many times to kill the program.
        seed: the seed for the random keys and for the random times of the kills.
        folder: a folder for the program's files. If something is lost, the files of that match are kept.
    """
    random = Random(seed)
    result = Result(Counter())
    with closing(ForkServer()) as fork_server:
        while result.moments.total() < times:
            keyed = match(random)
            here = folder / f"match-{seed}-{result.matches}"
            here.mkdir()
            killing = Killing(keyed, here, fork_server, random)
            try:
                killing.run(min(A_MATCH, times - result.moments.total()))
            except Loss as loss:
                (here / "words").write_text(" ".join((*keyed.arguments, *keyed.words)))
                return result._replace(loss=f"{loss} (seed {seed}, match {result.matches}: see {here})")
            shutil.rmtree(here)
            moments, presses = result.moments + killing.moments, result.presses + killing.presses
            result = Result(moments, presses, result.matches + 1)
    return result


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.kills", description=__doc__)
    parser.add_argument("--times", type=int, default=1000, help="number of kills (default: 1000)")
    parser.add_argument("--seed", default="1", help="seed of the random keys and moments (default: 1)")
    parser.add_argument("--folder", type=Path, help="folder for the journals (default: a temporary folder)")
    options = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="kills-", dir=options.folder))
    with ThreadPoolExecutor(AT_ONCE) as pool:
        shares = [(options.times + place) // AT_ONCE for place in range(AT_ONCE)]
        seeds = [f"{options.seed}.{place}" for place in range(AT_ONCE)]
        results = list(pool.map(kill, shares, seeds, [folder] * AT_ONCE))
    moments = sum((result.moments for result in results), Counter[str]())
    for moment in MOMENTS:
        print(f"{moments[moment]:>6}  {moment}")
    losses = [result.loss for result in results if result.loss]
    for loss in losses:
        print(f"LOST: {loss}", file=sys.stderr)
    if not losses:
        shutil.rmtree(folder)
    print(
        f"seed {options.seed}: killed {moments.total()} times in {sum(r.matches for r in results)} matches, "
        f"{sum(r.presses for r in results)} presses confirmed, {len(losses) or 'none'} lost"
    )
    return 1 if losses else 0


if __name__ == "__main__":
    sys.exit(main())
