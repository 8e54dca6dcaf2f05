"""Whole games through three processes: a board, `muggins publish` with a real broker, and a subscriber."""

import json
import signal
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from firmware_py.window.datagrams import PhoneAccess, phone_datagram
from firmware_py.window.follower import Follower
from firmware_py.window.phone_file import read_phone_file
from tests.support import keyed
from tests.support.board_process import BoardProcess, tell
from tests.support.broker import (
    Broker,
    Publishing,
    Subscriber,
    events,
    is_online,
    needs_mosquitto,
    press,
)

pytestmark = needs_mosquitto

OF_DEBIAN = Path("/usr/lib/python3/dist-packages/paho")
FAKETIME = next(Path("/usr/lib").glob("*/faketime/libfaketime.so.1"), None)


@pytest.fixture
def board(tmp_path: Path) -> Iterator[BoardProcess]:
    with closing(BoardProcess(tmp_path)) as started:
        yield started


def keys(subscriber: Subscriber) -> list[str]:
    """Return the names of the pressed keys in the messages that a subscriber has received, in order.

    A message that was received more than once is counted only once.
    """
    return [each.json["key"] for each in events(subscriber)]


def last_state(subscriber: Subscriber, board: BoardProcess) -> dict[str, Any]:
    """Wait until a subscriber has received the current state of the board, and return this state.

    Also check that no other state has been received after it.
    """
    found = Follower(board.window).read()
    assert found
    shown = {name: value for name, value in found.raw.items() if name != "recent"}
    subscriber.wait(
        lambda heard: any(each.kind == "state" and each.json == shown for each in heard), "the state"
    )
    assert subscriber.of("state")[-1].json == shown
    return shown


@contextmanager
def published(
    board: BoardProcess, broker: Broker, environment: dict[str, str] | None = None
) -> Iterator[tuple[Subscriber, Publishing]]:
    """Run a subscriber and `muggins publish`, and wait until the subscriber knows that the board is online.

    Args:
        board: the board whose messages are published.
        broker: the broker that both of them use.
        environment: additional environment variables for `muggins publish`.
    """
    variables = BoardProcess.environment(board.folder) | (environment or {})
    with (
        closing(Subscriber(broker.port)) as subscriber,
        closing(Publishing(board.folder, broker, variables)) as publishing,
    ):
        subscriber.wait(is_online, "the board")
        yield subscriber, publishing


@pytest.mark.slow
def test_a_games_presses_arrive_once_in_order_with_its_result(board: BoardProcess, broker: Broker) -> None:
    words = keyed.whole_game(5, second_thoughts=True)
    with published(board, broker) as (subscriber, publishing):
        press(board, subscriber, words)
        assert keys(subscriber) == words
        assert len(subscriber.of("event")) == len(words)  # no message was received twice
        state, status = last_state(subscriber, board), board.status()
        shared = ("players", "prompt", "to_act", "dealer", "count", "presses", "winner", "skunk")
        assert {name: state[name] for name in shared} == {name: status[name] for name in shared}
        results = [each.json for each in subscriber.of("game")]
        standing = [each for each in results if "undone" not in each]
        undone = {each["game"] for each in results if "undone" in each}
        (last,) = [each for each in standing if each["game"] not in undone]
        assert (last["scores"], last["winner"], last["skunk"]) == (
            [side["score"] for side in status["sides"]],
            status["winner"],
            status["skunk"],
        )
        press(board, subscriber, ["UNDO"])
        subscriber.wait(lambda _: len(subscriber.of("game")) > len(results), "the game that was undone")
        assert subscriber.of("game")[-1].json == {"game": last["game"], "undone": True}
        assert publishing.stop() == 0
        subscriber.wait(lambda heard: not is_online(heard), "the end")
    assert publishing.log() == ""


def test_a_subscriber_that_comes_later_finds_how_it_is(board: BoardProcess, broker: Broker) -> None:
    with published(board, broker) as (subscriber, _):
        press(board, subscriber, "OK 2 10 5".split())
        state = last_state(subscriber, board)
    with closing(Subscriber(broker.port)) as late:
        late.wait(lambda heard: len(heard) == 5, "what the broker kept")
        kept = {each.kind: each for each in late.heard}
        assert set(kept) == {"presence", "board", "state", "games", "config"}
        assert all(each.retained for each in late.heard)
        assert kept["state"].json == state
        assert kept["presence"].text == "offline"  # killed: the will has been published


@pytest.mark.slow
def test_a_publisher_that_is_killed_and_comes_back(board: BoardProcess, broker: Broker) -> None:
    words = keyed.whole_game(7)
    with published(board, broker) as (subscriber, publishing):
        press(board, subscriber, words[:50])
        for begin in range(50, 125, 25):
            publishing.stop(signal.SIGKILL)
            subscriber.wait(lambda heard: not is_online(heard), "the will")
            board.press(" ".join(words[begin : begin + 25]))
            publishing.start()
            subscriber.wait(lambda _, due=begin + 25: len(events(subscriber)) == due, "what was missed")
        assert publishing.stop() == 0
        board.press(" ".join(words[125:150]))
        publishing.start()
        subscriber.wait(lambda _: len(events(subscriber)) == 150, "what was missed")
        press(board, subscriber, words[150:])
        assert keys(subscriber) == words
        last_state(subscriber, board)


@pytest.mark.slow
def test_a_publisher_starts_before_the_board_and_the_broker(tmp_path: Path) -> None:
    with closing(Broker(tmp_path)) as broker:
        broker.stop()
        environment = BoardProcess.environment(tmp_path / "board")
        with closing(Publishing(tmp_path, broker, environment)) as publishing:
            publishing.wait_for_line("no broker answers at 127.0.0.1")
            broker.start()
            publishing.wait_for_line("connected to the broker at 127.0.0.1")
            with closing(Subscriber(broker.port)) as subscriber:
                subscriber.wait(lambda _: subscriber.of("presence"), "the presence")
                assert not is_online(subscriber.heard)
                with closing(BoardProcess(tmp_path / "board")) as later:
                    subscriber.wait(is_online, "the board")
                    press(later, subscriber, ["OK"])


@pytest.mark.parametrize("clock", [None, "1970-01-02 00:00:00", "2094-01-01 00:00:00"])
def test_with_the_paho_mqtt_of_debian_and_on_a_board_whose_clock_is_wrong(
    board: BoardProcess, broker: Broker, tmp_path: Path, clock: str | None
) -> None:
    if clock:
        missing = FAKETIME is None
        fake = {"LD_PRELOAD": str(FAKETIME), "FAKETIME": clock, "FAKETIME_DONT_FAKE_MONOTONIC": "1"}
    else:
        missing = not OF_DEBIAN.is_dir()
        (tmp_path / "debian").mkdir()
        (tmp_path / "debian" / "paho").symlink_to(OF_DEBIAN)
        fake = {"PYTHONPATH": f"{tmp_path / 'debian'}:{Path(__file__).parents[3]}"}
    if missing:
        pytest.skip("libfaketime, of faketime, or python3-paho-mqtt is missing")
    with published(board, broker, environment=fake) as (subscriber, publishing):
        press(board, subscriber, "OK 2 10 5".split())
        assert keys(subscriber) == "OK 2 10 5".split()
        assert publishing.stop() == 0
        subscriber.wait(lambda heard: not is_online(heard), "the end")
    assert publishing.log() == ""


def test_how_far_it_has_told_is_in_the_folder_of_the_service(board: BoardProcess, broker: Broker) -> None:
    own = board.folder / "own"
    own.mkdir()
    environment = {"RUNTIME_DIRECTORY": f"{board.window}:{own}"}
    with published(board, broker, environment=environment) as (subscriber, publishing):
        press(board, subscriber, ["OK"])
        assert publishing.stop() == 0
    (file,) = own.iterdir()
    assert json.loads(file.read_text())["run"] == events(subscriber)[0].json["run"]


def test_the_code_that_lets_a_phone_press_keys_is_not_published(board: BoardProcess, broker: Broker) -> None:
    with published(board, broker) as (subscriber, publishing):
        board.press("MENU K")
        tell(board.window, phone_datagram(PhoneAccess("192.168.178.123", 80, 0)))
        subscriber.wait(lambda heard: "192.168.178.123" in heard[-1].text, "the page of the dialogue")
        found = read_phone_file(board.window)
        assert found is not None and found.code is not None
        board.press("GO")
        subscriber.wait(lambda heard: heard[-1].kind == "state" and heard[-1].json["page"] is None, "GO")
        assert publishing.stop() == 0
        assert not [each for each in subscriber.heard if found.code in each.text.upper()]
        assert found.code not in publishing.log().upper()
