"""The current club night: handle the messages from the boards, store the results, and update the web page."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from firmware_py.mqtt.messages import BOARD, GAME, GAMES, ONLINE, PRESENCE, STATE
from firmware_py.system.errors import UsageError
from firmware_py.words.english import English

from .director import nearest
from .evening_file import Evening, read_evening
from .page_objects import (
    Object,
    bracket_object,
    evening_numbers,
    leaver_notes,
    result_object,
    round_object,
    standing_object,
    table_object,
    tie_notes,
)
from .pairing import Draw, Form
from .results import Result, ResultsCsv
from .results_file import ResultsFile
from .rounds import Standings, UnfinishedRounds, champion, draw_now, evening_standings
from .server import LatestPage, PagePart
from .tables import Tables, Undone, Won, is_id, name_of, read_game, read_games, read_object, read_state

KEPT_IN_MEMORY = "the results are kept in memory until they can be stored: keep 'muggins club' running"
"""The end of the warning that results cannot be written."""
LARGEST = 65536
"""The maximum size, in bytes, of a message. Larger ones are ignored."""
NEAR = 10
"""The number of rounds that the page shows from the one that is being played on. Earlier ones stay."""
NEAR_PAIRS = 1000
"""The number of pairs up to which the page shows even more rounds: all those of 40 players, for instance."""
LISTED = 300
"""The maximum number of results that the page lists; with more, it has no cross-table. The CSV has all."""


class LiveEvening:
    """A club night with its tables, results and pairings, and the web page that shows them."""

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
            now: a function that returns the time in seconds since 1970. The time is used only for display.

        Raises:
            UsageError: the file with the results cannot be read or written.
        """
        self._folder, self._words, self._complain, self._now = folder, words, complain, now
        self._file = ResultsFile(folder)
        if self._file.damage:
            complain(self._file.damage)
        self._csv = ResultsCsv(self._file.results, words)
        self._evening = Evening()
        self._draw: Draw | None = None
        self._byes: Counter[str] = Counter()
        self._standings = Standings(words)
        self._unfinished = UnfinishedRounds(None, self._file.results)
        self._players: frozenset[str] = frozenset()
        self._complained_about: set[str] = set()
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
        """Update the page if the file with the pairings has changed, or the director has done something."""
        self._catch_up()
        try:
            found = read_evening(self._folder)
        except UsageError as error:
            self._complain(str(error))
            return
        if found != self._evening:
            self._begin_evening(found)

    def _catch_up(self) -> None:
        try:
            has_changed = self._file.catch_up()
        except UsageError as error:
            self._complain_once("file", str(error))
            return
        if has_changed:
            self._csv.all_changed()
            self._begin_evening(self._evening)

    def connect(self, is_connected: bool) -> None:
        """Record whether the program is connected to the broker."""
        self._is_connected = is_connected
        self.latest.changed(("club", "broker"))

    def hear(self, board: str, kind: str, payload: bytes) -> None:
        """Handle a message about a board.

        Args:
            kind: the kind of message (`firmware_py.mqtt.messages.KINDS`).
            payload: the content of the message. Invalid messages are ignored.
        """
        if not is_id(board) or len(payload) > LARGEST:
            return
        if not self._tables.admit(board):
            self._complain_once("", "there are more boards than a club can have: the others are left out")
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

    async def csv(self) -> Sequence[bytes]:
        """Return all results as CSV in pieces, including those of earlier club nights."""
        return await self._csv.pieces()

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
        if payload:
            self._take(board, [read_game(payload)])

    def _hear_games(self, board: str, payload: bytes) -> None:
        """Record the results that the club missed. Games played before the board joined do not count."""
        games = read_games(payload)
        if games is None:
            return
        if not self._file.results.has_met(board):
            self._file.meet(board, [game.game for game in games if game])
            games = []
        self._take(board, games)

    def _take(self, board: str, games: Sequence[Won | Undone | None]) -> None:
        """Repeated messages change nothing. None stands for a game that is not valid."""
        with self._file.alone():
            self._catch_up()
            for game in games:
                if isinstance(game, Won):
                    label, seated = self._tables.label(board), self._seated_elsewhere(board, game.names)
                    result = Result(
                        board, game.game, label, *game[1:5], self._now(), seated, hands=game.hands
                    )
                    self._show_result(self._file.add(result), is_new=True)
                elif game:
                    self._show_result(self._file.undo(board, game.game), is_new=False)
                else:
                    text = f"board {board} sent a result that is not valid: it is left out"
                    self._complain_once(board, text)
            self.store()

    def _seated_elsewhere(self, board: str, names: Sequence[str]) -> str:
        """Return the label of the table at which these players sit, or "" if this board is there."""
        if set(names) & {*self._words.seats(len(names))}:
            return ""
        boards = self._tables.of_players(names)
        return "" if board in boards or not boards else self._tables.label(boards[0])

    def _complain_once(self, board: str, text: str) -> None:
        if board not in self._complained_about:
            self._complained_about.add(board)
            self._complain(text)

    def _show_result(self, number: int | None, *, is_new: bool) -> None:
        """Show and count a result. None is a result that was known already."""
        if number is None:
            return
        self._csv.changed(number)
        self.latest.changed(("results", str(number)))
        if number > LISTED:
            self.latest.changed(("results", str(number - LISTED)))
        _, result, is_undone = self._file.results.numbered(number)
        if not is_new and result.director:  # it may not have counted
            self._begin_evening(self._evening)
            return
        if number > self._evening.after and is_new is not is_undone:
            (self._standings.add if is_new else self._standings.remove)(result)
            self._show_standing()
        before = self._unfinished.now
        for concerned in self._unfinished.changed_by(result.names):
            self.latest.changed(("rounds", str(concerned)))
        is_knockout = self._draw is not None and self._draw.form is Form.KNOCKOUT
        if self._unfinished.now != before or is_knockout:
            self._begin_evening(self._evening)  # byes count when their round is played; who won plays on

    def _show_standing(self) -> None:
        for part in ("standing", "notes", "numbers", "whole"):
            self.latest.changed(("club", part))

    def _last_shown(self, draw: Draw) -> int:
        return self._unfinished.now - 1 + max(NEAR, NEAR_PAIRS // max(1, len(draw.rounds[0].pairs)))

    def _show_rounds(self, before: int) -> None:
        """Show the rounds of the draw. There were `before` of them."""
        for part in ("round", "bracket", "seats"):
            self.latest.changed(("club", part))
        for number in range(1, max(before, self._unfinished.total) + 1):
            self.latest.changed(("rounds", str(number)))

    def _begin_evening(self, evening: Evening) -> None:
        results = self._file.results
        draw = self._draw = draw_now(evening.draw, results)
        before, self._evening = self._unfinished.total, evening
        self._unfinished = UnfinishedRounds(draw, results)
        self._show_rounds(before)
        names = draw.players if draw else ()
        self._players = frozenset(map(str.casefold, names))
        self._standings, self._byes = evening_standings(evening, results, self._words)
        self._show_standing()
        for board in self._tables.boards:
            self.latest.changed(("tables", board))
        for number in range(max(1, len(results) - LISTED + 1), len(results) + 1):
            self.latest.changed(("results", str(number)))

    def _result_object(self, number: int) -> Object:
        numbered, draw = self._file.results.numbered(number), self._draw
        names = self._standings.spelt(numbered.result.names)
        strangers = self._strangers(names) if draw and number > draw.after else []
        players = self._standings.identified(numbered.result)
        return result_object(numbered, names, strangers, self._words, players)

    def _strangers(self, names: Sequence[str]) -> list[str]:
        """Return what to say of those of these players who have names that are not in the draw."""
        known = self._players.union(map(str.casefold, self._words.seats(len(names))))
        strangers = [name for name in names if self._players and name.casefold() not in known]
        players = self._draw.players if self._draw and strangers else ()
        return [self._words.club_stranger(name, nearest(name, players)) for name in strangers]

    def _table_object(self, board: str) -> Object | None:
        table = self._tables[board]
        if not table.state:
            return None
        names = [self._file.results.decisions.name(side.name) for side in table.state.sides]
        strangers = self._strangers(names)
        return table_object(table, self._tables.label(board), self._words, strangers)

    def _notes(self) -> list[str]:
        """Return what there is to say below the standings. Ties wait for all games that are drawn."""
        rows, draw, results = self._standings.rows(), self._draw, self._file.results
        notes = []
        if draw and draw.form is Form.KNOCKOUT:
            winner = champion(draw, results)
            notes += [self._words.club_champion(winner)] if winner else []
        elif self._unfinished.is_played:
            notes += tie_notes(rows, self._words)
        notes += leaver_notes(rows, results.decisions.withdrawn, self._words)
        return [*notes, self._words.club_bye_worth(draw.bye)] if draw and self._byes else notes

    def _part(self, part: PagePart) -> Any:
        results, draw = self._file.results, self._draw
        match part:
            case ("tables", board):
                return self._table_object(board)
            case ("results", text):
                number = int(text)
                is_listed = number > max(self._evening.after, len(results) - LISTED)
                return self._result_object(number) if is_listed else None
            case ("club", "standing"):
                return standing_object(self._standings.rows(), self._byes, self._words)
            case ("club", "notes"):
                return self._notes()
            case ("club", "bracket"):
                if draw and draw.form is Form.KNOCKOUT:
                    return bracket_object(draw, results, self._words)
            case ("club", "seats"):
                return self._words.CLUB_SEATS if draw and draw.form is Form.EVERYONE else ""
            case ("club", "whole"):
                return len(results) - self._evening.after <= LISTED
            case ("club", "numbers"):
                return evening_numbers(self._standings.rows(), self._words)
            case ("rounds", text):
                number = int(text)
                if draw and 1 <= number <= min(len(draw.rounds), self._last_shown(draw)):
                    return round_object(draw, number, results, self._words)
            case ("club", "round"):
                return self._unfinished.now
            case ("club", "broker"):
                return self._is_connected
        return None
