"""Run `muggins` as on a Pi, where gpiozero, luma and spidev find emulated parts in place of the hardware.

Somebody presses OK and J, and then the program is told to stop as systemd does it. What it leaves on the
parts is printed at the end. Options: --no-lights and --no-display leave out a part, --no-pins lets the pins
fail, --wait says `playing` and waits for a line before the end.
"""

import json
import os
import signal
import sys
import threading
import time
import types
from pathlib import Path

import gpiozero
import smbus2

from firmware_py import __main__ as root
from firmware_py.emulator.board import EmulatedBoard
from firmware_py.emulator.pins import EmulatedPins
from firmware_py.keys import Key
from firmware_py.render import notices

options = sys.argv[1:]
board = EmulatedBoard()
seen = {"was_on": False, "was_lit": False, "goodbye": False}


class SpiDev:
    """What spidev has of it."""

    def open(self, bus: int, device: int) -> None:
        if "--no-lights" in options:
            raise FileNotFoundError(2, "No such file or directory")

    def writebytes2(self, data: bytes) -> None:
        board.chain.writebytes2(data)

    def close(self) -> None:
        pass


class NoPins(EmulatedPins):
    """Pins that another program has."""

    def __init__(self) -> None:
        super().__init__()
        self.factory.pin = self._refuse

    def _refuse(self, *names: object) -> None:
        raise gpiozero.exc.BadPinFactory("no permission to use any pin")


def lit() -> int:
    return sum(any(led[1:]) for led in board.lights)


def push(key: Key) -> None:
    board.press(key)
    time.sleep(0.04)
    board.release(key)
    time.sleep(0.04)


def play() -> None:
    """Press until it shows: the pins are not listened to from the first moment on."""
    journal = Path(os.environ["STATE_DIRECTORY"]) / "games.txt"
    for key, event in ((Key.OK, b"deals 0"), (Key.JACK, b"starter J")):
        while event not in (journal.read_bytes() if journal.exists() else b""):
            push(key)
    for _ in range(200):
        seen["was_on"] = seen["was_on"] or board.chip.on
        seen["was_lit"] = seen["was_lit"] or lit() > 0
        if seen["was_on"] and seen["was_lit"]:
            break
        time.sleep(0.005)
    if "--wait" in options:
        print("playing", flush=True)
        sys.stdin.readline()
    os.kill(os.getpid(), signal.SIGTERM)


class LatePins(EmulatedPins):
    """Pins that nobody may use before the third time that all are asked for."""

    def __init__(self) -> None:
        super().__init__()
        for pin in range(28):
            self._pin(pin)  # fingers may press all the while
        self._given = self.factory.pin
        self.refusals = 2
        self.factory.pin = self._late

    def _late(self, name: object) -> object:
        if not self.refusals:
            return self._given(name)
        self.refusals -= 1
        raise gpiozero.exc.BadPinFactory("no permission to use any pin yet")


if "--pins-late" in options:
    board.pins = LatePins()
if "--no-display" in options:
    board.bus.unplug()
if "--no-pins" in options:
    gpiozero.Device.pin_factory = NoPins().factory
else:
    gpiozero.Device.pin_factory = board.pins.factory
    threading.Thread(target=play, daemon=True).start()
smbus2.SMBus = lambda port: board.bus
sys.modules["spidev"] = types.SimpleNamespace(SpiDev=SpiDev)
root.has_pins = lambda: True


def wait(seconds: float) -> None:
    """The last picture stays: is it the goodbye?"""
    seen["goodbye"] = board.screen.tobytes() == notices.goodbye().tobytes()


root.time = types.SimpleNamespace(monotonic=time.monotonic, sleep=wait)
sys.argv = ["muggins", *(word for option in options if "=" in option for word in option.split("="))]
status = 1
try:
    status = root.main()
finally:
    noise = any(any(page) for page in board.chip.ram)
    left = {"on": board.chip.on, "noise": noise, "lit": lit(), "glass": board.screen.tobytes().hex()}
    print("left: " + json.dumps(seen | left), flush=True)
sys.exit(status)
