from pathlib import Path

import pytest

from firmware_py.config.programs import SpeechSettings
from firmware_py.speech import clips as clip
from firmware_py.speech import voice
from firmware_py.speech.voice import Voice
from firmware_py.words.english import English
from tests.support.sound import spoken, synthesiser, wav_tone

SPOKEN = clip.from_wav(wav_tone(300))
RECORDED = {
    name: clip.from_wav(wav_tone(frequency))
    for name, frequency in (("fifteen for two", 500), ("go", 700), ("two", 900))
}


class VoiceRig:
    """A test rig: a voice with some recordings, and a synthesiser that produces the same tone for any text.

    Attributes:
        warned: the warnings that the voice has given so far.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.warned: list[str] = []
        self.synthesiser = synthesiser(folder)
        self.recordings = folder / "grandfather"

    def record(self, *names: str) -> None:
        self.recordings.mkdir(exist_ok=True)
        for name, frequency in (("fifteen-for-two.wav", 500), ("two.wav", 900)):
            if not names or name in names:
                (self.recordings / name).write_bytes(wav_tone(frequency))

    def voice(self, *, folder: str | None = "", volume: int = 100, synthesiser: str | None = None) -> Voice:
        settings = SpeechSettings(
            voice=str(self.recordings) if folder is None else folder,
            synthesiser=self.synthesiser if synthesiser is None else synthesiser,
            volume=volume,
        )
        return Voice(settings, English(), cache=self.folder / "cache", warn=self.warned.append)

    def spoken(self) -> list[str]:
        return spoken(self.folder)


@pytest.fixture
def rig(tmp_path: Path) -> VoiceRig:
    return VoiceRig(tmp_path)


def test_with_recordings_only_the_name_is_synthesised(rig: VoiceRig) -> None:
    rig.record()
    assert list(rig.voice(folder=None).clips("Ann: fifteen for two")) == [
        SPOKEN,
        clip.silence(0.15),
        RECORDED["fifteen for two"],
    ]
    assert rig.spoken() == ["Ann"]


def test_a_sentence_of_which_little_is_recorded_is_synthesised_as_a_whole(rig: VoiceRig) -> None:
    rig.record()
    sentence = "Misdeal: the deal is thrown in, and two cards are dealt again"
    assert list(rig.voice(folder=None).clips(sentence)) == [SPOKEN]
    assert rig.spoken() == [sentence]


def test_nothing_is_synthesised_twice_also_not_after_a_restart(rig: VoiceRig) -> None:
    first = rig.voice()
    for speaking in (first, first, rig.voice()):
        assert list(speaking.clips("Ann: go")) == [SPOKEN]
    assert rig.spoken() == ["Ann: go"] and rig.warned == []


def test_another_command_line_speaks_anew(rig: VoiceRig) -> None:
    list(rig.voice().clips("Ann"))
    list(rig.voice(synthesiser=f"{rig.synthesiser} --slowly").clips("Ann"))
    assert rig.spoken() == ["Ann", "Ann"]


def test_the_memory_is_bounded_and_forgets_the_unused(rig: VoiceRig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(voice, "_MOST_IN_MEMORY", 2 * len(SPOKEN))
    speaking = rig.voice()
    for text in ("one", "two", "one", "three", "one"):
        list(speaking.clips(text))
    assert sum(map(len, speaking._memory.values())) <= 2 * len(SPOKEN)
    assert set(speaking._memory) == {"one", "three"}


def test_a_recording_that_cannot_be_used_is_synthesised_and_said_once(rig: VoiceRig) -> None:
    rig.record()
    (rig.recordings / "two.wav").write_bytes(b"ID3\4")
    speaking = rig.voice(folder=None)
    for _ in range(2):
        assert list(speaking.clips("two")) == [SPOKEN]
    assert len(rig.warned) == 1
    assert rig.warned[0].startswith(f"{rig.recordings}/two.wav: MP3, not WAV:")


def test_without_a_synthesiser_the_recordings_are_heard_and_the_fault_is_said_once(rig: VoiceRig) -> None:
    rig.record()
    missing = rig.voice(synthesiser="/nowhere/flite -o {file} {text}").why_mute
    assert missing and missing.startswith("/nowhere/flite is not installed")
    speaking = rig.voice(folder=None, synthesiser="/nowhere/flite -o {file} {text}")
    assert speaking.why_mute is None
    for _ in range(2):
        assert list(speaking.clips("Ann: fifteen for two")) == [
            clip.silence(0.15),
            RECORDED["fifteen for two"],
        ]
        assert list(speaking.clips("Left deals")) == []
    assert rig.warned == [
        "/nowhere/flite is not installed: 'sudo apt install flite' installs it, or choose another "
        "synthesiser in the configuration, under [speech]"
    ]


def test_without_its_folder_the_synthesiser_speaks_but_not_for_no_words(rig: VoiceRig) -> None:
    speaking = rig.voice(folder="/nowhere")
    speaking.prepare()
    assert [list(speaking.clips(text)) for text in ("two", "", " ... ")] == [[SPOKEN], [], []]
    assert rig.warned == [
        "voice /nowhere: there is no such folder: 'muggins speak --render /nowhere' makes it; "
        "synthesiser speaks instead"
    ]


def test_a_synthesiser_that_works_again_is_heard(rig: VoiceRig) -> None:
    program = rig.folder / "synthesiser"
    program.chmod(0o644)
    speaking = rig.voice()
    assert list(speaking.clips("Ann")) == []
    program.chmod(0o755)
    assert list(speaking.clips("Ann")) == [SPOKEN]


@pytest.mark.parametrize(("volume", "share"), [(100, 1.0), (50, 0.25), (10, 0.01), (0, 0.0)])
def test_clips_come_at_the_volume_of_the_settings(rig: VoiceRig, volume: int, share: float) -> None:
    rig.record()
    speaking = rig.voice(folder=None, volume=volume)
    for text, loud in (("Ann", SPOKEN), ("two", RECORDED["two"])):
        (quiet,) = speaking.clips(text)
        for a, b in zip(memoryview(quiet).cast("h"), memoryview(loud).cast("h"), strict=True):
            assert abs(a - share * b) <= 1


def test_recordings_can_be_converted_beforehand(rig: VoiceRig, monkeypatch: pytest.MonkeyPatch) -> None:
    rig.record()
    speaking = rig.voice(folder=None)
    speaking.prepare()
    monkeypatch.setattr(clip, "from_wav", lambda data: pytest.fail("converted late"))
    assert list(speaking.clips("two")) == [RECORDED["two"]]
    assert list(rig.voice(folder=None).clips("two")) == [RECORDED["two"]]


def test_a_clip_is_there_before_it_is_kept_and_is_kept_although_it_is_cut_off(rig: VoiceRig) -> None:
    clips = rig.voice().clips("Ann")
    assert next(clips) == SPOKEN
    assert not (rig.folder / "cache").exists()
    del clips
    assert list(rig.voice().clips("Ann")) == [SPOKEN]
    assert rig.spoken() == ["Ann"]
