"""Run `muggins` as on a Pi: gpiozero, luma and spidev find emulated parts instead of the hardware.

Somebody presses OK and J, and then the program is told to stop as systemd does it. What it leaves on the
parts is printed at the end. Options: --no-lights and --no-display leave out a part, --no-pins lets the pins
fail, --pins-late lets them fail at first, --patient and --impatient have messages to systemd wait for long or
hardly at all, and --wait says `playing` and then does what each line of standard input says, with a line in
answer, until one says `stop`:

    press MENU 8        presses keys, long enough where that is what the key is
    take 9, take all    lets a pin fail from now on, or all
    fill, empty         leaves no room for the journal, or makes room again
    look                tells what is on the parts

A program that has not ended after `LIMIT` seconds prints its stacks and ends.
"""

import faulthandler
import json
import os
import resource
import signal
import sys
import threading
import time
import traceback
import types
from pathlib import Path

import gpiozero
import smbus2

from firmware_py import __main__ as root
from firmware_py.emulator.emulated_board import HELD_FOR, EmulatedBoard
from firmware_py.emulator.pins import EmulatedPins
from firmware_py.input import long_press
from firmware_py.input.keys import Key
from firmware_py.listeners import log
from firmware_py.render import splash_and_goodbye
from firmware_py.service import service, systemd
from tests.support.deadline import PATIENCE, until

LIMIT = 4 * PATIENCE
LONG = long_press.LONG
faulthandler.dump_traceback_later(LIMIT, exit=True)
options = sys.argv[1:]
board = EmulatedBoard()
seen = {"was_on": False, "was_lit": False, "goodbye": False}


class SpiDev:
    """The part of spidev's interface that the driver uses."""

    def open(self, bus: int, device: int) -> None:
        if "--no-lights" in options:
            raise FileNotFoundError(2, "No such file or directory")

    def writebytes2(self, data: bytes) -> None:
        board.chain.writebytes2(data)

    def close(self) -> None:
        pass


class Pins(EmulatedPins):
    """Pins that another program can take away."""

    def __init__(self) -> None:
        super().__init__()
        for pin in range(28):
            self._pin(pin)  # the player may press meanwhile
        self._given = self.factory.pin
        self.factory.pin = self._asked
        self.taken: set[str] = set()
        self.refusals = 2 if "--pins-late" in options else 0

    def _asked(self, name: object) -> object:
        if self.refusals or "all" in self.taken or str(name) in self.taken:
            self.refusals = max(0, self.refusals - 1)
            raise gpiozero.exc.BadPinFactory("no permission to use any pin")
        return self._given(name)


def lit() -> int:
    return sum(any(led[1:]) for led in board.lights)


taken: list[object] = []
pressed = log.GameLog.pressed


def noted(listener: log.GameLog, *press: object) -> None:
    """Remember a press that the board has taken."""
    pressed(listener, *press)
    taken.append(press)


log.GameLog.pressed = noted


def push(key: Key) -> None:
    """Press and release a key, and wait until the board has taken it."""
    wanted = len(taken) + 1
    # A machine that stalls must not turn a short press into a long one.
    long_press.LONG = LONG if key in HELD_FOR else 3600.0
    board.press(key)
    time.sleep(LONG + 0.05 if key in HELD_FOR else 0.04)  # longer than a contact bounces
    board.release(key)
    until(lambda: len(taken) >= wanted, f"{key} to be taken")
    time.sleep(0.04)


def play() -> None:
    """Press OK and J as soon as the board listens to its pins."""
    journal = Path(os.environ["STATE_DIRECTORY"]) / "games.txt"
    last = board.pins._pin(board.config.inputs[-1].pins["UNDO"])
    until(lambda: last.when_changed is not None, "the pins to be listened to")
    for key, event in ((Key.OK, b"deals 0"), (Key.JACK, b"starter J")):
        push(key)
        assert event in journal.read_bytes()
    until(all_shown, "the game on the parts")
    if "--wait" in options:
        print("playing", flush=True)
        obey()
    os.kill(os.getpid(), signal.SIGTERM)


def all_shown() -> bool:
    """Note the state of the parts, and return whether all of them show the game."""
    seen["was_on"] = seen["was_on"] or board.chip.on
    seen["was_lit"] = seen["was_lit"] or lit() > 0
    on = seen["was_on"] or "--no-display" in options
    return on and (seen["was_lit"] or "--no-lights" in options)


def play_or_fail() -> None:
    """Play; if that fails, end the program."""
    try:
        play()
    except BaseException:
        traceback.print_exc()
        faulthandler.dump_traceback()
        os._exit(1)


def obey() -> None:
    """Obey the lines of standard input, read without a buffer, whose lock would outlast the program."""
    asked = b""
    while "stop" not in (words := asked.decode().split()):
        if words[:1] == ["press"]:
            for word in words[1:]:
                push(Key.parse(word))
        elif words[:1] == ["take"]:
            board.pins.taken.update(words[1:])
        elif words in (["fill"], ["empty"]):
            _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
            resource.setrlimit(resource.RLIMIT_FSIZE, (1 if words == ["fill"] else most, most))
        if words:
            print(json.dumps(parts()), flush=True)
        asked = b""
        while not asked.endswith(b"\n"):
            byte = os.read(0, 1)
            asked += byte or b"stop\n"


def parts() -> dict[str, object]:
    """Return the state of the parts."""
    return {
        "on": board.chip.on,
        "noise": any(any(page) for page in board.chip.ram),
        "contrast": board.chip.contrast,
        "lit": lit(),
        "glass": board.screen.tobytes().hex(),
    }


board.pins = Pins()
gpiozero.Device.pin_factory = board.pins.factory
if "--no-display" in options:
    board.bus.unplug()
if "--no-pins" in options:
    board.pins.taken.add("all")
else:
    threading.Thread(target=play_or_fail, daemon=True).start()
smbus2.SMBus = lambda port: board.bus
sys.modules["spidev"] = types.SimpleNamespace(SpiDev=SpiDev)
root.has_pins = lambda: True


def wait(seconds: float) -> None:
    """Instead of waiting, note whether the last picture is the goodbye."""
    seen["goodbye"] = board.screen.tobytes() == splash_and_goodbye.goodbye().tobytes()


if "--patient" in options or "--impatient" in options:
    systemd.PATIENCE = 0.2 if "--impatient" in options else LIMIT
service.time = types.SimpleNamespace(monotonic=time.monotonic, sleep=wait)
sys.argv = ["muggins", *(word for option in options if "=" in option for word in option.split("="))]
status = 1
try:
    status = root.main()
finally:
    print("left: " + json.dumps(seen | parts()), flush=True)
sys.exit(status)
