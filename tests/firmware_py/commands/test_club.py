"""`muggins club` and `publish`: draws, evenings, access rules, and what is missing."""

from __future__ import annotations

import socket
import subprocess
import urllib.request
from contextlib import closing
from pathlib import Path

import pytest

from firmware_py.club.evening_file import read_evening
from firmware_py.club.results import Result
from firmware_py.club.results_file import ResultsFile, read_results
from firmware_py.mqtt.messages import state_message
from firmware_py.words.english import English
from tests.support import keyed
from tests.support.broker import Broker, needs_mosquitto
from tests.support.command import ENVIRONMENT, MUGGINS, check_error, muggins
from tests.support.deadline import PATIENCE, until
from tests.support.machine import free_port
from tests.support.processes import Lines, ended, started
from tests.support.servers import ServedClub, publish
from tests.support.views import last_view


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Use a temporary folder for the club's files, and return its path."""
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "club"))
    return tmp_path / "club"


@pytest.fixture
def players(tmp_path: Path) -> Path:
    path = tmp_path / "players.txt"
    path.write_text("Ann\nBob\nCy\nDi\nEve\n")
    return path


def finish(folder: Path, *names: str) -> None:
    """Store the result of a game between these players, won by the first one named."""
    with closing(ResultsFile(folder)) as file:
        number = str(len(file.results))
        file.add(Result("b1", number, "Table 1", names, (121, 98), 0, None, 0.0))
        file.store()


def test_a_port_that_another_program_has_is_refused() -> None:
    with closing(socket.create_server(("", 0))) as other:
        port = other.getsockname()[1]
        check_error(muggins("club", "--port", port), f"port {port}", "--port")


def test_two_servers_of_one_club_are_refused(folder: Path) -> None:
    with closing(ResultsFile(folder)):
        check_error(muggins("club", "--port", free_port()), "another 'muggins club' is running")


def test_everyone_against_everyone_is_drawn_at_once(players: Path, folder: Path) -> None:
    drawn = muggins("club", "--draw", "everyone", "--players", players)
    assert drawn.status == 0
    assert [line for line in drawn.out.splitlines() if line.startswith("Round")] == [
        f"Round {number} of 5" for number in range(1, 6)
    ]
    assert drawn.out.count(" has a bye.") == 5
    draw = read_evening(folder).draw
    assert draw is not None and len(draw.rounds) == 5
    check_error(muggins("club", "--draw", "everyone", "--players", players), "already has a draw", "--new")
    check_error(muggins("club", "--draw", "swiss"), "already has a draw", "--new")


def test_a_swiss_round_follows_when_the_games_are_finished(tmp_path: Path, folder: Path) -> None:
    players = tmp_path / "two.txt"
    players.write_text("Ann\nBob\n")
    assert "Round 1\n" in muggins("club", "--draw", "swiss", "--players", players).out
    finish(folder, "Ann", "Rob")
    check_error(muggins("club", "--draw", "swiss"), "is not finished", "Rob, not in the draw", "--anyway")
    assert "Round 2\n" in muggins("club", "--draw", "swiss", "--anyway").out
    finish(folder, "Ann", "Bob")
    assert muggins("club", "--draw", "swiss").out == "Round 3\n   1  Ann – Bob\n"
    players.write_text("Cy\nBob\nAnn\n")
    finish(folder, "Bob", "Ann")
    # Cy, who has come later, has not had a bye; but to give it to Cy would make a rematch of Ann and Bob.
    assert "Cy" in muggins("club", "--draw", "swiss", "--players", players).out.splitlines()[1]


def test_a_new_evening_begins_with_a_new_draw(players: Path, folder: Path) -> None:
    finish(folder, "Ann", "Bob")
    muggins("club", "--draw", "everyone", "--players", players)
    assert muggins("club", "--new").out == f"{English.CLUB_NEW_EVENING}\n"
    assert read_evening(folder) == (1, None)
    both = muggins("club", "--new", "--draw", "swiss", "--players", players).out
    assert both.startswith(f"{English.CLUB_NEW_EVENING}\nRound 1\n")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("Ann\n# Bob\n", "two players or more"),
        ("", "two players or more"),
        ("Ann\nann\n", "is there twice"),
    ],
)
def test_players_that_are_too_few_or_there_twice(tmp_path: Path, content: str, words: str) -> None:
    (tmp_path / "some.txt").write_text(content)
    check_error(muggins("club", "--draw", "swiss", "--players", tmp_path / "some.txt"), words)


def test_a_list_of_players_that_never_ends_is_refused() -> None:
    check_error(muggins("club", "--draw", "swiss", "--players", "/dev/zero"), "/dev/zero: this is no list")


def test_options_that_do_not_go_together() -> None:
    check_error(muggins("club", "--draw", "swiss"), "needs the players", "--players")
    check_error(muggins("club", "--anyway"), "--anyway", "--draw")
    check_error(muggins("club", "--draw", "cup"), "cup", "knockout")
    check_error(muggins("club", "--new", "--draw", "swiss", "--best-of", 3), "--best-of", "knockout")
    check_error(muggins("club", "--access", "--new"), "--access", "--new")


def wait_until_subscribed(club: ServedClub, broker: Broker, folder: Path, user: str = "") -> None:
    """Wait until the club shows the table of a board `b1`: then it has also subscribed to the games."""
    state = state_message(last_view(folder.parent / "b1", keyed.board()))
    publish(broker, "b1/state", state, retained=True, user=user)
    club.wait(b'"tables"')


@needs_mosquitto
def test_results_are_on_the_page_and_stay_there_over_a_restart(folder: Path, broker: Broker) -> None:
    won = {"game": "x-1", "names": ["Ann", "Bob"], "scores": [121, 98], "winner": 0, "skunk": None}
    club = ServedClub(folder, broker)
    wait_until_subscribed(club, broker, folder)
    publish(broker, "b1/game", won)
    club.wait(b'"Ann", 1, 1, 2')
    assert club.stop() == 0
    until(lambda: "Received DISCONNECT from muggins-club-" in broker.log(), "the club's farewell")
    publish(broker, "b2/game", won | {"names": ["Cy", "Bob"], "skunk": "skunk"})  # meanwhile
    again = ServedClub(folder, broker)
    again.wait(b'"Ann", 1, 1, 2', b'"Cy", 1, 1, 3')
    publish(broker, "b1/game", {"game": "x-1", "undone": True})
    again.wait(b'"undone": true')
    with urllib.request.urlopen(f"{again.address}results.csv", timeout=PATIENCE) as csv:
        assert csv.read().decode().splitlines()[1].split(",")[3] == "Cy"
    assert again.stop() == 0


def test_at_the_end_the_connection_to_the_broker_is_closed(folder: Path, tmp_path: Path) -> None:
    config = tmp_path / "muggins.toml"
    config.write_text(f'[mqtt]\nhost = "127.0.0.1"\nport = {free_port()}\n')
    command = [*MUGGINS, "club", "--port", free_port(), "--config", config]
    environment = ENVIRONMENT | {"STATE_DIRECTORY": str(folder)}  # it makes an unclosed socket a warning
    with started(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as club:
        said = Lines(club.stderr)
        assert "no broker answers at 127.0.0.1" in said.line()
        club.terminate()
        assert ended(club) == 0
        assert said.rest() == ""


@needs_mosquitto
def test_with_the_access_rules_a_board_sends_only_its_own_results(folder: Path, tmp_path: Path) -> None:
    rules, passwords = tmp_path / "boards.acl", tmp_path / "passwords"
    rules.write_text(muggins("club", "--access").out)
    for user in ("b1", "b2", "club"):
        flags = ["-b"] if passwords.exists() else ["-b", "-c"]
        subprocess.run(["mosquitto_passwd", *flags, passwords, user, "secret"], check=True, timeout=PATIENCE)
    won = {"game": "x-1", "names": ["Ann", "Bob"], "scores": [121, 98], "winner": 0, "skunk": None}
    with closing(Broker(tmp_path, f"password_file {passwords}", f"acl_file {rules}")) as broker:
        club = ServedClub(folder, broker, 'user = "club"\npassword = "secret"\n')
        wait_until_subscribed(club, broker, folder, user="b1")
        publish(broker, "b1/game", won | {"names": ["Cy", "Bob"]}, user="b2")
        publish(broker, "b1/game", won, user="b1")
        publish(broker, "b2/game", won | {"names": ["Di", "Bob"]}, user="b2")
        club.wait(b'"Ann", 1, 1, 2', b'"Di", 1, 1, 2')
        assert club.stop() == 0
    assert [each.result.names[0] for each in read_results(folder).since(0)] == ["Ann", "Di"]


@pytest.fixture(autouse=True)
def _no_board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))


def test_a_mistake_in_the_configuration_is_said_without_the_password(tmp_path: Path) -> None:
    config = tmp_path / "muggins.toml"
    config.write_text('[mqtt]\nuser = "ann"\npassword = ["open sesame"]\n')
    done = muggins("publish", "--config", config)
    assert done.status == 2
    assert done.err == f"muggins: {config}: mqtt.password: must be text in quotes\n"
