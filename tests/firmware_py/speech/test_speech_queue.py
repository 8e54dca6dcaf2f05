"""The voice's queue: the sentences that are waiting, dropped or cut off."""

from firmware_py.speech.aloud import Heard, Lasts, Sentence
from firmware_py.speech.speaker import MOST_PRESSES, SpeechQueue


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


def test_a_page_of_many_lines_is_said_whole() -> None:
    queue = SpeechQueue()
    menu = [passing(f"line {number}") for number in range(20)]
    queue.add(heard(*menu))
    assert all_texts(queue) == [sentence.text for sentence in menu]


def test_a_follower_that_was_away_for_many_presses_says_the_last_and_the_score() -> None:
    queue = SpeechQueue()
    queue.add(heard(*(last(f"card {press}", press) for press in range(1, 33)), passing("turn", 32)))
    assert all_texts(queue) == ["card 32", "score", "turn"]


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


def test_the_score_owed_is_said_once() -> None:
    queue = SpeechQueue()
    burst(queue)
    all_texts(queue)
    queue.add(heard(last("Bob: six", 9)))
    assert all_texts(queue) == ["Bob: six"]
