"""`muggins record`, and what the commands say if there are no games that they can read."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from engine.match.record import read_record
from tests.support import keyed
from tests.support.command import Result, check_error, muggins, nothing_changes, process
from tests.support.journals import HEADER
from tests.support.machine import Machine, as_nobody, folder_of_nobody

__all__ = ["folder_of_nobody"]

# Side 0 wins with his heels. In the second game the loser deals, and the fifteen is undone.
KEYS = "OK J OK 3 H K 5 UNDO 4"
FIRST = [HEADER.replace("0,0", "119,0"), "deals 0", "starter J"]
SECOND = [
    HEADER.replace("start=0,0", "start=0,0 games=4,0"),
    "deals 1",
    "starter 3",
    "suit H",
    "lay K",
    "lay 4",
]
ALL = [*FIRST, "next-game", "starter 3", "suit H", "lay K", "lay 5", "undo", "lay 4"]


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """Return the path to a journal with two games, the second of which is still in progress."""
    path = tmp_path / "games.txt"
    muggins("replay", "-", "--journal", path, "--start", "119,0", stdin=KEYS)
    return path


def lines(result: Result) -> list[str]:
    assert (result.status, result.err) == (0, "")
    assert result.out.endswith("\n")
    return result.out.splitlines()


def standing(path: Path) -> dict[str, Any]:
    made: dict[str, Any] = muggins("status", "--journal", path, "--json").json
    return made


# -- record


def test_record_prints_the_last_game_unless_a_number_is_given(games: Path) -> None:
    with nothing_changes(games.parent):
        assert lines(muggins("record", "--journal", games)) == SECOND
        assert lines(muggins("record", "--journal", games, "--game", "2")) == SECOND
        assert lines(muggins("record", "--journal", games, "--game", "1")) == FIRST


def test_record_all_prints_the_whole_journal(games: Path) -> None:
    with nothing_changes(games.parent):
        assert lines(muggins("record", "--journal", games, "--all")) == ALL
    kept = [line for line in games.read_text().splitlines() if line.strip() and not line.startswith("# ")]
    assert "".join(line.rpartition(" #")[0] + "\n" for line in kept) == (
        muggins("record", "--journal", games, "--all").out
    )


def test_record_all_of_a_shortened_journal_reaches_as_far_back_as_undo(tmp_path: Path) -> None:
    """The record of a shortened journal begins at the first event that UNDO can still reach.

    Events that were permanently undone are replaced by placeholders (RECORD.md, Events).
    """
    path = tmp_path / "games.txt"
    # In the second game the six is undone before the third begins. In the third game the king is undone.
    keys = "OK J OK 3 6 UNDO 4 MENU A GO A 2 A OK OK 7 K UNDO 5"
    muggins("replay", "-", "--journal", path, "--start", "119,0", stdin=keys)
    header, carried, *events = lines(muggins("record", "--journal", path, "--all"))
    assert header.startswith("muggins 2 ")
    assert carried.startswith("continues 3 3 1 1 ")  # after the three presses of the first game
    assert events == [
        "starter 3",
        *("lay 4", "undo"),  # was: lay 6, undo
        "lay 4",
        "peg 1 121",
        "next-game",
        "starter 7",
        *("lay K", "undo", "lay 5"),
    ]
    made = muggins("replay", "-", "--json", stdin="\n".join([header, carried, *events])).json
    assert made["presses"] == standing(path)["presses"] == 13
    assert {**made, "refused": None} == {**standing(path), "refused": None}
    # The earlier games have files of their own.
    assert lines(muggins("record", "--journal", path, "--game", "1")) == FIRST
    assert "lay 6" not in muggins("record", "--journal", path, "--game", "2").out
    assert "as far back as UNDO reaches" in " ".join(process("record", "--help").out.split())


@pytest.mark.parametrize(
    ("arguments", "about"),
    [
        (["--game", "0"], ["--game 0", "choose 1 to 2"]),
        (["--game", "3"], ["--game 3", "choose 1 to 2"]),
        (["--game", "1", "--all"], ["--all", "--game"]),
    ],
)
def test_a_missing_game_is_an_error(games: Path, arguments: list[str], about: list[str]) -> None:
    with nothing_changes(games.parent):
        check_error(muggins("record", "--journal", games, *arguments), *about)


def test_an_empty_journal_has_no_record(tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    with nothing_changes(tmp_path):
        check_error(muggins("record", "--journal", tmp_path / "empty"), "no game has begun")


# -- replay of a record


def test_a_replayed_record_has_the_state_of_the_journal(games: Path) -> None:
    text = muggins("record", "--journal", games, "--all").out
    there = games.parent / "record.txt"
    there.write_text(text, encoding="utf-8")
    wanted = standing(games) | {"refused": []}
    assert wanted["presses"] == len(KEYS.split())
    for file in (there, games):  # a journal is a record too: the checksums are comments
        assert muggins("replay", file, "--json").json == wanted
    assert muggins("replay", "-", "--json", stdin=text).json == wanted


@pytest.mark.parametrize("seed", range(2))
def test_a_whole_match_is_recorded_and_replayed(tmp_path: Path, seed: int) -> None:
    words = keyed.whole_game(seed, suits=seed == 1, second_thoughts=True)
    first, second = tmp_path / "one.txt", tmp_path / "two.txt"
    muggins("replay", "-", "--journal", first, stdin=" ".join([*words, "OK", "3"]))
    record = muggins("record", "--journal", first, "--all").out
    numbers = lines(muggins("replay", "-", "--journal", second, "--ack", stdin=record))
    # Each press is acknowledged once it is saved. Then comes the state of the game.
    presses = len(record.splitlines()) - 1
    assert numbers[:presses] == [str(number) for number in range(1, presses + 1)]
    assert second.read_bytes() == first.read_bytes()
    one = read_record(muggins("record", "--journal", first, "--game", "1").out).history.game
    assert one.winner is not None


def test_a_record_may_have_comments_and_contains_the_rules() -> None:
    text = f"# at the club\n{HEADER}\n\ndeals 0  # no cut\n starter 3\nlay K # by Ann\n"
    assert muggins("replay", "-", "--json", stdin=text).json["count"] == 10
    three = "muggins 1 players=3 start=0,0,0 names=Ann,Bob,Cy\ndeals 2\nstarter 3\n"
    made = muggins("replay", "-", "--json", stdin=three).json
    assert (made["players"], made["dealer"], made["to_act"], len(made["sides"])) == (3, 2, 0, 3)
    assert "Ann" in muggins("replay", "-", stdin=three).out


def test_a_key_file_may_begin_with_the_key_muggins() -> None:
    for text in ("muggins", "muggins ok 3 k", "# keys\nmuggins\nok"):
        made = muggins("replay", "-", "--json", stdin=text).json
        assert [refused["key"] for refused in made["refused"]] == ["MUGGINS"]


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("muggins 1 start=0,0", ["line 1, column 1", "players=… is missing"]),
        (f"{HEADER}\n\ndeals 0\ngo", ["line 4, column 1", "'go': No go now"]),
    ],
)
def test_an_impossible_record_is_an_error_of_one_line(text: str, about: list[str]) -> None:
    check_error(muggins("replay", "-", stdin=text), "standard input: ", *about)


def test_options_that_describe_the_game_are_refused_beside_a_record(games: Path) -> None:
    for option in (["--players", "2"], ["--start", "119,0"], ["--set", "game=six-card"]):
        check_error(muggins("replay", games, *option), "a record brings its own rules", option[0])
    check_error(muggins("replay", games, "--device"), "a record has no keys", "--device")


def test_a_record_needs_a_journal_of_its_own(games: Path) -> None:
    begun = games.parent / "other.txt"
    muggins("replay", "-", "--journal", begun, stdin="OK 3")
    with nothing_changes(games.parent):
        check_error(
            muggins("replay", games, "--journal", begun), "other.txt: this journal has a game already"
        )


# -- simulate


COMMANDS = ("status", "history", "record")


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    return Machine(tmp_path, monkeypatch)


@pytest.mark.parametrize("command", COMMANDS)
def test_if_nothing_was_played_the_error_says_how_to_begin(machine: Machine, command: str) -> None:
    with nothing_changes(machine.own.parents[2]):
        result = muggins(command)
    check_error(result, "nothing has been played yet", "'muggins simulate' begins a game")
    assert "no such file" not in result.err
    check_error(muggins(command, "--journal", "none.txt"), "none.txt", "no such file", "check its name")
    machine.install(packaged=True)
    check_error(muggins(command), "nothing has been played yet", "the board", "systemctl status muggins")
    machine.service.parent.mkdir()
    check_error(muggins(command), "nothing has been played yet", "the board")
    machine.service.touch()  # the board has begun, and no key was pressed
    if command == "history":
        assert muggins(command).out == "no game is finished yet\n"
    else:
        check_error(muggins(command), "nothing has been played yet")


@pytest.mark.parametrize("what", ["folder", "file"])
def test_the_error_says_that_games_exist_which_this_user_may_not_read(
    folder_of_nobody: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    machine = Machine(folder_of_nobody, monkeypatch)
    machine.install(packaged=True)
    machine.play(machine.service, "OK 3 K")
    for command in COMMANDS:  # imports modules that only root may be able to read
        muggins(command)
    (machine.service.parent if what == "folder" else machine.service).chmod(0)

    def check() -> None:
        for command in COMMANDS:
            result = muggins(command)
            check_error(result, str(machine.service), "you may not read the board's games", "'sudo'")

    as_nobody(check)
    machine.service.parent.chmod(0o755)


def test_a_journal_that_is_a_device_or_a_pipe_is_refused(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (pipe, Path("/dev/null"), Path("/dev/zero")):
        for command in (("status",), ("replay", "-")):
            check_error(process(*command, "--journal", path, stdin="OK"), str(path), "name a file")
