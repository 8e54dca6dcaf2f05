"""An emulated board is wired according to its configuration. The simulator's board has every key."""

from pathlib import Path

import pytest
from PIL import Image

from firmware_py.config import files
from firmware_py.config.build import load
from firmware_py.drivers import from_config
from firmware_py.drivers.edge_queue import EdgeQueue
from firmware_py.emulator.board import EmulatedBoard, with_simulator_keys
from firmware_py.emulator.led_chips import Led
from firmware_py.input.keys import Key
from tests.support.screen_pictures import noise

PROFILES = files.profile_names()


@pytest.mark.parametrize("name", PROFILES)
def test_each_profile_has_its_displays_and_leds(name: str) -> None:
    config = load(files.profile(name))
    board = EmulatedBoard(config)
    assert len(board.chips) == len(config.displays)
    holes = sum(len(track) for track in config.lights.shape.tracks) if config.lights else 0
    level = 31 if name == "led-panel" else 0  # WS2812 LEDs have no brightness setting
    assert board.lights == (Led(level, 0, 0, 0),) * holes
    assert board.screen.size == (128, 64)


@pytest.mark.parametrize("name", PROFILES)
def test_the_simulator_has_a_button_for_every_key(name: str) -> None:
    config = with_simulator_keys(load(files.profile(name)))
    board = EmulatedBoard(config)
    board.pins.factory.clock = clock = lambda: 1.0  # a real one can swap a press and its release
    edges = EdgeQueue(clock)
    opened = from_config.inputs(config, edges.put, lambda text: None, board.wires._replace(clock=clock))
    for key in Key:
        board.press(key)
        board.release(key)
        down, up = edges.wait(0), edges.wait(0)
        assert (down.key, down.down, up.key, up.down) == (key, True, key, False)
    for each in opened:
        each.close()


def test_a_press_of_menu_holds_ok_down_where_menu_has_no_button() -> None:
    board = EmulatedBoard()
    edges = EdgeQueue(board.wires.clock)
    (opened,) = from_config.inputs(board.config, edges.put, lambda text: None, board.wires)
    board.press(Key.MENU)
    assert edges.wait(0).key is Key.OK
    opened.close()


def test_the_bytes_of_a_frame_are_counted() -> None:
    board = EmulatedBoard()
    assert (board.oled_bytes, board.led_bytes) == (0, 0)
    picture = Image.new("1", (128, 64), 255)
    from_config.oled(board.config.displays[0], board.wires).show(picture)
    assert board.screen.tobytes() == picture.tobytes()
    assert board.oled_bytes > 1024 and board.led_bytes == 0


def test_a_port_without_a_chip_does_not_open() -> None:
    with pytest.raises(FileNotFoundError, match=r"spidev7\.1"):
        EmulatedBoard().wires.spidev().open(7, 1)


def test_a_display_on_i2c_with_a_reset_line_works_on_its_pin_and_in_the_simulator(tmp_path: Path) -> None:
    path = tmp_path / "muggins.toml"
    path.write_text('extends = "bare"\n[display]\ncontroller = "ssd1309"\nreset = 25\n')
    config = load(path)
    for each in (config, with_simulator_keys(config)):
        board = EmulatedBoard(each)
        assert each.display and each.display.reset is not None
        screen = from_config.oled(each.display, board.wires)
        screen.show(noise(1))
        assert board.screen.tobytes() == noise(1).tobytes()
        screen.close()
