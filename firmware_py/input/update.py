"""The dialogue that updates the board: it asks, then shows how far the update is, and how it ended.

A service of its own does the work (`systemd/update`) and says in a file how far it is. The board only asks
for it and reads that file: see `firmware_py.board.updates`. The game goes on meanwhile, until the service
restarts the board.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from engine.match.history import History
from firmware_py.words.in_use import words

from .dialogue import CLOSED, LEAVE, Dialogue, Reply, Scene, Want
from .keys import Key
from .page import Page, Row, leaves, place_in_figures, question_page, sentence
from .settings import Equipment
from .typed import refused


class UpdateStage(Enum):
    """How far an update is, or how it ended.

    The values are the words in the service's file. The board itself sets the first two and the last.
    """

    ASKED = "asked"
    NOT_BEGUN = "not-begun"
    CHECKING = "checking"
    DOWNLOADING = "downloading"
    INSTALLING = "installing"
    STARTING = "starting"
    GOING_BACK = "going-back"
    DONE = "done"
    NOTHING_NEWER = "nothing-newer"
    READ_ONLY = "read-only"
    NO_SOURCE = "no-source"
    NO_ANSWER = "no-answer"
    NO_ROOM = "no-room"
    NO_WAY_BACK = "no-way-back"
    NO_DOWNLOAD = "no-download"
    WENT_BACK = "went-back"
    CUT_OFF = "cut-off"


_STEPS = (UpdateStage.CHECKING, UpdateStage.DOWNLOADING, UpdateStage.INSTALLING, UpdateStage.STARTING)


class Progress(NamedTuple):
    """How far an update is.

    Attributes:
        version: the version that the stage is about; empty if it is about none.
    """

    stage: UpdateStage
    version: str = ""

    @property
    def is_under_way(self) -> bool:
        """True if the update has not ended."""
        return self.stage in (UpdateStage.ASKED, UpdateStage.GOING_BACK, *_STEPS)

    @property
    def rows(self) -> tuple[str, ...]:
        """Up to three rows of text that say how far the update is, or how it ended."""
        return words().update_rows(self.stage.value, self.version)

    @property
    def page(self) -> Page:
        """The page that shows this, with the number of the step under way."""
        go_leaves = leaves(Key.GO)
        place = (_STEPS.index(self.stage) + 1, len(_STEPS)) if self.stage in _STEPS else None
        rows = (*map(Row, self.rows), *((Row("", place_in_figures(place)),) if place else ()))
        return Page(words().UPDATE, go_leaves.text, rows, (go_leaves,), (sentence(self.rows),), place)


class Update(Dialogue):
    """The dialogue that updates the board. It does not affect the game.

    Leaving it does not stop the update. If it is opened again meanwhile, it shows how far the update is.

    Attributes:
        is_confirmed: True if the players have confirmed, in this dialogue, that they want the board updated.
    """

    is_confirmed: bool = False

    def press(self, key: Key, history: History, equipment: Equipment) -> Reply:
        if key in LEAVE:
            return CLOSED
        if key is not Key.OK:
            raise refused(key, words().GO_LEAVES if self.is_confirmed else words().OK_YES_GO_NO)
        return Reply(self) if self.is_confirmed else Reply(Update(True), wants=Want.UPDATE)

    def page(self, scene: Scene) -> Page:
        return scene.update or question_page(words().UPDATE_THE_BOARD, words().UPDATE_THE_BOARD_ROWS)
