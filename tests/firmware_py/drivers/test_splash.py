"""The splash screen appears on emulated displays, and no slow library is imported to show it."""

import sys
from pathlib import Path

import pytest

from firmware_py.drivers import splash
from firmware_py.emulator.oled_chips import CHIPS
from firmware_py.emulator.wires import EmulatedI2CBus
from firmware_py.render import oled
from tests.support.pictures import upside_down
from tests.support.processes import run

FRAME = splash.FRAME.read_bytes()


def shown(table: str, tmp_path: Path) -> dict[tuple[int, int], bytes]:
    """Show the splash screen, and return the picture on each panel, keyed by bus and address.

    Args:
        table: the configuration of the displays, as TOML.
    """
    config = tmp_path / "muggins.toml"
    config.write_text(table)
    name = next((name for name in CHIPS if name in table), "ssd1306")
    chips = {(bus, address): CHIPS[name]() for bus in (1, 3) for address in (0x3C, 0x3D)}
    buses = {1: EmulatedI2CBus(), 3: EmulatedI2CBus()}
    for (bus, address), chip in chips.items():
        buses[bus].attach(address, chip)
    splash.splash(config, None, lambda bus: buses[bus].open())
    return {place: chip.image() for place, chip in chips.items() if chip.on}


def test_the_picture_kept_is_the_splash() -> None:
    assert oled.splash().frame() == FRAME


@pytest.mark.parametrize("rotate", [0, 180])
@pytest.mark.parametrize("controller", CHIPS)
def test_a_panel_shows_it_upright_however_it_is_mounted(controller: str, rotate: int, tmp_path: Path) -> None:
    (image,) = shown(f'[display]\nrotate = {rotate}\ncontroller = "{controller}"', tmp_path).values()
    assert image == (upside_down(FRAME) if rotate else FRAME)


@pytest.mark.parametrize("controller", CHIPS)
def test_a_panel_that_waited_for_the_rest_of_a_command_shows_it(controller: str) -> None:
    # An interrupted program may have sent any part of these commands. The SH1106 has no longer command.
    command = bytes.fromhex("81" if controller == "sh1106" else "200021007f220007")
    for cut in range(1, len(command) + 1):
        chip = CHIPS[controller]()
        chip.write(b"\0" + command[:cut])
        for message in splash.messages(controller, FRAME, upside_down=False):
            chip.write(message)
        assert chip.image() == FRAME


def test_each_display_of_a_board_is_reached(tmp_path: Path) -> None:
    places = shown('extends = "keypad-20"\n[second_display]\nbus = 3\naddress = 0x3D', tmp_path)
    assert sorted(places) == [(1, 0x3C), (3, 0x3D)]


UNREACHED = ['extends = "oled-hat"', 'extends = "bare"', "extends = 7", "display = 4", "x = "]
WRONG = ["[display]\ncontroller = 7", "[display]\ncontroller = []", "[display]\ninterface = []"]


@pytest.mark.parametrize("table", UNREACHED + WRONG)
def test_a_screen_that_cannot_be_reached_is_left_to_its_driver(table: str, tmp_path: Path) -> None:
    assert shown(table, tmp_path) == {}


def test_a_bus_that_is_not_there_is_no_error(tmp_path: Path) -> None:
    config = tmp_path / "muggins.toml"
    for wrong in ("bus = 9", "address = 99999999999999999999", "bus = []"):
        config.write_text(f"[display]\n{wrong}")
        splash.splash(config, None)


def test_nothing_slow_is_imported_for_it() -> None:
    program = (
        "import sys; from firmware_py.drivers.splash import splash; splash(None, None); "
        "print(*{name.partition('.')[0] for name in sys.modules})"
    )
    done = run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert not {"luma", "PIL", "gpiozero", "smbus2", "engine"} & set(done.stdout.split())
