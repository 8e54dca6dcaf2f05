"""Packages, groups, devices and the service, on captures of machines."""

import pytest

from firmware_py.doctor.checks import check
from tests.support.pi_captures import (
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
    assert found.what == "pi was added to the group input after logging in"


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
    assert "/ is not writable" in only(KEYPAD, machine).what
    assert wrong(NUMPAD, fit(NUMPAD, folder_writable=False)) == []


def test_a_machine_without_pins():
    assert "gpiochip" in only(KEYPAD, without(fit(KEYPAD), "/dev/gpiochip0")).what


@pytest.mark.parametrize(("unit", "level"), [("failed", "fault"), ("inactive", "warning"), ("active", "ok")])
def test_the_service(unit, level):
    assert check(NUMPAD, fit(NUMPAD, unit=unit))[-1].level == level


@pytest.mark.parametrize(
    ("enabled", "command"), [("disabled", "enable"), ("masked", "unmask"), ("enabled", None), (None, None)]
)
def test_a_service_that_does_not_start_with_the_machine(enabled, command):
    found = wrong(NUMPAD, fit(NUMPAD, unit="active", enabled=enabled))
    assert [each.remedy for each in found] == (
        [f"sudo systemctl {command} muggins.service"] if command else []
    )


@pytest.mark.parametrize(
    ("switch", "remedy"),
    [
        ("inactive", "start it: sudo systemctl start muggins-poweroff.path"),
        ("failed", "see why: sudo journalctl -b -u muggins-poweroff.path; then: sudo systemctl restart"),
        ("masked", "sudo systemctl unmask muggins-poweroff.path"),
        ("not-found", "copy it, and the unit it starts"),
    ],
)
def test_the_menu_cannot_switch_off(switch, remedy):
    found = only(NUMPAD, fit(NUMPAD, unit="active", switch=switch))
    assert (found.level, found.what) == (
        "warning",
        f"the menu cannot switch the machine off: muggins-poweroff.path is {switch}",
    )
    assert found.remedy.startswith(remedy)


def test_what_switches_off_need_not_run_where_there_is_no_board_or_none_running():
    assert wrong(NUMPAD, fit(NUMPAD, unit="active", switch="active")) == []
    assert wrong(NUMPAD, fit(NUMPAD, switch="not-found")) == []
    assert [each.what for each in wrong(NUMPAD, fit(NUMPAD, unit="inactive", switch="inactive"))] == [
        "muggins.service is inactive"
    ]


# -- the Debian package


@pytest.mark.parametrize(
    ("config", "module", "remedy"),
    [
        (
            KEYPAD,
            "lgpio",
            "sudo apt install python3-lgpio; where apt does not have it, as on Debian, let the kernel",
        ),
        (KEYPAD, "spidev", "sudo apt install python3-spidev"),
        (NUMPAD, "smbus2", "install the Debian package again: sudo apt install --reinstall ./muggins_*.deb"),
        (NUMPAD, "inotify_simple", "install the Debian package again"),
        (NUMPAD, "luma.oled", "install the Debian package again"),
        (KEYPAD, "gpiozero", "install the Debian package again"),
    ],
)
def test_a_package_is_missing_under_the_debian_package(config, module, remedy):
    found = only(config, fit(config, packaged=True, modules=bookworm().modules - {module}))
    assert found.remedy.startswith(remedy)
    assert "pip" not in found.remedy and "virtual" not in found.remedy


def test_under_the_debian_package_another_user_need_not_be_in_the_groups():
    found = only(KEYPAD, fit(KEYPAD, packaged=True, groups=frozenset({"pi"}), folder_writable=False))
    assert (found.level, found.remedy) == ("warning", "run it as root: sudo muggins doctor")
    assert found.what == "pi is not in the groups gpio, i2c, spi, so the doctor cannot check everything"


def test_the_games_are_only_in_memory():
    found = only(NUMPAD, fit(NUMPAD, forgetful="/var/lib/muggins"))
    assert found.what == "/var/lib/muggins is only in memory: games are lost when the power goes"
    assert "overlayroot=tmpfs:recurse=0" in found.remedy
