"""Run tests as a user other than root, because file permissions do not restrict root."""

import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import firmware_py

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


def as_nobody(what: Callable[[], object]) -> None:
    """Call a function as a user other than root, and fail if the function fails.

    If the tests run as root, the function runs as `nobody` in a child process. The test is skipped if
    `nobody` cannot read this program's files, for example because they are in a folder below /root.
    """
    if os.geteuid():
        what()
        return
    child = os.fork()
    if not child:
        signal.alarm(120)
        status = 1
        try:
            os.setgroups([])
            os.setgid(NOBODY)
            os.setuid(NOBODY)
            if not os.access(_PROGRAM, os.R_OK | os.X_OK):
                os._exit(_UNREADABLE)
            what()
            status = 0
        except BaseException as error:  # the child must not run the tests of its parent
            print(f"{type(error).__name__}: {error}", file=sys.__stderr__, flush=True)
        finally:
            os._exit(status)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if status == _UNREADABLE:
        pytest.skip("only root can read the program here")
    assert status == 0
