"""A made-up language for the voice: English words in Cyrillic letters, in reverse order.

In each message of the English catalogue, the letters are replaced and the order of the words is reversed. If
the voice works in this language, it does not depend on English words or on their order.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from firmware_py.input.keys import Key
from firmware_py.words.english import English
from firmware_py.words.message import Message

_ENGLISH = "abcdefghijklmnopqrstuvwxyz"
_MADE_UP = "абцдефгхийклмнопярстувшжыз"
_REPLACED = str.maketrans(_ENGLISH + _ENGLISH.upper(), _MADE_UP + _MADE_UP.upper())
_BACK = str.maketrans(_MADE_UP, _ENGLISH)
_LABELS = "|".join(sorted((key.value for key in Key if len(key.value) > 1), key=len, reverse=True))
_NOTATION = re.compile(rf"(\b(?:{_LABELS})\b|[AJQK][♠♥♦♣])")
"""Matches the labels of keys, which are the same in every language, and cards such as `J♥`."""


def made_up() -> English:
    """Return a catalogue in which every message has been translated into a made-up language."""
    messages = {name: getattr(English, name) for name in dir(English) if not name.startswith("_")}
    changed = {
        name: _translated_method(each) if callable(each) else _translated(each)
        for name, each in messages.items()
    }
    language: type[English] = type("Backwards", (English,), changed)
    return language()


def words_in_english_letters(text: str) -> list[str]:
    """Return the words of a string in lower-case English letters, sorted alphabetically.

    The result is the same for an English sentence and for its translation into the made-up language, which
    uses Cyrillic letters and reverses the word order.
    """
    return sorted(re.findall(r"[^\W_]+", text.casefold().translate(_BACK)))


def _translated(message: Any) -> Any:
    if isinstance(message, str):
        return _backwards(message)
    if isinstance(message, Message):
        return Message(_translated(message.full), _translated(message.forms))
    return tuple(map(_translated, message)) if isinstance(message, tuple) else message


def _translated_method(method: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *given, **named: _translated(method(*given, **named))


def _backwards(text: str) -> str:
    parts = _NOTATION.split(text)
    replaced = "".join(part if index % 2 else part.translate(_REPLACED) for index, part in enumerate(parts))
    return replaced if replaced == text else " ".join(reversed(replaced.split(" ")))
