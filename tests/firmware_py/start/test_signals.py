"""SIGTERM and Ctrl-C end a board, and SIGHUP makes it reload its configuration."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.board_process import BoardProcess
from tests.support.command import ENVIRONMENT
from tests.support.processes import Lines, started

PROGRAM = """
from threading import Event
from firmware_py.start.service import heed
heed(lambda: print("stop", flush=True), lambda: print("reload", flush=True))
print("ready", flush=True)
Event().wait()
"""


@pytest.mark.parametrize(
    ("number", "called"),
    [(signal.SIGTERM, "stop"), (signal.SIGINT, "stop"), (signal.SIGHUP, "reload")],
)
def test_each_signal_calls_its_function_each_time(number: signal.Signals, called: str) -> None:
    with started([sys.executable, "-c", PROGRAM], stdout=subprocess.PIPE, env=ENVIRONMENT) as program:
        lines = Lines(program.stdout)
        assert lines.line() == "ready"
        for _ in range(2):
            program.send_signal(number)
            assert lines.line() == called


def test_a_board_that_is_paused_while_it_is_told_to_stop_ends_when_it_goes_on(tmp_path: Path) -> None:
    board = BoardProcess(tmp_path)
    board.send(signal.SIGSTOP)
    board.send(signal.SIGTERM)
    board.close(signal.SIGCONT)
