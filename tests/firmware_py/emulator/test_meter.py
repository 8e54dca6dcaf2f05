"""For each key press, the meter counts the bytes sent and measures the processor time."""

from PIL import Image

from firmware_py.drivers import from_config
from firmware_py.emulator.board import EmulatedBoard
from firmware_py.start.device_replay import Meter


def test_each_press_has_its_bytes_and_its_time() -> None:
    board = EmulatedBoard()
    screen = from_config.oled(board.config.displays[0], board.wires)
    meter = Meter(board)
    with meter.press():
        screen.show(Image.new("1", (128, 64)))
    with meter.press():
        screen.show(Image.new("1", (128, 64)))
    first, second = meter.oled
    assert first > 1024 > second > 0
    assert first + second == board.oled_bytes
    assert meter.leds == [0, 0]
    assert len(meter.cpu_ms) == 2


def test_the_figures_are_quantiles_by_nearest_rank() -> None:
    meter = Meter(EmulatedBoard())
    meter.oled[:] = range(1, 101)
    meter.cpu_ms[:] = [0.5, 1.5, 2.5]
    assert meter.figures["wire"]["oled"] == {"median": 50, "p99": 99, "max": 100, "total": 5050}
    assert meter.figures["wire"]["leds"] == {"median": 0, "p99": 0, "max": 0, "total": 0}
    assert meter.figures["cpu_ms"] == {"median": 1.5, "p99": 2.5}
