"""Recordings of phrases, spoken by a person or rendered by a synthesiser."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from firmware_py.speech import clips
from firmware_py.speech.clips import ClipCache
from firmware_py.speech.phrases import Phrase, phrases
from firmware_py.speech.recordings import Recordings, UnusableRecording, render
from firmware_py.speech.synthesiser import Synthesiser
from firmware_py.system.errors import UsageError
from firmware_py.words.english import English
from tests.support.sound import spoken, synthesiser, wav_tone

TWO, GO = Phrase("two", "two.wav"), Phrase("fifteen for two", "fifteen-for-two.wav")
PHRASES = (TWO, GO)


def recordings(folder: Path, cache: Path | None = None) -> Recordings:
    return Recordings(folder, PHRASES, ClipCache(cache))


@pytest.mark.parametrize("name", ["Fifteen for two.WAV", "fifteen_for_two.wav", "FIFTEEN-FOR-TWO.wav"])
def test_a_file_may_be_named_as_a_phone_names_it(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(wav_tone(400))
    assert recordings(tmp_path).found == (GO,)


def test_a_recording_is_preferred_to_what_was_rendered(tmp_path: Path) -> None:
    for rendered, recorded in (("two.wav", "Two.wav"), ("Fifteen for two.wav", "fifteen-for-two.wav")):
        (tmp_path / rendered).write_bytes(clips.to_wav(clips.from_wav(wav_tone(900))))
        (tmp_path / recorded).write_bytes(wav_tone(400))
    found = recordings(tmp_path)
    assert found.clip(TWO) == found.clip(GO) == clips.from_wav(wav_tone(400))


def test_what_was_rendered_is_taken_as_it_is(tmp_path: Path) -> None:
    rendered = b"\1\0" * 500  # clearly not speech
    (tmp_path / "two.wav").write_bytes(clips.to_wav(rendered))
    assert recordings(tmp_path).clip(TWO) == rendered


def test_each_phrase_is_recorded_synthesised_or_missing(tmp_path: Path) -> None:
    (tmp_path / "two.wav").write_bytes(wav_tone(400))
    found = recordings(tmp_path)
    assert (found.state(TWO), found.state(GO)) == ("recorded", "missing")
    (tmp_path / "two.wav").write_bytes(clips.to_wav(clips.from_wav(wav_tone(400))))
    assert found.state(TWO) == "synthesised"


def test_a_recording_is_converted_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, cache = tmp_path / "voice", tmp_path / "cache"
    folder.mkdir()
    (folder / "two.wav").write_bytes(wav_tone(400, rate=44_100))
    first = recordings(folder, cache).clip(TWO)

    with monkeypatch.context() as patch:
        patch.setattr(clips, "from_wav", lambda data: pytest.fail("converted again"))
        assert recordings(folder, cache).clip(TWO) == first
    (folder / "two.wav").write_bytes(wav_tone(800, rate=44_100))  # recorded anew
    assert recordings(folder, cache).clip(TWO) != first


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (
            b"ID3\4",
            'MP3, not WAV: \'ffmpeg -i "two.wav" -ac 1 "new-two.wav"\' converts it; '
            "then give it the old name",
        ),
        (b"", "an empty file: record it again"),
        (wav_tone(400)[:20], "a WAV file whose beginning is damaged: record it again"),
        (wav_tone(400)[:44], "a WAV file without sound: record it again"),
        (wav_tone(400, seconds=31), "longer than 30 seconds: record this phrase alone"),
        (wav_tone(400)[:44] + bytes(9000), "nothing but silence: record it again, closer to the microphone"),
    ],
)
def test_a_file_that_cannot_be_used_is_said_with_the_remedy(tmp_path: Path, data: bytes, said: str) -> None:
    (tmp_path / "two.wav").write_bytes(data)
    found = recordings(tmp_path)
    assert found.state(TWO) == "unusable"
    with pytest.raises(UnusableRecording) as refused:
        found.clip(TWO)
    assert str(refused.value) == f"{tmp_path}/two.wav: {said}"
    os.unlink(tmp_path / "two.wav")
    assert found.state(TWO) == "unusable"


def test_a_file_that_is_not_used_is_said(tmp_path: Path) -> None:
    for name in ("fifteen-for-two.m4a", "fiften.wav", "notes.txt", ".hidden.wav"):
        (tmp_path / name).write_bytes(b"\0\0\0\x1cftypM4A ")
    assert recordings(tmp_path).strangers() == (
        f'{tmp_path}/fifteen-for-two.m4a: not a WAV file: \'ffmpeg -i "fifteen-for-two.m4a" -ac 1 '
        '"fifteen-for-two.wav"\' converts it',
        f"{tmp_path}/fiften.wav: no phrase has this name: 'muggins speak --phrases' lists the names",
    )


def test_a_recording_of_another_format_is_said_until_it_is_converted(tmp_path: Path) -> None:
    (tmp_path / "two.m4a").write_bytes(b"\0\0\0\x1cftypM4A ")
    (tmp_path / "two.wav").write_bytes(clips.to_wav(clips.from_wav(wav_tone(400))))
    assert len(recordings(tmp_path).strangers()) == 1
    (tmp_path / "two.wav").write_bytes(wav_tone(400))
    assert recordings(tmp_path).strangers() == ()


RENDERED = phrases(English())[:50]


@pytest.fixture(autouse=True)
def _few_phrases(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limit rendering to the first 50 of the voice's phrases."""
    monkeypatch.setattr("firmware_py.speech.recordings.phrases", lambda words: RENDERED)


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
    assert set(files) == {phrase.file for phrase in RENDERED}
    assert {clips.ready(path.read_bytes()) for path in files.values()} == {clips.from_wav(wav_tone(300))}
    assert spoken(tmp_path) == [phrase.text for phrase in RENDERED]
    assert lines[0] == f"1/{len(RENDERED)}  zero.wav"
    assert lines[len(RENDERED)] == f"{tmp_path}/voice: {len(RENDERED)} phrases made, 0 were there before"
    assert f'voice = "{tmp_path}/voice"' in lines[-1]
    assert f"arecord -f S16_LE -r 44100 -d 3 {tmp_path}/voice/fifteen-for-two.wav" in lines[-1]


def test_a_recording_is_never_overwritten(tmp_path: Path, speaking: Synthesiser) -> None:
    (tmp_path / "fifteen-for-two.wav").write_bytes(wav_tone(500))
    (tmp_path / "Thirty one.WAV").write_bytes(wav_tone(600))
    (tmp_path / "two.wav").write_bytes(b"ID3\4")
    lines = rendered(tmp_path, speaking)
    assert (tmp_path / "fifteen-for-two.wav").read_bytes() == wav_tone(500)
    assert (tmp_path / "Thirty one.WAV").read_bytes() == wav_tone(600)
    assert (tmp_path / "two.wav").read_bytes() == b"ID3\4"
    assert not (tmp_path / "thirty-one.wav").exists()
    assert not {"fifteen for two", "thirty-one", "two"} & set(spoken(tmp_path))
    assert f"{tmp_path}: {len(RENDERED) - 3} phrases made, 3 were there before" in lines
    assert any(line.startswith(f"{tmp_path}/two.wav: MP3, not WAV:") for line in lines)


def test_a_synthesiser_that_fails_ends_it_and_what_was_made_stays(tmp_path: Path) -> None:
    line = synthesiser(tmp_path)
    program = tmp_path / "synthesiser"
    fails = '[ "$1" != three ] || { echo out of breath >&2; exit 1; }'
    program.write_text(f"{program.read_text()}\n{fails}\n")
    with pytest.raises(
        UsageError, match=r"^synthesiser failed: out of breath: try its command line in a terminal"
    ):
        rendered(tmp_path, Synthesiser.parse(line))
    assert clips.ready((tmp_path / "two.wav").read_bytes())
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
