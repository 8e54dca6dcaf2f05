"""The process of a command: how signals end it, its version, and how it was installed.

The voice, the publisher and the two web servers end on Ctrl-C or SIGTERM, and later signals do not interrupt
them while they end. A board is different and uses `heed` in `firmware_py.start.service`: it also reloads its
configuration on each SIGHUP, and its main thread may be waiting for a key.
"""

from __future__ import annotations

import shlex
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING

from .errors import UsageError

if TYPE_CHECKING:
    import asyncio


_BOTH = (signal.SIGINT, signal.SIGTERM)


def end_on_signals(end: Callable[[], None], numbers: Sequence[signal.Signals] = _BOTH) -> None:
    """Call `end` in the main thread on the first of the given signals, and ignore all later ones.

    Args:
        end: a function that makes the command end. It may run in the middle of anything, so it must not wait
            for a lock.
        numbers: the signals that end the command. The others keep their effect.
    """

    def first(*_: object) -> None:
        for each in numbers:
            signal.signal(each, signal.SIG_IGN)
        end()

    for each in numbers:
        signal.signal(each, first)


def end_server_on_signals(ended: asyncio.Event) -> None:
    """Set `ended` on the first SIGINT or SIGTERM, and ignore all later ones.

    asyncio's own signal handlers are not used, because they are removed when the event loop ends. A second
    Ctrl-C could then interrupt the shutdown.
    """
    from asyncio import get_running_loop

    loop = get_running_loop()

    def end() -> None:
        with suppress(RuntimeError):  # the server has ended
            loop.call_soon_threadsafe(ended.set)

    end_on_signals(end)


_GLANCE = 10.0
"""The time, in seconds, between two chances to run a handler for a signal that did not wake the main thread.

If the process is paused while the signal arrives, the kernel may wake another thread for it.
"""


class EndOfCommand:
    """A wait in the main thread, which a signal handler or another thread can end."""

    def __init__(self) -> None:
        self._calls: SimpleQueue[None] = SimpleQueue()  # the one queue that a signal handler may put into

    def end(self) -> None:
        """End the wait, or the next one if the main thread is not waiting yet."""
        self._calls.put(None)

    def wait(self) -> None:
        """Wait until `end` has been called."""
        while True:
            with suppress(Empty):
                return self._calls.get(timeout=_GLANCE)


# `importlib.metadata` does not work everywhere: the Debian package has no Python metadata, and a look-up
# takes longer than the rest of `muggins --version`.
VERSION = "0.1.0"
"""The version, as in `pyproject.toml`."""
LIBRARY = Path("/usr/lib/muggins")
"""The folder in which the Debian package installs Muggins."""


def is_packaged() -> bool:
    """Return True if this program was installed from the Debian package rather than with pip."""
    return LIBRARY in Path(__file__).parents


def how_to_install(debian_package: str, extra: str) -> str:
    """Return instructions for installing an optional dependency, with apt or the virtual environment's pip.

    Args:
        debian_package: the Debian package that contains the dependency.
        extra: the name of the dependency's group in `pyproject.toml`, such as `serve`.
    """
    if sys.prefix == sys.base_prefix:
        return f"install it with 'sudo apt install {debian_package}'"
    pip = shlex.quote(str(Path(sys.executable).with_name("pip")))
    return f"install it with: {pip} install 'muggins[{extra}]'"


def require(module: str, needed: str, debian_package: str, extra: str) -> None:
    """Check that an optional dependency is installed. `needed` is such as `the page needs Tornado`.

    Raises:
        UsageError: it is not installed. The message says how to install it.
    """
    try:
        __import__(module)
    except ImportError:
        raise UsageError(f"{needed}: {how_to_install(debian_package, extra)}") from None
