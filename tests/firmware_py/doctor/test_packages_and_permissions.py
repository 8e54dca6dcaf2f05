"""The doctor checks the Python packages, the groups and the device files, on captures of real machines."""

import pytest

from tests.support.pi_captures import KEYPAD, NUMPAD, bookworm, changed, fit, only_finding, without, wrong


@pytest.mark.parametrize(
    ("config", "module", "apt"),
    [
        (KEYPAD, "gpiozero", "python3-gpiozero"),
        (KEYPAD, "spidev", "python3-spidev"),
        (NUMPAD, "smbus2", "python3-smbus2"),
    ],
)
def test_a_package_is_missing(config, module, apt):
    found = only_finding(config, fit(config, modules=bookworm().modules - {module}))
    assert module in found.what
    assert found.remedy.startswith(f"sudo apt install {apt},")


def test_a_package_that_apt_does_not_have():
    found = only_finding(NUMPAD, fit(NUMPAD, modules=bookworm().modules - {"inotify_simple"}))
    assert found.remedy == "pip install inotify-simple where Muggins is installed"


@pytest.mark.parametrize(
    ("config", "module", "remedy"),
    [
        (KEYPAD, "spidev", "sudo apt install python3-spidev"),
        (NUMPAD, "smbus2", "install the Debian package again: sudo apt install --reinstall ./muggins_*.deb"),
        (NUMPAD, "inotify_simple", "install the Debian package again"),
        (NUMPAD, "luma.oled", "install the Debian package again"),
        (KEYPAD, "gpiozero", "install the Debian package again"),
    ],
)
def test_a_package_is_missing_under_the_debian_package(config, module, remedy):
    found = only_finding(config, fit(config, packaged=True, modules=bookworm().modules - {module}))
    assert found.remedy.startswith(remedy)
    assert "pip" not in found.remedy and "virtual" not in found.remedy


def test_groups_are_missing():
    machine = fit(KEYPAD, groups=frozenset({"pi", "sudo"}), named_groups=frozenset({"pi", "sudo"}))
    found = only_finding(KEYPAD, machine)
    assert found.what == "pi is not in the groups gpio, i2c, spi"
    assert found.remedy == "sudo usermod -aG gpio,i2c,spi pi, then log out and in again"


def test_new_groups_count_only_after_the_next_login():
    found = only_finding(NUMPAD, fit(NUMPAD, groups=frozenset({"pi", "i2c", "spi"})))
    assert found.what == "pi was added to the group input after logging in"


def test_root_needs_no_groups():
    assert wrong(KEYPAD, fit(KEYPAD, groups=frozenset(), is_root=True)) == []


def test_a_device_cannot_be_opened():
    machine = fit(NUMPAD)
    machine = changed(machine, devices=dict(machine.devices) | {"/dev/spidev0.0": False})
    assert only_finding(NUMPAD, machine).what == "pi cannot open /dev/spidev0.0"


def test_a_machine_without_pins():
    assert "gpiochip" in only_finding(KEYPAD, without(fit(KEYPAD), "/dev/gpiochip0")).what


def test_under_the_debian_package_another_user_need_not_be_in_the_groups():
    found = only_finding(KEYPAD, fit(KEYPAD, packaged=True, groups=frozenset({"pi"})))
    assert (found.level, found.remedy) == ("warning", "run it as root: sudo muggins doctor")
    assert found.what == "pi is not in the groups gpio, i2c, spi, so the doctor cannot check everything"
