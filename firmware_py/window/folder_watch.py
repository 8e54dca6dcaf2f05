"""Wait until a file in a folder is replaced, even if the folder does not exist yet or is removed."""

from __future__ import annotations

import time
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Any

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
