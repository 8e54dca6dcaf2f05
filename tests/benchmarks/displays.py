"""The bytes sent and the processor time used for a key press, with each type of display and LED chain."""

from __future__ import annotations

import time
from statistics import median
from warnings import catch_warnings, simplefilter

from luma.core.render import canvas
from luma.oled import device as luma_devices

from firmware_py.config import files
from firmware_py.config.build import load
from firmware_py.config.config import Config
from firmware_py.config.displays import OLED_CONTROLLERS, DisplaySettings
from firmware_py.config.lights import LED_CHIPS
from firmware_py.drivers.oled_bus import open_wire
from firmware_py.emulator.board import EmulatedBoard, with_simulator_keys
from tests.benchmarks.wire import Row, p99, play_file

CHIPS = {"apa102": "BGR", "ws2812": "GRB", "sk6812": "GRBW"}


def rows(rounds: int) -> list[Row]:
    """Return a table row with the cost of a key press for each type of display and LED chain.

    The cost is the number of bytes sent and the processor time used.

    Args:
        rounds: how many times to repeat each measurement.
    """
    made = []
    usual = load(files.profile("usb-numpad"))
    for interface in ("i2c", "spi"):
        for controller in OLED_CONTROLLERS:
            display = DisplaySettings(controller, interface, bus=1 if interface == "i2c" else 0)
            config = with_simulator_keys(usual._replace(displays=(display,), lights=None))
            costs = [cost for _ in range(rounds) for cost in play_file("ranks", config)]
            times = [cost.cpu_ms for cost in costs]
            bytes_luma, ms_luma = luma_frame(config, rounds)
            made.append(
                (
                    f"{controller} on {interface.upper()}: OLED bytes; CPU a press, median, p99",
                    f"{median(cost.oled for cost in costs):.0f}; {median(times):.2f}, {p99(times):.2f} ms",
                    "200; 1 ms",
                    f"{bytes_luma} and {ms_luma:.2f} ms a whole luma frame",
                )
            )
    return made + _chains(usual, rounds)


def _chains(usual: Config, rounds: int) -> list[Row]:
    made = []
    for chip, order in CHIPS.items():
        assert usual.lights
        lights = usual.lights._replace(chip=chip, order=order, hz=LED_CHIPS[chip].default_hz)
        config = with_simulator_keys(usual._replace(displays=(), lights=lights))
        costs = [cost for _ in range(rounds) for cost in play_file("ranks", config)]
        lit = [cost for cost in costs if cost.leds]
        made.append(
            (
                f"{chip}, 242 LEDs: bytes a frame; CPU a press that lights, median",
                f"{median(cost.leds for cost in lit):.0f}; {median(cost.cpu_ms for cost in lit):.2f} ms",
                "1 ms",
                f"{median(cost.cpu_ms for cost in costs):.2f} ms a press, all",
            )
        )
    return made


def luma_frame(config: Config, rounds: int) -> tuple[int, float]:
    """Draw and send whole frames with luma.

    Args:
        config: the board's configuration, which has a single display.
        rounds: how many times to measure twenty frames.

    Returns:
        The number of bytes in a frame, and the median processor time for a frame in milliseconds.
    """
    board = EmulatedBoard(config)
    (display,) = config.displays
    wire = open_wire(display, board.wires)
    wire.reset.pulse()
    times, sent = [], 0
    with catch_warnings():
        simplefilter("ignore", DeprecationWarning)  # for luma.oled's use of Image.getdata
        device = getattr(luma_devices, display.controller)(wire.serial)
        for _ in range(20 * rounds):
            before, busy, begun = board.oled_bytes, board.busy, time.thread_time()
            with canvas(device) as draw:
                draw.rectangle(device.bounding_box, outline="white", fill="black")
                draw.text((30, 40), "Muggins", fill="white")
            times.append(1000 * (time.thread_time() - begun - (board.busy - busy)))
            sent = board.oled_bytes - before
        device.persist = True  # so that luma sends nothing at exit
    wire.close()
    board.pins.close()
    return sent, median(times)
