"""The next steps: lines for the boot settings, and the commands for checking the board and playing."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest

from engine.rules import Rules
from engine.setup import Setup
from firmware_py.config import files
from firmware_py.config.programs import SpeechSettings
from firmware_py.setup import wizard
from firmware_py.setup.terminal import Terminal
from tests.support.pi_captures import bookworm
from tests.support.setup_rig import profile


def _said(path: Path, speech: SpeechSettings | None = None, *, muggins: bool = False, **machine: Any) -> str:
    said = io.StringIO()
    setup = Setup(Rules(muggins=muggins))
    config = profile("first-board")._replace(speech=speech, setup=setup)
    wizard.say(Terminal(0, said), config, bookworm(**{"config_txt": ""} | machine), path)
    return said.getvalue()


def test_another_file_is_named_in_the_commands(tmp_path: Path) -> None:
    said = _said(tmp_path / "a")
    assert "Add these lines at the end of /boot/firmware/config.txt, and restart:\n" in said
    assert said.endswith(
        f"To check the board:  muggins doctor --config {tmp_path / 'a'}\n"
        f"To play:             muggins --config {tmp_path / 'a'}\n"
    )


def test_the_file_that_is_read_needs_no_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a").touch()
    monkeypatch.setattr(files, "found", lambda: tmp_path / "a")
    assert _said(tmp_path / "a").endswith(
        "To check the board:  muggins doctor\nTo play:             muggins\n"
    )
    assert f"Without --config, Muggins reads {tmp_path / 'a'}, not this file.\n" in _said(tmp_path / "b")


def test_the_service_is_started_where_there_is_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a").touch()
    monkeypatch.setattr(files, "found", lambda: tmp_path / "a")
    assert _said(tmp_path / "a", service="inactive").endswith(
        "To check the board:  sudo muggins doctor\nTo play:             sudo systemctl start muggins\n"
    )


def test_the_voice_is_a_service_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert _said(tmp_path / "a", SpeechSettings()).endswith(
        f"To hear the voice:   muggins speak --config {tmp_path / 'a'}\n"
        "To hear it again:    hold GO; hold it once more for the score\n"
    )
    (tmp_path / "a").touch()
    monkeypatch.setattr(files, "found", lambda: tmp_path / "a")
    assert _said(tmp_path / "a", SpeechSettings(), service="inactive").endswith(
        "To hear the voice:   sudo systemctl enable --now muggins-speak\n"
        "To hear it again:    hold GO; hold it once more for the score\n"
    )


def test_with_muggins_the_voice_keys_are_in_the_menu(tmp_path: Path) -> None:
    """In a game with muggins, holding GO acts as the MUGGINS key and does not make the voice speak.

    Setup therefore tells the user to open the menu with MENU and press the voice key there.
    """
    said = _said(tmp_path / "a", SpeechSettings(), muggins=True)
    assert said.endswith("To hear it again:    press MENU and J; for the score, MENU and Q\n")


def test_the_lines_are_for_the_pi_on_any_other_machine(tmp_path: Path) -> None:
    assert "On the Pi, add these lines at the end of " in _said(tmp_path / "a", model=None)
