"""The commands in unusual surroundings: no UTF-8, no standard output, devices as files, Ctrl-C."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from firmware_py.journal import locations
from tests.support import processes
from tests.support.deadline import until

PROGRAM = "from firmware_py.__main__ import main; print(flush=True); raise SystemExit(main())"
COUNT = ["count", "5H", "5C", "5S", "JD"]
ASCII = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "ascii"}


def run(
    *arguments: str, stdin: str = "", stdout: int = subprocess.PIPE, **more: str
) -> subprocess.CompletedProcess[str]:
    return processes.run(
        [sys.executable, "-m", "firmware_py", *arguments],
        input=stdin,
        stdout=stdout,
        stderr=subprocess.PIPE,
        env=os.environ | more,
        text=True,
    )


def one_line(done: subprocess.CompletedProcess[str], *about: str) -> None:
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("muggins: ")
    assert all(word in done.stderr for word in about), done.stderr


def test_suits_are_letters_if_the_terminal_lacks_the_symbols() -> None:
    done = run(*COUNT, **ASCII)
    assert (done.returncode, done.stderr) == (0, "")
    assert "5H JD" in done.stdout


def test_json_is_ascii_everywhere() -> None:
    done = run("replay", "-", "--json", stdin="OK 2 H 2 H", **ASCII)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.isascii()


def test_a_full_standard_output_is_an_error_of_one_line() -> None:
    with Path("/dev/full").open("w") as full:
        one_line(run(*COUNT, stdout=full.fileno()), "standard output", "space")


def test_a_closed_standard_output_is_no_error() -> None:
    command = f'"{sys.executable}" -m firmware_py {" ".join(COUNT)} >&-'
    done = processes.run(["sh", "-c", command], stderr=subprocess.PIPE, text=True)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("command", [["status"], ["replay", "-"]])
def test_a_journal_that_is_a_device_or_a_pipe_is_refused(command: list[str], tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (pipe, Path("/dev/null"), Path("/dev/zero")):
        one_line(run(*command, "--journal", str(path), stdin="OK"), str(path), "name a file")


def test_an_error_stays_on_one_line_whatever_it_quotes() -> None:
    one_line(run("replay", "a\nb"), r"a\nb")
    one_line(run("count", "5H", "5C", "5S", "J" * 100_000), "…")


def test_a_byte_order_mark_is_no_key() -> None:
    done = run("replay", "-", "--json", stdin="\ufeffOK 2")
    assert (done.returncode, done.stderr) == (0, "")


def test_a_journal_that_has_lost_its_ends_of_lines_is_not_overwritten(tmp_path: Path) -> None:
    journal = tmp_path / "games.txt"
    run("replay", "-", "--journal", str(journal), stdin="OK 2 5 K")
    journal.write_bytes(journal.read_bytes().replace(b"\n", b""))
    before = journal.read_bytes()
    one_line(run("replay", "-", "--journal", str(journal), stdin="9"), "line 1", "name another file")
    assert journal.read_bytes() == before


def test_keys_are_pressed_even_if_nobody_reads_the_acknowledgements(tmp_path: Path) -> None:
    journal = tmp_path / "games.txt"
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = run("replay", "-", "--journal", str(journal), "--ack", stdin="OK 2 5 K 9", stdout=writing)
    finally:
        os.close(writing)
    assert done.stderr == ""
    assert len(journal.read_text(encoding="utf-8").rstrip(" ").splitlines()) == 6


def test_ctrl_c_ends_a_replay_without_a_message() -> None:
    # A shell makes programs in the background ignore Ctrl-C; the tests may run there.
    child = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, "replay", "-"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )  # fmt: skip
    assert child.stdout is not None
    assert child.stderr is not None
    with child:
        try:
            assert processes.Lines(child.stdout).line() == ""  # from now on the program waits for input
            if Path(f"/proc/{child.pid}/wchan").exists():
                until(lambda: _rests(child.pid), "the program to wait for its input")
            child.send_signal(signal.SIGINT)
            assert processes.Lines(child.stderr).rest() == ""
            assert processes.ended(child) == 130
        finally:
            child.kill()


def _rests(process: int) -> bool:
    """Return True if a process has slept for a while, so that it is in the call that waits."""
    before = _status(process)
    time.sleep(0.3)
    return before == _status(process) and before["State"].startswith("S")


def _status(process: int) -> dict[str, str]:
    """Return the state of a process, and how often it has run."""
    lines = Path(f"/proc/{process}/status").read_text(encoding="utf-8").splitlines()
    fields = dict(line.split(":\t", 1) for line in lines if ":\t" in line)
    return {name: fields[name] for name in ("State", "voluntary_ctxt_switches", "nonvoluntary_ctxt_switches")}


def test_a_relative_state_folder_is_ignored(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_STATE_HOME", "here")
    assert locations.default_journal() == tmp_path / ".local" / "state" / "muggins" / "games.txt"
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "there"))
    assert locations.default_journal() == tmp_path / "there" / "muggins" / "games.txt"
