"""Repeating what was said last."""

from firmware_py.speech.aloud import Sentence
from firmware_py.speech.narrator import LastSaid

CARD, MENU, LINE = Sentence("Ann: five"), Sentence("Menu"), Sentence("Which press?")


def test_the_last_sentences_are_kept() -> None:
    last = LastSaid()
    assert last.sentences == last.before_page == ()
    last.keep([CARD], on_page=False)
    last.keep([], on_page=False)
    assert last.sentences == last.before_page == (CARD,)


def test_what_was_said_before_a_page_is_kept_while_the_page_is_open() -> None:
    last = LastSaid()
    last.keep([CARD], on_page=False)
    last.keep([MENU], on_page=True)
    last.keep([LINE], on_page=True)
    assert (last.sentences, last.before_page) == ((LINE,), (CARD,))
