"""A club night in several processes: a broker, `muggins club`, and the boards; and who listens to them."""

from __future__ import annotations

import calendar
import http.client
import json
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from firmware_py.config.programs import MqttSettings
from firmware_py.mqtt.connection import Talker
from firmware_py.mqtt.messages import EVENT, GAME, address, topic
from firmware_py.mqtt.outbox import BrokerMessage
from firmware_py.mqtt.session import Session
from tests.benchmarks.measure import of_status
from tests.club.playing_boards import Settings
from tests.support.broker import Broker, Running
from tests.support.command import ENVIRONMENT
from tests.support.deadline import PATIENCE, until
from tests.support.processes import Program
from tests.support.servers import ServedClub

IN_A_PROCESS = 75  # boards, at the most
KEPT = ("allow_anonymous true", "persistence true", "autosave_interval 1", "max_queued_messages 10000")
"""The settings of the broker that hardware/club.md recommends."""

Played = dict[str, dict[str, Any]]
Arrivals = Mapping[str, Sequence[tuple[int, float]]]


class PageListener:
    """A listener that follows a club's page as a browser does, in its own thread.

    Attributes:
        page: the current contents of all parts of the page.
        arrivals: for each board, the sequence numbers of the views on the page, with their arrival times.
        received: the number of bytes received.
    """

    def __init__(self, address: str) -> None:
        self.page: dict[str, dict[str, Any]] = {}
        self.arrivals: dict[str, list[tuple[int, float]]] = {}
        self.received = 0
        self._connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=30)
        self._connection.request("GET", "/views")
        self._answer = self._connection.getresponse()
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def _listen(self) -> None:
        with suppress(OSError, http.client.HTTPException, ValueError, AttributeError):
            while line := self._answer.readline():
                self.received += len(line)
                if line.startswith(b"data: {"):
                    self._show(json.loads(line.removeprefix(b"data: ")))

    def _show(self, news: dict[str, Any]) -> None:
        now = time.monotonic()
        if news.pop("all"):
            self.page = {}
        for kind, parts in news.items():
            self.page.setdefault(kind, {}).update(parts)
        for board, table in news.get("tables", {}).items():
            if table:
                self.arrivals.setdefault(board, []).append((table["sequence"], now))

    def close(self) -> None:
        with suppress(OSError):
            self._connection.close()


class EventListener(Talker):
    """A subscriber to the messages about key presses and games of all boards.

    Attributes:
        presses: for each board ID, the IDs of the key presses on that board.
        undone: the number of games that were undone.
    """

    def __init__(self, port: int) -> None:
        self.presses: dict[str, set[str]] = {}
        self.undone = 0
        self._ready = threading.Event()
        settings = MqttSettings(host="127.0.0.1", port=port)
        self._running = Running(settings, self, "listener", keeps_session=True)
        self._ready.wait(30)

    def connected(self, link: Session) -> None:
        link.subscribe([topic("muggins", "+", kind) for kind in (EVENT, GAME)])
        self._ready.set()

    def received(self, message: BrokerMessage) -> None:
        board, kind = address("muggins", message.topic) or ("", "")
        body = json.loads(message.payload)
        if kind == EVENT:
            self.presses.setdefault(board, set()).add(body["event"])
        elif body.get("undone"):
            self.undone += 1

    def close(self) -> None:
        self._running.stop()


class BoardsProcess(Program):
    """A process in which several boards play games and publish them."""

    def __init__(self, settings: Settings) -> None:
        command = [sys.executable, "-m", "tests.club.playing_boards"]
        super().__init__(command, env=ENVIRONMENT, stdin=subprocess.PIPE)
        self.say(json.dumps(settings))
        assert self.out.line() == "ready"

    def played(self, word: str) -> Played:
        """Return what was played. With the word `stop`, stop all games, and wait for the broker first."""
        self.say(word)
        return json.loads(self.out.line())


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
        self.club = ServedClub(folder / "club", self.broker)
        self.pages = [PageListener(self.club.address) for _ in range(pages)]
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
        self.club.start()
        self.pages = [PageListener(self.club.address) for _ in self.pages]

    def played(self) -> Played:
        return {board: played for each in self._boards for board, played in each.played("report").items()}

    def stop_boards(self) -> Played:
        return {board: played for each in self._boards for board, played in each.played("stop").items()}

    def memory(self) -> int:
        """Return the peak memory use of the club's server process, in kilobytes."""
        return of_status(self.club.process.pid, "VmHWM")

    def _end_club(self) -> None:
        for page in self.pages:
            page.close()
        self.club.stop(signal.SIGKILL)

    def _rows(self) -> list[list[str]]:
        with urllib.request.urlopen(f"{self.club.address}results.csv", timeout=PATIENCE) as csv:
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
