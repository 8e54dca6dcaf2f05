"""Check that the coach gives advice after each deal on the installed board, despite the service's sandbox."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from firmware_py.board.loop import REST
from tests.appliance.board import Board, Row
from tests.appliance.debian_image import ROOT
from tests.appliance.faults import CONFIGURATION, PROCESS, RELOAD, no_unit_failed
from tests.appliance.guest_files import COACH

DEALS = 2
"""The number of deals. For the first one, the machine reads the coach's files from its disk."""
SWITCH = 'coach = "after_deal"'
GUIDE = ROOT / "firmware_py/REFERENCE.md"
_KEPT, _FOUND = "/run/kept.toml", "/run/coach"
_PAGE = 'python3 -c \'import json; print(json.dumps(json.load(open("/run/muggins/view.json"))["page"]))\''
_LONGEST = 120
"""The time limit for a deal and its advice, in seconds. It is longer on a slow machine."""
_PAGES = 12
"""The number of times that OK is pressed. There are fewer pages."""
_MOST = 512
"""The most memory, in kilobytes, that advice may leave in the board. The coach needs forty times as much."""
_REFUSALS = "permi(ssion|tted)|denied|seccomp|could not work out"
"""A regular expression for the lines of the systemd journal that would tell of a refusal."""


def advise(board: Board) -> list[float]:
    """Switch the coach on, play deals, and check the advice and the process that worked it out.

    Return how many seconds of processor time the coach needed after each deal.
    """
    board.guided(SWITCH, guide=GUIDE)
    told = board.presses
    found: list[dict[str, float]] = []
    _play_without_advice(board)
    since = board.must("journalctl --lines=0 --show-cursor --quiet").removeprefix("-- cursor: ")
    with _switched_on(board):
        for _ in range(DEALS):
            last = board.keys.end_of_deal(board.presses + 1)
            board.type(last - board.presses - 1)
            _watch(board)
            board.type(1)
            found.append(_found(board))
            _check_process(board, found[-1])
            _check_pages(board)
    refused = board.machine.run(f"journalctl --after-cursor='{since}' --grep='{_REFUSALS}' --quiet").text
    board.check(not refused, f"the systemd journal tells of a refusal: {refused}")
    lost = board.settle(board.presses)
    no_unit_failed(board)
    back, costs, kilobytes, left = (
        [each.get(name, 0.0) for each in found] for name in ("seconds", "cpu", "kilobytes", "more kilobytes")
    )
    board.report(Row("a deal with the coach's advice", DEALS, board.presses - told, lost, back))
    board.note(
        f"the coach's advice took {' and '.join(map(str, costs))} s of processor time and "
        f"{max(kilobytes) / 1024:.0f} MB at its peak; the board grew by {max(left) / 1024:.1f} MB"
    )
    return costs


def _play_without_advice(board: Board) -> None:
    """Play to the end of a deal, and wait until the board has shortened its journal.

    That takes more than a megabyte once, and is due at the end of the first deal after a finished game.
    """
    board.type(board.keys.end_of_deal(board.presses + 1) - board.presses)
    times = f"cut --delimiter=' ' --fields=14,15 /proc/{PROCESS}/stat"
    at_rest = f'until before=$({times}); sleep {REST + 1}; test "$before" = "$({times})"; do :; done'
    board.must(at_rest, _LONGEST)


@contextmanager
def _switched_on(board: Board) -> Iterator[None]:
    board.must(f"cp -a {CONFIGURATION} {_KEPT}")
    board.must(f"printf '\\n[game]\\n{SWITCH}\\n' >> {CONFIGURATION} && {RELOAD}")
    yield
    board.must(f"cat {_KEPT} > {CONFIGURATION} && {RELOAD}")


def _watch(board: Board) -> None:
    """Start the program `guest_coach` on the board's machine, and wait until it is ready.

    `guest_coach` measures the coach's process.
    """
    seconds = _LONGEST * board.machine.slowness
    # Only a program that always gets the processor at once sees everything that a short process does.
    watch = f"nice --adjustment=-20 python3 /{COACH} {PROCESS} {seconds}"
    board.must(f"( {watch} > {_FOUND} 2>&1 < /dev/null & )")
    board.must(f"until test -s {_FOUND}; do sleep 0.1; done")


def _found(board: Board) -> dict[str, float]:
    """Wait until the coach's process has ended, and return its duration and other measurements by name.

    For example, `seconds` is the duration. If nothing was measured, the dictionary is empty.
    """
    ended = f"until test $(wc --lines < {_FOUND}) -gt 1; do sleep 0.1; done"
    last = board.must(f"{ended}; tail --lines=1 {_FOUND}", _LONGEST)
    found: dict[str, float] = json.loads(last) if last.startswith("{") else {}
    return found


def _check_process(board: Board, found: dict[str, float]) -> None:
    """Check that the coach's process had a lower priority than the board's process, and left nothing behind.

    The process must have ended, and so must the board's thread that waited for it. The board's own memory
    use must have grown by less than `_MOST` kilobytes.

    Args:
        board: the board.
        found: the values measured by `guest_coach`, keyed by name.
    """
    if not found.get("kilobytes"):
        board.check(False, f"no process of the coach was seen: {board.must(f'cat {_FOUND}')}")
        return
    is_lower = found["nice"] > found["board's nice"]
    board.check(is_lower, f"the coach's process has the board's priority: {found}")
    board.check(bool(found["has ended"]), f"the coach's process or its thread has not ended: {found}")
    board.check(found["more kilobytes"] < _MOST, f"the advice stays in the board's memory: {found}")


def _check_pages(board: Board) -> None:
    """Press OK to show the coach's pages, and check that they include a rating of each player's throw."""
    throws: dict[str, list[str]] = {}
    titles: list[str] = []
    while len(throws) < 2 and len(titles) < _PAGES:
        page = _next_page(board)
        titles.append(page["title"])
        if page["title"].startswith("Coach: "):
            throws[page["title"]] = page["lines"]
    board.check(len(throws) == 2, f"OK shows the pages {titles}, but the coach should rate two throws")
    for title, lines in throws.items():
        made, kept, best, *_ = [line.split()[0] for line in lines] + ["", "", ""]
        fine = (made, kept) == ("threw", "kept") and best in ("better:", "No")
        board.check(fine, f"{title}: {lines}")


def _next_page(board: Board) -> dict[str, Any]:
    """Press OK, and return the page that the board shows afterwards."""
    page: dict[str, Any] | None = json.loads(board.must(f"muggins press OK > /dev/null && {_PAGE}"))
    return page or {"title": "", "lines": []}
