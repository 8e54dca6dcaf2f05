"""Type the README's first command in a terminal, play a few cards on the board that it starts, and quit.

    python -m tests.first_command FOLDER COMMAND

FOLDER is a fresh copy of the project. Other tests play a whole game; this one shows that the first command
works for a newcomer: the wheel is built, contains everything it needs, and draws a board.
"""

from __future__ import annotations

import os
import sys
import tempfile
from contextlib import suppress

import pexpect
import pyte

from tests.support.deadline import PATIENCE, Deadline

COLUMNS, LINES = 80, 24


def main(folder: str, command: str) -> None:
    """Start the board in a terminal with a shell command, play a few cards, and quit.

    Args:
        folder: the folder in which to run the command.
        command: the shell command that starts the board.
    """
    screen = pyte.Screen(COLUMNS, LINES)
    stream = pyte.ByteStream(screen)
    kept = {name: value for name, value in os.environ.items() if name not in ("VIRTUAL_ENV", "PYTHONPATH")}
    with tempfile.TemporaryDirectory() as state:
        child = pexpect.spawn(
            "sh",
            ["-c", command],
            cwd=folder,
            env=kept | {"TERM": "xterm-256color", "XDG_STATE_HOME": state},
            dimensions=(LINES, COLUMNS),
        )

        def until(text: str, seconds: float) -> None:
            deadline = Deadline(seconds)
            while not any(text in line for line in screen.display):
                left = deadline.left(f"{text!r} on the screen:\n" + "\n".join(screen.display))
                with suppress(pexpect.TIMEOUT):
                    stream.feed(child.read_nonblocking(65536, timeout=left))

        until("Esc", 600)
        for letter in "k42055":
            child.send(letter)
        until("Left lays 5", PATIENCE)
        child.send("\x1b")
        child.expect(pexpect.EOF, timeout=PATIENCE)
        child.close()
        if child.exitstatus != 0:
            raise SystemExit(f"it ended with status {child.exitstatus}")
    print("the board came up, counted a pair and let go")


if __name__ == "__main__":
    main(*sys.argv[1:])
