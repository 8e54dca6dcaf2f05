"""The catalogue in use. It is chosen once, before any text is shown or spoken."""

from __future__ import annotations

from firmware_py.words.english import ENGLISH, English

NAMES = ("english", "british", "american")
"""The names of the catalogues. Each is a module here that contains a class of that name, capitalized."""
_words = ENGLISH


def words() -> English:
    """Return the message catalogue in use. This is `ENGLISH`, unless `use` has selected a different one."""
    return _words


def use(name: str) -> None:
    """Use the message catalogue with this name from now on. The name must be in `NAMES`."""
    global _words
    _words = ENGLISH if name == "english" else catalogue(name)


def catalogue(name: str) -> English:
    """Return a new message catalogue, given its name in `NAMES`."""
    from importlib import import_module  # only other words than the default need it

    found: English = getattr(import_module(f"firmware_py.words.{name}"), name.capitalize())()
    return found
