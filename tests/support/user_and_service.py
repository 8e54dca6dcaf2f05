"""A machine with a user, and with the service or without: the two journals that there may be."""

from pathlib import Path

import pytest

from firmware_py import version
from firmware_py.journal import locations
from tests.support.command import muggins


class Machine:
    """A machine with a user, and perhaps with the service installed.

    Attributes:
        own: the journal of the user's own board.
        service: the journal of the service.
    """

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self._patch = patch
        self.own = folder / "home" / "muggins" / "games.txt"
        self.service = folder / "lib" / "games.txt"
        patch.delenv("STATE_DIRECTORY", raising=False)
        patch.setenv("XDG_STATE_HOME", str(folder / "home"))
        patch.setattr(locations, "SERVICE_FOLDER", self.service.parent)
        self.install(packaged=False)

    def install(self, *, packaged: bool) -> None:
        """Pretend that the program came as the Debian package, or did not."""
        self._patch.setattr(version, "is_packaged", lambda: packaged)

    def play(self, path: Path, words: str) -> None:
        """Play on a journal."""
        assert muggins("replay", "-", "--journal", path, stdin=words).status == 0

    def presses(self) -> int:
        """Return the number of presses that `muggins status` reports."""
        made: int = muggins("status", "--json").json["presses"]
        return made
