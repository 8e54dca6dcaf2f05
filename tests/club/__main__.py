"""Let many boards play at once with a real broker, kill the broker, and check that nothing is lost.

    python -m tests.club [--boards N] [--seconds SECONDS] [--pace SECONDS] [--pages N] [--cut SECONDS]

The exit status is 1 if a key press or a result is lost, or if the page differs from the boards.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from contextlib import ExitStack, closing
from pathlib import Path
from statistics import median

from tests.benchmarks.measure import p99
from tests.club.evening import ClubsEvening, Played, delays, expected_results
from tests.club.playing_boards import board_of
from tests.support.broker import MOSQUITTO
from tests.support.deadline import PATIENCE

MOST = 1.0  # seconds, within which the page must show 99 percent of the key presses


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    for name, default, text in (
        ("--boards", 300, "number of boards"),
        ("--seconds", 60, "number of seconds before the broker is killed"),
        ("--pace", 2.0, "mean time between two key presses on a board, in seconds"),
        ("--pages", 10, "number of browsers that follow the page"),
        ("--cut", 5, "number of seconds without the broker; 0 not to kill it"),
    ):
        parser.add_argument(name, type=type(default), default=default, help=f"{text} (default: {default})")
    options = parser.parse_args()
    if MOSQUITTO is None:
        print("mosquitto is not installed", file=sys.stderr)
        return 2
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        club = ClubsEvening(folder, options.boards, options.pace, pages=options.pages)
        evening = stack.enter_context(closing(club))
        since = time.monotonic()
        time.sleep(options.seconds)
        cut_at = time.monotonic() - MOST
        if options.cut:
            evening.kill_broker(options.cut)
            time.sleep(20)  # boards that have lost the broker come back within 15 seconds
        played = evening.stop_boards()
        faults = check(evening, played)
        found = delays(played, evening.pages[0].arrivals, since=since, until_time=cut_at)
        print(f"boards               {options.boards}, {options.pace:g} s between two presses")
        print(f"presses              {sum(len(each['presses']) for each in played.values())}")
        print(f"games                {expected_results(played).total()}, {evening.events.undone} undone")
        middle, most = f"median {median(found):.3f} s", f"longest {found[-1]:.3f} s"
        print(f"press to page        {middle}, p99 {p99(found):.3f} s, {most} ({len(found)} presses)")
        print(f"bytes to each page   {evening.pages[0].received / 1e6:.1f} MB")
        print(f"memory of the club   {evening.memory() / 1024:.0f} MB at most")
    if p99(found) > MOST:
        faults.append(f"the page is too slow: {p99(found):.3f} s")
    print("\n".join(faults) or "nothing was lost, and the page agrees with the boards")
    return 1 if faults else 0


def check(evening: ClubsEvening, played: Played) -> list[str]:
    """Wait until the club's pages and results agree with the boards. Return any faults that remain."""
    end = time.monotonic() + PATIENCE
    while faults := _faults(evening, played):
        if time.monotonic() > end:
            break
        time.sleep(0.2)
    return faults


def _faults(evening: ClubsEvening, played: Played) -> list[str]:
    faults = []
    last = {board: max([1, *(sequence for sequence, _ in each["presses"])]) for board, each in played.items()}
    for page in evening.pages:
        tables = page.page.get("tables", {})
        behind = [board for board in played if tables.get(board, {}).get("sequence") != last[board]]
        faults += [f"{len(behind)} tables are out of date on a page"] if behind else []
    for board, each in played.items():
        heard, pressed = len(evening.events.presses.get(board, ())), len(each["presses"])
        faults += [f"{board}: {pressed} presses, {heard} heard"] if heard != pressed else []
    labels = {table["label"] for table in evening.pages[0].page.get("tables", {}).values()}
    names = {f"Table 1 ({board_of(number)[:4]})" for number in (0, 1)}
    if len(played) > 1 and not names <= labels:
        faults.append("two tables with the same name cannot be told apart")
    wanted, found = expected_results(played), evening.results()
    if wanted != found:
        faults.append(f"results: missing {wanted - found}, unknown {found - wanted}")
    return faults


if __name__ == "__main__":
    sys.exit(main())
