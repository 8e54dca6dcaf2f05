"""Let phones join the game while the phone dialogue is open.

The dialogue shows the code and the web address that a phone needs, and how many phones have joined.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from firmware_py.input.dialogue import PhoneOffer
from firmware_py.input.keys import AddOnMessage
from firmware_py.system.errors import UsageError, cause
from firmware_py.view.view import Additions
from firmware_py.window.datagrams import PhoneAccess
from firmware_py.window.folder import SERVICE_RUNTIME_FOLDER, boot_time
from firmware_py.window.phone_file import LIFETIME, PhoneFile, new_code, read_phone_file, write_phone_file
from firmware_py.words.in_use import words

from .add_on import AddOn

if TYPE_CHECKING:
    from firmware_py.input.dialogue import PhoneRequests

    from .board import Board


LATE = 8.0
"""The time, in seconds, for which the board waits for the web page's server before it says what to do."""


class PhoneJoining(AddOn):
    """The add-on that creates the codes that let phones join the game while the phone dialogue is open.

    A new code is created when the dialogue is opened, and whenever the players ask for one. When a phone has
    joined, the dialogue is closed, so that the phone's keys play the game.
    """

    def __init__(self, board: Board, door: PhoneFileDoor, noticed: Callable[[str], None]) -> None:
        """Prepare to let phones join. Nothing happens until the phone dialogue is opened.

        Args:
            noticed: a function that is called with a line of text if phones cannot join.
        """
        self._board, self._door, self._noticed = board, door, noticed
        self._requests: PhoneRequests | None = None
        self._offer = PhoneOffer()
        self._has_told_server = False
        self._expires_at: float | None = None
        self._late_at: float | None = None

    @property
    def deadline(self) -> float | None:
        """The time by which `follow` must be called even if no key is pressed, or None if there is none."""
        return min((time for time in (self._expires_at, self._late_at) if time is not None), default=None)

    @property
    def shows(self) -> Additions:
        """The code, the address, and the number of phones, for the dialogue to show."""
        return Additions(phones=self._offer)

    def follow(self, now: float) -> None:
        """Respond to changes in the phone dialogue since the last call.

        Create a code if the dialogue has been opened, or if the players have asked for a new code. Hide the
        code if it has expired, or if the dialogue has been closed. `now` is the current time in seconds.
        """
        before, self._requests = self._requests, self._board.entry.phone_requests
        if self._requests is None:
            if before is not None:
                self._hide_code()
            return
        if before is None:
            self._offer = PhoneOffer(is_service=self._door.is_service)
            self._late_at = now + LATE
            self._make_code(now)
        elif self._requests[:2] != before[:2]:
            self._make_code(now, withdraws=self._requests.withdrawals != before.withdrawals)
        if self._expires_at is not None and now >= self._expires_at:
            self._expires_at = None
            self._change(code=None)
        if self._late_at is not None and now >= self._late_at:
            self._late_at = None
            self._change(is_late=True)

    def hear(self, message: AddOnMessage, now: float) -> None:
        """Show the web page's address, and the number of phones that have joined, in the phone dialogue.

        If a phone has joined, or has joined again, close the dialogue. While the players are asked whether to
        put all phones out, create a new code instead, because each code can be used only once. If the
        dialogue is not open, do nothing.

        Args:
            message: a message from the web page's server, with the address and the number of phones that
                have joined. Other messages are ignored.
        """
        if self._requests is None or not isinstance(message, PhoneAccess):
            return
        has_grown = self._offer.host is not None and message.joined > self._offer.joined
        is_withdrawn = self._offer.is_withdrawn and not message.joined
        self._late_at = None
        self._change(host=message.host, joined=message.joined, is_withdrawn=is_withdrawn)
        if has_grown and self._requests.is_asking:
            self._make_code(now)
        elif has_grown:
            self._board.return_to_game(words().phones_joined(message.joined))

    def close(self) -> None:
        """Hide the code that lets phones join, and make it invalid."""
        if self._requests is not None:
            self._hide_code()

    def _hide_code(self) -> None:
        self._requests = self._expires_at = self._late_at = None
        self._change(code=None)
        if not self._has_told_server:
            return
        self._has_told_server = False
        try:
            self._door.close()
        except UsageError as error:
            self._report(error)

    def _make_code(self, now: float, *, withdraws: bool = False) -> None:
        """If this fails, keep the old code, and report the error on the screen and in the log."""
        try:
            code = self._door.new_code(withdraws=withdraws)
        except UsageError as error:
            self._report(error)
            return
        self._has_told_server = True
        self._expires_at = now + LIFETIME
        if withdraws:
            self._change(joined=0, is_withdrawn=True)
        self._change(code=code)

    def _report(self, error: UsageError) -> None:
        self._board.say(str(error))
        self._noticed(str(error))

    def _change(self, **values: Any) -> None:
        self._offer = self._offer._replace(**values)


class PhoneFileDoor:
    """Creates the codes that let phones press the board's keys.

    Each code is written to `phone.json` in the board's runtime folder, where the web page's server reads it.
    """

    def __init__(self, folder: Callable[[], Path | None]) -> None:
        """Prepare to let phones join. No file is written until the first code is created.

        Args:
            folder: a function that returns the board's runtime folder, or None if the board has none.
        """
        self._find_folder = folder
        self._withdrawn = 0

    @property
    def is_service(self) -> bool:
        """True if the board runs as the service installed by the Debian package."""
        return self._find_folder() == SERVICE_RUNTIME_FOLDER

    def new_code(self, *, withdraws: bool = False) -> str:
        """Create and return a new code. It replaces the previous code, and is valid for two minutes.

        Args:
            withdraws: True to make every phone scan the new code before it may press keys again.

        Raises:
            UsageError: the server cannot be notified of the new code. The previous code remains valid, and no
                phone loses its permission.
        """
        code, withdrawn = new_code(), self._withdrawals() + withdraws
        self._write(code, withdrawn)
        self._withdrawn = withdrawn
        return code

    def close(self) -> None:
        """Invalidate the code, so that no more phones can join with it.

        Raises:
            UsageError: the page's server cannot be notified. The code remains valid until it expires.
        """
        self._write(None, self._withdrawals())

    def _withdrawals(self) -> int:
        """The number is also kept in `phone.json`, so it includes the times before the board's last start."""
        folder = self._find_folder()
        found = read_phone_file(folder) if folder else None
        if found:
            self._withdrawn = max(self._withdrawn, found.withdrawn)
        return self._withdrawn

    def _write(self, code: str | None, withdrawn: int) -> None:
        folder = self._find_folder()
        if folder is None:
            raise UsageError("other programs cannot see this board, so it cannot let phones in")
        try:
            write_phone_file(folder, PhoneFile(code, boot_time(), withdrawn))
        except OSError as error:
            raise UsageError(f"{folder}: {cause(error)}; phones cannot be let in or put out") from None
