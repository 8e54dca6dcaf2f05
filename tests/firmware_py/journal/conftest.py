"""Fixtures for a journal, and for a disk that fails on request."""

from pathlib import Path

import pytest

from tests.support.journals import Disk


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return the path to a journal that has not been created yet."""
    return tmp_path / "games.txt"


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    """Return a simulated disk, which can make system calls fail when a test asks for it."""
    return Disk(monkeypatch)
