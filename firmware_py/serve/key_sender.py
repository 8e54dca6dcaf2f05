"""Press keys through the board's socket, without ever waiting for the board."""

from __future__ import annotations

import socket
from json import dumps
from pathlib import Path

from firmware_py.input.keys import Key
from firmware_py.window.runtime_folder import KEYS


class KeySender:
    """Sends key presses to the board whose socket is in a given folder."""

    def __init__(self, folder: Path) -> None:
        """Prepare to send keys to the board that uses this folder. The board need not be running yet."""
        self._path = str(folder / KEYS)
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC)
        self._socket.setblocking(False)

    def press(self, key: Key) -> bool:
        """Press a key on the board.

        Return False if no board accepts keys at the moment, or if too many keys are waiting.
        """
        try:
            self._socket.sendto(dumps({"key": key.value}).encode(), self._path)
        except OSError:
            return False
        return True

    def close(self) -> None:
        """Close the socket. No more keys can be sent."""
        self._socket.close()
