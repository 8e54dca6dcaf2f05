"""Gathering what the doctor looks at: a tree of files made of captures, I2C and lgpio faked at the wire."""

import errno
import struct
import sys
import types

import pytest

from firmware_py.doctor import machine
from firmware_py.doctor.checks import check
from firmware_py.doctor.machine import look
from tests.support.pi_captures import PI_4, profile, text, users

KEYPAD, NUMPAD = profile("keypad-20"), profile("usb-numpad")


@pytest.fixture
def root(tmp_path):
    for name, content in {
        "proc/device-tree/model": f"{PI_4}\0",
        "boot/firmware/config.txt": text("bookworm-config.txt"),
        "boot/firmware/cmdline.txt": text("default-cmdline.txt"),
        "proc/cmdline": text("no-uart-proc-cmdline.txt"),
        "proc/bus/input/devices": text("keyboard-inputs.txt"),
        "sys/module/spidev/parameters/bufsiz": "4096\n",
        "etc/group": text("etc-group.txt"),
        "dev/i2c-1": "",
        "dev/spidev0.0": "",
        "dev/gpiochip0": "",
        "dev/input/event0": "",
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
    clock = tmp_path / "sys/bus/i2c/devices/i2c-1/of_node/clock-frequency"
    clock.parent.mkdir(parents=True)
    clock.write_bytes(struct.pack(">I", 100_000))
    return tmp_path


def test_files_are_read(root):
    found = look(NUMPAD, root)
    assert found.model == PI_4
    assert found.boot == "/boot/firmware"
    assert found.config_txt.startswith("#dtparam=i2c_arm=on")
    assert found.cmdline_txt.startswith("console=serial0,115200")
    assert found.i2c_hz == {1: 100_000}
    assert found.bufsiz == 4096
    assert found.devices["/dev/i2c-1"] is True
    assert {"/dev/spidev0.0", "/dev/gpiochip0", "/dev/input/event0"} <= set(found.devices)
    assert {"gpio", "i2c", "spi", "input"} <= found.named_groups
    assert found.word_bits == struct.calcsize("l") * 8
    assert (found.lines, found.unit) == (None, None)


def test_an_older_system_has_another_boot_folder(root):
    (root / "boot/firmware/config.txt").rename(root / "boot/config.txt")
    assert look(NUMPAD, root).boot == "/boot"


def test_a_machine_that_has_nothing_of_it(tmp_path):
    found = look(NUMPAD, tmp_path)
    assert (found.model, found.config_txt, found.inputs, found.bufsiz) == (None, None, None, None)
    assert found.devices == {}
    assert check(NUMPAD, found)


def test_the_machine_that_this_runs_on():
    found = look(NUMPAD)
    assert found.user
    assert found.folder_writable
    assert check(NUMPAD, found)


class Port:
    """An I2C bus: a display with a status, something that a driver has, and nothing else."""

    def __init__(self, bus):
        assert bus == 1

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return None

    def read_byte(self, address):
        if address == 0x3C:
            return 0
        raise OSError(errno.EBUSY if address == 0x68 else errno.EREMOTEIO, "no")

    def read_byte_data(self, address, register):
        assert (address, register) == (0x3C, 0)
        return 0x48


def test_a_bus_is_asked_what_is_on_it(monkeypatch):
    monkeypatch.setattr("smbus2.SMBus", Port)
    found = machine._answers(1, {0x3C, 0x3D})
    assert found == ((0x3C,), (0x68,), {0x3C: 0x48})


def lgpio(chips, lines):
    """lgpio as far as it is used: lists that begin with a status, flags of linux/gpio.h."""
    opened = []

    def open_chip(number):
        opened.append(number)
        return number

    def line(chip, pin):
        # The chip that a Pi 5 has first: golemparts/rppal issue 127.
        user = (lines if chips[chip].startswith("pinctrl-") else {1: "spi10 CS0"}).get(pin, "")
        return [0, pin, 3 if user else 0, f"GPIO{pin}", user]

    fake = types.ModuleType("lgpio")
    fake.gpiochip_open = open_chip
    fake.gpiochip_close = opened.remove
    fake.gpio_get_chip_info = lambda chip: [0, 54, f"gpiochip{chip}", chips[chip]]
    fake.gpio_get_line_info = line
    return fake, opened


def test_the_users_of_pins_are_those_of_the_header(monkeypatch):
    # A Pi 5 has other chips before the one of its header.
    fake, opened = lgpio({0: "gpio-brcmstb@107d508500", 4: "pinctrl-rp1"}, users("portduino-gpioinfo.txt"))
    monkeypatch.setitem(sys.modules, "lgpio", fake)
    monkeypatch.setattr(machine, "_installed", lambda name: True)
    found = machine._lines({"/dev/gpiochip0": True, "/dev/gpiochip4": True, "/dev/i2c-1": True})
    assert found == users("portduino-gpioinfo.txt")
    assert opened == []


def test_pins_that_cannot_be_looked_at_are_not_known(monkeypatch):
    fake, _ = lgpio({}, {})
    monkeypatch.setitem(sys.modules, "lgpio", fake)
    monkeypatch.setattr(machine, "_installed", lambda name: True)
    assert machine._lines({"/dev/gpiochip0": False}) is None
    assert machine._lines({}) is None


def test_only_a_board_with_pins_looks_at_them():
    assert machine.wants_lgpio(KEYPAD)
    assert not machine.wants_lgpio(NUMPAD)
