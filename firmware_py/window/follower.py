"""Follow a running board: read its view file, and wait until the file changes.

The board never waits for a follower. A follower may start before the board, and keeps working after the board
has ended.
"""

from __future__ import annotations

import time
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Any, overload

from firmware_py.errors import UsageError
from firmware_py.window.runtime_folder import VIEW

_GLANCE = 0.2
"""The time, in seconds, between two checks of the file if the system cannot report changes."""


class Follower:
    """Reads the file `view.json` in a folder, and waits until it changes."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / VIEW
        self._seen: tuple[object, object] = (None, None)
        self._watch: Any = None
        self._waits_for_folder = False

    def read(self) -> dict[str, Any] | None:
        """Return the object in the file, or None if the file does not exist or is not valid.

        Raises:
            UsageError: this user is not permitted to read the file.
        """
        from json import loads

        try:
            found = loads(self._path.read_bytes())
        except PermissionError:
            raise UsageError(
                f"{self._path}: permission denied: 'sudo adduser $USER muggins' lets you; then log in again"
            ) from None
        except (OSError, ValueError):
            return None
        return found if isinstance(found, dict) else None

    @overload
    def changed(self) -> dict[str, Any]: ...
    @overload
    def changed(self, timeout: float) -> dict[str, Any] | None: ...
    def changed(self, timeout: float | None = None) -> dict[str, Any] | None:
        """Wait until the object in the view file differs from the last one that was returned, and return it.

        Return None if `timeout` seconds pass first.

        Raises:
            UsageError: this user is not permitted to read the file.
        """
        give_up = None if timeout is None else time.monotonic() + timeout
        while True:
            self._open_watch()
            found = self.read()
            if found is not None and (found.get("run"), found.get("sequence")) != self._seen:
                self._seen = found.get("run"), found.get("sequence")
                return found
            left = None if give_up is None else give_up - time.monotonic()
            if left is not None and left <= 0:
                return None
            self._sleep(left)

    def close(self) -> None:
        """Stop watching the folder."""
        if self._watch is not None:
            self._watch.close()
            self._watch = None

    def _open_watch(self) -> None:
        """Ask the kernel to report changes in the folder.

        If it does not exist, watch its parent folder instead.
        """
        if self._watch is not None:
            return
        folder = self._path.parent
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

    def _sleep(self, left: float | None) -> None:
        """Sleep until something in the folder changes, but for at most `left` seconds.

        If `left` is None, there is no time limit.
        """
        if self._watch is None:
            time.sleep(_GLANCE if left is None else min(_GLANCE, left))
            return
        from inotify_simple import flags

        events = self._watch.read(None if left is None else max(1, int(left * 1000)))
        gone = flags.DELETE_SELF | flags.MOVE_SELF | flags.IGNORED
        if events and (self._waits_for_folder or any(event.mask & gone for event in events)):
            self.close()
