"""The doctor's findings about the wiring described by a configuration."""

from pathlib import Path

import pytest

from firmware_py.config.build import load
from firmware_py.doctor.doctor import run
from firmware_py.doctor.machine import Machine
from tests.support.pi_captures import PI_3, PI_5, bare, fit, wrong

SPI1 = 'extends = "usb-numpad"\n[lights]\nbus = 1\nchip = "ws2812"\n'


def test_pulses_on_spi1_are_a_fault_up_to_the_pi_4_and_none_on_a_pi_5(tmp_path: Path) -> None:
    path = tmp_path / "muggins.toml"
    path.write_text(SPI1)
    config = load(path)
    assert [each.level for each in wrong(config, fit(config, model=PI_3)) if "pulses" in each.what] == [
        "fault"
    ]
    assert not any("pulses" in each.what for each in wrong(config, fit(config, model=PI_5)))


@pytest.mark.parametrize("machine", [bare(), bare(model="Acme Laptop")])
def test_the_wiring_is_checked_on_a_computer_that_is_no_pi_too(tmp_path: Path, machine: Machine) -> None:
    path = tmp_path / "muggins.toml"
    path.write_text('extends = "usb-numpad"\n[keyboard.codes]\nUNDO = 69\n')
    report, status = run(load(path), machine)
    assert "warning UNDO is on Num Lock (code 69)" in report
    assert "note    the level shifter of the lights must be a 74AHCT125" in report
    assert status == 0
