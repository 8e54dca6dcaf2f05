"""Follow a running board: read the files in its runtime folder, and wait until they change.

The board never waits for a follower. A follower may start before the board, and keeps working after the board
has stopped. The folder need not exist yet, and may be removed.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Any, overload

from firmware_py.system.errors import UsageError

from .folder import ALIVE, VIEW, boot_time, has_died
from .phone_file import PhoneFile, read_phone_file
from .seen import SeenBoard

_GLANCE = 0.2
"""The time, in seconds, to wait if the system cannot report changes."""


class FolderWatch:
    """Waits for changes in a folder."""

    def __init__(self, folder: Path, kept_open: str | None = None) -> None:
        """Prepare to watch a folder. It is not watched until `open` is called.

        Args:
            folder: the folder.
            kept_open: the name of a file in the folder that a program keeps open for writing. If the program
                closes the file or stops, this also counts as a change. None if there is no such file.
        """
        self._folder, self._kept_open = folder, kept_open
        self._watch: Any = None
        self._waits_for_folder = False

    def open(self) -> None:
        """Ask the kernel to report changes in the folder from now on, if it does not do so already.

        If the folder does not exist, watch its parent folder instead.
        """
        self._open_watch()
        if self._watch is not None and self._kept_open is not None and not self._waits_for_folder:
            from inotify_simple import flags

            with suppress(OSError):  # there may be no such file
                self._watch.add_watch(self._folder / self._kept_open, flags.CLOSE_WRITE)

    def _open_watch(self) -> None:
        if self._watch is not None:
            return
        folder = self._folder
        try:
            from inotify_simple import INotify, flags
        except ImportError:  # not on Linux
            return
        there = folder.is_dir()
        watched, news = (folder, flags.MOVED_TO) if there else (folder.parent, flags.CREATE | flags.MOVED_TO)
        with suppress(OSError), ExitStack() as opened:
            watch = opened.enter_context(closing(INotify()))
            watch.add_watch(watched, news | flags.ONLYDIR | flags.DELETE_SELF | flags.MOVE_SELF)
            if there or not folder.is_dir():  # it may have been created just before it was watched for
                opened.pop_all()
                self._watch, self._waits_for_folder = watch, not there

    def sleep(self, left: float | None) -> bool:
        """Wait until the folder changes or the time is up.

        If the system cannot report changes, wait only for a moment.

        Args:
            left: the maximum time to wait, in seconds; None if there is no time limit.

        Returns:
            True if the file that a program keeps open was closed, for example because the program stopped.
        """
        if self._watch is None:
            time.sleep(_GLANCE if left is None else min(_GLANCE, left))
            return False
        from inotify_simple import flags

        events = self._watch.read(None if left is None else max(1, int(left * 1000)))
        gone = flags.DELETE_SELF | flags.MOVE_SELF | flags.IGNORED
        if events and (self._waits_for_folder or any(event.mask & gone for event in events)):
            self.close()
        return any(event.mask & flags.CLOSE_WRITE for event in events)

    def close(self) -> None:
        """Stop watching the folder."""
        if self._watch is not None:
            self._watch.close()
            self._watch = None


_LOOKS, _PAUSE = 50, 0.02
"""The number of checks whether a board that is stopping has stopped, and the seconds between two checks."""


class Follower:
    """Reads the board's view file, `view.json` in the given folder, and waits until the file changes.

    Attributes:
        was_killed: True if the last call to `read` found that the board had been killed, and therefore could
            not report that it was stopping.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / VIEW
        self._seen: tuple[object, ...] = ()
        self._watch = FolderWatch(folder, ALIVE)
        self.was_killed = False

    def read(self) -> SeenBoard | None:
        """Return the board that the view file describes, or None if the file does not exist or is not valid.

        If the board was killed, and therefore could not report that it was stopping, `running` is set to
        False. The code that lets phones join, which is in a file of its own, is added.

        Raises:
            UsageError: this user is not permitted to read the file.
        """
        self.was_killed = False
        found = self._read_file()
        if found is None or not found.running or not has_died(self._path.parent, found.run):
            return found
        final = self._read_file() or found  # a board that stops may have written the file since
        self.was_killed = final.running
        return final._replace(running=False, raw={**final.raw, "running": False})

    def _read_file(self) -> SeenBoard | None:
        from json import loads

        try:
            board = SeenBoard.of(loads(self._path.read_bytes()))
        except PermissionError:
            raise UsageError(
                f"{self._path}: permission denied: 'sudo adduser $USER muggins' lets you; then log in again"
            ) from None
        except (OSError, ValueError, TypeError, AttributeError, RecursionError):
            return None
        if board.screen.join_at is None:
            return board
        file = read_phone_file(self._path.parent)
        code = file.valid_code(boot_time()) if file else None
        return board._replace(screen=board.screen._replace(code=code))

    @overload
    def changed(self) -> SeenBoard: ...
    @overload
    def changed(self, timeout: float) -> SeenBoard | None: ...
    def changed(self, timeout: float | None = None) -> SeenBoard | None:
        """Wait until the view file describes something that has not been returned yet, and return it.

        Return None if `timeout` seconds pass first.

        Raises:
            UsageError: this user is not permitted to read the file.
        """
        give_up = None if timeout is None else time.monotonic() + timeout
        while True:
            self._watch.open()
            found = self.read()
            if found is not None and _moment(found) != self._seen:
                self._seen = _moment(found)
                return found
            left = None if give_up is None else give_up - time.monotonic()
            if left is not None and left <= 0:
                return None
            if self._watch.sleep(left):
                self._wait_for_end()

    def _wait_for_end(self) -> None:
        """Wait for the lock on `alive`, which the kernel releases a moment after it reports the file shut."""
        for _ in range(_LOOKS):
            found = self.read()
            if found is None or _moment(found) != self._seen:
                return
            time.sleep(_PAUSE)

    def close(self) -> None:
        """Stop watching the folder."""
        self._watch.close()


def _moment(view: SeenBoard) -> tuple[object, ...]:
    """Return the three values that together identify a view."""
    return view.run, view.sequence, view.running


class FollowerThread:
    """A thread that passes on each view of a board.

    Attributes:
        fault: the exception that ended the thread; None while it runs.
    """

    def __init__(self, folder: Path, hear: Callable[[SeenBoard], None], ended: Callable[[], None]) -> None:
        """Prepare to follow a board, which need not be running yet.

        Args:
            folder: the board's runtime folder.
            hear: a function that is called with each new view, in the thread.
            ended: a function that is called, in the thread, after an exception has ended it.
        """
        self.fault: BaseException | None = None
        self._follower = Follower(folder)
        self._hear, self._ended = hear, ended

    def latest(self) -> SeenBoard | None:
        """Return the board's latest view, or None if there is none. Call this only before `start`.

        Raises:
            UsageError: this user is not permitted to see the board.
        """
        return self._follower.read()

    def start(self) -> None:
        """Start the thread. It runs until an exception ends it or the program exits."""
        threading.Thread(target=self._follow, name="follower", daemon=True).start()

    def raise_fault(self) -> None:
        """Raise an exception if one has ended the thread.

        Raises:
            UsageError: this user is not permitted to see the board any more.
            RuntimeError: any other exception, i.e. a fault of the program, so that its service restarts it.
        """
        if isinstance(self.fault, UsageError):
            raise self.fault
        if self.fault is not None:
            raise RuntimeError("the board cannot be followed any more") from self.fault

    def _follow(self) -> None:
        try:
            with closing(self._follower):
                while True:
                    self._hear(self._follower.changed())
        except BaseException as fault:
            self.fault = fault
            self._ended()


class PhoneFollower:
    """Reads the file that says which phones may press a board's keys, and waits until it changes.

    The file is `phone.json` in the board's runtime folder.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._seen: PhoneFile | None = None
        self._watch = FolderWatch(folder)

    def changed(self) -> PhoneFile:
        """Wait until the content of the file has changed since the last call, and return the new content.

        The first call does not wait for a change.
        """
        while True:
            self._watch.open()
            found = read_phone_file(self._folder)
            if found is not None and found != self._seen:
                self._seen = found
                return found
            self._watch.sleep(None)

    def close(self) -> None:
        """Stop watching the folder."""
        self._watch.close()
