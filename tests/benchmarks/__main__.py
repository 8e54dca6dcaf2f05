"""Run all benchmarks, or those named, and print a table of the results.

A row of the table contains a result, the target for it, and a reference measured in the same run. Some rows
have no target or no reference.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable

from tests.benchmarks import card, coach, engine, followers, random_keys, start, voice, wire
from tests.benchmarks.measure import Row, show

PARTS: dict[str, Callable[[bool], Iterable[Row]]] = {
    "deals": lambda quick: engine.rows_of_deals(200 if quick else 5000),
    "hands": lambda quick: engine.rows_of_hands(1 if quick else 7),
    "coach": lambda quick: coach.rows(10 if quick else 100),
    "questions": lambda quick: engine.rows_of_questions(200 if quick else 5000),
    "wire": lambda quick: wire.rows(1 if quick else 7),
    "voice": lambda quick: voice.rows(3 if quick else 30),
    "followers": lambda quick: followers.rows_of_followers(1 if quick else 5),
    "page": lambda quick: followers.rows_of_page(10 if quick else 100),
    "displays": lambda quick: wire.rows_of_displays(1 if quick else 5),
    "start": lambda quick: start.rows_of_start(3 if quick else 15),
    "boot": lambda quick: start.rows_of_boot(3 if quick else 15, 3 if quick else 300),
    "after_deal": lambda quick: coach.rows_of_after_deal(1 if quick else 7),
    "archiving": lambda quick: card.rows_of_archiving(3 if quick else 50),
    "card": lambda quick: card.rows(1 if quick else 4),
    "random_keys": lambda quick: random_keys.rows(4000 if quick else 40_000),
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="run fewer rounds, for a rough comparison only")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"{', '.join(PARTS)}; by default, all")
    options = parser.parse_args()
    if unknown := set(options.parts) - set(PARTS):
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    show([row for part in options.parts or PARTS for row in PARTS[part](options.quick)])


if __name__ == "__main__":
    main()
