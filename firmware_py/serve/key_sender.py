"""Press keys through the socket in the board's window, without ever waiting for the board."""

from __future__ import annotations

import socket
from json import dumps
from pathlib import Path

from firmware_py.input.keys import Key
from firmware_py.window.runtime_folder import KEYS


class KeySender:
    """Sends keys to the board that has its window in a folder."""

    def __init__(self, folder: Path) -> None:
        """Prepare to send; the board may start later."""
        self._path = str(folder / KEYS)
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC)
        self._socket.setblocking(False)

    def press(self, key: Key) -> bool:
        """Press a key. Return False if no board takes keys now, or too many wait."""
        try:
            self._socket.sendto(dumps({"key": key.value}).encode(), self._path)
        except OSError:
            return False
        return True

    def close(self) -> None:
        """Send no more keys."""
        self._socket.close()
