"""The words that the program uses, chosen once, before anything is shown or said."""

from __future__ import annotations

from firmware_py.words.english import ENGLISH, English

NAMES = ("english", "british", "american")
"""The names of the catalogues. Each is a class of this name, with a capital, in a module of this name."""
_words = ENGLISH


def words() -> English:
    """Return the words in use: English, unless `use` has chosen others."""
    return _words


def use(name: str) -> None:
    """Use the words with this name, one of `NAMES`, from now on."""
    global _words
    _words = ENGLISH if name == "english" else catalogue(name)


def catalogue(name: str) -> English:
    """Return the words with this name, one of `NAMES`."""
    from importlib import import_module  # only other words than the default need it

    found: English = getattr(import_module(f"firmware_py.words.{name}"), name.capitalize())()
    return found
