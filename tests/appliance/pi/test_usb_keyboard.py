"""The keyboard whose keys are pressed through QMP: the commands sent to QEMU, and QEMU's answers."""

import json
import socket
from collections.abc import Iterator
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

import pytest

from tests.appliance.key_presses import Keys
from tests.appliance.pi import usb_keyboard
from tests.appliance.pi.usb_keyboard import QCODES, QmpError, UsbKeyboard
from tests.appliance.serial_port import Port
from tests.support.deadline import PATIENCE


class Qemu:
    """A test double for the QEMU end of a QMP socket. It replies to commands as QMP requires.

    Attributes:
        commands: the commands received so far.
        error: the error message sent in reply to each command. If it is empty, the reply reports success.
    """

    def __init__(self, there: socket.socket) -> None:
        self.commands: list[dict[str, Any]] = []
        self.error = ""
        self._there = there
        self.thread = Thread(target=self._run, daemon=True)
        self.thread.start()

    def _run(self) -> None:
        self._say({"QMP": {"version": {"qemu": {"micro": 0, "minor": 0, "major": 10}}, "capabilities": []}})
        with self._there.makefile("r", encoding="utf-8") as lines:
            for line in lines:
                self.commands.append(json.loads(line))
                self._say({"timestamp": {"seconds": 1, "microseconds": 2}, "event": "RESUME"})
                error = {"error": {"class": "GenericError", "desc": self.error}}
                self._say(error if self.error else {"return": {}})

    def _say(self, message: dict[str, Any]) -> None:
        self._there.sendall(json.dumps(message).encode() + b"\r\n")


@pytest.fixture
def pair(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[UsbKeyboard, Qemu]]:
    monkeypatch.setattr(usb_keyboard, "GAP", 0)
    monkeypatch.setattr(usb_keyboard, "HOLD", 0)
    here, there = socket.socketpair()
    qemu = Qemu(there)
    port = Port(here, tmp_path / "keypad.log")
    yield UsbKeyboard(port), qemu
    here.shutdown(socket.SHUT_RDWR)
    qemu.thread.join(PATIENCE)
    there.close()
    port.close()


def test_a_press_is_a_key_that_goes_down_and_up(pair: tuple[UsbKeyboard, Qemu]) -> None:
    keyboard, qemu = pair
    keyboard.say("press 35 79")  # KEY_KP1
    assert [each["execute"] for each in qemu.commands] == ["qmp_capabilities"] + ["input-send-event"] * 2
    events = [event["data"] for each in qemu.commands[1:] for event in each["arguments"]["events"]]
    key = {"type": "qcode", "data": "kp_1"}
    assert events == [{"down": True, "key": key}, {"down": False, "key": key}]
    assert [line for _, line in keyboard.lines] == ["here", "press"]


def test_the_keyboard_is_plugged_in_and_unplugged(pair: tuple[UsbKeyboard, Qemu]) -> None:
    keyboard, qemu = pair
    keyboard.say("plug 79 80")
    keyboard.say("unplug")
    assert [each["execute"] for each in qemu.commands[1:]] == ["device_add", "device_del"]


def test_a_refusal_of_qemu_is_an_error(pair: tuple[UsbKeyboard, Qemu]) -> None:
    keyboard, qemu = pair
    qemu.error = "Duplicate device ID 'keypad'"
    with pytest.raises(QmpError, match="Duplicate device ID"):
        keyboard.say("plug 79")


def test_an_answer_that_never_came_is_a_timeout(pair: tuple[UsbKeyboard, Qemu]) -> None:
    keyboard, _ = pair
    with pytest.raises(TimeoutError):
        keyboard.wait(lambda line: line == "press", 0, 0)


def test_qemu_has_a_name_for_each_key_of_the_keypad() -> None:
    assert set(Keys(Random(0)).codes) <= set(QCODES)
