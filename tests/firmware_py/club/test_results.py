"""Each game has one result, which survives a restart, a power cut and damage, and is a line of the CSV.

The other files of a club are the stored night and the list of players.
"""

from __future__ import annotations

import asyncio
import csv
import io
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from firmware_py.club import evening_file, results_file
from firmware_py.club import results as results_module
from firmware_py.club.evening_file import (
    EVENING,
    Evening,
    club_folder,
    read_evening,
    read_players,
    write_evening,
)
from firmware_py.club.pairing import Draw, Form, Pair, Round
from firmware_py.club.results import Result, Results, ResultsCsv
from firmware_py.club.results_file import RESULTS, ResultsFile, read_results
from firmware_py.system import files, process
from firmware_py.system.errors import UsageError
from firmware_py.words.english import English

NAMES, HANDS = ("Zoë", 'Bo, "b"'), ((24, 28), ())
TWO = Result("b1", "x-1", "Table 1", NAMES, (121, 60), 0, "double", 1795292103.9, hands=HANDS)
THREE = Result("b2", "x-1", "=1+1", ("@Ann", "-Bob", "Cy"), (60, 121, 100), 1, None, 0.0)


def test_a_line_for_each_game() -> None:
    results = Results()
    names, hands = ("A", "B", "C", "D"), ((), (28,), (), (24,))
    for each in (TWO, THREE, THREE._replace(board="b3", names=names, scores=(1, 121, 3, 4), hands=hands)):
        results.add(each)
    text = b"".join(asyncio.run(ResultsCsv(results, English()).pieces())).decode("utf-8-sig")
    heading, two, three, four = csv.reader(io.StringIO(text), strict=True)
    assert heading[:5] == ["number", "ended (UTC)", "table", "name 1", "score 1"]
    assert heading[9:14] == ["winner", "skunk", "spread", "game points", "director"]
    assert heading[14:] == ["hands 1", "hands 2", "hands 3", "name 4", "score 4", "hands 4"]
    assert two == [
        *("1", "2026-11-21T20:15:03Z", "Table 1", "Zoë", "121", 'Bo, "b"', "60", "", ""),
        *("Zoë", "double", "61", "3", "", "24 28", "", "", "", "", ""),
    ]
    # A spreadsheet would take a name that begins with one of =+-@ for a formula.
    assert three == [
        *("2", "1970-01-01T00:00:00Z", "'=1+1", "'@Ann", "60", "'-Bob", "121", "Cy", "100"),
        *("'-Bob", "", "21", "2", "", "", "", "", "", "", ""),
    ]
    assert four[3:9] + four[14:] == [*("A", "1", "B", "121", "C", "3"), *("", "28", "", "D", "4", "24")]


def test_only_the_piece_of_a_result_that_changed_is_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(results_module, "ROWS", 1)
    results = Results()
    for each in (TWO, THREE):
        results.add(each)
    table = ResultsCsv(results, English())
    before = asyncio.run(table.pieces())
    results.undo("b2", "x-1")
    table.changed(2)
    after = asyncio.run(table.pieces())
    assert [len(piece.splitlines()) for piece in (*before, *after)] == [1, 1, 1, 1, 1, 0]
    assert [one is other for one, other in zip(before, after, strict=True)] == [True, True, False]


# 2026-11-21T20:15:03Z, according to `date -d 2026-11-21T20:15:03Z +%s`.
ENDED = 1795292103
ONE = Result("b1", "x-1", "Table 1", ("Zoë", "Žofie"), (121, 98), 0, None, ENDED)
OTHER = Result("b2", "x-1", "Table 2", ("Ann", "Bob", "Cy"), (60, 121, 90), 1, "skunk", ENDED + 1)


DAMAGE = [b"", b"\x00", b'"', b"9" * 5000, b"[" * 3000]


def stored(folder: Path, *results: Result) -> None:
    file = ResultsFile(folder)
    for result in results:
        file.add(result)
    file.store()
    file.close()


@pytest.mark.parametrize("torn", [1, 5, 100])
def test_after_a_power_cut_the_next_result_is_stored_whole(tmp_path: Path, torn: int) -> None:
    stored(tmp_path, ONE, OTHER)
    path = tmp_path / RESULTS
    path.write_bytes(path.read_bytes()[:-torn])
    stored(tmp_path, OTHER)
    assert list(read_results(tmp_path).counting(0)) == [ONE, OTHER]


def test_damaged_lines_are_set_aside_and_cost_no_other_line(tmp_path: Path) -> None:
    stored(tmp_path, ONE, OTHER)
    path = tmp_path / RESULTS
    first, second = path.read_bytes().splitlines(keepends=True)
    damaged = [
        b"\xff\xfe{[\n",
        b'{"board": 5, "game": "x"}\n',
        first.replace(b', "skunk": null', b""),
        b'{"board": "b1", "game": "\\ud800", "undone": true}\n',
    ]
    path.write_bytes(b"".join([*damaged[:2], first, *damaged[2:], second]))
    assert list(read_results(tmp_path).counting(0)) == [ONE, OTHER]
    with closing(ResultsFile(tmp_path)) as file:
        assert list(file.results.counting(0)) == [ONE, OTHER]
        assert file.damage == f"{path}: 4 damaged lines left out, and set aside in results.damaged-1.jsonl"
    assert (tmp_path / "results.damaged-1.jsonl").read_bytes() == b"".join(damaged)
    with closing(ResultsFile(tmp_path)) as again:
        assert again.damage is None and list(again.results.counting(0)) == [ONE, OTHER]


def test_damaged_lines_that_cannot_be_set_aside_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    stored(tmp_path, ONE)
    path = tmp_path / RESULTS
    damaged = b"{\n" + path.read_bytes()
    path.write_bytes(damaged)
    monkeypatch.setattr(results_file, "write_at", full)
    with closing(ResultsFile(tmp_path)) as file:
        assert file.damage is not None and "the disk is full" in file.damage
        assert list(file.results.counting(0)) == [ONE]
    assert path.read_bytes() == damaged


@pytest.mark.parametrize("seed", range(3))
def test_no_damage_keeps_the_club_from_starting(tmp_path: Path, seed: int) -> None:
    chance = Random(seed)
    stored(tmp_path, ONE, OTHER)
    path = tmp_path / RESULTS
    good = path.read_bytes()
    for _ in range(40):
        content = bytearray(good)
        for _ in range(chance.randint(1, 4)):
            start = chance.randrange(len(content))
            content[start : start + chance.randint(0, 12)] = chance.choice(DAMAGE)
        path.write_bytes(content)
        with closing(ResultsFile(tmp_path)) as file:
            file.add(ONE._replace(game="x-9"))
            file.store()
        assert ONE.board in {each.result.board for each in read_results(tmp_path).since(0)}


def test_a_folder_that_cannot_be_used_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(UsageError, match="file: this is a file where a folder is needed"):
        ResultsFile(tmp_path / "file")
    (tmp_path / RESULTS).mkdir()
    with pytest.raises(UsageError, match="this is a folder"):
        ResultsFile(tmp_path)


ROUNDS = (Round((Pair("Ann", "Zoë"),), "Cy"), Round((Pair("Cy", "Ann"),), "Zoë"))


@pytest.mark.parametrize(
    "evening",
    [
        Evening(),
        Evening(17),
        Evening(3, Draw(Form.SWISS, 5, ROUNDS, (5, 8))),
        Evening(1, Draw(Form.KNOCKOUT, 1, (Round((Pair("Ann", "Zoë"),), None, ("Cy",), 3),), (1,))),
        Evening(0, Draw(Form.EVERYONE, 0, (), ())),
    ],
    ids=["empty", "new", "swiss", "knockout", "everyone"],
)
def test_an_evening_is_stored(tmp_path: Path, evening: Evening) -> None:
    write_evening(tmp_path / "club", evening)
    assert read_evening(tmp_path / "club") == evening


def test_without_a_file_all_results_belong_to_the_evening(tmp_path: Path) -> None:
    assert read_evening(tmp_path) == Evening(0, None)


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[]",
        "[" * 100_000,
        "{}",
        '{"version": 2, "after": 0, "draw": null}',
        '{"version": 1, "after": 0, "draw": {"form": "x"}}',
        '{"version": 1, "after": 0, "draw": {"form": "knockout", "after": 0, "rounds": []}}',
    ],
)
def test_another_file_is_no_evening(tmp_path: Path, content: str) -> None:
    (tmp_path / EVENING).write_text(content)
    with pytest.raises(UsageError, match=r"evening\.json: this is no evening of a club: remove the file"):
        read_evening(tmp_path)


def test_a_folder_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(UsageError, match="file exists"):
        write_evening(tmp_path / "file", Evening())
    (tmp_path / EVENING).mkdir()
    with pytest.raises(UsageError, match="is a directory"):
        read_evening(tmp_path)


def test_a_folder_of_the_service_needs_sudo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(files, "replace", refused)
    with pytest.raises(UsageError, match="permission denied: run the command with sudo"):
        write_evening(tmp_path, Evening())


@pytest.mark.parametrize(
    "content",
    [
        "Ann\nZoë\nBob2\n",
        "\ufeffAnn\r\n\r\n  Zoë \r\nBob2",
        "# the club\nAnn # may be late\n#Eve\nZoe\u0308\nBob2\n\n\n",
    ],
)
def test_each_line_is_a_name(tmp_path: Path, content: str) -> None:
    path = tmp_path / "players.txt"
    path.write_text(content, encoding="utf-8")
    assert read_players(path) == ["Ann", "Zoë", "Bob2"]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"Ann\nBob\nann\n", "line 3: ann is there twice"),
        (b"Ann\nBo\x07b\n", r"line 2: 'Bo\\x07b' cannot be entered on a board"),
        (b"Ann\n\nverylongnamehere\n", "line 3: 'verylongnamehere' cannot be entered"),
        (b"Bob-joe\n", "line 1: 'Bob-joe' cannot be entered"),
        (b"Ann B\n", "line 1: 'Ann B' cannot be entered"),
        (b"Zo\xeb\n", "this is not text in UTF-8"),
    ],
)
def test_a_wrong_file_is_refused_with_the_line(tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "players.txt"
    path.write_bytes(content)
    with pytest.raises(UsageError, match=f"players.txt: {words}"):
        read_players(path)


def test_a_file_that_is_missing(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no such file or directory"):
        read_players(tmp_path / "players.txt")


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(evening_file, "CLUB_SERVICE_FOLDER", tmp_path / "service")


@pytest.mark.parametrize(
    ("state_directory", "is_packaged", "folder"),
    [(None, False, "home/muggins/club"), (None, True, "service"), ("named", False, "named")],
)
def test_the_folder_is_the_users_or_the_services(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    state_directory: str | None,
    is_packaged: bool,
    folder: str,
) -> None:
    (tmp_path / "service").mkdir()
    monkeypatch.setattr(process, "is_packaged", lambda: is_packaged)
    if state_directory:
        monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / state_directory))
    assert club_folder() == tmp_path / folder
