"""Compare the coach's estimates of the chance of winning with the results of simulated games.

    python -m engine.coach.generate.proofs {table,moments} --policies FILE

`table` checks the coach's table of chances before a deal, with games that start at 200 random scores.
`moments` checks the coach's estimate at one random moment in each game.

FILE contains the learnt policies: the probabilities with which simulated players choose their cards. If FILE
does not exist, the table generator (`engine.coach.generate`) runs first, and its policies are saved.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from engine.coach.generate.moments import moments_proof
from engine.coach.generate.saved_policies import policies
from engine.coach.generate.table_proof import table_proof
from engine.coach.generate.tables_run import Numbers


def main(arguments: list[str] | None = None) -> int:
    """Run the check named on the command line, and return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m engine.coach.generate.proofs", description=__doc__.split("\n")[0]
    )
    parser.add_argument("what", choices=("table", "moments"), help="what to prove")
    parser.add_argument("--policies", type=Path, required=True, help="the file that keeps the policies")
    parser.add_argument("--scores", type=int, default=200, help="number of scores to play games from")
    parser.add_argument("--games", type=int, help="number of games: from each score 10,000, or 20,000 in all")
    parser.add_argument(
        "--moments",
        type=Path,
        default=Path("moments.txt"),
        help="file that keeps the moments, so that the proof can be interrupted (default: moments.txt)",
    )
    parser.add_argument("--seed", type=int, default=1_000, help="seed of the random numbers")
    options = parser.parse_args(arguments)

    def say(line: str) -> None:
        print(line, flush=True)

    players = policies(options.policies, Numbers(), say)
    if options.what == "table":
        table_proof(players, options.scores, options.games or 10_000, options.seed, say)
    else:
        moments_proof(players, options.games or 20_000, options.seed, say, options.moments)
    return 0


if __name__ == "__main__":
    sys.exit(main())
