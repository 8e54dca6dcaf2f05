"""A machine on which a user's own board and the service may each have a journal."""

from pathlib import Path

import pytest

from firmware_py import version
from firmware_py.journal import locations
from tests.support.command import muggins


class Machine:
    """A machine on which a user's own board and the service can each have a journal.

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
        """Make the program believe that it was installed as the Debian package, if `packaged` is True.

        Otherwise, make the program believe that it was installed in another way.
        """
        self._patch.setattr(version, "is_packaged", lambda: packaged)

    def play(self, path: Path, words: str) -> None:
        """Press these keys on a board whose journal is at `path`."""
        assert muggins("replay", "-", "--journal", path, stdin=words).status == 0

    def presses(self) -> int:
        """Return the number of presses that `muggins status` reports."""
        made: int = muggins("status", "--json").json["presses"]
        return made
