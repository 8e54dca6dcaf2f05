"""Run `muggins` as on a Pi: gpiozero, the OLED and spidev find emulated parts instead of the hardware.

A thread presses OK and J, and then stops the program with the signal that systemd uses. At the end, the state
of the parts is printed. Options:

    --no-lights, --no-display    leave out a part
    --no-pins, --pins-late       make the pins fail, always or only at first
    --wait                       print `playing` after J, then carry out commands from standard input

Each command is on a line of its own and is answered with the state of the parts. The last command is `stop`:

    press MENU 8        press these keys, each for as long as necessary
    take 9, take all    make one pin fail from now on, or all pins
    fill, empty         leave no room for the journal, or make room again
    look                change nothing

After some minutes, the program prints its stack traces and ends.
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

from firmware_py import __main__ as root
from firmware_py.config import files
from firmware_py.emulator.board import EmulatedBoard
from firmware_py.emulator.wires import EmulatedPins
from firmware_py.input import press_detector
from firmware_py.input.keys import HELD, Key
from firmware_py.outputs import log_and_buzzer
from firmware_py.render import oled
from firmware_py.start import service
from firmware_py.system import i2c_bus
from tests.support.deadline import PATIENCE, until

press_detector.QUIET = 0.0  # the emulated contacts do not bounce, so no press has to wait for them
faulthandler.dump_traceback_later(4 * PATIENCE, exit=True)
options = sys.argv[1:]
board = EmulatedBoard()
NO_GAME = {bytes(1024), oled.splash().frame()}  # what a dark screen shows, and a board that starts
seen = {"was_on": False, "was_lit": False, "goodbye": False}


class SpiDev:
    """A replacement for `spidev.SpiDev`, with only the methods that the driver uses."""

    def open(self, bus: int, device: int) -> None:
        if "--no-lights" in options:
            raise FileNotFoundError(2, "No such file or directory")

    def writebytes2(self, data: bytes) -> None:
        board.chain.writebytes2(data)

    def close(self) -> None:
        pass


class Pins(EmulatedPins):
    """Emulated pins that can be made to fail as if another program were using them."""

    def __init__(self) -> None:
        super().__init__()
        for pin in range(28):
            self._pin(pin)  # created now, so that keys can be pressed at any time
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
pressed = log_and_buzzer.GameLog.pressed


def noted(listener: log_and_buzzer.GameLog, *press: object) -> None:
    """Call the original `GameLog.pressed`, and add the key press to `taken`, the list of handled presses."""
    pressed(listener, *press)
    taken.append(press)


log_and_buzzer.GameLog.pressed = noted


def push(key: Key) -> None:
    """Press and release a key, and wait until the board has handled the key press."""
    wanted = len(taken) + 1
    # A key that is held is a long press at once. A machine that stalls must not turn a short press into one.
    press_detector.LONG = 0.0 if key in HELD else 3600.0
    board.press(key)
    if key not in HELD:
        board.release(key)
    until(lambda: len(taken) >= wanted, f"{key} to be taken")
    board.release(key)


def play() -> None:
    """Wait until the board is watching its pins, press OK and J, and then stop the board.

    With the option `--wait`, carry out the commands on standard input before stopping the board.
    """
    signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGTERM, signal.SIGHUP))  # as the board's own threads do
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
    with speaks:
        os.kill(os.getpid(), signal.SIGTERM)


def all_shown() -> bool:
    """Return True if the display has shown a game and the LEDs have been on at some time since the start.

    Hardware that is disabled with an option, such as `--no-lights`, is not checked.
    """
    seen["was_on"] |= board.screen not in NO_GAME
    seen["was_lit"] |= lit() > 0
    return (seen["was_on"] or "--no-display" in options) and (seen["was_lit"] or "--no-lights" in options)


speaks = threading.Lock()
"""Held by whoever prints or signals. At its end the program keeps it: the other thread is silent."""


def play_or_fail() -> None:
    """Operate the board by calling `play`. If this fails, print the error and end the whole process."""
    try:
        play()
    except BaseException:
        traceback.print_exc()
        faulthandler.dump_traceback()
        os._exit(1)


def obey() -> None:
    """Carry out commands from standard input, such as `press OK J`.

    After each command, print the state of the display and the LEDs. Return after a `stop` command, or at the
    end of the input.
    """
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
            with speaks:
                print(json.dumps(parts()), flush=True)
        asked = b""
        # No buffer: its lock could still be held when the program ends.
        while not asked.endswith(b"\n"):
            byte = os.read(0, 1)
            asked += byte or b"stop\n"


def parts() -> dict[str, object]:
    chip, glass = board.chip, board.screen.hex()
    found = {"on": chip.on, "noise": any(map(any, chip.ram)), "contrast": chip.contrast}
    return found | {"lit": lit(), "glass": glass}


board.pins = Pins()
gpiozero.Device.pin_factory = board.pins.factory
if "--no-display" in options:
    board.bus.unplug()
if "--no-pins" in options:
    board.pins.taken.add("all")
else:
    threading.Thread(target=play_or_fail, daemon=True).start()
i2c_bus.I2CBus = lambda number: board.bus.open()
sys.modules["spidev"] = types.SimpleNamespace(SpiDev=SpiDev)
root.has_pins = lambda: True


def wait(seconds: float) -> None:
    """Record in `seen` whether the display shows the goodbye picture, instead of showing it for its time.

    The board's service calls this function instead of `time.sleep`.
    """
    if seconds == service.GOODBYE:
        seen["goodbye"] = board.screen == oled.goodbye().frame()
    else:
        time.sleep(seconds)


service.time = types.SimpleNamespace(monotonic=time.monotonic, monotonic_ns=time.monotonic_ns, sleep=wait)
buttons = f"--config={files.profile('keypad-20')}"  # another configuration, named later, counts instead
named = [option for option in [buttons, *options] if "=" in option]
sys.argv = ["muggins", *(word for option in named for word in option.split("="))]
status = 1
try:
    status = root.main()
finally:
    speaks.acquire()
    print("left: " + json.dumps(seen | parts()), flush=True)
sys.exit(status)
