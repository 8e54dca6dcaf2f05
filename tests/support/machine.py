"""What a test needs of this machine: a port, a network, another user, a user beside the service."""

import os
import shutil
import signal
import socket
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

import firmware_py
from firmware_py.journal import locations
from firmware_py.system import process
from firmware_py.system.network import own_address
from tests.support.command import muggins


def free_port() -> int:
    """Return a TCP port that no other test gets, for a server that allows the address to be used again.

    The port stays bound for as long as this process runs, so the kernel gives it to nobody else. Connections
    to it are refused until a server with SO_REUSEADDR (mosquitto, Tornado, asyncio) takes it over.
    """
    held = socket.socket()
    held.bind(("", 0))
    held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # only now: no other held port was to be had
    port: int = held.getsockname()[1]
    held.detach()  # open until the process ends
    return port


needs_network = pytest.mark.skipif(own_address() is None, reason="this machine has no network address")


_PROGRAM = Path(firmware_py.__file__).parent
NOBODY = 65534
_UNREADABLE = 77


@pytest.fixture
def folder_of_nobody() -> Iterator[Path]:
    """Yield a folder for the board's state that is owned by a user other than root."""
    folder = Path(tempfile.mkdtemp())
    if os.geteuid() == 0:
        os.chown(folder, NOBODY, NOBODY)
    yield folder
    shutil.rmtree(folder)


class User(NamedTuple):
    """A user as seen by the kernel: a user ID, a group ID and supplementary group IDs."""

    user: int
    group: int
    groups: tuple[int, ...] = ()


def fork_as(who: User, what: Callable[[], object]) -> int:
    """Run a function as this user in a child process, and return the process ID.

    The child prints the error if the function fails, and ends with the exit status 1.
    """
    child = os.fork()
    if child:
        return child
    signal.alarm(240)
    status = 1
    try:
        os.setgroups(who.groups)
        os.setgid(who.group)
        os.setuid(who.user)
        what()
        status = 0
    except BaseException as error:  # the child must not run the tests of its parent
        print(f"{type(error).__name__}: {error}", file=sys.__stderr__, flush=True)
    finally:
        os._exit(status)


def as_nobody(what: Callable[[], object]) -> None:
    """Call a function as a user other than root, and fail if the function fails.

    If the tests run as root, the function runs as `nobody` in a child process. The test is skipped if
    `nobody` cannot read this program's files, for example because they are in a folder below /root.
    """

    def unless_unreadable() -> None:
        if not os.access(_PROGRAM, os.R_OK | os.X_OK):
            os._exit(_UNREADABLE)
        what()

    if os.geteuid():
        what()
        return
    child = fork_as(User(NOBODY, NOBODY), unless_unreadable)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if status == _UNREADABLE:
        pytest.skip("only root can read the program here")
    assert status == 0


class Machine:
    """A simulated machine on which games have been saved in two places.

    `own` is the journal of a board that the user runs, and `service` that of a board that systemd runs.
    """

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self._patch = patch
        self.own = folder / "home" / "muggins" / "games.txt"
        self.service = folder / "lib" / "games.txt"
        patch.delenv("STATE_DIRECTORY", raising=False)
        patch.setenv("XDG_STATE_HOME", str(folder / "home"))
        patch.setattr(locations, "SERVICE_STATE_FOLDER", self.service.parent)
        self.install(packaged=False)

    def install(self, *, packaged: bool) -> None:
        """Set whether the program behaves as if it had been installed from the Debian package."""
        self._patch.setattr(process, "is_packaged", lambda: packaged)

    def play(self, path: Path, words: str) -> None:
        assert muggins("replay", "-", "--journal", path, stdin=words).status == 0

    def presses(self) -> int:
        return muggins("status", "--json").json["presses"]
