"""The inspection of a folder with captured files, and of the machine that runs the tests."""

import struct

import pytest

from firmware_py.config.programs import SpeechSettings
from firmware_py.doctor.check_buses import i2c_clocks, spidev_buffer
from firmware_py.doctor.check_pins import pin_users
from firmware_py.doctor.check_programs import has_recordings, page_port_taken, sound_cards, voice_programs
from firmware_py.doctor.check_system import named_groups
from firmware_py.doctor.doctor import check
from firmware_py.doctor.machine import Machine
from tests.support.pi_captures import PI_4, profile, text
from tests.support.sound_cards import CARDS, machine_with

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
    assert (found.fact(pin_users), found.units.service) == (None, None)


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
    assert (found.model, found.config_txt, found.inputs, found.fact(spidev_buffer)) == (
        None,
        None,
        None,
        None,
    )
    assert found.devices == {}
    assert check(NUMPAD, found)


def test_the_machine_that_this_runs_on():
    found = Machine(NUMPAD)
    assert found.user
    assert check(NUMPAD, found)


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
