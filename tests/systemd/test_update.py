"""Updates from the menu: `systemd/update`, run with programs that stand for apt, dpkg and systemd."""

import os
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.support.processes import run

ROOT = Path(__file__).parents[2]
SCRIPT = (ROOT / "systemd" / "update").read_text(encoding="utf-8")
DATA = ROOT / "tests" / "data"
CASES = tomllib.loads((DATA / "updates.toml").read_text(encoding="utf-8"))["case"]
REPLACED = "apt-get apt-cache dpkg dpkg-deb dpkg-query systemctl df chown sync sleep"
WORLD = {
    **dict.fromkeys(("muggins.sources", "cmdline", "fails", "once", "kills", "broken"), ""),
    **{"installed": "0.1.0\n", "source": "0.1.0\n0.2.0\n", "room": "5000\n", "machine": "running\n"},
}


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_a_newer_version_is_installed_or_the_old_one_stays(case: dict[str, Any], tmp_path: Path) -> None:
    for name in REPLACED.split():
        (tmp_path / name).symlink_to(DATA / "fake_apt")
    for name, text in (WORLD | case.get("world", {})).items():
        (tmp_path / name.replace("old", "old.deb")).write_text(text)
    (tmp_path / case.get("without", "calls")).unlink(missing_ok=True)
    script = SCRIPT.replace("/etc/apt/sources.list.d", str(tmp_path)).replace("/proc", str(tmp_path))
    names = dict.fromkeys(("WORLD", "RUNTIME_DIRECTORY", "STATE_DIRECTORY"), str(tmp_path))
    environment = {**os.environ, **names, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    said: list[str] = []
    for _ in range(case.get("runs", 1)):
        ended = run(["sh", "-c", script], env=environment, capture_output=True, text=True)
        said += ended.stdout.splitlines()
    assert said == case["says"], ended.stderr
    assert (tmp_path / "status").read_text() == f"{said[-1]}\n"
    assert (tmp_path / "installed").read_text() == f"{case['installed']}\n"
    assert not (tmp_path / "underway").exists()
    if said[-1].startswith("done"):
        assert (tmp_path / "old.deb").read_text() == f"{case['installed']}\n"
