"""All text that a board shows comes from the message catalogue.

The tests put a mark in front of each message in the catalogue, and check that all words on a board have it.
"""

import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from engine.game import Game
from engine.match.history import History
from engine.rules import Rules
from engine.setup import Setup
from firmware_py.board import Board
from firmware_py.commands.match_report import Refusal, report_text
from firmware_py.emulator.terminal.log_lines import lines
from firmware_py.input.equipment import Equipment
from firmware_py.input.keys import RANKS, SUITS, Key, Stick
from firmware_py.view.view import View
from firmware_py.words import in_use
from firmware_py.words.english import English
from firmware_py.words.message_forms import Message

MARK = "¤"
PRESSES = 1500
TABLES: tuple[tuple[int, tuple[str, ...]], ...] = (
    (2, ()),
    (2, ("game=five-card", "cut_before_deal=offer")),
    (2, ("game=seven-card", "ace_11=on", "calling=grouped")),
    (2, ("muggins=on", "muggins_go=yes", "reveal=on_ok")),
    (2, ("track=points", "target=31")),
    (3, ("muggins=on", "target=61")),
    (3, ("track=show", "cut_before_deal=required")),
    (4, ("target=61",)),
)
LIKELY = (*RANKS, *RANKS, *RANKS, *SUITS, *([Key.OK, Key.GO] * 12), Key.UNDO, Key.MUGGINS, Key.REDO, Key.MENU)
CARD = r"(?:10|[2-9AJQK])[♠♥♦♣SHDC]?"
KEY = "|".join(sorted((key.value for key in Key), key=len, reverse=True))
WITHOUT_WORDS = re.compile(rf"(?:{CARD}|{KEY}|Ann|Bob|Cid|Dan|[^^A-Za-z])*")
"""A text with cards, keys, names of players, numbers and symbols, but no words."""


def marked(value: Any) -> Any:
    """Return a copy of a message with `MARK` in front of each string that is not empty."""
    if isinstance(value, str):
        return MARK + value if value else value
    if isinstance(value, Message):
        return Message(marked(value.full), marked(value.forms))
    return tuple(map(marked, value)) if isinstance(value, tuple) else value


def with_marks(method: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *given, **named: marked(method(*given, **named))


@pytest.fixture(autouse=True)
def marks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put a mark at the beginning of every message in the English catalogue."""
    messages = {name: getattr(English, name) for name in dir(English) if not name.startswith("_")}
    changed = {name: with_marks(each) if callable(each) else marked(each) for name, each in messages.items()}
    monkeypatch.setattr(in_use, "_words", type("Marked", (English,), changed)())


def texts(view: View) -> Iterator[str]:
    yield view.prompt
    yield from view.prompt_forms
    yield from view.legend
    yield from (hint.meaning for hint in view.hints)
    yield from filter(None, (view.refusal, view.notice, view.cards_text))
    for call in view.calls:
        yield from (call.said, call.text, *call.short_forms, call.figures)
    if view.page:
        yield from (view.page.title, view.page.corner, *(text for row in view.page.rows for text in row))
        yield from (hint.meaning for hint in view.page.hints)


@pytest.mark.parametrize(("players", "settings"), TABLES, ids=str)
@pytest.mark.parametrize("names", [(), ("Ann", "Bob", "Cid", "Dan")], ids=["seats", "names"])
def test_no_text_of_a_random_game_is_without_the_mark(
    players: int, settings: tuple[str, ...], names: tuple[str, ...]
) -> None:
    chance = random.Random(f"{players} {settings} {names}")
    setup = Setup(Rules.parse(settings, players=players), names=names[:players]).checked()
    board = Board(
        History.of(Game.of(setup)),
        equipment=Equipment(powers_off=chance.random() < 0.5, phones=chance.random() < 0.5),
    )
    shown = set()
    for pressed in range(PRESSES):
        key = chance.choice(LIKELY)
        if board.view.page and board.view.page.title == f"{MARK}New game" and key is Key.FIVE:
            continue  # the players would type names, which are their own words
        outcome = board.press(key if chance.random() < 0.99 else Stick.LEFT)
        shown.update(texts(board.view))
        if pressed % 20 == 0:
            refused = [Refusal(pressed, "OK", outcome.why)] if outcome.why else []
            shown.update(report_text(board.history, refused).splitlines())
            shown.update(line.text for line in lines(board.history))
    assert {text for text in shown if MARK not in text and not WITHOUT_WORDS.fullmatch(text)} == set()
    assert len(shown) > 200


def test_a_text_without_the_mark_would_be_found() -> None:
    assert not WITHOUT_WORDS.fullmatch("Which press?")
    assert not WITHOUT_WORDS.fullmatch("5♥ called")
    assert not WITHOUT_WORDS.fullmatch("Starter 5")
    assert WITHOUT_WORDS.fullmatch("Ann & Cid 31  5♥ 10 _ _ OK 3/4")
