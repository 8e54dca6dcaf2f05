"""A real board in a separate process, without a display or LEDs. Tests press its keys through its socket."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
from pathlib import Path
from typing import Any

from tests.support.command import ENVIRONMENT, MUGGINS
from tests.support.deadline import until
from tests.support.processes import ended

_CONFIGURATION = """extends = "usb-numpad"
display = false
lights = false
[game]
names = ["Ann", "Bob"]
"""


class BoardProcess:
    """A board in a separate process, which runs until it is closed.

    If a new board is then started in the same folder, it resumes the game.
    """

    def __init__(self, folder: Path) -> None:
        self._window = folder / "window"
        self._window.mkdir(exist_ok=True)
        config = folder / "board.toml"
        config.write_text(_CONFIGURATION)
        before = self.view().get("run")
        self._log = folder / "board.log"
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [*MUGGINS, "--config", config],
                stderr=log,
                env=ENVIRONMENT | self.environment(folder) | {"STATE_DIRECTORY": str(folder / "state")},
            )
        until(lambda: self.view().get("run", before) != before, "the board")

    @staticmethod
    def environment(folder: Path) -> dict[str, str]:
        """Return the environment variable that other programs use to find the board's view file."""
        return {"RUNTIME_DIRECTORY": str(folder / "window")}

    def view(self) -> dict[str, Any]:
        """Return the contents of the board's view file, or an empty dictionary if it does not exist yet."""
        try:
            return dict(json.loads((self._window / "view.json").read_bytes()))
        except FileNotFoundError:
            return {}

    def press(self, keys: str) -> None:
        """Press keys one after another. After each one, wait until the board has handled it."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
            for key in keys.split():
                name = os.urandom(6).hex()
                sender.sendto(json.dumps({"key": key, "id": name}).encode(), str(self._window / "keys"))
                until(lambda name=name: name in [each.get("id") for each in self.view()["recent"]], key)

    def kill(self) -> None:
        self._process.kill()
        ended(self._process)

    def send(self, number: signal.Signals) -> None:
        self._process.send_signal(number)

    def close(self, how: signal.Signals = signal.SIGTERM) -> None:
        if (status := self._process.poll()) is not None:
            print(f"the board has ended with status {status}:", self._log.read_text(errors="replace"))
        self._process.send_signal(how)
        ended(self._process)
