"""A club night in several processes: a broker, `muggins club`, and the boards."""

from __future__ import annotations

import calendar
import json
import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.club.listeners import EventListener, PageListener
from tests.club.playing_boards import Settings
from tests.support.broker import Broker
from tests.support.command import ENVIRONMENT, MUGGINS
from tests.support.deadline import PATIENCE, until
from tests.support.machine import free_port
from tests.support.processes import Lines, ended

IN_A_PROCESS = 75
"""The largest number of boards in one process."""
KEPT = ("allow_anonymous true", "persistence true", "autosave_interval 1", "max_queued_messages 10000")
"""The settings of the broker that hardware/club.md recommends."""

Played = dict[str, dict[str, Any]]
Arrivals = Mapping[str, Sequence[tuple[int, float]]]


class BoardsProcess:
    """A process in which several boards play games and publish them."""

    def __init__(self, settings: Settings) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.club.playing_boards"],
            env=ENVIRONMENT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=False,
        )
        assert self._process.stdout
        self._lines = Lines(self._process.stdout)
        self._say(json.dumps(settings))
        if self._lines.line() != "ready":
            raise AssertionError("the boards did not start")

    def report(self) -> Played:
        self._say("report")
        found: Played = json.loads(self._lines.line())
        return found

    def stop(self) -> Played:
        """Stop all games, wait until the broker has received all messages, and return what was played."""
        self._say("stop")
        found: Played = json.loads(self._lines.line())
        ended(self._process)
        return found

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream:
                stream.close()

    def _say(self, word: str) -> None:
        assert self._process.stdin
        self._process.stdin.write(f"{word}\n".encode())
        self._process.stdin.flush()


class ClubsEvening:
    """A club night: a broker, a club with its page, and boards that play."""

    def __init__(
        self, folder: Path, boards: int, pace: float, *, pages: int = 1, keeps: Sequence[str] = KEPT
    ) -> None:
        """Start the broker, the club, and the boards.

        The boards run in several processes. In the last of these processes, the clock is wrong.

        Args:
            folder: a folder for the files of the broker and the club.
            boards: the number of boards.
            pace: the average time between two key presses on a board, in seconds.
            pages: the number of browsers that follow the club's page.
            keeps: the lines of the broker's configuration file; by default, those that hardware/club.md
                recommends.
        """
        self.broker = Broker(folder, *keeps)
        self.port = free_port()
        self.address = f"http://localhost:{self.port}/"
        self._folder = folder
        config = folder / "muggins.toml"
        config.write_text(f'[mqtt]\nhost = "127.0.0.1"\nport = {self.broker.port}\n')
        self._command = [*MUGGINS, "club", "--port", str(self.port), "--config", str(config)]
        self.club = self._start_club()
        self.pages = [PageListener(self.port) for _ in range(pages)]
        self.events = EventListener(self.broker.port)
        until(lambda: self.pages[0].page.get("club", {}).get("broker"), "the club on the broker")
        self._boards = []
        for first in range(0, boards, IN_A_PROCESS):
            number, is_last = min(IN_A_PROCESS, boards - first), first + IN_A_PROCESS >= boards
            self._boards.append(BoardsProcess(Settings(self.broker.port, first, number, pace, is_last)))

    def kill_broker(self, seconds: float) -> None:
        """Kill the broker, as in a power cut, and start it again after `seconds` seconds."""
        self.broker.stop(signal.SIGKILL)
        time.sleep(seconds)
        self.broker.start()

    def restart_club(self, meanwhile: Callable[[], object] = lambda: None) -> None:
        """Kill the club, call `meanwhile`, start the club again, and reopen its pages."""
        self._end_club()
        meanwhile()
        self.club = self._start_club()
        self.pages = [PageListener(self.port) for _ in self.pages]

    def played(self) -> Played:
        return {board: played for each in self._boards for board, played in each.report().items()}

    def stop_boards(self) -> Played:
        return {board: played for each in self._boards for board, played in each.stop().items()}

    def memory(self) -> int:
        """Return the peak memory use of the club's server process, in kilobytes."""
        status = Path(f"/proc/{self.club.pid}/status").read_text()
        return int(status.partition("VmHWM:")[2].split()[0])

    def _start_club(self) -> subprocess.Popen[bytes]:
        club = subprocess.Popen(
            self._command,
            env=ENVIRONMENT | {"STATE_DIRECTORY": os.fspath(self._folder / "club")},
            stdout=subprocess.PIPE,
        )
        assert club.stdout
        assert f":{self.port}/" in Lines(club.stdout).line(), "the club did not start"
        return club

    def _end_club(self) -> None:
        for page in self.pages:
            page.close()
        self.club.kill()
        self.club.wait()
        if self.club.stdout:
            self.club.stdout.close()

    def _rows(self) -> list[list[str]]:
        with urllib.request.urlopen(f"http://localhost:{self.port}/results.csv", timeout=PATIENCE) as csv:
            return [line.split(",") for line in csv.read().decode("utf-8-sig").splitlines()[1:]]

    def times(self) -> list[float]:
        """Return the end times of all games in the club's CSV results, in seconds since 1970."""
        return [calendar.timegm(time.strptime(row[1], "%Y-%m-%dT%H:%M:%SZ")) for row in self._rows()]

    def results(self) -> Counter[tuple[str, ...]]:
        """Count the games in the club's CSV file, by names and scores, e.g. `("Ann", "121", "Zoë", "98")`."""
        return Counter(tuple(row[3:7]) for row in self._rows())

    def close(self) -> None:
        for boards in self._boards:
            boards.close()
        self._end_club()
        self.events.close()
        self.broker.close()


def expected_results(played: Played) -> Counter[tuple[str, ...]]:
    """Return how often each result occurred. A result looks like `("Ann", "121", "Zoë", "98")`."""
    return Counter(
        (names[0], str(scores[0]), names[1], str(scores[1]))
        for each in played.values()
        for names, scores in each["results"]
    )


def delays(played: Played, arrivals: Arrivals, *, since: float, until_time: float) -> list[float]:
    """Return the delay between each key press and its appearance on the club's page, in seconds, sorted.

    Args:
        played: the key presses on each board, with their times.
        arrivals: for each board, the sequence numbers of the views on the page, with their arrival times.
        since: the time before which key presses are ignored.
        until_time: the time after which key presses are ignored.
    """
    found = []
    for board, each in played.items():
        shown = iter(arrivals.get(board, []))
        sequence, at = 0, 0.0
        for wanted, pressed in each["presses"]:
            if since < pressed < until_time:
                while sequence < wanted or at < pressed:
                    sequence, at = next(shown, (sys.maxsize, float("inf")))
                found.append(at - pressed)
    return sorted(found)


def p99(delays: Sequence[float]) -> float:
    return delays[min(len(delays) - 1, int(len(delays) * 0.99))]
