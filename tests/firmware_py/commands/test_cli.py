"""The commands: what they print."""

from pathlib import Path

import pytest

from engine.options import OPTIONS
from firmware_py.version import VERSION
from tests.support import keyed
from tests.support.command import Result, muggins, nothing_changes, process

# -- count


def test_count_without_a_starter_counts_the_cards_alone() -> None:
    made = muggins("count", "5H", "5C", "5S", "JD", "--json").json
    assert (made["points"], made["call"].split(",")[0]) == (14, "fifteen two")
    assert muggins("count", "6H", "7H", "8H", "KH", "--json").json["points"] == 9


def test_count_takes_the_fifth_card_for_the_starter() -> None:
    """RULES.md 4: 29 with the right jack; the first four are a flush by themselves."""
    for cards, points in (("5H 5C 5S JD 5D", 29), ("2H 4H 6H 8H KS", 4), ("KS 2H 4H 6H 8H", 0)):
        assert muggins("count", *cards.split(), "--json").json["points"] == points


@pytest.mark.parametrize(
    ("cards", "last"),
    [
        ("2 4 6 J K", "The missing suits could add a flush (5) and his nobs (1)."),
        ("2H 4H 6H J KS", "The missing suits could add a flush (4) or his nobs (1)."),
        ("2H 4H 6H 8H K", "The missing suits could add 1 more for the flush."),
        ("5 5 5 J 5", "The missing suits could add his nobs (1)."),
        ("2H 4H 6H 8H KS", "4: a flush of four"),
        ("2 2 6 8 8", "4: a pair is two and a pair is four"),
    ],
)
def test_count_says_what_suits_that_were_not_given_could_add(cards: str, last: str) -> None:
    assert muggins("count", *cards.split()).out.splitlines()[-1] == last
    assert list(muggins("count", *cards.split(), "--json").json) == ["points", "call", "items"]


def test_count_takes_cards_in_either_case_and_without_suits() -> None:
    assert muggins("count", "5h", "td", "10", "Q", "--starter", "as", "--json").json["points"] == 8


def test_count_reads_the_cards_that_it_prints() -> None:
    cards = ["5♥", "5♣", "5♠", "J♦"]
    utf8 = {"PYTHONUTF8": "1"}
    printed = process("count", *cards, "--starter", "5♦", environment=utf8)
    assert printed == process("count", "5H", "5C", "5S", "JD", "--starter", "5D", environment=utf8)
    assert all(card in printed.out for card in cards)


def test_count_takes_options_of_the_rules() -> None:
    made = muggins("count", "5H", "5C", "5S", "JD", "--set", "game=six-card", "--json").json
    assert made["points"] == 14


# -- replay


def test_replay_prints_one_object_of_the_shape_of_the_design() -> None:
    made = muggins("replay", "-", "--json", stdin="4 9 3 10 5 H K").json
    assert list(made) == (
        "players prompt to_act dealer count presses deals sides winner skunk pegged refused".split()
    )
    assert made == {
        "players": 2,
        "prompt": "play",
        "to_act": 0,
        "dealer": 0,
        "count": 25,
        "presses": 7,
        "deals": 0,
        "sides": [
            {"score": 2, "front": 2, "back": 0, "games": 0},
            {"score": 0, "front": 0, "back": 0, "games": 0},
        ],
        "winner": None,
        "skunk": None,
        "pegged": [
            {
                "press": 4,
                "side": 0,
                "points": 2,
                "score": 2,
                "items": [{"reason": "fifteen", "points": 2, "cards": ["10", "5H"]}],
            }
        ],
        "refused": [],
    }


def test_replay_tells_what_was_refused_by_the_number_of_the_next_press() -> None:
    made = muggins("replay", "-", "--json", stdin="GO OK 3 GO K OK 3 3 3 3 REDO").json
    refused = [(one["press"], one["key"]) for one in made["refused"]]
    assert refused == [(0, "GO"), (2, "GO"), (6, "3"), (6, "REDO")]
    assert all(list(one) == ["press", "key", "why"] and one["why"] for one in made["refused"])


@pytest.mark.parametrize("how", [[], ["--device"]])
def test_replay_says_where_in_the_file_a_key_was_refused_and_after_how_many_presses(how: list[str]) -> None:
    keys = "GO OK\n\n# the deal\n3 OK GO\n   5 K REDO"
    lines = muggins("replay", "-", *how, stdin=keys).out.splitlines()
    refused = muggins("replay", "-", *how, "--json", stdin=keys).json["refused"]
    assert [(one["press"], one["key"]) for one in refused] == [(0, "GO"), (2, "GO"), (4, "REDO")]
    assert lines[:3] == [
        f"line 1, column 1: GO refused after 0 presses: {refused[0]['why']}",
        f"line 4, column 6: GO refused after 2 presses: {refused[1]['why']}",
        f"line 5, column 8: REDO refused after 4 presses: {refused[2]['why']}",
    ]


def test_replay_reads_a_file_and_standard_input_alike(tmp_path: Path) -> None:
    keys = tmp_path / "keys.txt"
    keys.write_text("OK 3 # a comment\nK 5\n", encoding="utf-8")
    from_file = muggins("replay", keys, "--json").json
    assert from_file == muggins("replay", "-", "--json", stdin="ok 3 k 5").json
    assert from_file["sides"][0]["score"] == 2


def test_replay_of_nothing_stands_at_the_cut() -> None:
    made = muggins("replay", "-", "--json").json
    assert (made["prompt"], made["presses"], made["pegged"]) == ("cut_for_deal", 0, [])


def test_replay_without_a_journal_writes_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    with nothing_changes(tmp_path):
        assert muggins("replay", "-", stdin="OK 3 K 5").status == 0


def test_players_and_start_are_what_is_played() -> None:
    made = muggins("replay", "-", "--players", 2, "--start", "7,120", "--set", "game=six-card", "--json").json
    assert [(side["score"], side["back"]) for side in made["sides"]] == [(7, 0), (120, 0)]


# -- replay --journal


def test_a_journal_carries_on_and_its_presses_are_counted_since_it_began(tmp_path: Path) -> None:
    games = tmp_path / "games.txt"
    first = muggins("replay", "-", "--journal", games, "--ack", stdin="OK 3 GO K OK")
    assert first.status == 0
    assert first.out.splitlines()[:3] == ["1", "2", "3"]
    second = muggins("replay", "-", "--journal", games, "--ack", "--json", stdin="5 UNDO UNDO REDO GO")
    *acknowledged, last = second.out.splitlines()
    assert acknowledged == ["4", "5", "6", "7"]
    made = Result(0, last, second.err).json
    assert made["refused"] == [
        {"press": 7, "key": "GO", "why": "No go at 10: up to 21, any card can be played"}
    ]
    assert (made["presses"], made["count"]) == (7, 10)
    assert made | {"refused": []} == muggins("status", "--journal", games, "--json").json


def test_acknowledged_are_all_presses_that_took_effect_and_no_others(tmp_path: Path) -> None:
    words = keyed.whole_game(11)
    with_others = " MUGGINS ".join(words) + " MENU GO OK"
    for device in ([], ["--device"]):
        games = tmp_path / f"games{len(device)}.txt"
        result = muggins("replay", "-", "--journal", games, "--ack", *device, "--json", stdin=with_others)
        *acknowledged, _ = result.out.splitlines()
        # The OK at the end begins the next game.
        assert acknowledged == [str(number) for number in range(1, len(words) + 2)]
    assert (tmp_path / "games0.txt").read_bytes() == (tmp_path / "games1.txt").read_bytes()


def test_a_journal_that_holds_a_game_takes_the_same_options_again(tmp_path: Path) -> None:
    games = tmp_path / "games.txt"
    options = ["--journal", games, "--start", "10,20", "--players", 2, "--json"]
    muggins("replay", "-", *options, stdin="OK")
    made = muggins("replay", "-", *options, stdin="J").json
    assert [side["score"] for side in made["sides"]] == [12, 20]
    without = muggins("replay", "-", "--journal", games, "--json", stdin="K").json
    assert (without["presses"], without["count"]) == (3, 10)


# -- status


def test_status_says_where_the_journal_stands_as_text_too(tmp_path: Path) -> None:
    games = tmp_path / "games.txt"
    replayed = muggins("replay", "-", "--journal", games, stdin="OK 3 K 5")
    with nothing_changes(tmp_path):
        status = muggins("status", "--journal", games)
    assert status == Result(0, replayed.out, "")
    assert "4 presses, 0 deals finished" in status.out
    assert "Left dealt. It is Right's turn." in status.out


@pytest.mark.parametrize(
    ("variable", "below"), [("STATE_DIRECTORY", "games.txt"), ("XDG_STATE_HOME", "muggins/games.txt")]
)
def test_status_finds_the_journal_of_the_board(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variable: str, below: str
) -> None:
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", "/nowhere")
    monkeypatch.setenv(variable, str(tmp_path))
    muggins("replay", "-", "--journal", tmp_path / below, stdin="OK 3 K")
    assert muggins("status", "--json").json["count"] == 10


def test_status_finds_the_journal_in_the_home_of_the_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    games = tmp_path / ".local" / "state" / "muggins" / "games.txt"
    muggins("replay", "-", "--journal", games, stdin="OK 3 K")
    assert muggins("status", "--json").json["count"] == 10


def test_status_drops_a_torn_line_and_leaves_it_in_the_file(tmp_path: Path) -> None:
    games = tmp_path / "games.txt"
    muggins("replay", "-", "--journal", games, stdin="OK 3 K")
    with games.open("ab") as file:
        file.write(b"lay 5 #12")
    with nothing_changes(tmp_path):
        assert muggins("status", "--journal", games, "--json").json["presses"] == 3


# -- as a program


def test_the_commands_run_as_programs_of_their_own(tmp_path: Path) -> None:
    games = tmp_path / "games.txt"
    counted = process("count", "5H", "5C", "5S", "JD", "--starter", "5D", "--json")
    assert counted.json["points"] == 29
    replayed = process("replay", "-", "--journal", games, "--ack", stdin="OK 3 K 5")
    assert replayed.out.splitlines()[:4] == ["1", "2", "3", "4"]
    assert process("status", "--journal", games, "--json").json["presses"] == 4


COMMANDS = ["simulate", "count", "replay", "record", "history", "status", "wiring", "doctor", "setup"]


@pytest.mark.parametrize("arguments", [[], *([command] for command in COMMANDS)])
def test_help_is_help(arguments: list[str]) -> None:
    result = process(*arguments, "--help")
    assert (result.status, result.err) == (0, "")
    assert " ".join(["usage: muggins", *arguments]) in result.out


def test_the_help_names_all_commands_and_says_what_plain_muggins_does() -> None:
    text = " ".join(process("--help").out.split())
    for command in COMMANDS:
        assert f" {command} " in text
    assert "Without a command it runs the board" in text and "not a Raspberry Pi" in text
    assert "--version show the version and exit" in text


@pytest.mark.parametrize("command", ["count", "replay", "simulate"])
def test_the_help_lists_the_options_of_the_rules_with_values_and_default(command: str) -> None:
    lines = process(command, "--help", environment={"COLUMNS": "80"}).out.splitlines()
    for option in OPTIONS.values():
        (line,) = (line for line in lines if line.startswith(f"  {option.name}="))
        values = line.partition("=")[2]
        for value in (option.values[0], option.values[-1]):
            assert str(value) in values
        if option.default is not None:
            assert values.endswith(f" ({option.write(option.default)})")
        assert lines[lines.index(line) + 1].startswith(" " * 6 + option.about[:30])
    assert max(map(len, lines)) <= 80
    assert not any("section" in line for line in lines)  # of rules that only the project has


@pytest.mark.parametrize("command", ["simulate", "record", "history", "status"])
def test_the_help_says_where_the_journal_is(command: str) -> None:
    text = " ".join(process(command, "--help").out.split())
    assert "~/.local/state/muggins/games.txt" in text.partition("--journal FILE ")[2]


def test_the_version_is_told() -> None:
    result = process("--version")
    assert (result.status, result.out, result.err) == (0, f"muggins {VERSION}\n", "")
