"""firmware_py/REFERENCE.md is correct: its examples print the output shown, and its tables match the code."""

import json
import re
from contextlib import closing
from pathlib import Path
from queue import SimpleQueue
from typing import Any, get_args

import pytest

from engine import change_types as change
from engine.deals import Source
from engine.game import Game
from engine.match.history import History
from engine.prompts import Prompt
from engine.rules import Rules
from engine.scoring.items import Reason
from engine.scoring.suit_questions import Question
from firmware_py.commands.all_commands import COMMANDS, parser_of
from firmware_py.drivers.key_socket import KeySocket
from firmware_py.input.keys import Key, Press
from firmware_py.input.menu import ENTRIES
from firmware_py.input.press_detector import LONG, LONG_PRESS, Held
from firmware_py.input.typed import DIGITS
from firmware_py.outputs.view_json import ViewFile
from firmware_py.reports.listed_games import history_object
from firmware_py.reports.match import report_object
from firmware_py.window.changes_json import change_object
from tests.support import keyed
from tests.support.command import muggins, shell
from tests.support.deadline import PATIENCE

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "firmware_py" / "REFERENCE.md").read_text(encoding="utf-8")
# The blocks of commands with their output. The commands in a block are run in the same folder.
CONSOLE = [
    "$ " + example
    for block in re.findall(r"^```console\n(.*?)^```", TEXT, re.M | re.S)
    for example in [block.removeprefix("$ ")]
]
JSON = re.findall(r"^```sh\n(.*?)\n```\n\n(<!-- numbers vary -->\n)?```json\n(.*?)\n```$", TEXT, re.M | re.S)
"""The commands that print a JSON object: the command, a mark if the numbers vary, and the object."""


def section(title: str) -> str:
    found = re.search(rf"^(##+) {re.escape(title)}\n(.*?)(?=^##|\Z)", TEXT, re.M | re.S)
    assert found, title
    return found[2]


def table(text: str) -> list[list[str]]:
    """Return the cells of the first table in `text`, row by row, without the header row."""
    found = re.search(r"^\|.*\n\|[-|]+\|\n((?:\|.*\n)+)", text, re.M)
    assert found
    return [[cell.strip() for cell in line[1:-1].split(" | ")] for line in found[1].splitlines()]


def words(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


# -- the examples


@pytest.mark.parametrize("block", CONSOLE, ids=lambda block: block.partition("\n")[0])
def test_commands_print_what_it_says(block: str, tmp_path: Path) -> None:
    for example in block.split("\n$ "):
        command, _, printed = example.removeprefix("$ ").partition("\n")
        assert shell(f"exec 2>&1; {command}", tmp_path).out.strip() == printed.strip()


@pytest.mark.parametrize(("command", "varies", "said"), JSON, ids=[command for command, _, _ in JSON])
def test_objects_are_those_the_program_prints(command: str, varies: str, said: str, tmp_path: Path) -> None:
    printed, written = shell(command, tmp_path).json, json.loads(said)
    if varies:
        printed, written = shape(printed), shape(written)
    assert printed == written
    assert list(printed) == list(written)


def shape(value: Any) -> Any:
    """Return a JSON value in which every number, string or other simple value is replaced by its type."""
    if isinstance(value, dict):
        return {key: shape(each) for key, each in value.items()}
    return [shape(each) for each in value] if isinstance(value, list) else type(value)


def test_every_example_is_run() -> None:
    blocks = re.findall(r"^```(\w*)$", TEXT, re.M)[::2]
    assert blocks.count("console") == len(CONSOLE) == 3
    assert blocks.count("sh") == len(JSON) == 5
    assert blocks.count("json") == 6  # those of the commands, and the window's
    assert blocks.count("python") == 2 and len(blocks) == 16


def test_its_python_reads_a_journal(tmp_path: Path) -> None:
    _, example = re.findall(r"```python\n(.*?)```", TEXT, re.S)
    names: dict[str, Any] = {}
    exec(compile(example, "REFERENCE.md", "exec"), names)
    journal = tmp_path / "games.txt"
    muggins("replay", "-", "--journal", journal, stdin="OK 2 10 5 UNDO 6")
    whole = muggins("record", "--all", "--journal", journal).out.splitlines()
    assert names["lines"](journal) == whole
    assert whole[-3:] == ["lay 5", "undo", "lay 6"]
    journal.write_bytes(journal.read_bytes().replace(b"lay 5", b"lay 4"))
    assert names["lines"](journal) == whole[:-3]


@pytest.mark.parametrize("link", sorted(set(re.findall(r"\]\(([^)\s]+)\)", TEXT))))
def test_each_link_leads_somewhere(link: str) -> None:
    path, _, heading = link.partition("#")
    target = ROOT / "firmware_py" / (path or "REFERENCE.md")
    assert target.exists()
    if heading:
        text = re.sub(r"^```.*?^```$", "", target.read_text(encoding="utf-8"), flags=re.M | re.S)
        heads = re.findall(r"^#+ (.*)$", text, re.M)
        assert heading in {re.sub(r"[^\w\- ]", "", head).lower().replace(" ", "-") for head in heads}


# -- the tables


def held_go(rules: Rules, *presses: Key) -> Key:
    """Return the key that a long press of GO stands for after these key presses."""
    board = keyed.board("OK 2", rules=rules)
    for key in presses:
        board.press(key)
    return board.key_for_held_go


def test_every_key_is_described_with_its_long_press() -> None:
    rows = table(section("Keys"))
    assert [word for keys, _ in rows for word in words(keys)] == [key.value for key in Key]
    told = {words(keys)[0]: words(what)[-1] for keys, what in rows if "long press" in what}
    fixed = {long.value: short.value for short, long in LONG_PRESS.items() if isinstance(long, Key)}
    (held,) = (short.value for short, long in LONG_PRESS.items() if long is Held.GO)
    depends = {held_go(Rules(muggins=True)), held_go(Rules()), held_go(Rules(), Key.AGAIN)}
    assert told == fixed | {key.value: held for key in depends}
    assert f"after {LONG:g} s as a long press" in section("Keys")
    assert [DIGITS[key] for key in (Key.ACE, Key.TWO, Key.NINE, Key.TEN)] == ["1", "2", "9", "0"]


def test_every_prompt_is_described() -> None:
    told = [words(name)[0] for name, _, _ in table(section("Prompts"))]
    assert sorted(told) == sorted([*(prompt.value for prompt in Prompt), "points"])


def test_every_entry_of_the_menu_is_described() -> None:
    assert [words(key) for key, *_ in table(section("The menu"))] == [[entry.key.value] for entry in ENTRIES]


def test_every_reason_is_there() -> None:
    text = section("`replay --json` and `status --json`")
    _, _, reasons = text.partition("The reasons:\n")
    assert words(reasons) == [reason.value for reason in Reason]


def test_every_command_is_described_with_its_options() -> None:
    rows = {words(name)[0].split()[1]: words(options) for name, _, options in table(section("Commands"))[1:]}
    assert list(rows) == list(COMMANDS)
    for name, options in rows.items():
        taken = {word for action in parser_of(name)._actions for word in action.option_strings}
        assert {option.split()[0] for option in options} == taken - {"-h", "--help"}, name


@pytest.mark.parametrize(
    ("title", "printed"),
    [
        ("`count --json`", ["points", "call", "items"]),
        ("`replay --json` and `status --json`", list(report_object(History.of(Game.new())))),
    ],
)
def test_every_field_is_described(title: str, printed: list[str]) -> None:
    assert [words(name)[0] for name, _ in table(section(title))] == printed


def test_the_fields_of_the_history_are_named() -> None:
    assert all(f"`{name}`" in section("`history --json`") for name in history_object([]))


# -- the window


def test_the_view_is_what_the_board_writes(tmp_path: Path) -> None:
    # Only the name of the run and the sequence numbers differ from the example in the reference.
    written = json.loads(re.findall(r"^```json\n(.*?)^```", section("The board's window"), re.M | re.S)[0])
    board = keyed.board("OK 2 10")
    outcome = board.press(Key.FIVE)
    ViewFile(tmp_path, 0o750).write(board, [(Press(Key.FIVE, None, "a3"), outcome)])
    found = json.loads((tmp_path / "view.json").read_bytes())
    assert list(found) == list(written)
    vary = {"run": written["run"], "sequence": 5, "recent": [{**found["recent"][0], "sequence": 5}]}
    assert {**found, **vary} == written


def test_every_field_of_the_view_is_described() -> None:
    described = [word for name, _ in table(section("The board's window")) for word in words(name)]
    whole = json.loads(re.findall(r"^```json\n(.*?)^```", section("The board's window"), re.M | re.S)[0])
    assert sorted(described) == sorted(whole)


def test_every_change_is_described_with_its_fields() -> None:
    _, _, text = section("The board's window").partition("`happened` is a list")
    described = {words(name)[0]: words(fields) for name, fields, _ in table(text)}
    kinds = get_args(change.Change)
    made = [change_object(kind(*[()] * len(kind._fields))) for kind in kinds]
    assert described == {each["what"]: [name for name in each if name != "what"] for each in made}


def test_every_source_of_points_and_every_question_is_listed() -> None:
    _, _, text = section("The board's window").partition("These fields need a word more")
    listed = {words(name)[0]: words(said) for name, said in table(text)}
    assert sorted(listed["source"]) == sorted(each.value for each in Source if each is not Source.SCORE_SET)
    assert listed["question"] == [each.value for each in Question]


def test_its_python_presses_a_key(tmp_path: Path) -> None:
    example, _ = re.findall(r"```python\n(.*?)```", TEXT, re.S)
    heard: SimpleQueue[Press] = SimpleQueue()
    with closing(KeySocket(tmp_path / "keys", lambda press: heard.put(press) or True)):
        exec(example.replace("/run/muggins/keys", str(tmp_path / "keys")), {})
        assert heard.get(timeout=PATIENCE) == Press(Key.FIVE, None, "a3")
