import os
import sys
import time
from pathlib import Path
from textwrap import dedent

import pytest

from firmware_py.speech.synthesiser import Finished, TooLong, TooMuch, run
from tests.support.deadline import PATIENCE, until


def python(program: str) -> list[str]:
    return [sys.executable, "-c", program]


def test_output_errors_and_exit_status_are_taken() -> None:
    program = "import sys; print(input()[::-1]); print('oops', file=sys.stderr); sys.exit(3)"
    assert run(python(program), b"abc\n", seconds=PATIENCE, most=100) == Finished(3, b"cba\n", b"oops\n")


def test_a_program_may_ignore_what_it_is_given_and_close_its_input() -> None:
    program = "import os, time; os.close(0); print('done')"
    assert run(python(program), b"abc\n", seconds=PATIENCE, most=100) == Finished(0, b"done\n", b"")


def test_a_program_that_a_signal_ends_has_a_negative_status() -> None:
    assert run(python("import os; os.kill(os.getpid(), 9)"), seconds=PATIENCE, most=100).status == -9


def test_what_is_printed_may_be_long_but_not_longer_than_allowed() -> None:
    assert len(run(python("print('x' * 300_000)"), seconds=PATIENCE, most=300_001).output) == 300_001
    with pytest.raises(TooMuch):
        run(python("while True: print('x' * 99999)"), seconds=PATIENCE, most=300_000)


def test_of_endless_errors_only_the_beginning_is_kept() -> None:
    program = "import sys\nfor _ in range(999): sys.stderr.write('error! ' * 1000)"
    assert run(python(program), seconds=PATIENCE, most=100).errors == (b"error! " * 999)[:4096]


@pytest.mark.parametrize("program", ["import time; time.sleep(999)", "import os; os.close(1); os.close(2)"])
def test_a_program_that_hangs_is_killed(program: str) -> None:
    with pytest.raises(TooLong):
        run(python(f"import time\n{program}\ntime.sleep(999)"), seconds=0.5, most=100)


def test_the_programs_that_it_started_are_killed_with_it(tmp_path: Path) -> None:
    program = f"""
        import subprocess, time
        child = subprocess.Popen(["sleep", "999"])
        open({str(tmp_path / "child")!r}, "w").write(str(child.pid))
        print("x" * 999, flush=True)
        time.sleep(999)
    """
    with pytest.raises(TooMuch):
        run(python(dedent(program)), seconds=PATIENCE, most=100)
    child = int((tmp_path / "child").read_text())

    def is_gone() -> bool:
        try:
            return Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()[0] in "ZX"
        except FileNotFoundError:
            return True

    until(is_gone, "the end of the program that was started")


def test_a_program_that_does_not_exist_cannot_be_started() -> None:
    with pytest.raises(FileNotFoundError):
        run(["/nonexistent"], seconds=PATIENCE, most=100)


def test_no_file_stays_open() -> None:
    def number_open() -> int:
        return len(os.listdir("/proc/self/fd"))

    before = number_open()
    for program, seconds in (("print(1)", PATIENCE), ("import time; time.sleep(999)", 0.2)):
        start = time.monotonic()
        try:
            run(python(program), seconds=seconds, most=100)
        except TooLong:
            assert time.monotonic() - start >= seconds
    assert number_open() == before
