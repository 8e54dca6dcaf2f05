"""To switch the machine off, the board creates a file that systemd watches for."""

from pathlib import Path

import pytest

from firmware_py.start.service import PowerSwitch

UNIT = Path(__file__).parents[3] / "systemd" / "muggins-poweroff.path"


def test_the_switch_leaves_the_note_that_the_unit_watches_for(tmp_path: Path) -> None:
    folder = tmp_path / "muggins"
    folder.mkdir()
    switch = PowerSwitch({"RUNTIME_DIRECTORY": f"{folder}:/elsewhere", "NOTIFY_SOCKET": "/run/notify"})
    assert switch.works
    switch.press()
    switch.press()
    [note] = folder.iterdir()
    assert note.read_bytes() == b""
    assert f"PathExists=/run/muggins/{note.name}" in UNIT.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize(
    "environment",
    [{}, {"RUNTIME_DIRECTORY": "/run/muggins"}, {"NOTIFY_SOCKET": "/run/notify"}, {"RUNTIME_DIRECTORY": ""}],
)
def test_a_program_that_is_no_service_has_no_switch(environment: dict[str, str]) -> None:
    assert not PowerSwitch(environment).works


def test_a_folder_that_is_gone_is_an_error_that_names_the_note(tmp_path: Path) -> None:
    switch = PowerSwitch({"RUNTIME_DIRECTORY": str(tmp_path / "gone"), "NOTIFY_SOCKET": "/run/notify"})
    with pytest.raises(OSError, match="gone/poweroff"):
        switch.press()
