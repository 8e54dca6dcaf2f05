"""The web server opens a socket, or uses the one that systemd has opened for it."""

from __future__ import annotations

import os
import socket
import sys
from contextlib import closing

import pytest

from firmware_py.system.errors import UsageError
from firmware_py.system.network import listening, socket_from_systemd
from tests.support.command import ENVIRONMENT
from tests.support.processes import run


def test_it_listens_on_every_address() -> None:
    with (
        closing(listening(0)) as found,
        closing(socket.create_connection(("127.0.0.1", found.getsockname()[1]))),
    ):
        pass


def test_a_port_that_is_taken_is_named() -> None:
    with closing(listening(0)) as found, pytest.raises(UsageError, match="already in use; choose another"):
        listening(found.getsockname()[1])


@pytest.mark.parametrize("variables", [{}, {"LISTEN_FDS": "1"}, {"LISTEN_PID": "1", "LISTEN_FDS": "1"}])
def test_without_systemd_there_is_no_socket(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str]
) -> None:
    for name in ("LISTEN_PID", "LISTEN_FDS"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert socket_from_systemd() is None


def test_the_socket_of_systemd_is_the_third_file() -> None:
    program = (
        "import os; os.environ |= {'LISTEN_PID': str(os.getpid()), 'LISTEN_FDS': '1'};"
        "from firmware_py.system.network import socket_from_systemd as given;"
        "found = given(); print(found.getsockname()[1], found.get_inheritable(), found.gettimeout())"
    )
    with closing(listening(0)) as found:
        port = found.getsockname()[1]
        done = run(
            [sys.executable, "-c", program],
            env=ENVIRONMENT,
            capture_output=True,
            text=True,
            preexec_fn=lambda: os.dup2(found.fileno(), 3),
            pass_fds=(3,) if found.fileno() == 3 else (),
            close_fds=False,
        )
    assert done.stdout.split() == [str(port), "False", "0.0"], done.stderr
