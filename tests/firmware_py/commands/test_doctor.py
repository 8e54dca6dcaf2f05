"""`muggins doctor` prints the findings for a configuration, and exits with status 1 if there is a fault."""

from pathlib import Path

import pytest

from firmware_py.config.config import Config
from firmware_py.doctor.machine import Machine
from tests.support.command import Result, check_error, muggins
from tests.support.pi_captures import bare

FORGETFUL = "/run/games"


@pytest.fixture
def inspected(monkeypatch: pytest.MonkeyPatch) -> list[Config]:
    """Simulate a computer that is not a Pi. Return a list that collects the inspected configurations."""
    seen: list[Config] = []

    def inspect(config: Config) -> Machine:
        seen.append(config)
        return bare(model="Acme Laptop", forgetful=FORGETFUL if config.source else None)

    monkeypatch.setattr("firmware_py.commands.makers.Machine", inspect)
    return seen


def test_without_a_fault_the_status_is_0(inspected: list[Config]) -> None:
    result = muggins("doctor")
    assert (result.status, result.err) == (0, "")
    assert result.out.startswith("warning this is not a Raspberry Pi but Acme Laptop")
    assert result.out.endswith("\n") and not result.out.endswith("\n\n")
    assert [config.profile for config in inspected] == ["keypad-20"]


def test_with_a_fault_the_status_is_1(inspected: list[Config], tmp_path: Path) -> None:
    path = tmp_path / "muggins.toml"
    path.write_text('extends = "bare"')
    result = muggins("doctor", "--config", path)
    assert (result.status, result.err) == (1, "")
    assert "fault " in result.out and FORGETFUL in result.out
    assert [config.source for config in inspected] == [str(path)]
    # The option may stand before the command as well.
    assert muggins("--config", path, "doctor") == Result(1, result.out, "")


def test_a_wrong_configuration_is_refused_before_anything_is_checked(
    inspected: list[Config], tmp_path: Path
) -> None:
    path = tmp_path / "muggins.toml"
    path.write_text("[display]\naddress = 300")
    check_error(muggins("doctor", "--config", path), str(path), "300")
    assert inspected == []
