"""The check of groups, device files and the working directory, on captures of real machines."""

from tests.support.pi_captures import (
    KEYPAD,
    NUMPAD,
    changed,
    fit,
    only_finding,
    without,
    wrong,
)


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
