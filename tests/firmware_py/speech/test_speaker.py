"""The speaker says the sentences in order, cuts off or drops outdated ones, and waits for its devices."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from contextlib import closing
from typing import Any

from firmware_py.speech.aloud import Heard, Lasts, Level, Sentence
from firmware_py.speech.narrator import Narrator
from firmware_py.speech.speaker import MOST_PRESSES, Speaker, SpeechQueue
from firmware_py.system.errors import UsageError
from tests.support.deadline import until


class Told(Narrator):
    """A fake narrator. A test passes it, as a view, a dictionary whose `heard` is what to return."""

    def __init__(self) -> None:
        super().__init__(Level.CALLS)

    def hear(self, view: Mapping[str, Any]) -> Heard:
        found = view["heard"]
        assert isinstance(found, Heard)
        return found


class Device:
    """A fake sound device that keeps playing until the test says that everything has been heard."""

    def __init__(self, changed: Callable[[], None]) -> None:
        self.is_open, self.is_playing = True, False
        self.heard: list[str] = []
        self.failures = 0
        self._changed = changed

    def play(self, pcm: bytes) -> None:
        if self.is_open:
            self.heard.append(pcm.decode())
            self.is_playing = True

    def stop(self) -> None:
        self.heard.append("|")
        self.is_playing = False

    def close(self, *, wait: bool = True) -> None:
        self.is_open = self.is_playing = False

    def plays_to_the_end(self) -> None:
        self.is_playing = False
        self._changed()

    def fails(self) -> None:
        self.failures += 1
        self.is_open = self.is_playing = False
        self._changed()

    def returns(self) -> None:
        self.is_open = True
        self._changed()


class Spelt:
    """A fake voice. Its clip for a word consists of the letters of the word."""

    def clips(self, text: str) -> list[bytes]:
        if text == "?":
            raise UsageError("this cannot be spoken")
        return [word.encode() for word in text.split()]


class SpeakerRig:
    """A test rig: a speaker that sends its speech to several fake devices."""

    def __init__(self, devices: int = 1) -> None:
        self.devices: list[Device] = []
        self.warnings: list[str] = []

        def outputs(changed: Callable[[], None]) -> list[Device]:
            self.devices += [Device(changed) for _ in range(devices)]
            return self.devices

        self.speaker = Speaker(Told(), Spelt(), outputs, self.warnings.append)

    def hear(self, *sentences: Sentence, pressed: bool = True, taken_back: int = 0) -> None:
        back = frozenset({taken_back} if taken_back else ())
        self.speaker.hear({"heard": Heard(sentences, pressed, back)})

    def hears(self, text: str, device: int = 0) -> None:
        """Wait until the text sent to this device is exactly `text`."""
        until(lambda: " ".join(self.devices[device].heard) == text, text)

    def close(self) -> None:
        self.speaker.close()


POINTS = Sentence("fifteen two", Lasts.UNTIL_SAID, 1)
COUNT = Sentence("twenty", Lasts.UNTIL_NEXT_PRESS, 1)


def test_a_press_cuts_off_what_is_outdated_and_nothing_else() -> None:
    with closing(SpeakerRig()) as rig:
        rig.hear(COUNT)
        rig.hears("twenty")
        rig.hear(POINTS)
        rig.hears("twenty | fifteen two")
        rig.hear(COUNT)
        rig.devices[0].plays_to_the_end()
        rig.hears("twenty | fifteen two twenty")


def test_nothing_more_is_said_of_an_undone_press() -> None:
    with closing(SpeakerRig()) as rig:
        rig.hear(POINTS)
        rig.hears("fifteen two")
        rig.hear(Sentence("taken back"), taken_back=1)
        rig.hears("fifteen two | taken back")


def test_all_devices_play_the_same_and_one_is_enough() -> None:
    with closing(SpeakerRig(2)) as rig:
        rig.devices[0].is_open = False
        rig.hear(POINTS)
        rig.hears("fifteen two", device=1)
        rig.devices[0].returns()
        rig.devices[1].plays_to_the_end()
        rig.hear(COUNT)
        for device in range(2):
            until(lambda device=device: rig.devices[device].heard[-1:] == ["twenty"], "the count")


def test_a_sentence_that_a_failing_device_swallowed_is_said_again() -> None:
    with closing(SpeakerRig()) as rig:
        rig.hear(POINTS)
        rig.hears("fifteen two")
        rig.devices[0].fails()
        rig.devices[0].returns()
        rig.hears("fifteen two fifteen two")
        rig.devices[0].fails()
        rig.hear(Sentence("taken back"), taken_back=1)
        rig.devices[0].returns()
        rig.hears("fifteen two fifteen two | taken back")


def test_what_is_being_said_can_be_waited_for() -> None:
    with closing(SpeakerRig()) as rig:
        rig.hear(POINTS, COUNT)
        rig.hears("fifteen two")
        finished = threading.Event()
        threading.Thread(target=lambda: (rig.speaker.finish(60), finished.set()), daemon=True).start()
        rig.devices[0].plays_to_the_end()
        rig.hears("fifteen two twenty")
        assert not finished.is_set()
        rig.devices[0].plays_to_the_end()
        assert finished.wait(10)


def test_nobody_waits_for_a_device_that_is_missing() -> None:
    with closing(SpeakerRig()) as rig:
        rig.devices[0].fails()
        rig.hear(POINTS)
        rig.speaker.finish(60)
        assert rig.devices[0].heard == []


def test_a_text_that_cannot_be_spoken_is_a_line_in_the_log_and_the_next_is_said() -> None:
    with closing(SpeakerRig()) as rig:
        rig.hear(Sentence("?"), POINTS)
        rig.hears("fifteen two")
        assert rig.warnings == ["this cannot be spoken"]


def test_it_ends_while_it_speaks_and_while_it_waits_for_a_device() -> None:
    for fails in (False, True):
        rig = SpeakerRig()
        if fails:
            rig.devices[0].fails()
        rig.hear(POINTS)
        rig.close()
        until(lambda rig=rig: not rig.speaker._thread.is_alive(), "the end of the thread")


def last(text: str, press: int = 1) -> Sentence:
    return Sentence(text, Lasts.UNTIL_SAID, press)


def passing(text: str, press: int = 1) -> Sentence:
    return Sentence(text, Lasts.UNTIL_NEXT_PRESS, press)


def heard(*sentences: Sentence, taken_back: frozenset[int] = frozenset(), score: str = "score") -> Heard:
    return Heard(sentences, pressed=True, taken_back=taken_back, score=passing(score, 0))


def all_texts(queue: SpeechQueue) -> list[str]:
    return [sentence.text for sentence in iter(queue.next, None)]


def test_what_is_new_without_a_press_drops_nothing() -> None:
    queue = SpeechQueue()
    queue.add(heard(passing("Bob: card")))
    queue.next()
    assert not queue.add(Heard((passing("The lights do not answer", 0),)))
    assert all_texts(queue) == ["The lights do not answer"]


def test_a_burst_of_presses_leaves_what_is_said_of_the_latest_press_and_the_score() -> None:
    queue = SpeechQueue()
    for press in range(1, 100):
        queue.add(heard(last(f"card {press}", press), passing("turn", press), score=f"score {press}"))
        assert len(queue.waiting) <= MOST_PRESSES + 1  # one turn waits besides the cards
    texts = all_texts(queue)
    assert texts[-3:] == ["card 99", "score 99", "turn"]
    assert len(texts) <= MOST_PRESSES + 2


def test_many_sentences_about_a_few_key_presses_are_all_said() -> None:
    """If entering a card implies four gos, six sentences follow: the gos, the point for the go, and the card.

    All of them are spoken.
    """
    queue = SpeechQueue()
    queue.add(heard(last("Ann: nine", 1), passing("turn", 1)))
    gos = [
        last(text, 2) for text in ("Bob: go", "Cid: go", "Dee: go", "Ann: go", "one for the go", "Bob: king")
    ]
    queue.add(heard(*gos))
    assert all_texts(queue) == ["Ann: nine", *(sentence.text for sentence in gos)]


def test_notices_do_not_wait_without_end() -> None:
    queue = SpeechQueue()
    for number in range(50):
        queue.add(Heard((last(f"notice {number}", 0),), score=passing("score", 0)))
        assert len(queue.waiting) <= MOST_PRESSES
    assert all_texts(queue)[-2:] == ["notice 49", "score"]


def burst(queue: SpeechQueue) -> None:
    for press in range(1, MOST_PRESSES + 2):
        queue.add(heard(last(f"card {press}", press)))


def test_the_score_owed_is_not_lost_by_a_later_press() -> None:
    queue = SpeechQueue()
    burst(queue)
    queue.add(heard(passing("Bob: card", 9), score="the latest score"))
    assert all_texts(queue) == [f"card {MOST_PRESSES + 1}", "the latest score", "Bob: card"]


def test_the_score_owed_is_said_again_if_a_press_cuts_it_off() -> None:
    queue = SpeechQueue()
    burst(queue)
    assert queue.next() == last(f"card {MOST_PRESSES + 1}", MOST_PRESSES + 1)
    assert queue.next() == passing("score", 0)
    assert queue.add(heard(last("Bob: six", 9), score="the latest score"))
    assert all_texts(queue) == ["Bob: six", "the latest score"]
