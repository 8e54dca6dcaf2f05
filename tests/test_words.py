"""All words that players see or hear come from the catalogue in `firmware_py/words`."""

import ast
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.game import Game
from engine.match.history import History
from engine.rules import Rules
from engine.setup import Setup
from firmware_py.board.board import Board
from firmware_py.emulator.log import lines
from firmware_py.input.keys import RANKS, SUITS, Key, Stick
from firmware_py.input.settings import Equipment
from firmware_py.reports.match import Refusal, report_text
from firmware_py.view.view import View
from firmware_py.words import in_use
from firmware_py.words.english import English
from firmware_py.words.message import Message

ROOT = Path(__file__).parents[1]
ROOMS = "view input render commands speech".split()
MODULES = """
board/board board/dealt_cards board/loop board/solo emulator/app emulator/glass emulator/keypad emulator/log
emulator/tracks mqtt/messages reports/listed_games reports/review serve/page_view start/simulator words/in_use
""".split()
PARTS_OF_THE_VOICE = ("aplay clips player recordings speaker synthesiser voice wav").split()
"""The modules of the voice that produce sound. They report problems to the log and the doctor."""
FOR_PLAYERS = "Hint Row Page SeenPage Call LogLine Message ok_go refused IllegalEvent".split()
"""The functions and classes whose arguments are words for players."""
FOR_PROGRAMMERS = ("AssertionError", "AttributeError", "NotImplementedError", "ValueError", "compile")
"""The errors of programs, and regular expressions."""
FOR_MAKERS = ("DisplayError", "JournalError", "UsageError", "complain")
"""Errors about the command line, a file, a part or the machine. Like the doctor, they are in English."""
FOR_HELP = ("add_argument", "Command")  # of the command line
TEXT = re.compile(r"[^\W\d_]{2,}[,:;.!?]? [^\W\d_]|[^\W\d_] [^\W\d_]{2,}")
LETTERS = re.compile(r"[^\W\d_]{2,}")

# The modules that write to makers and administrators, in English, with the subject of each.
EXCEPTIONS = {
    "firmware_py/commands/all_commands.py": "the command line and its mistakes",
    "firmware_py/commands/club.py": "a draw that cannot be made, and the broker's access rules",
    "firmware_py/commands/director.py": "the usage of the director's commands, on the command line",
    "firmware_py/commands/options.py": "the help of the command line",
    "firmware_py/start/simulator.py": "terminals and packages that are missing",
    "firmware_py/input/keys.py": "keys that a file or a configuration misspells",
}
# The literals in other modules that look like text for players, with the purpose of each.
LITERALS = {
    "No board is running yet: the voice waits for one, such as 'muggins simulate'.": "a line of the log",
    "{{{{ value_json.names[value_json.{seat}] if value_json.{seat} is not none else '' }}}}": "a template",
    "standard input": "what a message about a file calls it",
    "this is not text": "what is wrong with a file",
    "Close or quit": "the description of a key that the simulator does not show",
    "a deal or a game begins": "the value of an enum",
    "a card, a go, a claim": "the value of an enum",
    "the game is over": "the value of an enum",
    "switch the machine off": "the value of an enum",
    "update the board": "the value of an enum",
    "until said": "the value of an enum",
    "until the next press": "the value of an enum",
}


def texts(source: str) -> Iterator[str]:
    """Yield the value of each string literal that looks like text meant for players."""
    tree = ast.parse(source)
    excused: set[ast.AST] = set()
    strict: set[ast.AST] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Expr(ast.Constant() as docstring):
                excused.add(docstring)
            case ast.Assign([ast.Name("CSS")], style_sheet):  # of Textual
                excused.add(style_sheet)
            case ast.Call(ast.Attribute(ast.Call(function))) if _name(function) == "words":
                excused.update(ast.walk(node))  # from the catalogue
            case ast.Call(function) if _name(function) in (*FOR_PROGRAMMERS, *FOR_MAKERS, *FOR_HELP):
                excused.update(ast.walk(node))
            case ast.Call(function, given, named) if _name(function) in FOR_PLAYERS:
                strict.update(inside for each in (*given, *named) for inside in ast.walk(each))
    for node in ast.walk(tree):
        is_text = isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in excused
        if is_text and (LETTERS if node in strict else TEXT).search(node.value):
            yield node.value


def _name(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def modules() -> dict[str, list[str]]:
    """Return the texts that look like words for players in each module that speaks to them."""
    package = ROOT / "firmware_py"
    paths = [path for room in ROOMS for path in (package / room).rglob("*.py")]
    paths = [path for path in paths if path.parent.name != "speech" or path.stem not in PARTS_OF_THE_VOICE]
    paths += [package / f"{module}.py" for module in MODULES]
    return {str(path.relative_to(ROOT)): [*texts(path.read_text(encoding="utf-8"))] for path in paths}


def test_modules_say_nothing_to_players_in_words_of_their_own_and_every_exception_is_needed() -> None:
    found = modules()
    assert {path for path in EXCEPTIONS if not found.get(path)} == set()
    assert {text for path, said in found.items() if path not in EXCEPTIONS for text in said} == set(LITERALS)


MARK = "¤"
PRESSES = 1500
TABLES = (
    (2, ""),
    (2, "game=five-card cut_before_deal=offer"),
    (2, "game=seven-card ace_11=on calling=grouped"),
    (2, "muggins=on muggins_go=yes reveal=on_ok"),
    (2, "track=points target=31"),
    (3, "muggins=on target=61"),
    (3, "track=show cut_before_deal=required"),
    (4, "target=61"),
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


@pytest.fixture
def marks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put a mark at the beginning of every message in the English catalogue."""
    messages = {name: getattr(English, name) for name in dir(English) if not name.startswith("_")}
    changed = {name: with_marks(each) if callable(each) else marked(each) for name, each in messages.items()}
    monkeypatch.setattr(in_use, "_words", type("Marked", (English,), changed)())


def texts_of(view: View) -> Iterator[str]:
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


@pytest.mark.usefixtures("marks")
@pytest.mark.parametrize(
    ("players", "settings", "names"),
    [
        pytest.param(*table, names, marks=() if (at + bool(names)) % 2 else pytest.mark.night)
        for at, table in enumerate(TABLES)
        for names in ((), ("Ann", "Bob", "Cid", "Dan"))
    ],
)
def test_no_text_of_a_game_is_without_the_mark(players: int, settings: str, names: tuple[str, ...]) -> None:
    chance = random.Random(f"{players} {settings} {names}")
    setup = Setup(Rules.parse(settings.split(), players=players), names=names[:players]).checked()
    equipment = Equipment(powers_off=chance.random() < 0.5, phones=chance.random() < 0.5)
    board = Board(History.of(Game.of(setup)), equipment=equipment)
    shown = set()
    for pressed in range(PRESSES):
        key = chance.choice(LIKELY)
        if board.view.page and board.view.page.title == f"{MARK}New game" and key is Key.FIVE:
            continue  # the players would type names, which are their own words
        outcome = board.press(key if chance.random() < 0.99 else Stick.LEFT)
        shown.update(texts_of(board.view))
        if pressed % 20 == 0:
            refused = [Refusal(pressed, "OK", outcome.why)] if outcome.why else []
            shown.update(report_text(board.history, refused).splitlines())
            shown.update(line.text for line in lines(board.history))
    assert {text for text in shown if MARK not in text and not WITHOUT_WORDS.fullmatch(text)} == set()
    assert len(shown) > 200


def test_a_text_without_the_mark_would_be_found() -> None:
    assert not any(map(WITHOUT_WORDS.fullmatch, ("Which press?", "5♥ called", "Starter 5")))
    assert WITHOUT_WORDS.fullmatch("Ann & Cid 31  5♥ 10 _ _ OK 3/4")
