"""The doctor's report, and the checks that need no part, on captures of real machines.

To simulate a fault that no captured file shows, the tests in this folder edit one of the files. The edits
follow the README of the Raspberry Pi overlays.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_py.config.build import load
from firmware_py.config.palette import NAMED
from firmware_py.doctor.diagnosis import FAULT, OK, Diagnosis, report
from firmware_py.doctor.doctor import check, run
from firmware_py.doctor.machine import Machine
from tests.support.pi_captures import (
    KEYPAD,
    NUMPAD,
    PI_3,
    PI_4,
    PI_5,
    TXT,
    bare,
    bookworm,
    fit,
    only_finding,
    profile,
    without,
    wrong,
)


@pytest.mark.parametrize(
    "name", ["first-board", "led-panel", "keypad-20", "usb-numpad", "bare", "oled-bonnet", "oled-hat"]
)
@pytest.mark.parametrize("model", [PI_3, PI_4, PI_5])
def test_a_machine_with_all_that_the_board_needs_has_no_faults(name, model):
    config = profile(name)
    assert wrong(config, fit(config, model=model)) == []


def test_the_report_has_a_line_for_each_check_and_the_exit_status():
    report, status = run(NUMPAD, fit(NUMPAD))
    assert status == 0
    assert report.splitlines()[0] == f"ok      this is a {PI_4}"
    assert all(line.startswith(("ok ", "note ", " ")) for line in report.splitlines())
    machine = without(bookworm(), "/dev/i2c-1")
    report, status = run(NUMPAD, machine)
    assert status == 1
    assert (
        "fault   I2C is off: there is no /dev/i2c-1\n"
        f"          {TXT}, line 1: make it dtparam=i2c_arm=on,i2c_arm_baudrate=400000 "
        "(without the #) and restart\n"
    ) in report


def test_a_warning_alone_is_no_failure():
    report, status = run(NUMPAD, fit(NUMPAD, service="inactive"))
    assert "warning " in report
    assert status == 0


@pytest.mark.parametrize("model", [None, "Acme Laptop"])
def test_on_a_computer_that_is_no_pi_only_the_configuration_is_checked(model):
    report, status = run(NUMPAD, bare(model=model))
    assert status == 0
    warning, what_to_do, *others = report.splitlines()
    assert warning.startswith(f"warning this is not a Raspberry Pi{' but Acme Laptop' if model else ''}: ")
    assert warning.endswith("parts were not checked") and "on the Pi" in what_to_do
    assert (
        others[0].startswith("ok      no configuration file: the default profile, ")
        and "usb-numpad" in others[0]
    )
    assert all(line.startswith(("ok ", "note ", " ")) for line in others)


def test_games_that_would_be_lost_are_a_fault_on_any_computer():
    report, status = run(NUMPAD, bare(forgetful="/run/games"))
    assert status == 1 and "fault   /run/games" in report


def test_a_pi_whose_boot_partition_is_not_mounted_is_checked_all_the_same():
    found = wrong(NUMPAD, fit(NUMPAD, config_txt=None))
    assert [(finding.level, finding.remedy) for finding in found] == [
        ("warning", "check that the boot partition is mounted: findmnt /boot/firmware")
    ]


def test_the_report_has_a_line_for_each_diagnosis_and_the_remedies_below() -> None:
    found = [Diagnosis(OK, "all is well"), Diagnosis(FAULT, "I2C is off", "switch it on\nand restart")]
    assert report(found) == (
        "ok      all is well\nfault   I2C is off\n          switch it on\n          and restart\n"
    )


def coloured(*names):
    palette = KEYPAD.lights.palette._replace(sides=tuple(NAMED[name] for name in names))
    return KEYPAD._replace(lights=KEYPAD.lights._replace(palette=palette))


def test_colours_that_some_people_confuse():
    # Without red or green cones, orange and vermilion differ mainly in lightness (Okabe and Ito).
    found = only_finding(coloured("orange", "vermilion"), fit(KEYPAD))
    assert found.level == "warning"
    assert "sides 1 and 2" in found.what
    assert "deuteranopia" in found.what
    assert "colours = " in found.remedy
    assert wrong(coloured("vermilion", "sky blue"), fit(KEYPAD)) == []
    assert any("tell the sides apart" in each.what for each in check(KEYPAD, fit(KEYPAD)))
    assert not any("colour" in each.what for each in check(KEYPAD._replace(lights=None), fit(KEYPAD)))


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


def test_the_games_are_only_in_memory():
    found = only_finding(NUMPAD, fit(NUMPAD, forgetful="/var/lib/muggins"))
    assert found.what == "/var/lib/muggins is only in memory: games are lost when the power goes"
    assert "overlayroot=tmpfs:recurse=0" in found.remedy
