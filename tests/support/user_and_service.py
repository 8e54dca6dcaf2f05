"""A simulated machine on which a user's own board and a board run by systemd can both save games."""

from pathlib import Path

import pytest

from firmware_py.journal import locations
from firmware_py.system import process
from tests.support.command import muggins


class Machine:
    """A simulated machine on which games have been saved in two places.

    `own` is the journal of a board that the user runs, and `service` that of a board that systemd runs.
    """

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self._patch = patch
        self.own = folder / "home" / "muggins" / "games.txt"
        self.service = folder / "lib" / "games.txt"
        patch.delenv("STATE_DIRECTORY", raising=False)
        patch.setenv("XDG_STATE_HOME", str(folder / "home"))
        patch.setattr(locations, "SERVICE_STATE_FOLDER", self.service.parent)
        self.install(packaged=False)

    def install(self, *, packaged: bool) -> None:
        """Set whether the program behaves as if it had been installed from the Debian package."""
        self._patch.setattr(process, "is_packaged", lambda: packaged)

    def play(self, path: Path, words: str) -> None:
        assert muggins("replay", "-", "--journal", path, stdin=words).status == 0

    def presses(self) -> int:
        made: int = muggins("status", "--json").json["presses"]
        return made
