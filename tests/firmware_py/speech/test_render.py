from pathlib import Path

import pytest

from firmware_py.errors import UsageError
from firmware_py.speech import clip
from firmware_py.speech.phrases import phrases
from firmware_py.speech.render import render
from firmware_py.speech.synthesiser import Synthesiser
from firmware_py.words.english import English
from tests.support.recorded import spoken, synthesiser, tone

PHRASES = phrases(English())[:50]


@pytest.fixture(autouse=True)
def _few_phrases(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limit rendering to the first 50 of the voice's phrases."""
    monkeypatch.setattr("firmware_py.speech.render.phrases", lambda words: PHRASES)


@pytest.fixture
def speaking(tmp_path: Path) -> Synthesiser:
    return Synthesiser.parse(synthesiser(tmp_path))


def rendered(folder: Path, speaking: Synthesiser) -> list[str]:
    """Render the spoken phrases into a folder, and return the lines that were printed."""
    lines: list[str] = []
    render(folder, speaking, English(), lines.append)
    return lines


def test_each_phrase_becomes_a_file_that_is_ready(tmp_path: Path, speaking: Synthesiser) -> None:
    lines = rendered(tmp_path / "voice", speaking)
    files = {path.name: path for path in (tmp_path / "voice").iterdir()}
    assert set(files) == {phrase.file for phrase in PHRASES}
    assert {clip.ready(path.read_bytes()) for path in files.values()} == {clip.from_wav(tone(300))}
    assert spoken(tmp_path) == [phrase.text for phrase in PHRASES]
    assert lines[0] == f"1/{len(PHRASES)}  zero.wav"
    assert lines[len(PHRASES)] == f"{tmp_path}/voice: {len(PHRASES)} phrases made, 0 were there before"
    assert f'voice = "{tmp_path}/voice"' in lines[-1]
    assert f"arecord -f S16_LE -r 44100 -d 3 {tmp_path}/voice/fifteen-for-two.wav" in lines[-1]


def test_a_recording_is_never_overwritten(tmp_path: Path, speaking: Synthesiser) -> None:
    (tmp_path / "fifteen-for-two.wav").write_bytes(tone(500))
    (tmp_path / "Thirty one.WAV").write_bytes(tone(600))
    (tmp_path / "two.wav").write_bytes(b"ID3\4")
    lines = rendered(tmp_path, speaking)
    assert (tmp_path / "fifteen-for-two.wav").read_bytes() == tone(500)
    assert (tmp_path / "Thirty one.WAV").read_bytes() == tone(600)
    assert (tmp_path / "two.wav").read_bytes() == b"ID3\4"
    assert not (tmp_path / "thirty-one.wav").exists()
    assert not {"fifteen for two", "thirty-one", "two"} & set(spoken(tmp_path))
    assert f"{tmp_path}: {len(PHRASES) - 3} phrases made, 3 were there before" in lines
    assert any(line.startswith(f"{tmp_path}/two.wav: MP3, not WAV:") for line in lines)


def test_a_second_time_nothing_is_left_to_do(tmp_path: Path, speaking: Synthesiser) -> None:
    rendered(tmp_path, speaking)
    before = spoken(tmp_path)
    assert rendered(tmp_path, speaking)[0] == f"{tmp_path}: 0 phrases made, {len(PHRASES)} were there before"
    assert spoken(tmp_path) == before


def test_a_synthesiser_that_fails_ends_it_and_what_was_made_stays(tmp_path: Path) -> None:
    line = synthesiser(tmp_path)
    program = tmp_path / "synthesiser"
    fails = '[ "$1" != three ] || { echo out of breath >&2; exit 1; }'
    program.write_text(f"{program.read_text()}\n{fails}\n")
    with pytest.raises(
        UsageError, match=r"^synthesiser failed: out of breath: try its command line in a terminal"
    ):
        rendered(tmp_path, Synthesiser.parse(line))
    assert clip.ready((tmp_path / "two.wav").read_bytes())
    assert not (tmp_path / "three.wav").exists()


def test_only_the_folder_itself_is_made(tmp_path: Path, speaking: Synthesiser) -> None:
    with pytest.raises(UsageError, match=f"^{tmp_path}/new/voice: there is no folder {tmp_path}/new: "):
        rendered(tmp_path / "new" / "voice", speaking)
    assert not (tmp_path / "new").exists()


def test_a_folder_that_cannot_be_is_said(tmp_path: Path, speaking: Synthesiser) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError) as refused:
        rendered(tmp_path / "file", speaking)
    assert str(refused.value) == f"{tmp_path}/file: this is a file where a folder is needed (move it away)"
