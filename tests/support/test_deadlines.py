"""No helper waits indefinitely, and nothing that happens during a wait extends its deadline."""

import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pexpect
import pytest

from tests.appliance.qemu_machine import Machine
from tests.appliance.serial_port import Port
from tests.support import wired
from tests.support.deadline import PATIENCE, Deadline, until
from tests.support.processes import Lines, ended, run

SOON = 0.3
HANGS = "import threading\ndef hangs():\n    print('here', flush=True)\n    threading.Event().wait()\nhangs()"
ROOT = Path(__file__).parents[2]


@contextmanager
def going_on(what: Callable[[], object]) -> Iterator[None]:
    """Call a function repeatedly in another thread until the `with` block ends."""
    over = threading.Event()

    def again() -> None:
        with suppress(OSError):
            while not over.wait(0.01):
                what()

    thread = threading.Thread(target=again, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join(PATIENCE)


def test_a_deadline_passes() -> None:
    deadline = Deadline(SOON)
    with pytest.raises(TimeoutError, match=r"waited 0\.3 s in vain for a whistle"):
        while True:
            assert 0 < deadline.left("a whistle") <= SOON


def test_a_condition_that_never_holds() -> None:
    asked: list[bool] = []
    with pytest.raises(TimeoutError, match="in vain for a king"):
        until(lambda: asked.append(True), "a king", SOON)
    assert asked


def test_bytes_that_make_no_line_do_not_put_it_off() -> None:
    reading, writing = socket.socketpair()
    with (
        reading,
        writing,
        going_on(lambda: writing.send(b"...")),
        pytest.raises(TimeoutError, match="a line"),
    ):
        Lines(reading.fileno()).line(SOON)


def test_lines_come_one_by_one_and_the_last_may_have_no_end() -> None:
    command = [sys.executable, "-c", "print('one\\ntwo\\nthree', end='')"]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        lines = Lines(child.stdout)
        assert [lines.line(), lines.until(b"o"), lines.line(), lines.rest()] == ["one", b"two", "", "three"]
        assert ended(child) == 0


def test_a_program_that_hangs_is_killed() -> None:
    with pytest.raises(TimeoutError, match=r"did not end within 0\.3 s"):
        run([sys.executable, "-c", HANGS], capture_output=True, text=True, seconds=SOON)


def test_a_program_that_hangs_shows_its_stacks() -> None:
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-X", "faulthandler", "-c", HANGS], **pipes) as child:
        assert child.stdout is not None
        assert Lines(child.stdout).line() == "here"
        with pytest.raises(TimeoutError, match=r"did not end within 0\.3 s") as caught:
            ended(child, SOON)
    assert "in hangs" in str(caught.value)


def test_watchdog_beats_do_not_put_off_what_systemd_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wired, "PATIENCE", SOON)
    systemd = wired.Systemd(tmp_path)
    systemd.read()
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as board:
        board.connect(str(systemd.address))
        with going_on(lambda: board.send(b"WATCHDOG=1")):
            until(lambda: systemd.beats, "a beat")
            with pytest.raises(TimeoutError, match="watchdog beats"):
                systemd.told()
    systemd.close()


def test_other_lines_do_not_put_off_the_one_that_a_port_is_to_say(tmp_path: Path) -> None:
    here, there = socket.socketpair()
    port = Port(here, tmp_path / "port.log")
    with there, going_on(lambda: there.send(b"something else\n")):
        until(lambda: port.lines, "a line")
        with pytest.raises(TimeoutError):
            port.wait(lambda line: line == "here", 0, SOON)
    port.close()


def test_questions_do_not_put_off_the_end_of_a_command() -> None:
    machine = object.__new__(Machine)
    machine.kvm, machine._asked = True, 0
    machine._qemu = pexpect.spawn(
        "sh", ["-c", "while :; do echo again?; read answer; done"], encoding="utf-8"
    )
    machine._qemu.delaybeforesend = None
    try:
        with pytest.raises(TimeoutError):
            machine.run("true", SOON, [(r"again\?", "yes")])
    finally:
        machine._qemu.close(force=True)


HANGING_TESTS = """
import threading
import pytest

def hangs():
    threading.Event().wait()

@pytest.mark.timeout(1)
def test_that_hangs():
    thread = threading.Thread(target=hangs, daemon=True)
    thread.start()
    thread.join()

@pytest.fixture
def untidy():
    yield
    hangs()

@pytest.mark.timeout(1)
def test_whose_fixture_hangs_too(untidy):
    hangs()

@pytest.mark.slow
def test_that_is_slow(request):
    assert request.node.get_closest_marker("timeout").args[0] > 300

def test_after_them():
    pass
"""


@pytest.mark.night
def test_a_test_that_hangs_is_ended_with_all_stacks_and_the_others_run(tmp_path: Path) -> None:
    (tmp_path / "test_some.py").write_text(HANGING_TESTS)
    (tmp_path / "conftest.py").write_text("import tests.conftest\ntests.conftest.TIDYING = 0.5\n")
    pytest_here = [sys.executable, "-m", "pytest", "-c", ROOT / "pyproject.toml", "--rootdir", tmp_path]
    options = ["-p", "tests.conftest", "-p", "no:cacheprovider", "-n", "1", "-m", ""]
    command = [*pytest_here, *options, tmp_path]
    done = run(command, capture_output=True, text=True, cwd=ROOT, seconds=4 * PATIENCE)
    assert "2 failed, 2 passed, 1 error" in done.stdout, done.stdout + done.stderr
    assert "Timeout (>1.0s)" in done.stdout and "Timeout (>0.5s)" in done.stdout
    assert "in hangs" in done.stdout  # the stack of the thread that hangs is there, too
    assert "crashed" not in done.stdout
