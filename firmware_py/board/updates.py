"""Update the board from its menu, and follow the service that does so.

The board may neither use the network nor install anything. It creates a file in its own runtime folder, which
`muggins-update.path` watches, and reads from another file how far `muggins-update.service` is. Only root can
write that file. Nothing in the board's own file matters to the service.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from firmware_py.input.keys import Key
from firmware_py.input.page import Page, Row, leaves, place_in_figures, sentence
from firmware_py.input.questions import Update
from firmware_py.system.errors import system_words
from firmware_py.view.view import Additions
from firmware_py.window.folder import UPDATE, update_status
from firmware_py.words.in_use import words

from .add_on import AddOn
from .board import Board

PERIOD = 1.0
"""The time, in seconds, between two looks at the service's file while an update is under way."""
LATE = 30.0
"""The time, in seconds, in which the service must begin. systemd may be busy on a small Pi."""
GIVE_UP = 3700.0
"""The time, in seconds, after which an update without news is cut off: systemd ends it after an hour."""

STEPS = ("checking", "downloading", "installing", "starting")
"""The stages of an update that goes well, in the service's words."""


class UpdateProgress(NamedTuple):
    """How far an update is, or how it ended.

    Attributes:
        stage: one of the service's words (`systemd/update`), or of the board's own `asked`, `not-begun` and
            `cut-off`. The catalogue of words says what they mean.
        version: the version that the stage is about; empty if it is about none.
    """

    stage: str
    version: str = ""

    @property
    def is_under_way(self) -> bool:
        """True if the update has not ended."""
        return self.stage in (*STEPS, "asked", "going-back")

    @property
    def page(self) -> Page:
        """The page that says how far the update is, with the number of the current step."""
        texts, go_leaves = words().update_rows(*self), leaves(Key.GO)
        place = (STEPS.index(self.stage) + 1, len(STEPS)) if self.stage in STEPS else None
        rows = (*map(Row, texts), *((Row("", place_in_figures(place)),) if place else ()))
        return Page(words().UPDATE, go_leaves.text, rows, (go_leaves,), (sentence(texts),), place)


class BoardUpdates(AddOn):
    """The add-on that asks for an update when the players want one, and shows how far it is.

    The update restarts the board. A board that starts while an update is under way follows it to its end, and
    then says how it ended.
    """

    def __init__(self, board: Board, folder: Path, noticed: Callable[[str], None]) -> None:
        """Follow the update that is under way, if there is one.

        Args:
            folder: the board's runtime folder.
            noticed: a function that is called with a line of text when an update ends or cannot begin.
        """
        self._board, self._noticed = board, noticed
        self._request, self._status = folder / UPDATE, update_status(folder)
        found = self._read()
        self._progress = UpdateProgress("asked") if found and found.is_under_way else None
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
        flags = os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW
        try:
            os.close(os.open(self._request, flags, 0o644))
        except OSError as error:
            why = words().cannot_update(system_words(error))
            self._noticed(f"{why}: {error.filename}")
            self._board.return_to_game(why)
            return
        self._progress = UpdateProgress("asked")
        self._looks_at, self._gives_up_at = now + PERIOD, now + LATE

    def _look(self, now: float) -> None:
        before, found = self._progress, self._read()
        self._looks_at = now + PERIOD
        if found not in (None, before):
            self._progress, self._gives_up_at = found, now + GIVE_UP
        elif now >= self._gives_up_at:
            self._progress = UpdateProgress("not-begun" if before == UpdateProgress("asked") else "cut-off")
            with suppress(OSError):  # a request that has had no answer must not be answered later
                self._request.unlink()
        if self._progress and not self._progress.is_under_way:
            how_it_ended = " ".join(words().update_rows(*self._progress))
            self._noticed(how_it_ended)
            if not isinstance(self._board.entry.dialogue, Update):
                self._board.say(how_it_ended)

    def _read(self) -> UpdateProgress | None:
        # The service removes what an earlier update has said, and then the request.
        if self._request.exists():
            return None
        try:
            stage, _, version = self._status.read_text(encoding="utf-8").strip().partition(" ")
        except (OSError, ValueError):
            return None
        return UpdateProgress(stage, version)
