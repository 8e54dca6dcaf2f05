"""Create the codes that let phones press the board's keys, and write them to the file `phone.json`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from firmware_py.errors import UsageError
from firmware_py.file_errors import cause
from firmware_py.window.boot_clock import boot_time
from firmware_py.window.phone_code import new_code
from firmware_py.window.phone_file import PhoneFile, read_phone_file, write_phone_file
from firmware_py.window.runtime_folder import SERVICE_RUNTIME_FOLDER


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
        """Return how many times all phones have lost their permission to press keys.

        The number is also kept in `phone.json`, so it includes the times before the board was last started.
        """
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
