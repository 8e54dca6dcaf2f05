"""The journal of a test, and the disk below it."""

from pathlib import Path

import pytest

from tests.support.disk import Disk


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return the name of a journal that does not exist yet."""
    return tmp_path / "games.txt"


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    """Return a disk that can be told to fail."""
    return Disk(monkeypatch)
