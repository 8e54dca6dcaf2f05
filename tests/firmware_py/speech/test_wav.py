import io
import struct
import wave
from array import array

import pytest

from firmware_py.speech import wav


def wav_file(content: bytes, *, channels: int = 1, rate: int = 8000, width: int = 2) -> bytes:
    """Return a WAV file written by Python's own `wave` module.

    Args:
        content: the bytes of the samples.
        channels: the number of channels.
        rate: the number of samples per second.
        width: the number of bytes per sample.
    """
    file = io.BytesIO()
    with wave.open(file, "wb") as writer:
        writer.setnchannels(channels)
        writer.setsampwidth(width)
        writer.setframerate(rate)
        writer.writeframes(content)
    return file.getvalue()


def headed(form: bytes, content: bytes, *, length: int | None = None) -> bytes:
    """Return a WAV file with the format chunk `form` and the samples `content`.

    `length` is the length stated in the header, which may be wrong. None stands for the correct length.
    """
    body = b"WAVEfmt " + struct.pack("<I", len(form)) + form + b"data"
    return b"RIFF" + struct.pack("<I", 0) + body + struct.pack("<I", length or len(content)) + content


PCM_16 = struct.pack("<HHIIHH", 1, 1, 8000, 16000, 2, 16)


def test_samples_of_16_bits_are_taken_as_they_are() -> None:
    assert wav.read(wav_file(struct.pack("<4h", 0, 32767, -32768, 100), rate=22050)) == (
        22050,
        array("h", [0, 32767, -32768, 100]),
    )


def test_samples_of_8_bits_have_no_sign() -> None:
    assert list(wav.read(wav_file(bytes([0, 128, 255]), width=1)).values) == [-32768, 0, 32512]


@pytest.mark.parametrize("width", [3, 4])
def test_of_wider_samples_the_high_bits_are_kept(width: int) -> None:
    wide = [(1000 << 8 * (width - 2)) + 5, -(1000 << 8 * (width - 2)), (1 << 8 * width - 1) - 1]
    content = b"".join(value.to_bytes(width, "little", signed=True) for value in wide)
    assert list(wav.read(wav_file(content, width=width)).values) == [1000, -1000, 32767]


def test_floats_from_minus_1_to_1_become_integers_and_what_lies_beyond_is_cut() -> None:
    form = struct.pack("<HHIIHH", 3, 1, 8000, 32000, 4, 32)
    content = struct.pack("<6f", 0.0, 0.5, -1.0, 7.0, -7.0, float("nan"))
    assert list(wav.read(headed(form, content)).values) == [0, 16383, -32767, 32767, -32767, -32767]


def test_two_channels_are_mixed() -> None:
    found = wav.read(wav_file(struct.pack("<4h", 100, 300, 32767, 32767), channels=2))
    assert list(found.values) == [200, 32767]


def test_the_extensible_format_says_further_on_what_it_is() -> None:
    # WAVEFORMATEXTENSIBLE: 22 more bytes, the format in the first two of the GUID at their end.
    guid = struct.pack("<H", 1) + bytes.fromhex("000000001000800000aa00389b71")
    form = struct.pack("<HHIIHH", 0xFFFE, 1, 8000, 24000, 3, 24) + struct.pack("<HHI", 22, 24, 4) + guid
    assert list(wav.read(headed(form, b"\0\x10\x20")).values) == [0x2010]


@pytest.mark.parametrize("length", [0x7FFFF000, 0xFFFFFFFF])
def test_a_program_that_did_not_know_the_length_is_believed_to_the_end_of_the_data(length: int) -> None:
    found = wav.read(headed(PCM_16, struct.pack("<2h", 1, 2) + b"\x07", length=length))
    assert list(found.values) == [1, 2]


def test_chunks_of_other_kinds_are_skipped_with_their_odd_byte() -> None:
    plain = wav_file(struct.pack("<2h", 1, 2))
    noted = plain[:12] + b"LIST" + struct.pack("<I", 3) + b"abc\0" + plain[12:]
    assert wav.read(noted) == wav.read(plain)


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"", "an empty file"),
        (b"ID3\x04", "MP3, not WAV"),
        (b"\xff\xfb\x90\x64", "MP3, not WAV"),
        (b"\0\0\0\x1cftypM4A ", "M4A or 3GP, not WAV"),
        (b"OggS\0", "Ogg, not WAV"),
        (b"hello, world", "something other than WAV"),
        (b"RIFF\0\0\0\0AVI LIST", "something other than WAV"),
        (wav_file(b""), "a WAV file without sound"),
        (wav_file(b"\0\0")[:20], "a WAV file whose beginning is damaged"),
        (b"RIFF\0\0\0\0WAVEdata\x02\0\0\0\0\0", "a WAV file whose beginning is damaged"),
        (b"RIFF\0\0\0\0WAVE", "a WAV file without sound"),
        (wav_file(bytes(8), channels=4), "sound of 4 channels"),
        (wav_file(bytes(8), rate=4000), "sound of 4000 Hz"),
        (wav_file(bytes(2 * 8000 * 31)), "longer than 30 seconds"),
        (headed(struct.pack("<HHIIHH", 2, 1, 8000, 4000, 256, 4), bytes(256)), "a compressed WAV file"),
        (headed(struct.pack("<HHIIHH", 3, 1, 8000, 64000, 8, 64), bytes(64)), "samples of 64 bits"),
    ],
)
def test_what_cannot_be_read_is_named(data: bytes, what: str) -> None:
    with pytest.raises(wav.UnusableSound) as refused:
        wav.read(data)
    assert str(refused.value) == what


def test_whatever_a_file_is_cut_down_to_the_answer_is_sound_or_our_error() -> None:
    data = wav_file(struct.pack("<3h", 1, 2, 3), channels=1)
    for end in range(len(data)):
        try:
            found = wav.read(data[:end])
        except wav.UnusableSound:
            continue
        assert list(found.values) == [1, 2, 3][: len(found.values)]


@pytest.mark.parametrize("software", [b"", b"muggins\0", b"odd"])
def test_a_file_written_is_read_by_python(software: bytes) -> None:
    pcm = struct.pack("<3h", 5, -6, 7)
    with wave.open(io.BytesIO(wav.written(pcm, 22050, software))) as reader:
        assert (reader.getnchannels(), reader.getsampwidth(), reader.getframerate()) == (1, 2, 22050)
        assert reader.readframes(9) == pcm
