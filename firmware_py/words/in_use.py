"""The words that the program uses, chosen once, before anything is shown or said."""

from __future__ import annotations

from firmware_py.words.english import ENGLISH, English

_words = ENGLISH


def words() -> English:
    """Return the words in use: English, unless `use` has chosen others."""
    return _words


def use(chosen: English) -> None:
    """Use these words from now on."""
    global _words
    _words = chosen
