"""The manners of the voice: what waits, what is dropped, and what is cut off."""

from firmware_py.speech.sentence import Heard, Lasts, Sentence
from firmware_py.speech.speech_queue import MOST, SpeechQueue


def last(text: str, press: int = 1) -> Sentence:
    return Sentence(text, Lasts.UNTIL_SAID, press)


def passing(text: str, press: int = 1) -> Sentence:
    return Sentence(text, Lasts.UNTIL_NEXT_PRESS, press)


def heard(*sentences: Sentence, taken_back: frozenset[int] = frozenset(), score: str = "score") -> Heard:
    return Heard(sentences, pressed=True, taken_back=taken_back, score=passing(score, 0))


def all_texts(queue: SpeechQueue) -> list[str]:
    return [sentence.text for sentence in iter(queue.next, None)]


def test_an_empty_queue_has_nothing_to_say() -> None:
    assert SpeechQueue().next() is None


def test_sentences_are_said_in_order() -> None:
    queue = SpeechQueue()
    assert not queue.add(heard(last("Ann: five"), last("fifteen for two"), passing("Bob: card")))
    assert all_texts(queue) == ["Ann: five", "fifteen for two", "Bob: card"]


def test_a_press_cuts_off_and_drops_what_is_outdated() -> None:
    queue = SpeechQueue()
    queue.add(heard(passing("twenty"), passing("Bob: card")))
    queue.next()
    assert queue.add(heard(last("Bob: six", 2)))
    assert all_texts(queue) == ["Bob: six"]


def test_points_and_cards_are_said_to_their_end() -> None:
    queue = SpeechQueue()
    queue.add(heard(last("Ann: five"), last("fifteen for two"), passing("Bob: card")))
    queue.next()
    assert not queue.add(heard(last("Bob: six", 2)))
    assert all_texts(queue) == ["fifteen for two", "Bob: six"]


def test_what_is_new_without_a_press_drops_nothing() -> None:
    queue = SpeechQueue()
    queue.add(heard(passing("Bob: card")))
    queue.next()
    assert not queue.add(Heard((passing("The lights do not answer", 0),)))
    assert all_texts(queue) == ["The lights do not answer"]


def test_nothing_of_a_press_taken_back_is_said() -> None:
    queue = SpeechQueue()
    queue.add(heard(last("Ann: five"), last("fifteen for two")))
    queue.next()
    assert queue.add(heard(last("taken back: Ann's five", 2), taken_back=frozenset({1})))
    assert all_texts(queue) == ["taken back: Ann's five"]


def test_what_was_said_to_its_end_is_not_cut_off() -> None:
    queue = SpeechQueue()
    queue.add(heard(last("Ann: five")))
    assert all_texts(queue) == ["Ann: five"]
    assert not queue.add(heard(taken_back=frozenset({1})))


def test_a_burst_of_presses_leaves_the_latest_sentences_and_the_score_of_the_latest_press() -> None:
    queue = SpeechQueue()
    for press in range(1, 100):
        queue.add(heard(last(f"card {press}", press), passing("turn", press), score=f"score {press}"))
        assert len(queue.waiting) <= MOST + 1  # one turn waits besides the cards
    texts = all_texts(queue)
    assert texts[-3:] == ["card 99", "score 99", "turn"]
    assert len(texts) <= MOST + 2


def test_a_burst_of_one_press_is_said_whole() -> None:
    queue = SpeechQueue()
    menu = [passing(f"line {number}") for number in range(3 * MOST)]
    queue.add(heard(*menu))
    assert all_texts(queue) == [sentence.text for sentence in menu]


def test_the_score_owed_is_not_lost_by_a_later_press() -> None:
    queue = SpeechQueue()
    for press in range(1, MOST + 2):
        queue.add(heard(last(f"card {press}", press)))
    queue.add(heard(passing("Bob: card", MOST + 2), score="the latest score"))
    assert all_texts(queue) == [f"card {MOST + 1}", "the latest score", "Bob: card"]
