"""The bytes on the wires and the processor time of each kind of key press and display."""

from __future__ import annotations

import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple
from warnings import catch_warnings, simplefilter

from luma.core.render import canvas
from luma.oled.device import ssd1306

from engine.prompts import Prompt
from firmware_py.board.board import Outcome
from firmware_py.config import files
from firmware_py.config.build import load
from firmware_py.config.config import Config
from firmware_py.config.displays import OLED_CONTROLLERS, DisplaySettings
from firmware_py.emulator.board import EmulatedBoard, with_simulator_keys
from firmware_py.emulator.oled_chips import Ssd1306
from firmware_py.emulator.wires import EmulatedI2CBus
from firmware_py.input.keys import RANKS, SUITS, Input, Key
from firmware_py.start.device_replay import replay_on_device
from tests.benchmarks.measure import Row, board_with_journal, p99
from tests.support.fakes import Told
from tests.support.keyed import keys_in
from tests.support.pi_captures import pi_i2c

FOLDER = Path(__file__).parent


class Cost(NamedTuple):
    """The number of bytes sent and the processor time used for a key press.

    Attributes:
        kind: the kind of key press, as named in the table.
        oled: the number of bytes sent to the display.
        leds: the number of bytes sent to the LEDs.
        cpu_ms: the processor time in milliseconds.
    """

    kind: str
    oled: int
    leds: int
    cpu_ms: float


def rows(rounds: int) -> list[Row]:
    """Return the table rows for each kind of key press.

    They contain the number of bytes sent to the display and the LEDs, and the processor time used.

    Args:
        rounds: how many times to repeat each measurement.
    """
    table: list[Row] = []
    for name, said in (("ranks", "ranks alone"), ("suits", "every suit")):
        play_file(name)  # one round to warm up
        costs = [cost for _ in range(rounds) for cost in play_file(name)]
        table += _of_a_game(said, costs, whole_luma_frame(rounds))
    costs = [cost for _ in range(rounds) for cost in play_file("other")]
    besides = [cost for cost in costs if cost.kind in ("undo", "redo", "refused", "page or menu")]
    return [*table, *_kinds(besides, whole_luma_frame(rounds))]


def _of_a_game(said: str, costs: Sequence[Cost], luma_ms: float) -> Iterator[Row]:
    oled, leds = median(cost.oled for cost in costs), median(cost.leds for cost in costs)
    yield Row(f"OLED bytes a press, {said}, median", f"{oled:.0f}", "200", "1034 a whole luma frame")
    yield Row(f"LED bytes a press, {said}, median, most", f"{leds:.0f}, {max(cost.leds for cost in costs)}")
    luma = f"{luma_ms:.2f} ms a whole luma frame drawn and sent"
    yield Row(f"CPU a press, {said}, median, p99; OLED bytes", _spent(costs), "1 ms", luma)
    yield from _kinds(costs, luma_ms)


def _kinds(costs: Sequence[Cost], luma_ms: float) -> Iterator[Row]:
    """Yield a table row for each kind of key press: its processor time, and the bytes sent to the screen.

    Args:
        costs: the measurements of all key presses.
        luma_ms: the time in milliseconds that luma needs to draw and send a whole frame, for comparison.
    """
    kinds = defaultdict(list)
    for cost in costs:
        kinds[cost.kind].append(cost)
    for kind, some in sorted(kinds.items()):
        times = [cost.cpu_ms / luma_ms for cost in some]
        frames = f"{median(times):.1f}, {p99(times):.1f} luma frames"
        yield Row(f"    {kind} ({len(some)})", _spent(some), "1 ms", frames)


def _spent(costs: Sequence[Cost]) -> str:
    """Return the median and the p99 of the processor time of these presses, and the median of OLED bytes."""
    times = [cost.cpu_ms for cost in costs]
    return f"{median(times):.2f}, {p99(times):.2f} ms; {median(cost.oled for cost in costs):.0f} bytes"


def keys_in_file(name: str) -> list[Key]:
    """Return the keys in the key file `name`, which is in the benchmarks' folder."""
    path = FOLDER / f"{name}.keys"
    return list(keys_in(path.read_text(encoding="utf-8")))


def play_file(name: str, config: Config | None = None) -> list[Cost]:
    """Replay a key file on emulated hardware, and measure the cost of each key press.

    The cost is the number of bytes sent and the processor time.

    Args:
        name: the name of the key file.
        config: the configuration of the hardware; None for the default profile.
    """
    keys = keys_in_file(name)
    kinds: list[str] = []
    with tempfile.TemporaryDirectory() as folder, board_with_journal(Path(folder) / "games.txt") as board:
        before = [board.history.game]

        def pressed(key: Input, outcome: Outcome) -> None:
            game, after = before[0], board.history.game
            kinds.append(_kind(key, outcome, game.prompt, len(after.entries) > len(game.entries)))
            before[0] = after

        measured = replay_on_device(board, keys, Told(pressed), EmulatedBoard(config))
    return [Cost(*cost) for cost in zip(kinds, measured.oled, measured.leds, measured.cpu_ms, strict=True)]


def _kind(key: Input, outcome: Outcome, prompt: Prompt, scored: bool) -> str:
    """Return the kind of a key press, such as `card`, `card that scores` or `refused`.

    Args:
        key: the key.
        outcome: the result of the key press, which says whether the key was refused.
        prompt: the prompt before the key press.
        scored: True if points were scored by the key press.
    """
    if outcome.why is not None:
        return "refused"
    if not outcome.took:
        return "page or menu"
    if key in SUITS:
        return "suit"
    if prompt is Prompt.PLAY and key in RANKS:
        return "card that scores" if scored else "card"
    if key in RANKS:
        return {Prompt.CRIB: "crib card", Prompt.STARTER: "starter"}.get(prompt, "cut")
    return "answer" if prompt.value in ("flush", "flush_with_starter", "nobs") else key.value.lower()


def whole_luma_frame(rounds: int) -> float:
    """Return the median processor time, in milliseconds, that luma needs to draw and send a whole frame."""
    bus = EmulatedI2CBus()
    bus.attach(0x3C, Ssd1306())
    times = []
    with catch_warnings():
        simplefilter("ignore", DeprecationWarning)  # for luma.oled's use of Image.getdata
        device = ssd1306(pi_i2c(bus))
        for _ in range(50 * rounds):
            busy, begun = bus.busy, time.thread_time()
            with canvas(device) as draw:
                draw.rectangle(device.bounding_box, outline="white", fill="black")
                draw.text((30, 40), "Muggins", fill="white")
            times.append(1000 * (time.thread_time() - begun - (bus.busy - busy)))
    return median(times)


def rows_of_displays(rounds: int) -> list[Row]:
    """Return a table row with the cost of a key press for each type of display.

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
            what = f"{controller} on {interface.upper()}: CPU a press, median, p99; OLED bytes, median"
            made.append(Row(what, _spent(costs), "1 ms; 200"))
    return made
