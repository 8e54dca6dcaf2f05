"""The program uses one catalogue, English unless another is chosen."""

from collections.abc import Iterator

import pytest

from firmware_py.view.hints import yes_no
from firmware_py.words.english import English
from firmware_py.words.in_use import use, words


@pytest.fixture(autouse=True)
def english_afterwards() -> Iterator[None]:
    yield
    use(English())


class Shouting(English):
    """English in which the answers are shouted."""

    YES = "YES!"


def test_english_is_used_unless_another_language_is_chosen() -> None:
    assert type(words()) is English


def test_what_is_shown_comes_from_the_words_that_were_chosen() -> None:
    use(Shouting())
    assert [hint.meaning for hint in yes_no()] == ["YES!", "no"]
