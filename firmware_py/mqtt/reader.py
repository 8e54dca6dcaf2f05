"""Find out from the views of a board what has happened, and record what has been published of it.

The record prevents repetitions after a restart. It is in the runtime folder, which is lost when the machine
is switched off.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from engine.change_types import GameBegun
from firmware_py.system.files import replace
from firmware_py.window.seen import SeenBoard, SeenPress

from .messages import Body, LatestGames, WonGames, event_messages
from .topics import EVENT, GAME

_NAME = "published.json"


class Progress(NamedTuple):
    """A record of which messages about a board the broker has received.

    Attributes:
        run: an ID that changes each time the board starts; empty if the broker has received nothing yet.
        sequence: the sequence number of the latest key press that the broker has received.
        games: the IDs of the games won most recently, oldest first. UNDO can still take back these wins.
        latest: the messages about the last few games that were won, oldest first.
    """

    run: str = ""
    sequence: int = 0
    games: tuple[str, ...] = ()
    latest: tuple[dict[str, Any], ...] = ()


def read(folder: Path) -> Progress:
    """Return the saved record of which messages the broker has received.

    If the file in `folder` cannot be read, return a `Progress` as if the broker had received nothing.
    """
    with suppress(OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        found = json.loads((folder / _NAME).read_bytes())
        latest = tuple(each for each in found.get("latest", ()) if isinstance(each.get("game"), str))
        return Progress(str(found["run"]), int(found["sequence"]), tuple(map(str, found["games"])), latest)
    return Progress()


def save(folder: Path, progress: Progress) -> None:
    """Save the record of which messages the broker has received, in a file in `folder`.

    If the file cannot be written, some messages are sent again after a restart.
    """
    with suppress(OSError):
        replace(folder / _NAME, json.dumps(progress._asdict()).encode(), synced=False)


class BoardNews(NamedTuple):
    """A message to publish about something that has happened on the board.

    Attributes:
        kind: the kind of the message, `EVENT` or `GAME`.
        body: the message.
        progress: a record of everything published up to and including this message. Save this record when
            the broker has received the message, so that nothing is published again after a restart. If
            several messages are created at once, only the last of them has a record, and the others have
            None.
    """

    kind: str
    body: Body
    progress: Progress | None = None


class BoardReader:
    """A reader that finds new events in a board's views, which are snapshots of all that the board shows.

    Each event is reported only once. If the reader misses a few views, no event is lost, because each view
    lists the latest 32 key presses.
    """

    def __init__(self, progress: Progress) -> None:
        """Prepare to report everything that has happened on the board since `progress` was recorded."""
        self._progress = progress
        self._names: tuple[str, ...] = ()

    @property
    def latest_games(self) -> LatestGames:
        """The most recent games won on the board, as of the last view that was read."""
        return LatestGames(self._progress.latest)

    def read(self, view: SeenBoard) -> list[BoardNews]:
        """Return what has happened on the board since the previous call, oldest first."""
        told = self._progress
        if view.run != told.run:
            told = told._replace(run=view.run, sequence=0)
        news = list(self._news(view, told))
        if news:
            last = news[-1]
            news[-1] = last._replace(progress=self._progress)
        return news

    def _news(self, view: SeenBoard, told: Progress) -> Iterator[BoardNews]:
        events = list(event_messages(view, told.sequence))
        now = tuple(side.name for side in view.sides)
        # What happened before the latest beginning of a game is about those who played then.
        begun = max((index for index, (press, _) in enumerate(events) if _begins_a_game(press)), default=-1)
        games, latest = WonGames(told.games), LatestGames(told.latest)
        for index, (press, event) in enumerate(events):
            names = self._names if index < begun and self._names else now
            games, results = games.after(press, view.run, names)
            yield BoardNews(EVENT, event)
            for result in results:
                latest = latest.after(result)
                yield BoardNews(GAME, result)
        self._names = now
        self._progress = Progress(told.run, view.sequence, games.ids, latest.messages)


def _begins_a_game(press: SeenPress) -> bool:
    return any(isinstance(change, GameBegun) for change in press.happened)
