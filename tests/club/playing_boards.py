"""Boards that play whole games, and publish them with the classes of `muggins publish`.

    python -m tests.club.playing_boards

The first line of standard input contains the `Settings` as JSON. The commands `report` and `stop` may follow,
one per line. Each is answered with a line of JSON that describes what has been played so far. The answer to
`stop` is printed when the broker has received all messages. The program then ends.
"""

from __future__ import annotations

import hashlib
import json
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from engine.prompts import Prompt
from firmware_py.board.board import Board
from firmware_py.config.programs import MqttSettings
from firmware_py.input.keys import Key, Press
from firmware_py.mqtt.messages import Progress
from firmware_py.mqtt.publisher import Publisher
from firmware_py.outputs.view_json import ViewFile
from firmware_py.window.folder import VIEW
from firmware_py.window.seen import SeenBoard
from tests.benchmarks.measure import MEMORY
from tests.support import keyed
from tests.support.broker import Running
from tests.support.table import Table

SECOND_THOUGHTS = 0.3  # the probability that the players undo the last key press of a game, and repeat it


class Settings(NamedTuple):
    """The settings of a process in which boards play.

    Attributes:
        port: the broker's port.
        first: the number of the first board. The other boards are numbered consecutively from there.
        number: how many boards play in this process.
        pace: the average time between two key presses on a board, in seconds.
        wrong_clock: True if the clock of these boards is wrong.
    """

    port: int
    first: int
    number: int
    pace: float
    wrong_clock: bool


def board_of(number: int) -> str:
    return hashlib.sha256(str(number).encode()).hexdigest()[:12]


class PlayingBoard:
    """A board on which games are played one after another.

    Attributes:
        presses: for each key press, the sequence number of the view that shows it, and the time at which this
            view was published.
    """

    def __init__(self, settings: Settings, number: int, folder: Path) -> None:
        """Start a board, and connect it to the broker.

        Args:
            settings: the settings of this process.
            number: the board's number, which determines its ID, its players' names and its random choices.
            folder: the folder for the board's view file.
        """
        self._random = Random(number)
        self._names = (f"Ann{number}", f"Zoë{number}")
        self._board = self._new_board()
        self._file, self._folder = ViewFile(folder, 0o750), folder
        # The first two boards have the same name.
        name = f"Table {max(1, number)}"
        broker = MqttSettings(host="127.0.0.1", port=settings.port, name=name, discovery=False)
        self.id = board_of(number)
        self._publisher = Publisher(self.id, broker, Progress(), save=lambda _: None, warn=lambda _: None)
        self._keys = self._games()
        self.presses: list[tuple[int, float]] = []
        self._finished: list[tuple[list[str], list[int]]] = []
        self._file.write(self._board)
        self._publish()
        will = self._publisher.will
        self._running = Running(broker, self._publisher, f"muggins-{self.id}", will=will)

    def press(self) -> None:
        key = Key.parse(next(self._keys))
        self._file.write(self._board, [(Press(key), self._board.press(key))])
        sequence = self._publish()
        self._running.connection.wake()
        self.presses.append((sequence, time.monotonic()))

    @property
    def results(self) -> list[tuple[list[str], list[int]]]:
        """The players' names and final scores for each finished game, excluding games that were undone."""
        return [*self._finished, *self._won_now()]

    def close(self) -> None:
        """Close the connection once the broker has received all messages."""
        self._running.stop()

    def _publish(self) -> int:
        view = SeenBoard.of(json.loads((self._folder / VIEW).read_bytes()))
        self._publisher.hear(view)
        return view.sequence

    def _new_board(self) -> Board:
        start = (self._random.randint(60, 110), self._random.randint(60, 110))
        return keyed.board(start=start, names=self._names)

    def _games(self) -> Iterator[str]:
        """Yield one key after another, for an endless series of games.

        In some games, the last key is undone and pressed again.
        """
        while True:
            table = Table(self._random)
            last = ""
            for last in table.keys(lambda: self._board.history.game):
                yield last
            if self._random.random() < SECOND_THOUGHTS:
                yield "UNDO"
                yield last
            self._finished += self._won_now()
            yield "OK"

    def _won_now(self) -> list[tuple[list[str], list[int]]]:
        """Return a one-item list with the names and final scores, or an empty list during a game."""
        game = self._board.history.game
        return [(list(self._names), [side.front for side in game.sides])] * (game.prompt is Prompt.GAME_OVER)


def play(settings: Settings, stopped: threading.Event, boards: list[PlayingBoard]) -> None:
    """Press keys on the boards at random moments, until `stopped` is set."""
    random = Random(settings.first)
    due = [time.monotonic() + random.uniform(0, 2 * settings.pace) for _ in boards]
    while not stopped.is_set():
        index = min(range(len(boards)), key=due.__getitem__)
        if stopped.wait(max(0.0, due[index] - time.monotonic())):
            return
        boards[index].press()
        due[index] = max(due[index], time.monotonic() - settings.pace) + random.uniform(0, 2 * settings.pace)


def report(boards: list[PlayingBoard]) -> dict[str, Any]:
    """Return the key presses and the results of each board, keyed by the board's ID."""
    return {each.id: {"presses": each.presses, "results": each.results} for each in boards}


def main() -> None:
    """Play games on several boards until the line `stop` arrives on standard input.

    For each line `report`, and at the end, print the key presses and results of the boards as JSON.
    """
    settings = Settings(*json.loads(sys.stdin.readline()))
    if settings.wrong_clock:
        time.time = lambda: 0.0
    stopped = threading.Event()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=MEMORY)))
        boards = []
        for number in range(settings.first, settings.first + settings.number):
            (folder / str(number)).mkdir()
            boards.append(stack.enter_context(closing(PlayingBoard(settings, number, folder / str(number)))))
        player = threading.Thread(target=play, args=(settings, stopped, boards))
        player.start()
        print("ready", flush=True)
        for word in sys.stdin:
            if word.strip() == "report":
                print(json.dumps(report(boards)), flush=True)
                continue
            stopped.set()
            player.join()
            break
    print(json.dumps(report(boards)), flush=True)


if __name__ == "__main__":
    main()
