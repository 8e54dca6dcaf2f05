"""A board shows the code with which a phone joins, and writes it to the phone file but to no other file."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from engine.setup import Setup
from firmware_py.board.board import Board
from firmware_py.board.ports import Ending
from firmware_py.drivers.edge_queue import EdgeQueue
from firmware_py.emulator.board import EmulatedBoard
from firmware_py.input.settings import Equipment
from firmware_py.journal.journal import Journal
from firmware_py.start.assembly import assemble, board_window, listening
from firmware_py.system.output import Log
from firmware_py.window.datagrams import PhoneAccess, phone_datagram
from firmware_py.window.phone_file import read_phone_file
from tests.support.deadline import PATIENCE, until
from tests.support.pictures import needs_reader, read_qr_codes


class Rig:
    """A test rig: a whole board on emulated wires. Its files are in a folder, and its loop runs in a thread.

    The test plays the part of other programs by sending datagrams to the board's socket.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._opened = ExitStack()
        journal = self._opened.enter_context(closing(Journal(folder / "games.txt", Setup().checked())))
        self.board = Board(journal.history, journal, equipment=Equipment(powers_off=True, phones=True))
        self._queue = EdgeQueue(time.monotonic)
        window = self._opened.enter_context(closing(board_window(folder / "games.txt", self._queue)))
        stream = self._opened.enter_context((folder / "log.txt").open("w", encoding="utf-8"))
        log = Log(stream)
        log.is_followed = True
        listener = listening(log, window, logs_game=True)
        self.emulated = EmulatedBoard()
        config, wires = self.emulated.config, self.emulated.wires
        made = assemble(config, wires, self.board, self._queue, time.monotonic, listener, window)
        self._opened.callback(made.close)
        self._thread = threading.Thread(target=made.loop.run, daemon=True)
        self._listener = listener
        self._thread.start()
        until((folder / "keys").exists, "the socket for keys")

    def send(self, datagram: bytes) -> None:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as program:
            program.settimeout(PATIENCE)
            program.sendto(datagram, str(self.folder / "keys"))

    def press(self, *keys: str) -> None:
        for key in keys:
            self.send(f'{{"key": "{key}"}}'.encode())

    @property
    def code(self) -> str | None:
        """The code in the phone file, which lets a phone join; None if there is no code."""
        found = read_phone_file(self.folder)
        return found.code if found else None

    @property
    def lights(self) -> list[object]:
        assert self.emulated.chain
        return list(self.emulated.chain.leds)

    def scanned(self) -> list[str]:
        """Return the texts of the QR codes that a camera can read on the emulated display."""
        return read_qr_codes(self.emulated.screen, self.folder)

    def close(self) -> None:
        self._queue.stop()
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()
        self._listener.ended(Ending.STOPPED)
        self._opened.close()


@pytest.fixture
def rig(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Rig]:
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    made = Rig(tmp_path)
    yield made
    made.close()


@needs_reader
def test_a_camera_reads_the_code_from_the_display_and_no_other_file_has_it(rig: Rig) -> None:
    rig.press("OK", "3", "5", "MENU", "K")
    until(lambda: rig.code is not None, "a code in the phone file")
    code, lights = rig.code, rig.lights
    rig.send(phone_datagram(PhoneAccess("192.168.178.123", 8080, 0)))
    until(lambda: rig.scanned() == [f"HTTP://192.168.178.123:8080/{code}"], "the code on the display")
    assert rig.lights == lights
    rig.send(phone_datagram(PhoneAccess("192.168.178.123", 8080, 1)))
    rig.press("6")
    until(lambda: rig.code is None, "no code in the phone file")
    until(lambda: rig.board.history.applied == 4, "the card that was laid afterwards")
    until(lambda: rig.scanned() == [], "the game on the display")
    rig.close()
    files = {path.name: path.read_bytes() for path in rig.folder.rglob("*") if path.is_file()}
    assert {"games.txt", "log.txt", "phone.json", "view.json"} <= set(files)
    assert code and not [name for name, content in files.items() if code.encode() in content]


def test_a_board_that_ends_while_the_dialogue_is_open_leaves_no_valid_code(rig: Rig) -> None:
    rig.press("MENU", "K")
    until(lambda: rig.code is not None, "a code in the phone file")
    rig.close()
    found = read_phone_file(rig.folder)
    assert found is not None and found.code is None
