"""Run all benchmarks, and print a table of the results.

A row of the table contains a result, the target for it, and a reference measured in the same run. Some rows
have no target or no reference.
"""

from __future__ import annotations

import argparse

from tests.benchmarks import (
    after_deal,
    archiving,
    boot,
    broker,
    card,
    clips,
    coach,
    engine,
    followers,
    page,
    phones,
    random_keys,
    start,
    voice,
    wire,
)

Row = tuple[str, str, str, str]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="run fewer rounds, for a rough comparison only")
    quick = parser.parse_args().quick
    rows: list[Row] = [("what", "measured", "to reach", "reference in the same run")]
    rows += engine.rows_of_deals(200 if quick else 5000)
    rows += engine.rows_of_hands(1 if quick else 7)
    rows += coach.rows(10 if quick else 100)
    rows += engine.rows_of_questions(200 if quick else 5000)
    rows += wire.rows(1 if quick else 7)
    rows += wire.rows_of_window(1 if quick else 5)
    rows += voice.rows(3 if quick else 30)
    rows += clips.rows(3 if quick else 15)
    rows += followers.rows(1 if quick else 5)
    rows += page.rows(10 if quick else 100)
    rows += phones.rows(5 if quick else 50, 2 if quick else 30)
    rows += broker.rows(20 if quick else 200)
    rows += wire.rows_of_displays(1 if quick else 5)
    rows += start.rows(3 if quick else 15)
    rows += boot.rows(3 if quick else 15, 3 if quick else 300)
    rows += after_deal.rows(1 if quick else 7)
    rows += archiving.rows(3 if quick else 50)
    rows += card.rows(1 if quick else 4)
    rows += random_keys.rows(4000 if quick else 40_000)
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    for row in rows:
        print("  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip())


if __name__ == "__main__":
    main()
