"""A board's ID."""

import re
import shutil
import subprocess
import uuid
from pathlib import Path

import pytest

from firmware_py.mqtt.publisher import APPLICATION, MACHINE, board_id
from firmware_py.window.folder import SERVICE_RUNTIME_FOLDER


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    path = tmp_path / "machine-id"
    path.write_text("3d1219c7c4c5404aaa1f6d2a48adfda4\n")
    return path


@pytest.mark.skipif(not shutil.which("systemd-id128"), reason="systemd-id128 is not installed")
def test_the_id_of_the_service_begins_as_the_one_that_systemd_derives() -> None:
    said = subprocess.run(
        ["systemd-id128", "machine-id", f"--app-specific={APPLICATION.hex}"],
        capture_output=True,
        text=True,
        check=False,
    )
    if not re.fullmatch("[0-9a-f]{32}", MACHINE.read_text().strip() if MACHINE.is_file() else ""):
        pytest.skip("this machine has no machine id")  # a container that was never started, for example
    assert said.returncode == 0
    assert board_id(SERVICE_RUNTIME_FOLDER) == said.stdout[:12]


def test_an_id_can_be_a_level_of_a_topic_and_does_not_change(machine: Path) -> None:
    assert re.fullmatch("[0-9a-f]{12}", board_id(SERVICE_RUNTIME_FOLDER, machine))
    assert board_id(SERVICE_RUNTIME_FOLDER, machine) == board_id(SERVICE_RUNTIME_FOLDER, machine)


def test_each_machine_and_each_folder_has_an_id_of_its_own(machine: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_text(uuid.uuid4().hex)
    ids = {
        board_id(folder, each)
        for folder in (SERVICE_RUNTIME_FOLDER, tmp_path, tmp_path / "run")
        for each in (machine, other)
    }
    assert len(ids) == 6


def test_the_id_of_the_machine_is_not_part_of_it(machine: Path) -> None:
    assert board_id(SERVICE_RUNTIME_FOLDER, machine) not in machine.read_text()


@pytest.mark.parametrize("content", [None, "", "uninitialized\n", "é"])
def test_a_machine_without_an_id_has_one_all_the_same(content: str | None, tmp_path: Path) -> None:
    path = tmp_path / "machine-id"
    if content is not None:
        path.write_text(content)
    assert re.fullmatch("[0-9a-f]{12}", board_id(SERVICE_RUNTIME_FOLDER, path))
