"""The narrator says everything in a made-up language, so it does not depend on English words.

The language is English in Cyrillic letters: in each message of the English catalogue, the letters are
replaced and the order of the words is reversed.
"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.rules import Rules
from firmware_py.input.keys import Key
from firmware_py.input.settings import Equipment
from firmware_py.speech.aloud import Level
from firmware_py.speech.narrator import Narrator
from firmware_py.window.seen import SeenBoard
from firmware_py.words import in_use
from firmware_py.words.english import English
from firmware_py.words.message import Message

from . import listening

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


EQUIPMENT = Equipment(powers_off=True)
NAMES = ("Анна", "Борис", "Цветана", "Дмитрий")  # in the letters of the made-up language
DEAL = "OK 5 H 10 S 4 J J K K Q GO 3 GO GO J Q OK GO 9 9 8 7 GO OK OK OK OK"
"""The keys of a whole deal, with questions, a go, a refusal, and the pages of the last counts."""
CASES = {
    "a deal": ("", "", DEAL),
    "a correction": ("", "", "OK 2 10 5 5 3 GO MENU 7 GO GO GO GO OK A UNDO REDO UNDO UNDO MENU 7 GO OK 9"),
    "the menu": ("", "", "MENU K 5 OK OK GO MENU 9 GO MENU 8 GO MENU J MENU Q AGAIN AGAIN SCORE"),
    "points by hand": ("", "", "OK 2 MENU A 5 OK MENU 3 GO A 2 OK MENU 2 3 OK K OK OK MENU 4 OK"),
    "a new game": (
        "",
        "",
        "MENU 6 2 A 3 4 OK 6 A OK 4 5 OK GO 6 GO OK GO OK UNDO MENU "
        "5 2 6 6 K UNDO UNDO OK 3 K OK OK OK OK 3 4",
    ),
    "muggins": ("muggins=on", "", "OK 2 10 5 OK 5 7 MUGGINS OK 4 UNDO MENU 10 A 2 OK MENU 10 UNDO"),
    "a hand that is claimed": (
        "muggins=on",
        "",
        "OK A K 7 Q 7 J 7 7 10 GO A 2 UNDO UNDO UNDO 2 OK 3 OK OK 2 GO 2 3 4 OK OK K",
    ),
    "five cards": ("game=five-card", "", "OK 2 10 K 9 GO 5 H 4 3 OK 2 A OK 9 9"),
    "a false go": ("", "", "OK 2 K Q 5 GO A GO A"),
    "the play by hand": ("track=show", "", "OK 2 GO 3 OK 5 J H K 2 OK GO"),
    "three who claim": ("muggins=on", "3", "OK 2 10 5 5 MUGGINS K A OK MENU 9 GO"),
    "a game that is won": ("target=31", "", "OK J MENU 3 3 10 OK A 2 3 4 5 H MENU OK OK"),
}


class Both:
    """A test rig: two boards with the same game. One speaks English, the other a made-up language."""

    def __init__(self, folder: Path, rules: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(listening, "NAMES", NAMES)
        self._monkeypatch = monkeypatch
        self._boards: list[tuple[English, listening.HeardBoard]] = []
        for words in (English(), made_up()):
            self._speak(words)
            made = folder / type(words).__name__
            made.mkdir()
            board = listening.heard_board(made, rules=rules, equipment=EQUIPMENT)
            self._boards.append((words, board))
        self.said: list[str] = []

    def press(self, key: str) -> None:
        """Press a key on both boards, and check that they say the same thing, each in its own language."""
        ours, other = (self._said(words, board, key) for words, board in self._boards)
        assert list(map(words_in_english_letters, other)) == list(map(words_in_english_letters, ours)), key
        for text in other:
            assert not re.search("[A-Za-z]{2}", text.replace("OK", "")), text  # a name is spelled in letters
        self.said += other

    def _said(self, words: English, board: listening.HeardBoard, key: str) -> list[str]:
        self._speak(words)
        return [sentence.text for sentence in board.press(key).sentences]

    def _speak(self, words: English) -> None:
        self._monkeypatch.setattr(in_use, "_words", words)


@pytest.mark.parametrize("case", CASES)
def test_all_is_said_in_the_other_language_and_nothing_in_english(
    case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings, players, keys = CASES[case]
    both = Both(tmp_path, Rules.parse(settings.split(), players=int(players or 2)), monkeypatch)
    for key in keys.split():
        both.press(key)
    assert len(both.said) > 10


@pytest.mark.parametrize("case", CASES)
def test_board_of_an_older_version_can_be_followed(case: str, tmp_path: Path) -> None:
    """Boards that run an older version do not write the fields intended for the voice.

    The voice then reads the text on the display instead.
    """
    settings, players, keys = CASES[case]
    rules = Rules.parse(settings.split(), players=int(players or 2))
    board = listening.heard_board(tmp_path, rules=rules, equipment=EQUIPMENT)
    narrator, silent = Narrator(Level.FULL), []
    for key in keys.split():
        board.press_unheard(key)
        if not narrator.hear(SeenBoard.of(without_fields_for_a_voice(board.view().raw))).sentences:
            silent.append(key)
    assert len(silent) <= 3  # where only the arrow beside a chosen row moves, and while a name is typed


def without_fields_for_a_voice(view: dict[str, Any]) -> dict[str, Any]:
    new = ("typed", "keyed", "missing", "counting", "aloud", "place", "letters")

    def older(found: dict[str, Any]) -> dict[str, Any]:
        return {name: value for name, value in found.items() if name not in new}

    page = view["page"] and older(view["page"])
    return {**older(view), "page": page, "recent": list(map(older, view["recent"]))}
