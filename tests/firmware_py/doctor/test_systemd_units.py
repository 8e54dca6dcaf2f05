"""The states of systemd units, in the output format of `systemctl show`."""

import subprocess

import pytest

from firmware_py.doctor import machine
from firmware_py.doctor.machine import UnitStates

ACTIVE = "LoadState=loaded\nActiveState=active\nUnitFileState="


def printed(monkeypatch, text):
    def run(command, **options):
        assert command[:2] == ["systemctl", "show"]
        assert command[3:] == [
            "muggins.service",
            "muggins-poweroff.path",
            "muggins-speak.service",
            "muggins-serve.socket",
            "muggins-serve.service",
            "muggins-serve-phone.path",
            "muggins-publish.service",
        ]
        return subprocess.CompletedProcess(command, 0, stdout=text)

    monkeypatch.setattr(machine.subprocess, "run", run)
    return machine.unit_states()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (f"{ACTIVE}enabled\n\n{ACTIVE}static\n", UnitStates("active", "enabled", "active")),
        (
            "UnitFileState=disabled\nActiveState=failed\nLoadState=loaded\n\n"
            "LoadState=not-found\nActiveState=inactive\nUnitFileState=\n",
            UnitStates("failed", "disabled", "not-found"),
        ),
        (
            "LoadState=masked\nActiveState=inactive\nUnitFileState=masked\n\n"
            "LoadState=masked\nActiveState=inactive\nUnitFileState=masked\n",
            UnitStates("inactive", "masked", "masked"),
        ),
        (f"LoadState=not-found\nActiveState=inactive\nUnitFileState=\n\n{ACTIVE}static\n", UnitStates()),
        (
            f"{ACTIVE}enabled\n\n{ACTIVE}static\n\nLoadState=loaded\nActiveState=inactive\nUnitFileState=disabled\n",
            UnitStates("active", "enabled", "active", "inactive", "disabled"),
        ),
        (
            f"{ACTIVE}enabled\n\n{ACTIVE}static\n\nLoadState=not-found\nActiveState=inactive\nUnitFileState=\n",
            UnitStates("active", "enabled", "active"),
        ),
        (
            f"{ACTIVE}enabled\n\n{ACTIVE}static\n\n{ACTIVE}disabled\n\n{ACTIVE}enabled\n\n"
            f"LoadState=loaded\nActiveState=failed\nUnitFileState=indirect\n\n{ACTIVE}static\n",
            UnitStates(*"active enabled active active disabled active enabled failed active".split()),
        ),
        (
            "\n\n".join([f"{ACTIVE}enabled", *[f"{ACTIVE}disabled"] * 5, f"{ACTIVE}enabled"]),
            UnitStates(
                *("active", "enabled", "active"),
                *("active", "disabled", "active", "disabled", "active", "active"),
                *("active", "enabled"),
            ),
        ),
        ("", UnitStates()),
    ],
)
def test_the_states_are_read(monkeypatch, text, found):
    assert printed(monkeypatch, text) == found


@pytest.mark.parametrize("error", [FileNotFoundError, subprocess.TimeoutExpired("systemctl", 5)])
def test_a_machine_without_systemd(monkeypatch, error):
    def missing(*args, **kwargs):
        raise error

    monkeypatch.setattr(machine.subprocess, "run", missing)
    assert machine.unit_states() == UnitStates()
