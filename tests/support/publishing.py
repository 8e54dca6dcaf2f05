"""The `muggins publish` command, running in a separate process beside a board."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from tests.support.broker import Broker, Heard, Subscriber
from tests.support.command import ENVIRONMENT, MUGGINS
from tests.support.deadline import until
from tests.support.followed_board import FollowedBoard
from tests.support.processes import ended

AT_ONCE = 25
"""The number of keys to press before waiting for the subscriber. A view lists the last 32 key presses."""


class Followed(NamedTuple):
    """The view file and the environment of a board that other programs can follow.

    Attributes:
        view: the path to the view file.
        environment: the environment variables that other programs use to find this board.
    """

    view: Path
    environment: Mapping[str, str]


class Publishing:
    """A running `muggins publish`, which sends the messages of a board to an MQTT broker."""

    def __init__(
        self,
        board: FollowedBoard | Followed,
        broker: Broker,
        settings: str = "",
        environment: Mapping[str, str] | None = None,
    ) -> None:
        """Start `muggins publish`.

        Args:
            board: the board whose games are published.
            broker: the MQTT broker.
            settings: additional lines for the table `[mqtt]` of the program's configuration.
            environment: additional environment variables.
        """
        folder = board.view.parents[1]
        config = folder / "publish.toml"
        config.write_text(f'extends = "bare"\n[mqtt]\nhost = "127.0.0.1"\nport = {broker.port}\n{settings}\n')
        self._log = folder / "publish.log"
        self._arguments = (*MUGGINS, "publish", "--config", str(config))
        self._environment = {**ENVIRONMENT, **board.environment, **(environment or {})}
        self.process = self._started()

    def start(self) -> None:
        """Start `muggins publish` again after it has ended."""
        self.process = self._started()

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Send a signal to `muggins publish`, wait until it has ended, and return its exit status."""
        self.process.send_signal(number)
        return ended(self.process)

    def wait_for_line(self, words: str) -> None:
        """Wait until `muggins publish` has logged a line that contains these words.

        Raises:
            TimeoutError: no such line was logged in time.
        """
        until(lambda: words in self.log(), words)

    def log(self) -> str:
        return self._log.read_text(encoding="utf-8")

    def close(self) -> None:
        self.process.kill()
        self.process.wait()

    def _started(self) -> subprocess.Popen[bytes]:
        with self._log.open("ab") as log:
            return subprocess.Popen(self._arguments, env=self._environment, stderr=log)


def is_online(heard: list[Heard]) -> bool:
    """Return True if the last message about the board's presence is `online`."""
    found = [each.text for each in heard if each.kind == "presence"]
    return bool(found) and found[-1] == "online"


def events(subscriber: Subscriber) -> list[Heard]:
    """Return the messages about key presses that a subscriber has received, in order and without duplicates.

    Raises:
        AssertionError: a message was received twice with different contents.
    """
    found: dict[str, Heard] = {}
    for each in subscriber.of("event"):
        assert found.setdefault(each.json["event"], each).text == each.text
    return list(found.values())


def press(board: FollowedBoard, subscriber: Subscriber, words: list[str]) -> None:
    """Press keys on a board, and wait until a subscriber has received the messages about them."""
    before = len(events(subscriber))
    for begin in range(0, len(words), AT_ONCE):
        some = words[begin : begin + AT_ONCE]
        assert board.press(*some).status == 0
        due = before + begin + len(some)
        subscriber.wait(lambda _, due=due: len(events(subscriber)) >= due, f"{due} presses")
