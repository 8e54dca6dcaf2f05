"""Generate the coach's tables, and print the figures that show how good they are.

    python -m engine.coach_tables [--rounds N] [--deals N] [--samples N] [--courses N] [--seed N]
        [--out FOLDER]

By default this takes about half an hour. The same options always give the same tables.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from engine.coach_tables.run import Numbers, run, write


def main(arguments: list[str] | None = None) -> int:
    """Run the table generator with these command-line arguments, and return its exit status.

    If `arguments` is None, use the arguments of the process.
    """
    parser = argparse.ArgumentParser(prog="python -m engine.coach_tables", description=__doc__.split("\n")[0])
    usual = Numbers()
    parser.add_argument(
        "--rounds",
        type=int,
        default=usual.rounds,
        help="number of rounds in which both players adapt their throws",
    )
    parser.add_argument(
        "--deals", type=int, default=usual.deals, help="number of deals from which to learn the play"
    )
    parser.add_argument(
        "--samples", type=int, default=usual.samples, help="number of deals to play for each hand"
    )
    parser.add_argument(
        "--courses", type=int, default=usual.courses, help="number of deals to follow from each score"
    )
    parser.add_argument("--seed", type=int, default=usual.seed, help="seed of the random numbers")
    tables = Path(__file__).parents[1] / "coach"
    parser.add_argument("--out", type=Path, default=tables, help="the folder in which to write the tables")
    options = parser.parse_args(arguments)
    numbers = Numbers(options.rounds, options.deals, options.samples, options.courses, options.seed)
    result = run(numbers, say=lambda line: print(line, flush=True))
    write(result, numbers, options.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
