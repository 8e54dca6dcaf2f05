"""Run the `muggins` command, either in this process or in a separate one."""

import contextlib
import io
import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

import firmware_py
from firmware_py.__main__ import main
from tests.support.processes import STACKS, run

ROOT = Path(firmware_py.__file__).parents[1]
MUGGINS = (sys.executable, "-m", "firmware_py")
_FOR_A_SERVICE = ("NOTIFY_SOCKET", "WATCHDOG_USEC", "STATE_DIRECTORY", "RUNTIME_DIRECTORY", "JOURNAL_STREAM")
"""Environment variables that are set if systemd runs the tests as a service or in a container."""
ENVIRONMENT = {
    name: value
    for name, value in os.environ.items()
    if not name.startswith("PYTHON") and name not in (*_FOR_A_SERVICE, "XDG_RUNTIME_DIR")
}
ENVIRONMENT |= STACKS | {"PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "error", "PYTHONDONTWRITEBYTECODE": "1"}


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a command: its exit status, standard output and standard error."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The command's output, parsed as JSON. The command must have succeeded."""
        assert (self.status, self.err) == (0, ""), self
        return json.loads(self.out)


def muggins(*arguments: object, stdin: str = "") -> Result:
    """Run `muggins` in this process with these command-line arguments and this standard input."""
    out, err = io.StringIO(), io.StringIO()
    with (
        mock.patch.object(sys, "argv", ["muggins", *map(str, arguments)]),
        mock.patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode()), "utf-8")),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        status = main()
    return Result(status, out.getvalue(), err.getvalue())


def process(
    *arguments: object, stdin: str = "", environment: Mapping[str, str] | None = None, **options: Any
) -> Result:
    """Run `muggins` with these arguments in a separate process.

    Args:
        arguments: the command-line arguments.
        stdin: the text to pass on standard input.
        environment: environment variables to add.
        options: more options for `subprocess.Popen`.
    """
    done = run(
        [*MUGGINS, *arguments],
        **({"stdout": subprocess.PIPE} | options),
        stderr=subprocess.PIPE,
        input=stdin.encode(),
        env={**ENVIRONMENT, **(environment or {})},
    )
    return Result(done.returncode, (done.stdout or b"").decode(), done.stderr.decode())


def shell(script: str, folder: Path) -> Result:
    """Run a shell script from a document, in which `muggins` is this program.

    The folder is the current one and the user's home.
    """
    command = re.sub(r"(^|(?<=\| )|(?<=; ))muggins\b", lambda _: shlex.join(MUGGINS), script, flags=re.M)
    variables = {"HOME": str(folder), "PYTHONUTF8": "1", "PYTHONPATH": str(ROOT)}
    variables |= {"PATH": os.environ["PATH"]}
    done = run(["sh", "-c", command], cwd=folder, env=variables, capture_output=True, text=True)
    return Result(done.returncode, done.stdout, done.stderr)


def check_error(result: Result, *about: str) -> None:
    """Check that a command failed with exit status 2 and printed only a one-line error message.

    The message must contain all the words in `about`.
    """
    assert (result.status, result.out) == (2, ""), result
    assert re.fullmatch("muggins: .*\n", result.err), result
    assert [word for word in about if word not in result.err] == [], result


def snapshot(folder: Path) -> dict[str, tuple[int, bytes]]:
    """Return the mode and contents of every file and folder in a folder, keyed by relative path."""
    return {
        str(path.relative_to(folder)): (path.lstat().st_mode, path.read_bytes() if path.is_file() else b"")
        for path in sorted(folder.rglob("*"))
    }


@contextlib.contextmanager
def nothing_changes(folder: Path) -> Iterator[None]:
    """Check that nothing in a folder changes while the `with` block runs."""
    before = snapshot(folder)
    yield
    assert snapshot(folder) == before
