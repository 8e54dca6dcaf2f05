"""Sound is passed on ahead of time, but never further ahead than allowed, and silence fills the gaps."""

from firmware_py.speech.clips import silence
from firmware_py.speech.player import IDLE_LEAD, LEAD, AudioBuffer, duration
from tests.support.sound import tone

WORD = tone(0.5, 300)


def send_due(buffer: AudioBuffer, now: float) -> bytes:
    """Return all sound that is due by `now`, and tell `buffer` that it has been sent."""
    result = b""
    while buffer.due_in(now) == 0:
        piece = buffer.next()
        buffer.passed_on(piece, now)
        result += piece.pcm
    return result


def test_a_word_is_passed_on_at_its_pace_and_whole() -> None:
    buffer = AudioBuffer(0.0, feeds_silence=False)
    buffer.add(WORD)
    now, result = 100.0, b""
    while buffer.is_waiting():
        result += send_due(buffer, now)
        ahead = duration(len(result)) - (now - 100.0)
        assert ahead <= LEAD + 0.021
        due = buffer.due_in(now)
        now += due or 0.01
    assert result == WORD
    assert 100.25 < now < 100.45
    assert abs(buffer.heard_in(100.0) - 0.5) < 1e-6


def test_what_was_cut_is_neither_passed_on_nor_waited_for() -> None:
    buffer = AudioBuffer(0.0, feeds_silence=False)
    buffer.add(WORD)
    first = send_due(buffer, 0.0)
    buffer.cut(len(first))
    assert buffer.due_in(0.0) is None
    assert buffer.heard_in(0.0) == 0
    buffer.add(WORD)
    assert send_due(buffer, 0.0) == first


def test_a_device_that_runs_on_gets_nothing_but_the_tail() -> None:
    buffer = AudioBuffer(0.015, feeds_silence=False)
    assert buffer.due_in(0.0) is None
    buffer.add(WORD)
    buffer.add(WORD)
    assert b"".join(send_due(buffer, at / 10) for at in range(20)) == 2 * WORD + silence(0.03)
    assert buffer.due_in(5.0) is None


def test_silence_is_fed_just_in_time() -> None:
    buffer = AudioBuffer(0.015, feeds_silence=True)
    now, fed = 10.0, 0.0
    for _ in range(50):
        fed += duration(len(send_due(buffer, now)))
        assert 0 <= 10 + fed - now <= IDLE_LEAD + 0.081
        due = buffer.due_in(now)
        assert due is not None and due > 0
        now += due
    assert 3.9 < now - 10 < 4.1


def test_silence_can_be_told_from_a_word_that_is_not_heard_yet() -> None:
    buffer = AudioBuffer(0.015, feeds_silence=True)
    silent = len(send_due(buffer, 0.0))
    assert buffer.has_only_silence(silent)
    assert not buffer.has_only_silence(silent + 2)
    buffer.add(WORD)
    assert not buffer.has_only_silence(0)
    while buffer.is_waiting():
        buffer.passed_on(buffer.next(), 0.0)
    assert not buffer.has_only_silence(2)
    assert buffer.has_only_silence(0)


def test_long_periods_are_buffered_twice() -> None:
    buffer = AudioBuffer(0.125, feeds_silence=False)
    buffer.add(WORD)
    assert 0.25 <= duration(len(send_due(buffer, 0.0))) <= 0.3
    fed = AudioBuffer(0.125, feeds_silence=True)
    send_due(fed, 0.0)
    due = fed.due_in(0.0)
    assert due is not None and due <= 0.09
