"""Follow a board in a separate thread, and publish what happens on it to a broker, under the board's id.

A record of what has been published prevents repetitions after a restart. It is in the runtime folder, which
is lost when the machine is switched off.
"""

from __future__ import annotations

import hmac
import json
import os
import queue
import signal
import uuid
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from firmware_py.config.programs import MqttSettings
from firmware_py.system.files import replace
from firmware_py.system.output import Log
from firmware_py.system.process import end_on_signals
from firmware_py.window.folder import SERVICE_RUNTIME_FOLDER
from firmware_py.window.follower import FollowerThread
from firmware_py.window.seen import SeenBoard

from .connection import BrokerConnection, Talker
from .messages import (
    BOARD,
    GAMES,
    OFFLINE,
    ONLINE,
    PRESENCE,
    RETAINED,
    STATE,
    Progress,
    board_message,
    discovery,
    discovery_topic,
    news_of,
    state_message,
    topic,
)
from .outbox import LIMIT, BrokerMessage, Outbox
from .session import Session

_NAME = "published.json"


def read_progress(folder: Path) -> Progress:
    """Return the saved record of which messages the broker has received.

    If the file in `folder` cannot be read, return a `Progress` as if the broker had received nothing.
    """
    with suppress(OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        found = json.loads((folder / _NAME).read_bytes())
        latest = tuple(each for each in found.get("latest", ()) if isinstance(each.get("game"), str))
        return Progress(str(found["run"]), int(found["sequence"]), tuple(map(str, found["games"])), latest)
    return Progress()


def save_progress(folder: Path, progress: Progress) -> None:
    """Save the record of which messages the broker has received, in a file in `folder`.

    If the file cannot be written, some messages are sent again after a restart.
    """
    with suppress(OSError):
        replace(folder / _NAME, json.dumps(progress._asdict()).encode(), synced=False)


class Publisher(Talker):
    """Publishes what happens on a board: its presence, its state, each key press and the result of each game.

    Any thread can pass views of the board to `hear`. Everything else happens in the connection's thread.
    """

    def __init__(
        self,
        board: str,
        settings: MqttSettings,
        progress: Progress,
        *,
        save: Callable[[Progress], None],
        warn: Callable[[str], None],
    ) -> None:
        """Prepare to publish everything that has not been published before.

        Args:
            settings: the settings, which contain the board's name and the prefix of its topics.
            progress: a record of what has already been published.
            save: a function that saves the updated record, so that nothing is published again after a
                restart.
        """
        self._board, self._settings = board, settings
        self._progress = progress
        self._names: list[str] = []
        self._save, self._warn = save, warn
        self._outbox: Outbox[Progress] = Outbox()
        self._views: queue.SimpleQueue[SeenBoard] = queue.SimpleQueue()
        self._latest: SeenBoard | None = None
        self._link: Session | None = None
        self._said: dict[str, BrokerMessage] = {}
        self._sides: list[str] = []

    @property
    def will(self) -> BrokerMessage:
        """The message that the broker should publish if the connection is lost."""
        return self._message(PRESENCE, OFFLINE)

    def hear(self, view: SeenBoard) -> None:
        """Queue a view of the board, to be published the next time the connection calls `woken`.

        This method can be called from any thread.
        """
        self._views.put(view)

    def woken(self) -> None:
        """Publish what has happened on the board, according to the views that `hear` has put in the queue.

        While there is no connection, the messages wait.
        """
        while not self._views.empty():
            view = self._views.get()
            news, self._progress = news_of(view, self._progress, self._names)
            self._names = [side.name for side in view.sides]
            for left, (kind, body) in enumerate(news, 1 - len(news)):
                # When the last of them has arrived, none has to be published again.
                self._outbox.add(self._message(kind, body), None if left else self._progress)
            self._latest = view
            self._queue_state()
        self._send()

    def connected(self, link: Session) -> None:
        """Publish all messages that were waiting for a connection, and the current state of the board.

        The state is published again in case the broker has lost it.
        """
        self._link = link
        if self._outbox.dropped:
            lost = self._outbox.dropped
            self._warn(f"the broker was away for so long that {lost} messages are lost: {LIMIT} can wait")
            self._outbox.dropped = 0
        self._said.clear()
        self._sides = []
        self._say(self._message(BOARD, board_message(self._board, self._settings.board_name)))
        if not self._settings.discovery:
            self._say(
                BrokerMessage(discovery_topic(self._board), b"", True)
            )  # the broker forgets what it kept
        self._queue_state()
        self._send()

    def acknowledged(self, number: int) -> None:
        """Record that the broker has received the message with this number.

        Save the progress, so that the program can continue from there after a restart.
        """
        for progress in self._outbox.acknowledged(number):
            self._save(progress)

    def lost(self) -> None:
        """Stop using the connection, which has been lost.

        All messages that the broker may not have received are kept, so that the next connection sends them.
        """
        self._link = None
        self._outbox.lost()

    def ending(self) -> None:
        """Publish all waiting messages, followed by a message that says that the board is offline."""
        self.woken()
        self._say(self.will)
        self._send()

    @property
    def is_done(self) -> bool:
        """True if the broker has acknowledged all messages."""
        return not self._outbox

    def _queue_state(self) -> None:
        view = self._latest
        self._say(self._message(PRESENCE, ONLINE if view and view.running else OFFLINE))
        self._say(self._message(GAMES, {"games": list(self._progress.latest)}))
        if view is None:
            return
        sides = [side.name for side in view.sides]
        if self._settings.discovery and sides != self._sides:
            self._sides = sides
            about = discovery(self._settings.base, self._board, self._settings.board_name, sides)
            self._say(BrokerMessage(discovery_topic(self._board), _json(about), True))
        self._say(self._message(STATE, state_message(view)))

    def _say(self, message: BrokerMessage) -> None:
        if self._said.get(message.topic) != message:
            self._said[message.topic] = message
            self._outbox.add(message)

    def _send(self) -> None:
        if self._link is None:
            return
        while (message := self._outbox.next()) is not None:
            self._outbox.sent(self._link.publish(message))

    def _message(self, kind: str, body: str | dict[str, Any]) -> BrokerMessage:
        content = body.encode() if isinstance(body, str) else _json(body)
        return BrokerMessage(topic(self._settings.base, self._board, kind), content, kind in RETAINED)


def _json(body: dict[str, Any]) -> bytes:
    return json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()


def publish_board(settings: MqttSettings, folder: Path, own_folder: Path, log: Log) -> None:
    """Publish what happens on a board to an MQTT broker, until SIGTERM or Ctrl-C.

    If no board is running, wait for one.

    Args:
        folder: the board's runtime folder.
        own_folder: the folder in which to record what has been published, so that it is not published again
            after a restart.

    Raises:
        UsageError: paho-mqtt is not installed, a file in the settings cannot be read, or this user is not
            permitted to read the board's view file.
    """
    board = board_id(folder)
    publisher = Publisher(
        board,
        settings,
        read_progress(own_folder),
        save=lambda reached: save_progress(own_folder, reached),
        warn=log.warning,
    )
    client, will = f"muggins-{board}", publisher.will
    connection = BrokerConnection(settings, client, publisher, will=will, warn=log.warning, tell=log.info)

    def hear(view: SeenBoard) -> None:
        publisher.hear(view)
        connection.wake()

    def end() -> None:
        connection.stop()
        if connection.is_connecting:  # which may take long, and nothing has to be said
            raise SystemExit(0)

    end_on_signals(end)
    connection.wake_on_signals()
    follower = FollowerThread(folder, hear, connection.stop)
    follower.latest()  # complains if this user may not see the board
    log.info(f"the board {settings.board_name!r} is published as {settings.base}/{board}")
    follower.start()
    with closing(connection):
        try:
            connection.run()
        finally:
            signal.set_wakeup_fd(-1)
    follower.raise_fault()


APPLICATION = uuid.UUID("c7a6cf0e-5f53-4cd4-a1be-2d3e3c9bd0f6")
"""The id of this application: a random number, which is public."""
MACHINE = Path("/etc/machine-id")
"""The file with the id of the machine, which must not be published (machine-id(5))."""
_BYTES = 6


def board_id(folder: Path, machine: Path = MACHINE) -> str:
    """Return a board's id, which consists of 12 hexadecimal digits.

    If the board is run by the service, these are the first digits of the id that systemd's
    `sd_id128_get_machine_app_specific` returns. The id of any other board, such as a simulator, also depends
    on its folder.

    Args:
        machine: the file with the machine's id. If it cannot be read, the address of a network card is used.
    """
    own = hmac.digest(_machine(machine), APPLICATION.bytes, "sha256")
    if folder != SERVICE_RUNTIME_FOLDER:
        own = hmac.digest(own, os.fsencode(os.path.realpath(folder)), "sha256")
    return own[:_BYTES].hex()


def _machine(path: Path) -> bytes:
    try:
        return uuid.UUID(path.read_text(encoding="ascii").strip()).bytes
    except (OSError, ValueError):  # not on Linux, or before the first start has ended
        return uuid.getnode().to_bytes(16, "big")
