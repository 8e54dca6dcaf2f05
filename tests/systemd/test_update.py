"""Updates from the menu: `systemd/update`, run with programs that stand for apt, dpkg and systemd."""

import os
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.support.processes import run

DATA = Path(__file__).parents[1] / "data"
SCRIPT = (DATA.parents[1] / "systemd" / "update").read_text(encoding="utf-8")
UPDATES = tomllib.loads((DATA / "updates.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", UPDATES["case"], ids=[case["id"] for case in UPDATES["case"]])
def test_a_newer_version_is_installed_or_the_old_one_stays(case: dict[str, Any], tmp_path: Path) -> None:
    for name in UPDATES["replaced"]:
        (tmp_path / name).symlink_to(DATA / "fake_apt")
    for name, text in (UPDATES["world"] | case.get("world", {})).items():
        if text != "missing":
            (tmp_path / name).write_text(text)
    script = SCRIPT.replace("/etc/apt/sources.list.d", str(tmp_path)).replace("/proc", str(tmp_path))
    names = dict.fromkeys(("WORLD", "RUNTIME_DIRECTORY", "STATE_DIRECTORY"), str(tmp_path))
    environment = {**os.environ, **names, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    said: list[str] = []
    for _ in range(case.get("runs", 1)):
        ended = run(["sh", "-c", script], env=environment, capture_output=True, text=True)
        said += ended.stdout.splitlines()
    assert said == case["says"], ended.stderr
    installed, kept = f"{case['installed']}\n", tmp_path / "old.deb"
    assert (tmp_path / "installed").read_text() == installed
    assert not kept.exists() or kept.read_text() == installed  # for the next way back
    assert not (tmp_path / "underway").exists()
