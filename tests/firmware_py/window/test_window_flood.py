"""A flood of keys and junk on the socket affects neither the board's own keys nor its shutdown."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support.deadline import until
from tests.support.wired import service

FLOOD = """
import socket, sys
program = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
sent = 0
while True:
    for datagram in sys.argv[2:]:
        program.sendto(datagram.encode(), sys.argv[1])
        sent += 1
    if sent == 2000:
        print("flooding", flush=True)
"""
"""A program that repeatedly sends the datagrams on its command line to a socket, at full speed."""


@contextmanager
def flood(socket: Path, *datagrams: str) -> Iterator[None]:
    """Keep sending these datagrams to a socket, as fast as possible, until the `with` block ends."""
    command = [sys.executable, "-c", FLOOD, str(socket), *datagrams]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        try:
            assert process.stdout and process.stdout.readline() == b"flooding\n"
            yield
        finally:
            process.kill()


@pytest.mark.slow
def test_own_keys_and_stop_requests_work_during_a_flood(tmp_path: Path) -> None:
    junk = json.dumps({"key": "ten of clubs"})
    keys = tmp_path / "run" / "keys"
    with service(tmp_path) as board, flood(keys, '{"key": "K"}', junk), flood(keys, junk, "x" * 4000):
        for fives in range(1, 5):
            board.ask("press 5")
            until(lambda fives=fives: laid(tmp_path).count("5") == fives, f"five number {fives}")
        until(lambda: sorted(laid(tmp_path)) == ["5"] * 4 + ["K"] * 4, "the last card")
        recent = json.loads((keys.parent / "view.json").read_bytes())["recent"]
        assert any(each["key"] == "K" and each["refused"] for each in recent)
        board.end()
    assert board.process.returncode == 0
    assert not json.loads((keys.parent / "view.json").read_bytes())["running"]


def laid(folder: Path) -> list[str]:
    """Return the cards that have been played so far, according to the journal."""
    lines = (folder / "games.txt").read_text().splitlines()
    return [line.split()[1] for line in lines if line.startswith("lay ")]
