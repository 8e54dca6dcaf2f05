"""The web server's part in letting phones press the board's keys.

The board shows a code on its display. A phone that sends this code to the server joins, i.e. gets permission
to press keys. The server tells the board the web page's address and how many phones have joined.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from firmware_py.serve.own_address import own_address
from firmware_py.serve.pressing_rights import PressingRights
from firmware_py.window.phone_access import PhoneAccess
from firmware_py.window.phone_file import PhoneFile

GLANCE = 3.0
"""The time, in seconds, between two checks of this machine's address while the board shows a code."""


class PhoneDialogue:
    """Exchanges information with the board, so that phones can join.

    The board provides the code that a phone must send to get permission to press keys. In return, the board
    is told the web page's address and how many phones have joined. A phone that joins again is counted again.
    """

    def __init__(
        self,
        rights: PressingRights,
        tell: Callable[[PhoneAccess], bool],
        port: int,
        withdrawn: Callable[[int], object] = lambda times: None,
    ) -> None:
        """Initialise the dialogue. At first, it is assumed that the board is not showing a code.

        Args:
            rights: the object that decides who may press keys.
            tell: a function that sends a message to the board. It returns False if the board did not receive
                the message.
            port: the port of the web page.
            withdrawn: a function that tells all pages how many times all phones have lost their permission.
        """
        self._rights, self._tell, self._port, self._withdrawn = rights, tell, port, withdrawn
        self._is_shown = asyncio.Event()
        self._told: PhoneAccess | None = None
        self._file: PhoneFile | None = None

    def follow(self, file: PhoneFile) -> None:
        """Let phones join only with the code that the board has just written to its phone file.

        If the file contains a code, send the board the web page's address and the number of phones that have
        joined.
        """
        if file == self._file:
            return
        self._file, self._told = file, None
        self._rights.follow(file)
        self._withdrawn(file.withdrawn)
        if file.code is None:
            self._is_shown.clear()
        else:
            self._is_shown.set()
            self.tell_if_changed()

    def tell_if_changed(self) -> None:
        """Tell the board the web page's address and the number of phones that have joined.

        Do nothing if the board knows both already, or if it is not showing the code that lets phones join.
        """
        address = own_address()
        if address is None or not self._is_shown.is_set():
            return
        access = PhoneAccess(address, self._port, self._rights.joined)
        if access != self._told and self._tell(access):
            self._told = access

    async def run(self) -> None:
        """Tell the board whenever the web page's address or the number of phones that have joined changes.

        The board is told only while it shows the code that lets phones join. This method runs until its task
        is cancelled.
        """
        while True:
            await self._is_shown.wait()
            self.tell_if_changed()
            if not self._rights.offers_code:
                self._is_shown.clear()
            await asyncio.sleep(GLANCE)
