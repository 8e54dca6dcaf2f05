"""To install an optional dependency, use apt or, in a virtual environment, the environment's own pip."""

import subprocess
import sys
import venv
from pathlib import Path

import pytest

from firmware_py.system.process import how_to_install


def test_outside_a_virtual_environment_it_is_debians_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "prefix", sys.base_prefix)
    assert how_to_install("python3-tornado", "serve") == "install it with 'sudo apt install python3-tornado'"


def test_in_a_virtual_environment_it_is_its_own_pip(tmp_path: Path) -> None:
    folder = tmp_path / "my games"
    venv.create(folder)
    done = subprocess.run(
        [
            folder / "bin/python",
            "-c",
            "from firmware_py.system.process import how_to_install as how; print(how('x', 'serve'))",
        ],
        env={"PYTHONPATH": str(Path(__file__).parents[3])},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == f"install it with: '{folder}/bin/pip' install 'muggins[serve]'\n"
