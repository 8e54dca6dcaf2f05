"""Type the README's first command in a terminal, play a few cards on the board that it starts, and quit.

    python -m tests.first_command FOLDER COMMAND

FOLDER is a fresh copy of the project. Other tests play a whole game; this one shows that the first command
works for a newcomer: the wheel is built, contains everything it needs, and draws a board.
"""

from __future__ import annotations

import os
import sys
import tempfile

from tests.support.board_process import InTerminal


def main(folder: str, command: str) -> None:
    """Start the board in a terminal with a shell command, play a few cards, and quit.

    Args:
        folder: the folder in which to run the command.
        command: the shell command that starts the board.
    """
    for name in ("VIRTUAL_ENV", "PYTHONPATH"):
        os.environ.pop(name, None)
    with (
        tempfile.TemporaryDirectory() as state,
        InTerminal(program=("sh", "-c", command), cwd=folder, environment={"XDG_STATE_HOME": state}) as board,
    ):
        board.until("Esc", seconds=600)
        board.type("k42055")
        board.until("Left lays 5")
        board.type("\x1b")
        if status := board.ends():
            raise SystemExit(f"it ended with status {status}")
    print("the board came up, counted a pair and let go")


if __name__ == "__main__":
    main(*sys.argv[1:])
