"""The current club night: handle the messages from the boards, store the results, and update the web page."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from firmware_py.mqtt.topics import BOARD, GAME, GAMES, ONLINE, PRESENCE, STATE
from firmware_py.system.errors import UsageError
from firmware_py.words.english import English

from .evening_file import Evening, read_evening
from .page_objects import Object, result_object, round_now, round_objects, standing_object, table_object
from .results import Result, results_csv
from .results_file import ResultsFile
from .rounds import standing
from .server import LatestPage, PagePart
from .tables import Tables, Undone, Won, name_of, read_game, read_games, read_object, read_state

KEPT_IN_MEMORY = "the results are kept in memory until they can be stored: keep 'muggins club' running"
"""The end of the warning that results cannot be written."""
LARGEST = 65536
"""The maximum size, in bytes, of a message. Larger ones are ignored."""
LONGEST_BOARD = 64
"""The maximum number of characters in the id of a board."""
NEAR = 10
"""The number of rounds that the page shows, beginning with the one that is being played."""
LISTED = 300
"""The maximum number of results that the page lists. The CSV contains all of them."""


class LiveEvening:
    """A club night with its tables, results and pairings, and the web page that shows them.

    Attributes:
        latest: the current content of the page.
    """

    def __init__(
        self,
        folder: Path,
        words: English,
        complain: Callable[[str], object],
        now: Callable[[], float] = time.time,
    ) -> None:
        """Create the club night, and read the results that have already been stored.

        Args:
            folder: the folder for the club's files: all results, and the pairings for this club night.
            words: the message catalogue of the club's page.
            complain: a function that is called with an error message if a file cannot be read or written.
            now: a function that returns the time in seconds since 1970. The time is used only for display.

        Raises:
            UsageError: the file with the results cannot be read or written.
        """
        self._folder, self._words, self._complain, self._now = folder, words, complain, now
        self._file = ResultsFile(folder)
        self._evening = Evening()
        self._rounds: list[Object] = []
        self._now_played = 0
        self._is_connected = False
        self._is_stored = True
        self.latest = LatestPage(self._part)
        self._tables = Tables(lambda board: self.latest.changed(("tables", board)))

    def begin(self) -> None:
        """Load the club night stored in the folder, and show it on the page.

        This must be called in the event loop.

        Raises:
            UsageError: the file that stores the club night cannot be read, or is not valid.
        """
        self.latest.changed(("club", "broker"))
        self._begin_evening(read_evening(self._folder))

    def look_for_draw(self) -> None:
        """Read the file with the pairings again, and update the page if the file has changed."""
        try:
            found = read_evening(self._folder)
        except UsageError as error:
            self._complain(str(error))
            return
        if found != self._evening:
            self._begin_evening(found)

    def connect(self, is_connected: bool) -> None:
        """Record whether the program is connected to the broker."""
        self._is_connected = is_connected
        self.latest.changed(("club", "broker"))

    def hear(self, board: str, kind: str, payload: bytes) -> None:
        """Handle a message about a board.

        Args:
            board: the board's id, according to the topic.
            kind: the kind of message (`firmware_py.mqtt.topics.KINDS`).
            payload: the content of the message. Invalid messages are ignored.
        """
        if len(board) > LONGEST_BOARD or len(payload) > LARGEST:
            return
        if kind == PRESENCE:
            self._tables.connect(board, payload == ONLINE.encode())
        elif kind == BOARD:
            self._hear_name(board, payload)
        elif kind == STATE:
            self._hear_state(board, payload)
        elif kind == GAME:
            self._hear_game(board, payload)
        elif kind == GAMES:
            self._hear_games(board, payload)

    def store(self) -> None:
        """Save all unsaved results to disk. If this fails, keep them in memory.

        If several attempts in a row fail, only the first failure is logged. The next success is also logged.
        """
        try:
            self._file.store()
        except UsageError as error:
            if self._is_stored:
                self._complain(f"{error}; {KEPT_IN_MEMORY}")
            self._is_stored = False
            return
        if not self._is_stored:
            self._complain("all results are stored again")
        self._is_stored = True

    def csv(self) -> str:
        """Return all results as CSV, including those of earlier club nights."""
        return results_csv(self._file.results.since(0), self._words)

    def close(self) -> None:
        """Save the results, close their file, and end all requests that wait for the page to change."""
        self.latest.end()
        self.store()
        self._file.close()

    def _hear_name(self, board: str, payload: bytes) -> None:
        name = read_object(payload).get("name")
        if isinstance(name, str):
            self._tables.name(board, name_of(name))

    def _hear_state(self, board: str, payload: bytes) -> None:
        if not payload:  # somebody has removed the board from the broker
            self._tables.forget(board)
        elif state := read_state(payload):
            self._tables.show(board, state)

    def _hear_game(self, board: str, payload: bytes) -> None:
        if game := read_game(payload):
            self._take(board, game)
            self.store()

    def _hear_games(self, board: str, payload: bytes) -> None:
        """Handle a message that lists a board's latest games, and record any results that the club missed.

        If the board is new to the club, it played the listed games before it joined. Their results do not
        count, so only the IDs of these games are stored.
        """
        games = read_games(payload)
        if games is None:
            return
        if self._file.results.has_met(board):
            for game in games:
                self._take(board, game)
        else:
            self._file.meet(board, [game.game for game in games])
        self.store()

    def _take(self, board: str, game: Won | Undone) -> None:
        """Store the result of a finished game, or mark a result as undone. Ignore a repeated message."""
        if isinstance(game, Won):
            label = self._tables.label(board)
            number = self._file.add(Result(board, game.game, label, *game[1:], self._now()))
        else:
            number = self._file.undo(board, game.game)
        if number is not None:
            self.latest.changed(("results", str(number)))
            if number > LISTED:
                self.latest.changed(("results", str(number - LISTED)))
            self._show_evening()

    def _begin_evening(self, evening: Evening) -> None:
        for number in range(1, len(self._rounds) + 1):  # rounds of another draw disappear
            self.latest.changed(("rounds", str(number)))
        self._evening = evening
        for number in range(1, len(self._file.results) + 1):
            self.latest.changed(("results", str(number)))
        self._show_evening()

    def _show_evening(self) -> None:
        draw = self._evening.draw
        self._rounds = round_objects(draw, self._file.results, self._words) if draw else []
        self._now_played = round_now(self._rounds)
        self.latest.changed(("club", "standing"))
        self.latest.changed(("club", "round"))
        for number in range(1, len(self._rounds) + 1):
            self.latest.changed(("rounds", str(number)))

    def _part(self, part: PagePart) -> Any:
        """Return the content of a part of the page, ready for JSON, or None if the part is not shown."""
        results = self._file.results
        match part:
            case ("tables", board):
                table = self._tables[board]
                return table_object(table, self._tables.label(board), self._words) if table.is_known else None
            case ("results", text):
                number = int(text)
                is_listed = number > max(self._evening.after, len(results) - LISTED)
                return result_object(results.numbered(number), self._words) if is_listed else None
            case ("club", "standing"):
                return standing_object(standing(results.counting(self._evening.after), self._words))
            case ("rounds", text):
                number = int(text)
                is_near = self._now_played - 1 <= number < self._now_played + NEAR
                return self._rounds[number - 1] if is_near and number <= len(self._rounds) else None
            case ("club", "round"):
                return self._now_played
            case ("club", "broker"):
                return self._is_connected
        return None
