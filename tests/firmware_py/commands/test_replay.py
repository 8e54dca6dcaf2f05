"""`muggins replay`: what it takes, and what it prints."""

import os
from pathlib import Path

import pytest

from tests.support.command import Result, check_error, muggins, nothing_changes, process


def test_replay_prints_one_object_of_the_shape_of_the_design() -> None:
    made = muggins("replay", "-", "--json", stdin="4 9 3 10 5 H K").json
    assert list(made) == (
        "players prompt to_act dealer count presses deals sides winner skunk pegged refused".split()
    )
    items = [{"reason": "fifteen", "points": 2, "cards": ["10", "5H"]}]
    assert made == {
        **{"players": 2, "prompt": "play", "to_act": 0, "dealer": 0, "count": 25, "presses": 7, "deals": 0},
        "sides": [{"score": score, "front": score, "back": 0, "games": 0} for score in (2, 0)],
        **{"winner": None, "skunk": None, "refused": []},
        "pegged": [{"press": 4, "side": 0, "points": 2, "score": 2, "items": items}],
    }


@pytest.mark.parametrize("how", [[], ["--device"]])
def test_replay_says_where_in_the_file_a_key_was_refused_and_after_how_many_presses(how: list[str]) -> None:
    keys = "GO OK\n\n# the deal\n3 OK GO\n   5 K REDO"
    lines = muggins("replay", "-", *how, stdin=keys).out.splitlines()
    refused = muggins("replay", "-", *how, "--json", stdin=keys).json["refused"]
    assert [(one["press"], one["key"]) for one in refused] == [(0, "GO"), (2, "GO"), (4, "REDO")]
    assert all(list(one) == ["press", "key", "why"] for one in refused)
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


def test_replay_without_a_journal_writes_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    with nothing_changes(tmp_path):
        assert muggins("replay", "-", stdin="OK 3 K 5").status == 0


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


# -- unusual files


def test_a_byte_order_mark_is_no_key() -> None:
    done = process("replay", "-", "--json", stdin="\ufeffOK 2")
    assert (done.status, done.err) == (0, "")


def test_a_journal_that_has_lost_its_ends_of_lines_is_not_overwritten(tmp_path: Path) -> None:
    journal = tmp_path / "games.txt"
    process("replay", "-", "--journal", journal, stdin="OK 2 5 K")
    journal.write_bytes(journal.read_bytes().replace(b"\n", b""))
    with nothing_changes(tmp_path):
        check_error(process("replay", "-", "--journal", journal, stdin="9"), "line 1", "name another file")


def test_keys_are_pressed_even_if_nobody_reads_the_acknowledgements(tmp_path: Path) -> None:
    journal = tmp_path / "games.txt"
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = process("replay", "-", "--journal", journal, "--ack", stdin="OK 2 5 K 9", stdout=writing)
    finally:
        os.close(writing)
    assert done.err == ""
    assert len(journal.read_text(encoding="utf-8").rstrip(" ").splitlines()) == 6
