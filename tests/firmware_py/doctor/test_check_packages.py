import pytest

from tests.support.pi_captures import (
    KEYPAD,
    NUMPAD,
    bookworm,
    fit,
    only_finding,
)


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
