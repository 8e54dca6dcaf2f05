"""What systemd says of the board's units, in the form in which `systemctl show` prints it."""

import subprocess

import pytest

from firmware_py.doctor import units
from firmware_py.doctor.units import Units

ACTIVE = "LoadState=loaded\nActiveState=active\nUnitFileState="


def printed(monkeypatch, text):
    def run(command, **options):
        assert command[:2] == ["systemctl", "show"]
        assert command[-2:] == ["muggins.service", "muggins-poweroff.path"]
        return subprocess.CompletedProcess(command, 0, stdout=text)

    monkeypatch.setattr(units.subprocess, "run", run)
    return units.look()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (f"{ACTIVE}enabled\n\n{ACTIVE}static\n", Units("active", "enabled", "active")),
        (
            "UnitFileState=disabled\nActiveState=failed\nLoadState=loaded\n\n"
            "LoadState=not-found\nActiveState=inactive\nUnitFileState=\n",
            Units("failed", "disabled", "not-found"),
        ),
        (
            "LoadState=masked\nActiveState=inactive\nUnitFileState=masked\n\n"
            "LoadState=masked\nActiveState=inactive\nUnitFileState=masked\n",
            Units("inactive", "masked", "masked"),
        ),
        (f"LoadState=not-found\nActiveState=inactive\nUnitFileState=\n\n{ACTIVE}static\n", Units()),
        ("", Units()),
    ],
)
def test_what_systemd_says(monkeypatch, text, found):
    assert printed(monkeypatch, text) == found


@pytest.mark.parametrize("error", [FileNotFoundError, subprocess.TimeoutExpired("systemctl", 5)])
def test_a_machine_without_systemd(monkeypatch, error):
    def missing(*args, **kwargs):
        raise error

    monkeypatch.setattr(units.subprocess, "run", missing)
    assert units.look() == Units()
