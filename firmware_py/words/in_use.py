"""The message catalogue in use, which determines the language of all messages to players."""

from __future__ import annotations

from firmware_py.words.english import ENGLISH, English

NAMES = ("english", "british", "american")
"""The names of the catalogues. Each is a module here that contains a class of that name, capitalized."""
_words = ENGLISH
_name = NAMES[0]


def words() -> English:
    """Return the message catalogue in use. This is `ENGLISH`, unless `use` has selected a different one."""
    return _words


def use(name: str) -> None:
    """Use the message catalogue with this name from now on. The name must be in `NAMES`."""
    global _name, _words
    _name = name
    _words = ENGLISH if name == "english" else catalogue(name)


def name_in_use() -> str:
    """Return the name of the message catalogue in use."""
    return _name


def catalogue(name: str) -> English:
    """Return a new message catalogue, given its name in `NAMES`."""
    from importlib import import_module  # only other words than the default need it

    found: English = getattr(import_module(f"firmware_py.words.{name}"), name.capitalize())()
    return found
