"""How the tests run: the same examples every time, none failed for being slow, and no configuration found."""

from pathlib import Path

import pytest
from hypothesis import settings

from firmware_py.config import files

settings.register_profile("muggins", derandomize=True, deadline=None)
settings.load_profile("muggins")


@pytest.fixture(autouse=True)
def _nothing_is_configured(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """The machine that the tests run on may be somebody's board."""
    monkeypatch.setattr(files, "SEARCHED", ())
    monkeypatch.setenv("XDG_CONFIG_HOME", str(Path(tmp_path_factory.getbasetemp()) / "no-configuration"))
