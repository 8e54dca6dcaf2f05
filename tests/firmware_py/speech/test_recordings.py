import os
from pathlib import Path

import pytest

from firmware_py.speech import clips
from firmware_py.speech.clips import ClipCache
from firmware_py.speech.phrases import Phrase
from firmware_py.speech.recordings import Recordings, UnusableRecording
from firmware_py.system.errors import UsageError
from tests.support.recorded import tone

TWO, GO = Phrase("two", "two.wav"), Phrase("fifteen for two", "fifteen-for-two.wav")
PHRASES = (TWO, GO)


def recordings(folder: Path, cache: Path | None = None) -> Recordings:
    return Recordings(folder, PHRASES, ClipCache(cache))


def test_phrases_with_and_without_a_file(tmp_path: Path) -> None:
    (tmp_path / "two.wav").write_bytes(tone(400))
    found = recordings(tmp_path)
    assert found.found == (TWO,)
    assert found.missing == (GO,)
    assert found.clip(TWO) == clips.from_wav(tone(400))


@pytest.mark.parametrize("name", ["Fifteen for two.WAV", "fifteen_for_two.wav", "FIFTEEN-FOR-TWO.wav"])
def test_a_file_may_be_named_as_a_phone_names_it(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(tone(400))
    assert recordings(tmp_path).found == (GO,)


def test_a_recording_is_preferred_to_what_was_rendered(tmp_path: Path) -> None:
    for rendered, recorded in (("two.wav", "Two.wav"), ("Fifteen for two.wav", "fifteen-for-two.wav")):
        (tmp_path / rendered).write_bytes(clips.to_wav(clips.from_wav(tone(900))))
        (tmp_path / recorded).write_bytes(tone(400))
    found = recordings(tmp_path)
    assert found.clip(TWO) == found.clip(GO) == clips.from_wav(tone(400))


def test_what_was_rendered_is_taken_as_it_is(tmp_path: Path) -> None:
    rendered = b"\1\0" * 500  # clearly not speech
    (tmp_path / "two.wav").write_bytes(clips.to_wav(rendered))
    assert recordings(tmp_path).clip(TWO) == rendered


def test_each_phrase_is_recorded_synthesised_or_missing(tmp_path: Path) -> None:
    (tmp_path / "two.wav").write_bytes(tone(400))
    found = recordings(tmp_path)
    assert (found.state(TWO), found.state(GO)) == ("recorded", "missing")
    (tmp_path / "two.wav").write_bytes(clips.to_wav(clips.from_wav(tone(400))))
    assert found.state(TWO) == "synthesised"


@pytest.mark.parametrize(
    "data", [b"", b"ID3\4", tone(400)[:44], tone(400, seconds=31), tone(400)[:44] + bytes(9000)]
)
def test_a_recording_that_cannot_be_used_is_not_called_recorded(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "two.wav").write_bytes(data)
    found = recordings(tmp_path)
    assert found.state(TWO) == "unusable"
    with pytest.raises(UnusableRecording):
        found.clip(TWO)
    os.unlink(tmp_path / "two.wav")
    assert found.state(TWO) == "unusable"


def test_a_recording_is_converted_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, cache = tmp_path / "voice", tmp_path / "cache"
    folder.mkdir()
    (folder / "two.wav").write_bytes(tone(400, rate=44_100))
    first = recordings(folder, cache).clip(TWO)

    def fail(data: bytes) -> bytes:
        raise AssertionError("converted again")

    with monkeypatch.context() as patch:
        patch.setattr(clips, "from_wav", fail)
        assert recordings(folder, cache).clip(TWO) == first
    (folder / "two.wav").write_bytes(tone(800, rate=44_100))  # recorded anew
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
        (tone(400)[:20], "a WAV file whose beginning is damaged: record it again"),
        (tone(400)[:44], "a WAV file without sound: record it again"),
        (tone(400, seconds=31), "longer than 30 seconds: record this phrase alone"),
        (tone(400)[:44] + bytes(9000), "nothing but silence: record it again, closer to the microphone"),
    ],
)
def test_a_file_that_cannot_be_used_is_said_with_the_remedy(tmp_path: Path, data: bytes, said: str) -> None:
    (tmp_path / "two.wav").write_bytes(data)
    with pytest.raises(UnusableRecording) as refused:
        recordings(tmp_path).clip(TWO)
    assert str(refused.value) == f"{tmp_path}/two.wav: {said}"


def test_a_file_that_is_gone_meanwhile_is_said(tmp_path: Path) -> None:
    (tmp_path / "two.wav").write_bytes(tone(400))
    found = recordings(tmp_path)
    os.unlink(tmp_path / "two.wav")
    with pytest.raises(UnusableRecording, match="there is no such file"):
        found.clip(TWO)


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
    (tmp_path / "two.wav").write_bytes(clips.to_wav(clips.from_wav(tone(400))))
    assert len(recordings(tmp_path).strangers()) == 1
    (tmp_path / "two.wav").write_bytes(tone(400))
    assert recordings(tmp_path).strangers() == ()


def test_a_folder_that_is_missing_is_said(tmp_path: Path) -> None:
    with pytest.raises(UsageError) as refused:
        recordings(tmp_path / "nowhere")
    assert str(refused.value) == (
        f"voice {tmp_path}/nowhere: there is no such folder: "
        f"'muggins speak --render {tmp_path}/nowhere' makes it"
    )
