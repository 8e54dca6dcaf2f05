"""Killed and starved, the journal keeps every press that was acknowledged, and none twice.

MUGGINS_KILLS sets how often the program is killed at a random moment.
"""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from firmware_py.journal import read_journal
from tests.firmware_py import keyed
from tests.firmware_py.command import ENVIRONMENT, MUGGINS, ROOT, muggins
from tests.firmware_py.test_journal import keep

KILLS = int(os.environ.get("MUGGINS_KILLS", "40"))
SHORT = "4 9 J H 10 UNDO K 5 UNDO REDO".split()


def presses(journal: Path) -> int:
    """How many presses a journal holds, nothing in it being damaged."""
    if not journal.exists():
        return 0
    reading = read_journal(journal)
    if reading is None:
        return 0
    assert reading.damage is None
    return reading.history.presses


def acknowledged(out: bytes, after: int) -> int:
    """The last press that was acknowledged; they are numbered one by one from where the journal stood."""
    whole, _, _ = out.rpartition(b"\n")
    numbers = [int(line) for line in whole.split(b"\n") if line.isdigit()]
    assert numbers == list(range(after + 1, after + 1 + len(numbers)))
    return after + len(numbers)


def sound(journal: Path, told: int, whole: bytes) -> int:
    """The journal begins as the uninterrupted one does, with all that was told of and at most one more."""
    there = presses(journal)
    assert told <= there <= told + 1
    reading = read_journal(journal) if journal.exists() else None
    assert reading is None or whole.startswith(reading.text)
    return there


# -- at random moments


def run_and_kill(words: list[str], journal: Path, random: Random) -> bytes:
    """Press keys in a program that is killed: on its way to the first press, or after some press."""
    command = [*MUGGINS, "replay", "-", "--journal", str(journal), "--ack"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT, env=ENVIRONMENT
    ) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        program.stdin.write(" ".join(words).encode())
        program.stdin.close()
        out = b""
        if random.random() < 0.8:
            for _ in range(random.randint(1, 30)):
                out += program.stdout.readline()
            time.sleep(random.choice([0, random.random() * 0.004]))
        else:
            time.sleep(random.random() * 0.25)
        program.kill()
        out += program.stdout.read()
    return out


@pytest.mark.slow
def test_killed_at_random_moments_it_carries_on_with_every_acknowledged_press(tmp_path: Path) -> None:
    random = Random(121)
    words = keyed.whole_game(2, second_thoughts=True)
    whole = keep(tmp_path / "whole.txt", " ".join(words))
    uninterrupted = muggins("status", "--journal", tmp_path / "whole.txt", "--json").json
    kills = games = 0
    while kills < KILLS:
        journal = tmp_path / f"games{games}.txt"
        there, games = 0, games + 1
        while there < len(words) and kills < KILLS:
            out = run_and_kill(words[there:], journal, random)
            kills += 1
            there = sound(journal, acknowledged(out, there), whole)
            if there:
                assert muggins("status", "--journal", journal, "--json").json["presses"] == there
        rest = muggins("replay", "-", "--journal", journal, "--json", stdin=" ".join(words[there:])).json
        assert rest == uninterrupted
        assert journal.read_bytes() == whole


# -- within a system call


class Zygote:
    """Children of one program, each killed or starved where it is told."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, str(Path(__file__).with_name("zygote.py"))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=ENVIRONMENT,
            text=True,
        )

    def replay(self, words: list[str], journal: Path, **fate: object) -> tuple[int, bytes, str]:
        """Press keys; the exit status, what was printed, and the complaints."""
        request = {
            "arguments": ["replay", "-", "--journal", str(journal), "--ack", "--json"],
            "stdin": " ".join(words),
        }
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(request | fate) + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        return answer["status"], answer["out"].encode(), answer["err"]

    def close(self) -> None:
        self._process.communicate()


@pytest.fixture
def zygote() -> Iterator[Zygote]:
    made = Zygote()
    yield made
    made.close()


def killed(zygote: Zygote, journal: Path, whole: bytes, **fate: Any) -> bool:
    """Kill a program within a call, and carry on; whether it came to that call at all."""
    status, out, err = zygote.replay(SHORT, journal, **fate)
    assert err == ""
    if status == 0:
        return False
    assert status == -signal.SIGKILL
    there = sound(journal, acknowledged(out, 0), whole)
    status, out, err = zygote.replay(SHORT[there:], journal)
    assert (status, err) == (0, "")
    # Where all is there already, nothing is acknowledged.
    assert acknowledged(out, there) == len(SHORT)
    assert journal.read_bytes() == whole
    return True


@pytest.mark.parametrize("moment", ["before", "after"])
@pytest.mark.parametrize("call", ["open", "pwrite", "fdatasync", "fsync", "ftruncate"])
def test_killed_before_or_after_any_call_it_carries_on(
    tmp_path: Path, zygote: Zygote, call: str, moment: str
) -> None:
    whole = keep(tmp_path / "whole.txt", " ".join(SHORT))
    number = 0
    while killed(zygote, tmp_path / f"{number}.txt", whole, call=call, number=number, moment=moment):
        number += 1
    writes = len(SHORT) + 1
    assert number >= {"pwrite": writes, "fdatasync": writes, "open": 2, "fsync": 1}.get(call, 0)


def test_killed_within_any_write_it_carries_on(tmp_path: Path, zygote: Zygote) -> None:
    whole = keep(tmp_path / "whole.txt", " ".join(SHORT))
    for number, line in enumerate(whole.splitlines(keepends=True)):
        for taken in {*range(number % 4, len(line), 4), len(line) - 1}:
            journal = tmp_path / f"{number}-{taken}.txt"
            fate = {"call": "pwrite", "number": number, "moment": "after", "taken": taken}
            assert killed(zygote, journal, whole, **fate)


def test_a_file_that_may_not_grow_refuses_the_press_and_play_goes_on_when_it_may(
    tmp_path: Path, zygote: Zygote
) -> None:
    whole = keep(tmp_path / "whole.txt", " ".join(SHORT))
    for limit in range(0, len(whole), 7):
        journal = tmp_path / f"{limit}.txt"
        status, out, err = zygote.replay(SHORT, journal, limit=limit)
        assert (status, err) == (0, "")
        content = journal.read_bytes()
        reading = read_journal(journal)
        assert (reading.text if reading else b"") == content
        there = presses(journal)
        assert acknowledged(out, 0) == there
        refused = json.loads(out.splitlines()[-1])["refused"]
        assert refused[0]["why"] == "not kept: the file may not grow any more"
        # A shorter line may find room after a longer one was refused; then it is another game.
        if refused[0]["press"] == there:
            assert whole.startswith(content)
            status, out, err = zygote.replay(SHORT[there:], journal)
            assert (status, err) == (0, "")
            assert acknowledged(out, there) == len(SHORT)
            assert journal.read_bytes() == whole
