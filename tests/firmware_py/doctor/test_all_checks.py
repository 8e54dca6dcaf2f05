"""The doctor's reports on simulated machines, which are described by files and output from real ones.

To simulate a fault that no captured file shows, the tests in this folder edit one of the files. The edits
follow the README of the Raspberry Pi overlays.
"""

import pytest

from firmware_py.doctor.doctor import run
from tests.support.pi_captures import (
    NUMPAD,
    PI_3,
    PI_4,
    PI_5,
    TXT,
    bare,
    bookworm,
    fit,
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
