"""`muggins speak` in a separate process, with real ALSA devices that record."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path

import pytest

from firmware_py.config.programs import SpeechSettings
from firmware_py.speech import clips
from firmware_py.speech.aloud import Level
from firmware_py.speech.narrator import Narrator
from firmware_py.speech.voice import Voice
from firmware_py.window.datagrams import PhoneAccess, phone_datagram
from firmware_py.window.phone_file import read_phone_file
from firmware_py.window.seen import SeenBoard
from firmware_py.words.in_use import words as words_in_use
from tests.support.board_process import BoardProcess, tell
from tests.support.command import ENVIRONMENT, MUGGINS, Result, check_error, process
from tests.support.deadline import until
from tests.support.processes import Lines, ended
from tests.support.sound import heard, needs_aplay, recorder, telling_synthesiser, tone_voice, wav_tone, words

pytestmark = [needs_aplay, pytest.mark.skipif(not shutil.which("espeak-ng"), reason="espeak-ng is missing")]


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "here.toml"
    path.write_text('extends = "bare"\n[speech]\ndevice = "left"\n')
    return path


def say(folder: Path, config: Path, text: str = "fifteen for two", device: str = "left") -> Result:
    """Run `muggins speak --say`, and record its sound in a file instead of playing it.

    Args:
        folder: the folder for the recording.
        config: the configuration.
        text: what to say.
        device: the ALSA name of the recording device. The command finds no other sound device.
    """
    environment = {"ALSA_CONFIG_PATH": str(recorder(folder, device)), "XDG_CACHE_HOME": str(folder / "cache")}
    return process("speak", "--say", text, "--config", config, environment=environment)


def test_a_sentence_is_heard(tmp_path: Path, config: Path) -> None:
    result = say(tmp_path, config)
    assert (result.status, result.out, result.err) == (0, "", "")
    assert len(words(heard(tmp_path, "left"))) > 22_050


def test_with_a_voice_the_list_says_what_is_recorded(tmp_path: Path, config: Path) -> None:
    folder = tmp_path / "voice"
    folder.mkdir()
    (folder / "Go.WAV").write_bytes(wav_tone(300))
    config.write_text(config.read_text() + f'voice = "{folder}"\n')
    result = process("speak", "--phrases", "--config", config)
    assert (result.status, result.err) == (0, "")
    states = {line.split()[0]: line.split()[1] for line in result.out.splitlines()}
    assert [name for name, state in states.items() if state == "recorded"] == ["go.wav"]
    assert states["fifteen-for-two.wav"] == "missing" and "fifteen for two\n" in result.out
    assert len(states) == len(result.out.splitlines()) > 100


@pytest.mark.slow
def test_a_voice_is_rendered_and_then_heard_sample_for_sample(tmp_path: Path, config: Path) -> None:
    folder = tmp_path / "voice"
    result = process("speak", "--render", folder, "--config", config)
    assert (result.status, result.err) == (0, "")
    assert "arecord" in result.out
    config.write_text(config.read_text() + f'voice = "{folder}"\n')
    result = say(tmp_path, config)
    assert (result.status, result.out, result.err) == (0, "", "")
    rendered = clips.ready((folder / "fifteen-for-two.wav").read_bytes())
    assert rendered
    assert rendered.strip(b"\0") in heard(tmp_path, "left")


@pytest.mark.parametrize("text", ["", " ... "])
def test_a_text_without_words_is_an_error(text: str, tmp_path: Path, config: Path) -> None:
    result = say(tmp_path, config, text)
    check_error(result, "--say has nothing to say")


def test_a_voice_that_is_missing_is_said_after_the_sentence(tmp_path: Path, config: Path) -> None:
    config.write_text(config.read_text() + 'voice = "/nowhere"\n')
    result = say(tmp_path, config)
    check_error(
        result,
        "voice /nowhere: there is no such folder: 'muggins speak --render /nowhere' makes it; "
        "espeak-ng speaks instead",
    )
    assert len(words(heard(tmp_path, "left"))) > 22_050


def test_without_the_device_it_says_what_to_do(tmp_path: Path, config: Path) -> None:
    result = say(tmp_path, config, device="right")
    check_error(result, "sound device left: there is no such sound device", "'aplay -L'")


PLAYED = "OK 2 10 5"
"""Keys after which Ann, the dealer, has two points. A voice that starts then announces the score."""


class Table:
    """A test rig: a board's view file, a voice with recorded phrases, and two fake sound devices."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._settings = SpeechSettings(
            voice=str(tone_voice(folder)), synthesiser=telling_synthesiser(folder)
        )
        self._environment = {
            **ENVIRONMENT,
            **BoardProcess.environment(folder),
            "XDG_CACHE_HOME": str(folder / "cache"),
            "ALSA_CONFIG_PATH": str(recorder(folder, "left", "right")),
        }
        self._stack = ExitStack()
        # A synthesiser may speak the same text differently each time. The voice and the test therefore both
        # use the clips that are now put into the cache.
        for name in ("Ann", "Bob", "Left", "Right"):
            self.sound(f"{name}: go")
        self.sound("Ann is the dealer")

    def board(self, keys: str = "") -> BoardProcess:
        """Start a board, or start it again after it has ended, and press these keys."""
        board = BoardProcess(self.folder)
        self._stack.callback(board.kill)
        board.press(keys)
        return board

    def speak(self, *devices: str, level: str = "calls") -> subprocess.Popen[bytes]:
        """Start `muggins speak`, and wait until every fake sound device has received sound from it.

        Args:
            devices: the names of the sound devices; if there are none, `left` is used.
            level: how much the voice says, `calls` or `full`.
        """
        devices = devices or ("left",)
        config = self.folder / "speak.toml"
        config.write_text(
            f'extends = "bare"\n[speech]\nlevel = "{level}"\nvoice = "{self._settings.voice}"\n'
            f"synthesiser = '{self._settings.synthesiser}'\ndevice = {list(devices)}\n"
        )
        for device in devices:
            (self.folder / f"{device}.raw").unlink(missing_ok=True)
        voice = subprocess.Popen(
            [*MUGGINS, "speak", "--config", config], env=self._environment, stderr=subprocess.PIPE
        )
        self._stack.callback(_killed, voice)
        until(lambda: all(heard(self.folder, device) for device in devices), "the devices")
        return voice

    def sound(self, text: str) -> bytes:
        """Return the samples of a spoken sentence, with all zero samples removed."""
        cache = self.folder / "cache" / "muggins" / "speech"
        voice = Voice(self._settings, words_in_use(), cache=cache, warn=pytest.fail)
        return words(b"".join(voice.clips(text)))

    def recorded(self, device: str = "left") -> bytes:
        """Return the samples that a device has recorded so far, with all zero samples removed."""
        return words(heard(self.folder, device))

    def hears(self, *texts: str, device: str = "left") -> None:
        """Wait until a device has recorded exactly these sentences since recording began."""
        wanted = b"".join(map(self.sound, texts))
        until(lambda: len(self.recorded(device)) >= len(wanted), texts)
        assert self.recorded(device) == wanted

    def close(self) -> None:
        self._stack.close()


def standing(board: BoardProcess) -> list[str]:
    """Return the sentences that a voice should say first when it starts to follow this board."""
    seen = SeenBoard.of(board.view())
    said = [sentence.text for sentence in Narrator(Level.CALLS).hear(seen).sentences]
    assert said
    return said


def children(process: subprocess.Popen[bytes]) -> list[str]:
    found: list[str] = []
    for task in Path(f"/proc/{process.pid}/task").iterdir():
        with suppress(FileNotFoundError, ProcessLookupError):  # a thread that ends just now
            found += (task / "children").read_text().split()
    return found


def _killed(process: subprocess.Popen[bytes]) -> None:
    with suppress(ProcessLookupError):
        process.kill()
    process.communicate()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path)
    yield table
    table.close()


@pytest.mark.slow
def test_all_devices_say_what_each_board_says_sample_for_sample_and_then_end(table: Table) -> None:
    """The voice waits for a board, outlives it, and follows the next, and starts a killed `aplay` again."""
    table.board(PLAYED).close()
    voice, said = table.speak("left", "right"), list[str]()
    for call, end in (("Bob: twenty for two", signal.SIGTERM), ("Ann: twenty-five for six", signal.SIGKILL)):
        board = table.board()
        said += standing(board)
        for device in ("left", "right"):
            table.hears(*said, device=device)
        board.press("5")
        said.append(call)
        for device in ("left", "right"):
            table.hears(*said, device=device)
        board.close(end)
    board = table.board()
    said += standing(board)
    table.hears(*said)
    os.kill(int(children(voice)[0]), signal.SIGKILL)
    assert voice.poll() is None and voice.stderr is not None
    line = Lines(voice.stderr).line()
    assert ": it failed: " in line and line.endswith("(it works again for now)")
    board.press("5")
    for device in ("left", "right"):
        end_of_all = table.sound("Bob: thirty for twelve")
        until(lambda device=device, end=end_of_all: table.recorded(device).endswith(end), "the points")
    players = children(voice)
    assert len(players) == 2, "one aplay for each device, and no other program"
    voice.terminate()
    assert ended(voice) == 0
    until(lambda: not any(Path(f"/proc/{each}").exists() for each in players), "the end of both")


@pytest.mark.slow
def test_a_phone_can_be_let_in_by_ear(tmp_path: Path) -> None:
    config = tmp_path / "muggins.toml"
    config.write_text('extends = "bare"\n[speech]\nlevel = "full"\n')
    with closing(BoardProcess(tmp_path)) as board:
        # It finds neither aplay nor espeak-ng.
        environment = {**ENVIRONMENT, **board.environment(tmp_path), "PATH": ""}
        command = [*MUGGINS, "speak", "--print", "--config", str(config)]
        voice = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE)
        try:
            assert voice.stdout is not None
            printed = Lines(voice.stdout)
            board.press("MENU K")
            until_line(printed, "go: leaves")
            found = read_phone_file(board.window)
            assert found is not None and found.code is not None
            tell(board.window, phone_datagram(PhoneAccess("10.0.0.7", 8080, 0)))
            until_line(printed, "Type this code on the page:")
            assert [printed.line() for _ in found.code] == [
                words_in_use().letter_of_code(letter) for letter in found.code
            ]
        finally:
            _killed(voice)


def until_line(printed: Lines, line: str) -> None:
    while printed.line() != line:
        pass


@pytest.mark.slow
@pytest.mark.parametrize(("program", "says"), [("aplay", "alsa-utils"), ("espeak-ng", "espeak-ng")])
def test_a_program_that_is_missing_is_named_at_once(tmp_path: Path, program: str, says: str) -> None:
    folder = tmp_path / "bin"
    folder.mkdir()
    for each in {"aplay", "espeak-ng"} - {program}:
        found = shutil.which(each)
        assert found
        (folder / each).symlink_to(found)
    config = tmp_path / "here.toml"
    config.write_text('extends = "bare"\n')
    for words_given in ((), ("--say", "go")):
        environment = {"PATH": str(folder), "XDG_CACHE_HOME": str(tmp_path)}
        result = process("speak", *words_given, "--config", config, environment=environment)
        check_error(result, program, f"'sudo apt install {says}' installs it")
