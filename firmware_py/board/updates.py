"""Update the board from its menu, and follow the service that does so.

The board may neither use the network nor install anything. It creates a file in its own runtime folder, which
`muggins-update.path` watches, and reads from another file how far `muggins-update.service` is.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from firmware_py.input.update import Progress, Update, UpdateStage
from firmware_py.system.errors import system_words
from firmware_py.view.view import Additions
from firmware_py.window.folder import UPDATE, update_status
from firmware_py.words.in_use import words

from .add_on import AddOn
from .board import Board

PERIOD = 1.0
"""The time, in seconds, between two looks at the file while an update is under way."""
LATE = 30.0
"""The time, in seconds, in which the service must begin. systemd may be busy on a small Pi."""
GIVE_UP = 3700.0
"""The time, in seconds, after which an update without news is cut off: systemd ends it after an hour."""


class Updates(AddOn):
    """The add-on that asks for an update when the players want one, and shows how far it is.

    The update restarts the board. A board that starts while an update is under way follows it to its end, and
    then says how it ended.
    """

    def __init__(self, board: Board, service: UpdateService, noticed: Callable[[str], None]) -> None:
        """Follow the update that is under way, if there is one.

        Args:
            noticed: a function that is called with a line of text when an update ends or cannot begin.
        """
        self._board, self._service, self._noticed = board, service, noticed
        found = service.progress()
        self._progress = Progress(UpdateStage.ASKED) if found and found.is_under_way else None
        self._looks_at = self._gives_up_at = 0.0

    @property
    def deadline(self) -> float | None:
        """The time of the next look at the service's file, or None if no update is under way."""
        return self._looks_at if self._is_under_way else None

    @property
    def shows(self) -> Additions:
        """The page that says how far the update is, or how it ended if its dialogue is still open."""
        return Additions(update=self._progress.page if self._progress else None)

    def follow(self, now: float) -> None:
        """Ask for an update if the players want one. If one is under way, read how far it is."""
        wanted, self._board.wants_update = self._board.wants_update, False
        if self._is_under_way:
            if now >= self._looks_at:
                self._look(now)
        elif wanted:
            self._ask(now)
        elif self._board.entry.dialogue != Update(True):
            self._progress = None

    @property
    def _is_under_way(self) -> bool:
        return self._progress is not None and self._progress.is_under_way

    def _ask(self, now: float) -> None:
        try:
            self._service.ask()
        except OSError as error:
            why = words().cannot_update(system_words(error))
            self._noticed(f"{why}: {error.filename}")
            self._board.return_to_game(why)
            return
        self._progress = Progress(UpdateStage.ASKED)
        self._wait(now, LATE)

    def _wait(self, now: float, patience: float) -> None:
        self._looks_at, self._gives_up_at = now + PERIOD, now + patience

    def _look(self, now: float) -> None:
        before, found = self._progress, self._service.progress()
        self._looks_at = now + PERIOD
        if found not in (None, before):
            self._progress = found
            self._wait(now, GIVE_UP)
        elif now >= self._gives_up_at:
            self._service.withdraw()
            has_begun = before != Progress(UpdateStage.ASKED)
            self._progress = Progress(UpdateStage.CUT_OFF if has_begun else UpdateStage.NOT_BEGUN)
        if self._progress and not self._progress.is_under_way:
            how_it_ended = " ".join(self._progress.rows)
            self._noticed(how_it_ended)
            if not isinstance(self._board.entry.dialogue, Update):
                self._board.say(how_it_ended)


class UpdateService:
    """The files through which the board asks for an update, and learns how far it is.

    Nothing in the board's own file matters to the service, only that it exists. The other file is root's: the
    board can only read it.
    """

    def __init__(self, folder: Path) -> None:
        """Use the files that belong to a board with this runtime folder, such as `/run/muggins`."""
        self._request, self._status = folder / UPDATE, update_status(folder)
        self._old: tuple[int, int] | None = None

    def ask(self) -> None:
        """Ask for an update. `progress` then ignores how an earlier update ended.

        Raises:
            OSError: the file cannot be created.
        """
        self._old = self._stamp()
        flags = os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW
        os.close(os.open(self._request, flags, 0o644))

    def withdraw(self) -> None:
        """Take back a request that has had no answer, so that it is not answered later."""
        with suppress(OSError):
            self._request.unlink()

    def progress(self) -> Progress | None:
        """Return how far the update is, or None if the service has not said anything yet."""
        stamp = self._stamp()
        if stamp is None or stamp == self._old:
            return None
        try:
            stage, _, version = self._status.read_text(encoding="ascii").strip().partition(" ")
            return Progress(UpdateStage(stage), version)
        except (OSError, ValueError):  # it is being replaced, or from another version of the service
            return None

    def _stamp(self) -> tuple[int, int] | None:
        try:
            found = self._status.stat()
        except OSError:
            return None
        return found.st_ino, found.st_mtime_ns
