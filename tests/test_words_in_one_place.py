"""All words that players see or hear are in the message catalogue in `firmware_py/words`, and nowhere else.

The tests search the packages that communicate with players for string literals of two words or more. In calls
whose arguments are shown to players, such as `Hint(…)`, they also search for single words.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROOMS = (
    "firmware_py/view",
    "firmware_py/input",
    "firmware_py/render",
    "firmware_py/commands",
    "firmware_py/speech",
)
MODULES = (
    "firmware_py/board/board.py",
    "firmware_py/board/loop.py",
    "firmware_py/emulator/app.py",
    "firmware_py/emulator/glass.py",
    "firmware_py/emulator/keypad.py",
    "firmware_py/emulator/log.py",
    "firmware_py/emulator/tracks.py",
    "firmware_py/mqtt/messages.py",
    "firmware_py/words/in_use.py",
    "firmware_py/board/dealt_cards.py",
    "firmware_py/board/solo.py",
    "firmware_py/emulator/app.py",
    "firmware_py/emulator/glass.py",
    "firmware_py/emulator/keypad.py",
    "firmware_py/emulator/log.py",
    "firmware_py/emulator/tracks.py",
    "firmware_py/reports/listed_games.py",
    "firmware_py/reports/review.py",
    "firmware_py/serve/page_view.py",
    "firmware_py/start/simulator.py",
)
PARTS_OF_THE_VOICE = ("aplay clips player recordings speaker synthesiser voice wav").split()
"""The modules of the voice that produce sound. They report problems to the log and the doctor."""
FOR_PLAYERS = "Hint Row Page SeenPage Call LogLine Message ok_go refused IllegalEvent".split()
"""The functions and classes whose arguments are words for players."""
FOR_PROGRAMMERS = ("AssertionError", "AttributeError", "NotImplementedError", "ValueError", "compile")
"""The errors of programs, and regular expressions."""
FOR_MAKERS = ("DisplayError", "JournalError", "UsageError", "complain")
"""Errors about the command line, a file, a part or the machine. Like the doctor, they are in English."""
FOR_HELP = ("add_argument", "Command")
"""The help of the command line."""
TEXT = re.compile(r"[^\W\d_]{2,}[,:;.!?]? [^\W\d_]|[^\W\d_] [^\W\d_]{2,}")
LETTERS = re.compile(r"[^\W\d_]{2,}")

EXCEPTIONS = {
    "firmware_py/commands/all_commands.py": "the command line and its mistakes",
    "firmware_py/commands/club.py": "a draw that cannot be made, and the broker's access rules",
    "firmware_py/commands/options.py": "the help of the command line",
    "firmware_py/start/simulator.py": "terminals and packages that are missing",
    "firmware_py/input/keys.py": "keys that a file or a configuration misspells",
}
"""The modules that write to makers and administrators, in English, with the subject of each."""
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
    "until said": "the value of an enum",
    "until the next press": "the value of an enum",
}
"""The literals in other modules that look like text for players, with the purpose of each."""


def texts(source: str) -> Iterator[tuple[int, str]]:
    """Yield the line number and value of each string literal that looks like text meant for players."""
    tree = ast.parse(source)
    excused: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            excused.add(id(node.value))  # a docstring
        if isinstance(node, ast.Call) and _is_excused(node):
            excused |= {id(inside) for inside in ast.walk(node)}
        if isinstance(node, ast.ClassDef):  # a style sheet of Textual
            excused |= {
                id(each.value) for each in node.body if isinstance(each, ast.Assign) and _is_css(each)
            }
    strict = {
        id(inside)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and _name(node.func) in FOR_PLAYERS
        for argument in (*node.args, *(keyword.value for keyword in node.keywords))
        for inside in ast.walk(argument)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in excused:
            looks = LETTERS if id(node) in strict else TEXT
            if looks.search(node.value):
                yield node.lineno, node.value


def _is_excused(call: ast.Call) -> bool:
    of = call.func.value if isinstance(call.func, ast.Attribute) else None
    from_catalogue = isinstance(of, ast.Call) and _name(of.func) == "words"
    return from_catalogue or _name(call.func) in (*FOR_PROGRAMMERS, *FOR_MAKERS, *FOR_HELP)


def _is_css(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Assign) and any(_name(target) == "CSS" for target in statement.targets)


def _name(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def modules() -> list[Path]:
    in_rooms = (path for room in ROOMS for path in (ROOT / room).rglob("*.py"))
    found = sorted([*in_rooms, *(ROOT / each for each in MODULES)])
    return [path for path in found if path.parent.name != "speech" or path.stem not in PARTS_OF_THE_VOICE]


def found_in(path: Path) -> list[str]:
    return [text for _, text in texts(path.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_a_module_says_nothing_to_players_in_words_of_its_own(path: Path) -> None:
    if str(path.relative_to(ROOT)) not in EXCEPTIONS:
        assert [text for text in found_in(path) if text not in LITERALS] == []


def test_every_exception_is_needed() -> None:
    found = {str(path.relative_to(ROOT)): found_in(path) for path in modules()}
    assert {path for path in EXCEPTIONS if not found.get(path)} == set()
    elsewhere = {text for path, said in found.items() if path not in EXCEPTIONS for text in said}
    assert set(LITERALS) - elsewhere == set()


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('title = "Which press?"', ["Which press?"]),
        ('said = f"{name} wins the game!"', [" wins the game!"]),
        ('Hint(Key.OK, "yes")', ["yes"]),
        ('rows = (Row("K ends a letter"), Row(left="called"))', ["K ends a letter", "called"]),
        ('raise IllegalEvent("Nothing to undo")', ["Nothing to undo"]),
        ('raise UsageError(f"{path}: no such file: name another")', []),
        ("Hint(Key.OK, words().YES)", []),
        ('Row(words().option("lead_after_go"), "31")', []),
        ('def f():\n    """Return the title of a page."""', []),
        ('class App:\n    CSS = "Screen { width: 1fr; } /* a style */"', []),
        ('" ".join(card.pretty for card in cards)', []),
    ],
)
def test_text_for_players_is_told_from_other_text(source: str, found: list[str]) -> None:
    assert [text for _, text in texts(source)] == found
