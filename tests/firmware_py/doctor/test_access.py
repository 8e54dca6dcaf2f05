"""Packages, groups, devices and the service, on captures of machines."""

import pytest

from firmware_py.doctor.checks import check
from tests.firmware_py.doctor.captures import (
    KEYPAD,
    NUMPAD,
    bookworm,
    fit,
    only,
    without,
    wrong,
)


def test_groups_are_missing():
    machine = fit(KEYPAD, groups=frozenset({"pi", "sudo"}), named_groups=frozenset({"pi", "sudo"}))
    found = only(KEYPAD, machine)
    assert found.what == "pi is not in the groups gpio, i2c, spi"
    assert found.remedy == "sudo usermod -aG gpio,i2c,spi pi, then log out and in again"


def test_groups_count_after_the_next_login():
    found = only(NUMPAD, fit(NUMPAD, groups=frozenset({"pi", "i2c", "spi"})))
    assert found.what == "pi has been put into the group input since logging in"


def test_root_needs_no_groups():
    assert wrong(KEYPAD, fit(KEYPAD, groups=frozenset(), is_root=True)) == []


def test_a_device_cannot_be_opened():
    machine = fit(NUMPAD)
    machine = machine._replace(devices=dict(machine.devices) | {"/dev/spidev0.0": False})
    assert only(NUMPAD, machine).what == "pi cannot open /dev/spidev0.0"


@pytest.mark.parametrize(
    ("config", "module", "apt"),
    [
        (KEYPAD, "lgpio", "python3-lgpio"),
        (KEYPAD, "spidev", "python3-spidev"),
        (NUMPAD, "smbus2", "python3-smbus2"),
    ],
)
def test_a_package_is_missing(config, module, apt):
    found = only(config, fit(config, modules=bookworm().modules - {module}))
    assert module in found.what
    assert found.remedy.startswith(f"sudo apt install {apt},")


def test_a_package_that_apt_does_not_have():
    found = only(NUMPAD, fit(NUMPAD, modules=bookworm().modules - {"inotify_simple"}))
    assert found.remedy == "pip install inotify-simple where Muggins is installed"


def test_lgpio_needs_a_folder_to_write_in():
    machine = fit(KEYPAD, folder="/", folder_writable=False)
    assert "nothing can be written in /" in only(KEYPAD, machine).what
    assert wrong(NUMPAD, fit(NUMPAD, folder_writable=False)) == []


def test_a_machine_without_pins():
    assert "gpiochip" in only(KEYPAD, without(fit(KEYPAD), "/dev/gpiochip0")).what


@pytest.mark.parametrize(("unit", "level"), [("failed", "fault"), ("inactive", "warning"), ("active", "ok")])
def test_the_service(unit, level):
    assert check(NUMPAD, fit(NUMPAD, unit=unit))[-1].level == level


# Pins
