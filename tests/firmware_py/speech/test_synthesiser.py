"""A synthesiser that is missing, hangs, fails or prints endlessly is a message with a remedy."""

import shutil
import subprocess
import sys
from array import array
from math import log10, sqrt
from pathlib import Path
from textwrap import dedent

import pytest

from firmware_py.speech import clips
from firmware_py.speech.synthesiser import Finished, Synthesiser, SynthesiserError, harmless, run
from firmware_py.system.errors import UsageError
from firmware_py.system.sound_cards import package_of
from tests.support.deadline import PATIENCE, until

TO_OUTPUT = """
import math, struct, sys
from firmware_py.speech.wav import written
samples = [round(9000 * math.sin(n / 5)) for n in range(11025)]
sys.stdout.buffer.write(written(struct.pack("<11025h", *samples), 22050))
"""


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """Return the path of a program that a test writes and then uses as the speech synthesiser."""
    return tmp_path / "speaker"


def made_by(program: Path, source: str, arguments: str = "") -> Synthesiser:
    """Return a speech synthesiser that runs a Python program with this source code.

    Args:
        program: the path to which the program is written.
        source: the source code.
        arguments: the program's arguments, as in the configuration.
    """
    program.write_text(f"#!{sys.executable}\nimport sys\nsys.path.insert(0, {str(Path.cwd())!r})\n{source}")
    program.chmod(0o755)
    return Synthesiser.parse(f"{program} {arguments}")


@pytest.mark.parametrize(
    "line",
    [
        *("espeak-ng", "espeak-ng -v en-us --stdout", "espeak-ng -v en-us -w {file} {text}", " espeak-ng "),
        *("flite -o {file} -t {text}", "flite -voice slt -o /dev/stdout -t {text}"),
        "pico2wave -l en-GB -w {file} {text}",
    ],
)
def test_the_synthesisers_of_debian_speak_equally_loud_whatever_the_way_to_them(line: str) -> None:
    if shutil.which(line.split()[0]) is None:
        pytest.skip(f"{line.split()[0]} is not installed")
    for text in ("fifteen for two", "and a pair is", "nineteen"):
        spoken = array("h", Synthesiser.parse(line).speak(text))
        assert 0.3 < len(spoken) / clips.RATE < 1.5
        loudness = 20 * log10(sqrt(sum(value * value for value in spoken) / len(spoken)) / 32768)
        assert -23 <= loudness <= -20, text
        assert max(map(abs, spoken)) <= 10 ** (-0.9 / 20) * 32768


def test_the_text_is_one_argument_whatever_it_contains(program: Path, tmp_path: Path) -> None:
    source = f"open({str(tmp_path / 'heard')!r}, 'w').write(repr(sys.argv[1:]))\n" + TO_OUTPUT
    speaker = made_by(program, source, "--loud --text={text} {text}")
    speaker.speak("Ann; rm -r $HOME `ls` \"quoted\" 'five'")
    text = "Ann; rm -r $HOME `ls` \"quoted\" 'five'"
    assert (tmp_path / "heard").read_text() == repr(["--loud", f"--text={text}", text])


def test_without_a_place_for_the_text_the_program_reads_it(program: Path, tmp_path: Path) -> None:
    made_by(program, f"open({str(tmp_path / 'heard')!r}, 'w').write(input())\n" + TO_OUTPUT).speak(
        "Zoë's five"
    )
    assert (tmp_path / "heard").read_text() == "Zoë's five"


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("fifteen for two", "fifteen for two"),
        ("-v nonsense", "v nonsense"),
        ("--help", "help"),
        ("- - -x", "x"),
        ("a\nb\0c\td", "a b c d"),
        ("[[h@l'oU]]", "h@l'oU"),
        ("@file", "file"),
        ("", ""),
        ("...", ""),
        ("--", ""),
        ("x" * 999, "x" * 500),
    ],
)
def test_a_text_is_no_option_and_no_command(text: str, spoken: str) -> None:
    assert harmless(text) == spoken


def test_a_text_without_words_is_silence_and_runs_nothing() -> None:
    assert Synthesiser.parse("/nonexistent").speak(" ... ") == b""


TRY = "try its command line in a terminal, with the text 'five'"


@pytest.mark.parametrize(
    ("source", "arguments", "said"),
    [
        ("sys.exit(3)", "", f"failed: exit status 3: {TRY}"),
        ("sys.exit('no such voice\\nTraceback')", "", f"failed: no such voice: {TRY}"),
        ("", "", f"wrote an empty file: {TRY}"),
        ("", "{file}", f"wrote an empty file: {TRY}"),
        ("print('hello')", "", f"wrote something other than WAV: {TRY}"),
        ("while True: print('x' * 99999)", "", "does not stop writing: check its command line"),
    ],
)
def test_a_program_that_fails_is_a_plain_line(program: Path, source: str, arguments: str, said: str) -> None:
    with pytest.raises(SynthesiserError) as failed:
        made_by(program, source, arguments).speak("five")
    assert str(failed.value) == f"speaker {said}"


def test_a_program_that_is_missing_is_said_with_its_package() -> None:
    choose = "or choose another synthesiser in the configuration, under [speech]"
    for line, said in (
        ("/opt/pico2wave -w {file} {text}", "'sudo apt install libttspico-utils' installs it"),
        ("/opt/whisper", "install it"),
    ):
        with pytest.raises(SynthesiserError) as failed:
            Synthesiser.parse(line).speak("five")
        assert str(failed.value) == f"{line.split()[0]} is not installed: {said}, {choose}"


def test_a_file_that_is_no_program_cannot_be_started(tmp_path: Path) -> None:
    (tmp_path / "notes").write_text("hello")
    with pytest.raises(SynthesiserError, match=r"notes cannot be started: permission denied$"):
        Synthesiser.parse(f"{tmp_path}/notes").speak("five")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "synthesiser is empty: write 'espeak-ng' or a command line such as 'flite -o {file} -t {text}'"),
        ("flite -t 'x", "synthesiser: flite -t 'x: a quotation mark is missing"),
        ("flite {words}", "synthesiser: {words}: the only placeholders are {text} and {file}"),
        (
            "sh -c 'flite -t {text}'",
            "synthesiser: sh would take {text} for a command: leave {text} out, and read the text from "
            "standard input",
        ),
    ],
)
def test_a_line_that_cannot_work_is_refused(line: str, said: str) -> None:
    with pytest.raises(UsageError) as refused:
        Synthesiser.parse(line)
    assert str(refused.value) == said


def python(program: str) -> list[str]:
    return [sys.executable, "-c", program]


def test_a_program_may_ignore_what_it_is_given_and_close_its_input() -> None:
    program = "import os, time; os.close(0); print('done')"
    assert run(python(program), b"abc\n", seconds=PATIENCE, most=100) == Finished(0, b"done\n", b"")


def test_of_endless_errors_only_the_beginning_is_kept() -> None:
    program = "import sys\nfor _ in range(999): sys.stderr.write('error! ' * 1000)"
    assert run(python(program), seconds=PATIENCE, most=100).errors == (b"error! " * 999)[:4096]


@pytest.mark.parametrize("program", ["import time; time.sleep(999)", "import os; os.close(1); os.close(2)"])
def test_a_program_that_hangs_is_killed(program: str) -> None:
    with pytest.raises(SynthesiserError, match="did not end within"):
        run(python(f"import time\n{program}\ntime.sleep(999)"), seconds=0.5, most=100)


def test_the_programs_that_it_started_are_killed_with_it(tmp_path: Path) -> None:
    program = f"""
        import subprocess, time
        child = subprocess.Popen(["sleep", "999"])
        open({str(tmp_path / "child")!r}, "w").write(str(child.pid))
        print("x" * 999, flush=True)
        time.sleep(999)
    """
    with pytest.raises(SynthesiserError, match="does not stop writing"):
        run(python(dedent(program)), seconds=PATIENCE, most=100)
    child = int((tmp_path / "child").read_text())

    def is_gone() -> bool:
        try:
            return Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()[0] in "ZX"
        except FileNotFoundError:
            return True

    until(is_gone, "the end of the program that was started")


@pytest.mark.parametrize("program", ["aplay", "espeak-ng", "flite", "pico2wave"])
def test_debian_has_the_program_in_this_package(program: str) -> None:
    path = shutil.which(program)
    if path is None or shutil.which("dpkg") is None:
        pytest.skip(f"{program} is not installed here by Debian")
    owner = subprocess.run(["dpkg", "-S", path], capture_output=True, text=True, check=True, timeout=60)
    assert owner.stdout.split(":")[0] == package_of(program)
