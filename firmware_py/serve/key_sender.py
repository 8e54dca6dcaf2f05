"""Send key presses and the web page's address to the board's socket, without ever waiting for the board."""

from __future__ import annotations

from pathlib import Path

from firmware_py.input.keys import Key
from firmware_py.window.key_datagrams import datagram_socket, key_datagram
from firmware_py.window.phone_access import PhoneAccess, phone_datagram
from firmware_py.window.runtime_folder import KEYS


class KeySender:
    """Sends key presses to the board whose socket is in a given folder."""

    def __init__(self, folder: Path) -> None:
        """Prepare to send keys to the board that uses this folder. The board need not be running yet."""
        self._path = str(folder / KEYS)
        self._socket = datagram_socket()
        self._socket.setblocking(False)

    def press(self, key: Key, seat: int | None = None) -> bool:
        """Press a key on the board.

        Return False if no board accepts keys at the moment, or if too many keys are waiting.

        Args:
            key: the key.
            seat: the seat of the player who presses the key, or None if it is not known.
        """
        return self._send(key_datagram(key, seat=seat))

    def tell(self, access: PhoneAccess) -> bool:
        """Tell the board how phones can reach the page.

        Return False if no board is listening at the moment.
        """
        return self._send(phone_datagram(access))

    def close(self) -> None:
        """Close the socket. No more keys can be sent."""
        self._socket.close()

    def _send(self, datagram: bytes) -> bool:
        try:
            self._socket.sendto(datagram, self._path)
        except OSError:
            return False
        return True
