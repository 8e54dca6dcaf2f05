"""What is found out about a machine: from its files, systemd, the GPIO chip and the I2C bus."""

import errno
import os
import struct

import pytest

from firmware_py.config.programs import SpeechSettings
from firmware_py.doctor import machine
from firmware_py.doctor.check_buses import i2c_clocks, scan, spidev_buffer
from firmware_py.doctor.check_pins import pin_users, users_on_chip
from firmware_py.doctor.check_programs import has_recordings, page_port_taken, sound_cards, voice_programs
from firmware_py.doctor.check_system import named_groups
from firmware_py.doctor.doctor import check
from firmware_py.doctor.machine import Machine, input_devices
from tests.support.gpio_wire import GpioWire
from tests.support.pi_captures import CARDS, NUMPAD, PI_4, machine_with, text, users


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
    found = Machine(NUMPAD, root)
    assert found.model == PI_4
    assert found.boot == "/boot/firmware"
    assert found.config_txt.startswith("#dtparam=i2c_arm=on")
    assert found.cmdline_txt.startswith("console=serial0,115200")
    assert found.fact(i2c_clocks) == {1: 100_000}
    assert found.fact(spidev_buffer) == 4096
    assert found.devices["/dev/i2c-1"] is True
    assert {"/dev/spidev0.0", "/dev/gpiochip0", "/dev/input/event0"} <= set(found.devices)
    assert {"gpio", "i2c", "spi", "input"} <= found.fact(named_groups)
    assert (found.fact(pin_users), found.units) == (None, {})
    for device, opens in (("/dev/mice", None), ("/dev/gpiochip0", True)):
        one = Machine(NUMPAD._replace(inputs=(NUMPAD.inputs[0]._replace(device=device),)), root)
        assert one.devices.get(device) is opens


def test_what_the_voice_needs(root):
    machine_with(root, CARDS)
    (root / "voice").mkdir()
    spoken = NUMPAD._replace(speech=SpeechSettings(voice="/voice", synthesiser="sh -c true"))
    found = Machine(spoken, root)
    assert [card.id for card in found.fact(sound_cards)] == ["Headphones", "vc4hdmi0", "vc4hdmi1"]
    assert "sh" in found.fact(voice_programs) and not found.fact(has_recordings)
    (root / "voice/fifteen.wav").write_text("")
    assert Machine(spoken, root).fact(has_recordings)
    assert not Machine(NUMPAD, root).fact(has_recordings)


def test_an_older_system_has_another_boot_folder(root):
    (root / "boot/firmware/config.txt").rename(root / "boot/config.txt")
    assert Machine(NUMPAD, root).boot == "/boot"


def test_a_machine_that_has_nothing_of_it(tmp_path):
    found = Machine(NUMPAD, tmp_path)
    assert {found.model, found.config_txt, found.inputs, found.fact(spidev_buffer)} == {None}
    assert found.devices == {}
    assert check(found)


def test_the_machine_that_this_runs_on():
    found = Machine(NUMPAD)
    assert found.user
    assert check(found)


@pytest.mark.parametrize(
    ("tcp", "tcp6", "taken"),
    [
        ("0: 00000000:0050 00000000:0000 0A 0", None, True),
        ("0: 00000000:1F90 00000000:0000 0A 0", "0: 00000000000000000000000000000000:0050 0:0000 0A 0", True),
        ("0: 0100007F:0050 0100007F:C350 01 0", None, False),  # a connection, and nobody who listens
        ("0: 00000000:1F90 00000000:0050 0A 0", None, False),
        (None, None, None),
    ],
)
def test_whether_a_program_listens_on_the_port_of_the_page(tmp_path, tcp, tcp6, taken):
    (tmp_path / "proc/net").mkdir(parents=True)
    for name, line in (("tcp", tcp), ("tcp6", tcp6)):
        if line is not None:
            (tmp_path / "proc/net" / name).write_text(f"  sl  local_address rem_address st\n   {line}\n")
    assert Machine(NUMPAD, tmp_path).fact(page_port_taken) is taken


# linux/input-event-codes.h
KEY_POWER, KEY_ESC, KEY_1, KEY_KP7, KEY_KPENTER, KEY_KPSLASH, KEY_BACKSPACE = 116, 1, 2, 71, 96, 98, 14


def test_a_power_button_has_one_key():
    button, _, _ = input_devices(text("keyboard-inputs.txt"), 64)
    assert button == ("Power Button", "/dev/input/event0", {KEY_POWER})


def test_a_keyboard_of_a_64_bit_machine():
    keyboard = input_devices(text("keyboard-inputs.txt"), 64)[2]
    assert keyboard.name == "Logitech K750"
    assert keyboard.node == "/dev/input/event2"
    assert {KEY_ESC, KEY_1, KEY_KP7, KEY_KPENTER, KEY_KPSLASH, KEY_BACKSPACE} <= keyboard.codes
    assert 0 not in keyboard.codes


def test_words_of_a_32_bit_machine():
    (every,) = input_devices(text("uinput-inputs.txt"), 32)
    assert every.node == "/dev/input/event4"
    assert every.codes == set(range(1, 256))


def test_a_device_without_keys_or_a_device_file():
    (mouse,) = input_devices('N: Name="a \\"mouse\\""\nH: Handlers=mouse0\n', 64)
    assert (mouse.node, mouse.codes) == (None, frozenset())


class I2CKernel:
    """A test double for the kernel, with two devices on I2C bus 1: a display, and one that a driver uses."""

    O_RDWR, O_CLOEXEC = os.O_RDWR, os.O_CLOEXEC
    selected = sent = is_open = None

    def open(self, path, flags):
        assert (path, flags & os.O_ACCMODE) == ("/dev/i2c-1", os.O_RDWR)
        self.is_open = True
        return 77

    def ioctl(self, *call):
        if call == (77, 0x0703, 0x68):  # I2C_SLAVE in linux/i2c-dev.h
            raise OSError(errno.EBUSY, "no")
        self.selected = call

    def write(self, *call):
        self.sent = self.selected, call

    def read(self, file, size):
        if (self.selected, file, size) != ((77, 0x0703, 0x3C), 77, 1):
            raise OSError(errno.EREMOTEIO, "no")
        return b"\x48" if self.sent == (self.selected, (77, b"\0")) else b"\xff"

    def close(self, file):
        self.is_open = file != 77


def test_a_bus_is_scanned(monkeypatch):
    kernel = I2CKernel()
    monkeypatch.setattr("firmware_py.system.i2c_bus.os", kernel)
    monkeypatch.setattr("firmware_py.system.i2c_bus.fcntl", kernel)
    assert scan(1, {0x3C, 0x3D}) == ((0x3C,), (0x68,), {0x3C: 0x48})
    assert not kernel.is_open


def test_the_users_of_pins_are_those_of_the_header():
    # On a Pi 5, the header is not on the first chip; on that chip, line 1 is in use.
    wire = GpioWire({0: "gpio-brcmstb@107d508500", 4: "pinctrl-rp1"})
    wire.others |= users("portduino-gpioinfo.txt")
    assert users_on_chip(wire.folder) == users("portduino-gpioinfo.txt")
    wire.close()


def test_pins_that_cannot_be_looked_at_are_not_known(tmp_path):
    assert users_on_chip(str(tmp_path)) is None
    wire = GpioWire({0: "INT34C6:00"})
    assert users_on_chip(wire.folder) is None
    wire.close()


ACTIVE = "LoadState=loaded\nActiveState=active\nUnitFileState="


def printed(monkeypatch, text):
    def run(command, **options):
        assert command[:2] == ["systemctl", "show"]
        assert command[3:] == [*UNITS, "muggins-publish.service", "muggins-update.path"]
        return machine.subprocess.CompletedProcess(command, 0, stdout=text)

    monkeypatch.setattr(machine.subprocess, "run", run)
    return machine.unit_states()


NAMES = ("service", "poweroff.path", "speak.service", "serve.socket", "serve.service", "serve-phone.path")
UNITS = ["muggins.service", *(f"muggins-{name}" for name in NAMES[1:])]
NOT_FOUND = "LoadState=not-found\nActiveState=inactive\nUnitFileState="
MASKED = "LoadState=masked\nActiveState=inactive\nUnitFileState=masked"
STATIC = ("active", "static")


@pytest.mark.parametrize(
    ("blocks", "found"),
    [
        (
            ["UnitFileState=disabled\nActiveState=failed\nLoadState=loaded", NOT_FOUND],
            [("failed", "disabled"), ("not-found", None)],
        ),
        ([MASKED, MASKED], [("inactive", "masked"), ("masked", None)]),
        ([NOT_FOUND, f"{ACTIVE}static\n"], []),
        ([f"{ACTIVE}enabled", f"{ACTIVE}static", NOT_FOUND], [("active", "enabled"), STATIC]),
        (
            [f"{ACTIVE}enabled", *[f"{ACTIVE}static"] * 4, "LoadState=loaded\nActiveState=failed\n"],
            [("active", "enabled"), *[STATIC] * 4, ("failed", None)],
        ),
    ],
)
def test_the_states_are_read(monkeypatch, blocks, found):
    assert printed(monkeypatch, "\n\n".join(blocks)) == dict(zip(UNITS, found, strict=False))


@pytest.mark.parametrize("error", [FileNotFoundError, machine.subprocess.TimeoutExpired("systemctl", 5)])
def test_a_machine_without_systemd(monkeypatch, error):
    def missing(*args, **kwargs):
        raise error

    monkeypatch.setattr(machine.subprocess, "run", missing)
    assert machine.unit_states() == {}
