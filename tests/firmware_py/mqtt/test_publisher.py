"""The messages that a publisher sends about a board, received by a fake broker, and their topics.

The publisher saves which messages the broker has received, and goes on there after a restart. Until
the broker has acknowledged a message, it is kept. Home Assistant discovers the board.
"""

import json
import re
import shutil
import subprocess
import uuid
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import jinja2
import pytest

from engine.change_types import Change, GameBegun, GameWon
from engine.indices import Side
from engine.rules import Rules
from firmware_py.config.programs import MqttSettings
from firmware_py.mqtt.messages import (
    KINDS,
    Progress,
    address,
    all_boards,
    discovery,
    discovery_topic,
    event_messages,
    state_message,
    topic,
)
from firmware_py.mqtt.outbox import LIMIT, WINDOW, BrokerMessage, Outbox
from firmware_py.mqtt.publisher import APPLICATION, MACHINE, Publisher, board_id, read_progress, save_progress
from firmware_py.window.changes_json import change_object
from firmware_py.window.folder import SERVICE_RUNTIME_FOLDER
from firmware_py.window.seen import SeenBoard, SeenPress
from tests.support import keyed
from tests.support.views import last_view, views

SETTINGS = MqttSettings(name="Table 7", user="ann", password="sesame")


class Wire:
    """A fake connection to a broker, which records the publisher's messages.

    Attributes:
        heard: the messages published so far, in order.
        is_slow: set to True to stop acknowledging messages.
    """

    def __init__(self, publisher: Publisher) -> None:
        self.heard: list[BrokerMessage] = []
        self.is_slow = False
        self._publisher = publisher
        self._number = 0
        self._unanswered: list[int] = []

    def publish(self, message: BrokerMessage) -> int:
        self.heard.append(message)
        self._number += 1
        self._unanswered.append(self._number)
        return self._number

    def subscribe(self, filters: Any) -> None:
        pytest.fail("a publisher does not listen")

    def settle(self) -> None:
        """Let the publisher send its messages, and acknowledge them until it has nothing more to send."""
        self._publisher.woken()
        while self._unanswered and not self.is_slow:
            self._publisher.acknowledged(self._unanswered.pop(0))
            self._publisher.woken()

    def follow(self, views: Iterable[SeenBoard]) -> None:
        """Let the publisher hear these views of the board, and acknowledge its messages about each."""
        for view in views:
            self._publisher.hear(view)
            self.settle()

    def of(self, kind: str) -> list[Any]:
        """Return the contents of all messages published so far whose topics end with `/` and `kind`."""
        found = [each.payload.decode() for each in self.heard if each.topic.endswith(f"/{kind}")]
        return found if kind == "presence" else [json.loads(each) if each else None for each in found]


class PublisherRig:
    """A test rig: a publisher, along with lists of its warnings and of everything that it has saved."""

    def __init__(self, settings: MqttSettings = SETTINGS, progress: Progress | None = None) -> None:
        self.saved: list[Progress] = []
        self.warned: list[str] = []
        self.publisher = Publisher(
            "5f0c2b9e41d7", settings, progress or Progress(), save=self.saved.append, warn=self.warned.append
        )

    def connect(self) -> Wire:
        wire = Wire(self.publisher)
        self.publisher.connected(wire)
        wire.settle()
        return wire


@pytest.fixture
def game(tmp_path: Path) -> Iterator[SeenBoard]:
    return views(tmp_path, keyed.board(start=keyed.WON), "OK J UNDO REDO OK")


def test_what_a_broker_hears(game: Iterator[SeenBoard]) -> None:
    rig = PublisherRig()
    wire, seen = rig.connect(), list(game)
    wire.follow(seen)
    view = seen[-1]
    assert wire.of("board") == [{"version": 1, "id": "5f0c2b9e41d7", "name": "Table 7", "software": "0.1.0"}]
    assert wire.of("presence") == ["offline", "online"]
    told = b"".join(each.topic.encode() + each.payload for each in (*wire.heard, rig.publisher.will))
    assert b"sesame" not in told and b"ann" not in told  # the password and the user name
    assert [each["key"] for each in wire.of("event")] == "OK J UNDO REDO OK".split()
    pressed = [{name: each[name] for name in each.keys() - {"event", "run"}} for each in wire.of("event")]
    assert pressed == view.raw["recent"] and {each["run"] for each in wire.of("event")} == {view.run}
    states = [{name: each.raw[name] for name in each.raw.keys() - {"recent"}} for each in seen]
    assert wire.of("state") == states
    assert ["undone" in each for each in wire.of("game")] == [False, True, False]
    kinds = [each.topic.rpartition("/")[2] for each in wire.heard]
    assert kinds[-2:] == ["event", "state"]  # the event is sent before the resulting state
    assert {each.topic.rpartition("/")[2] for each in wire.heard if each.retained} == {
        *("presence", "board", "state", "games", "config")
    }
    won, undone, again = wire.of("game")
    assert wire.of("games")[0] == {"games": []}  # a new subscriber then knows that no game has ended yet
    assert (
        wire.of("games")[-1] == {"games": [undone, again]} and undone["game"] == won["game"] != again["game"]
    )
    assert rig.saved[-1] == Progress(view.run, view.sequence, (again["game"],), (undone, again))


def test_what_was_not_acknowledged_is_said_again_with_its_own_name(game: Iterator[SeenBoard]) -> None:
    rig = PublisherRig()
    first = rig.connect()
    first.is_slow = True
    first.follow(game)
    assert rig.saved == []
    rig.publisher.lost()
    second = rig.connect()
    assert second.of("event") == first.of("event") and len(first.of("event")) == 5
    assert len({each["event"] for each in first.of("event")}) == 5
    assert second.of("board") and second.of("presence") == ["online"]
    rig.publisher.lost()
    third = rig.connect()
    assert third.of("event") == []
    assert len(third.of("state")) == len(third.of("board")) == len(third.of("config")) == 1


def test_a_board_that_stops_is_offline(tmp_path: Path) -> None:
    rig = PublisherRig()
    wire = rig.connect()
    *_, view = views(tmp_path, keyed.board(), "OK")
    wire.follow(view._replace(running=running, sequence=view.sequence + 1) for running in (True, False, True))
    assert wire.of("presence") == ["offline", "online", "offline", "online"]


def test_the_program_ends_when_the_broker_has_heard_everything(game: Iterator[SeenBoard]) -> None:
    rig = PublisherRig()
    wire = rig.connect()
    wire.is_slow = True
    for view in game:
        rig.publisher.hear(view)
    rig.publisher.ending()
    assert not rig.publisher.is_done
    wire.is_slow = False
    wire.settle()
    assert rig.publisher.is_done
    assert len(wire.of("event")) == 5 and wire.of("presence")[-1] == "offline"


def test_home_assistant_is_told_when_others_play(tmp_path: Path) -> None:
    rig = PublisherRig()
    wire = rig.connect()
    for names in (("Ann", "Bob"), ("Cid", "Dan")):
        wire.follow(views(tmp_path, keyed.board(names=names), "OK 2 5"))
    told = wire.of("config")
    assert [each["components"]["score_0"]["name"] for each in told] == ["Score of Ann", "Score of Cid"]


def test_without_discovery_the_broker_forgets_what_it_kept_for_home_assistant(tmp_path: Path) -> None:
    rig = PublisherRig(SETTINGS._replace(discovery=False))
    wire = rig.connect()
    wire.follow(views(tmp_path, keyed.board(), "OK"))
    assert [(each.payload, each.retained) for each in wire.heard if each.topic.endswith("/config")] == [
        (b"", True)
    ]


def test_too_long_an_outage_is_said(tmp_path: Path) -> None:
    rig = PublisherRig()
    *_, view = views(tmp_path, keyed.board(), "OK")
    (press,) = view.raw["recent"]
    for sequence in range(2, LIMIT + 12):
        recent = [{**press, "sequence": sequence}]
        rig.publisher.hear(SeenBoard.of({**view.raw, "sequence": sequence, "recent": recent}))
    rig.publisher.woken()
    wire = rig.connect()
    assert [each["sequence"] for each in wire.of("event")] == list(range(12, LIMIT + 12))
    assert rig.warned == ["the broker was away for so long that 10 messages are lost: 5000 can wait"]


def published(progress: Progress, *views: SeenBoard) -> tuple[Wire, list[Progress]]:
    """Publish views of a board with a new publisher. Return all messages, and what the publisher has saved.

    Args:
        progress: the record of what an earlier publisher has published.
        views: the views, oldest first.
    """
    rig = PublisherRig(progress=progress)
    wire = rig.connect()
    wire.follow(views)
    return wire, rig.saved


def keys(wire: Wire) -> list[str]:
    return [each["key"] for each in wire.of("event")]


@pytest.mark.parametrize("every", [1, 7, 32])
def test_each_press_is_told_once_however_many_views_are_missed(tmp_path: Path, every: int) -> None:
    words = keyed.whole_game(3, second_thoughts=True)
    seen = list(enumerate(views(tmp_path, keyed.board(), " ".join(words))))
    some = [view for number, view in seen if number % every == 0 or number == len(words)]
    wire, _ = published(Progress(), *(view for view in some for _ in range(2)))
    assert keys(wire) == words


def test_a_publisher_goes_on_where_another_has_ended(tmp_path: Path) -> None:
    seen = list(views(tmp_path, keyed.board(start=keyed.WON), "OK J OK UNDO UNDO"))
    first, saved = published(Progress(), seen[3])
    (won,) = first.of("game")
    second, _ = published(saved[-1], seen[5])
    assert keys(second) == ["UNDO", "UNDO"]
    assert second.of("game") == [{"game": won["game"], "undone": True}]


def test_another_run_begins_at_its_first_press_and_can_undo_a_game_of_the_run_before(tmp_path: Path) -> None:
    board = keyed.board(start=keyed.WON)
    *_, before = views(tmp_path, board, "OK J")
    first, second = views(tmp_path, board, "UNDO")
    assert first.run != before.run
    wire, _ = published(Progress(), before, first, second)
    won, undone = wire.of("game")
    assert keys(wire) == ["OK", "J", "UNDO"]
    assert undone == {"game": won["game"], "undone": True}


def test_a_game_is_about_those_who_have_played_it() -> None:
    def view(sequence: int, names: list[str], *happened: Change) -> SeenBoard:
        made = [change_object(each) for each in happened]
        presses = [{"sequence": sequence, "key": "OK", "happened": [each]} for each in made]
        sides = [{"name": each} for each in names]
        return SeenBoard.of({"run": "r", "sequence": sequence, "recent": presses, "sides": sides})

    won = GameWon(Side(0), None, (1, 0), (121, 100))
    begun = GameBegun(1, Rules(), (), (0, 0), (1, 0))
    cid_and_dan = ["Cid", "Dan"]
    wire, _ = published(
        Progress(), view(1, ["Ann", "Bob"]), view(2, cid_and_dan, won, begun), view(3, cid_and_dan, won)
    )
    assert [each["names"] for each in wire.of("game")] == [["Ann", "Bob"], ["Cid", "Dan"]]


WON = {"game": "5f0c2b9e41d7a386-12", "names": ["Zoë", "Bob"], "scores": [121, 98]}
REACHED = Progress("5f0c2b9e41d7a386", 57, ("5f0c2b9e41d7a386-12",), (WON,))


def test_what_is_saved_is_read_again(tmp_path: Path) -> None:
    save_progress(tmp_path, Progress())
    save_progress(tmp_path, REACHED)
    assert read_progress(tmp_path) == REACHED
    assert len(list(tmp_path.iterdir())) == 1
    save_progress(tmp_path / "none", REACHED)
    assert read_progress(tmp_path / "none") == Progress("", 0, ())


@pytest.mark.parametrize(
    "content",
    [
        *("", "{", "[]", "3", '{"run": "a"}', '{"run": 1, "sequence": "x", "games": []}'),
        '{"run": "a", "sequence": 1, "games": [], "latest": [5]}',
        "[" * 100_000,
    ],
)
def test_a_file_that_is_missing_or_damaged_is_the_beginning(tmp_path: Path, content: str) -> None:
    assert read_progress(tmp_path) == Progress("", 0, ())
    save_progress(tmp_path, REACHED)
    (file,) = tmp_path.iterdir()
    file.write_text(content)
    assert read_progress(tmp_path) == Progress("", 0, ())


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    path = tmp_path / "machine-id"
    path.write_text("3d1219c7c4c5404aaa1f6d2a48adfda4\n")
    return path


@pytest.mark.skipif(not shutil.which("systemd-id128"), reason="systemd-id128 is not installed")
def test_the_id_of_the_service_begins_as_the_one_that_systemd_derives() -> None:
    said = subprocess.run(
        ["systemd-id128", "machine-id", f"--app-specific={APPLICATION.hex}"],
        capture_output=True,
        text=True,
        check=False,
    )
    if not re.fullmatch("[0-9a-f]{32}", MACHINE.read_text().strip() if MACHINE.is_file() else ""):
        pytest.skip("this machine has no machine id")  # a container that was never started, for example
    assert said.returncode == 0
    assert board_id(SERVICE_RUNTIME_FOLDER) == said.stdout[:12]


def test_each_machine_and_each_folder_has_an_id_of_its_own(machine: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_text(uuid.uuid4().hex)
    ids = {
        board_id(folder, each)
        for folder in (SERVICE_RUNTIME_FOLDER, tmp_path, tmp_path / "run")
        for each in (machine, other)
    }
    assert len(ids) == 6
    assert not any(each in machine.read_text() for each in ids)
    assert board_id(SERVICE_RUNTIME_FOLDER, machine) in ids  # it does not change


@pytest.mark.parametrize("content", [None, "", "uninitialized\n", "é"])
def test_a_machine_without_an_id_has_one_all_the_same(content: str | None, tmp_path: Path) -> None:
    path = tmp_path / "machine-id"
    if content is not None:
        path.write_text(content)
    assert re.fullmatch("[0-9a-f]{12}", board_id(SERVICE_RUNTIME_FOLDER, path))


def event(number: int) -> BrokerMessage:
    return BrokerMessage("event", str(number).encode())


def state(number: int) -> BrokerMessage:
    return BrokerMessage("state", str(number).encode(), True)


def test_a_mark_is_returned_once_all_messages_before_it_have_arrived() -> None:
    outbox = Outbox[int]()
    for number in range(4):
        outbox.add(event(number), mark=number if number % 2 else None)
        outbox.sent(number)
    assert outbox.acknowledged(1) == []
    assert outbox.acknowledged(3) == []
    assert outbox.acknowledged(0) == [1]
    assert outbox.acknowledged(0) == []
    assert outbox.acknowledged(2) == [3]
    assert outbox.acknowledged(99) == []


def test_every_event_arrives_in_order() -> None:
    """Every event arrives, and in order, even if connections are lost at random. Duplicates are ignored."""
    for seed in range(50):
        chance, outbox, heard = Random(seed), Outbox[int](), list[BrokerMessage]()
        added, number, flying = 0, 0, list[tuple[int, BrokerMessage]]()
        while added < 60 or len(outbox):
            match chance.randrange(4):
                case 0 if added < 60:
                    outbox.add(event(added), mark=added)
                    outbox.add(state(added))
                    added += 1
                case 1:
                    if (message := outbox.next()) is not None:
                        number += 1
                        outbox.sent(number)
                        flying.append((number, message))
                    assert len(flying) <= WINDOW
                case 2 if flying:
                    arrived, message = flying.pop(0)
                    heard.append(message)
                    if chance.random() < 0.9:
                        outbox.acknowledged(arrived)
                    else:  # the message arrived, but the acknowledgement is lost with the connection
                        flying.clear()
                        outbox.lost()
                case 3 if chance.random() < 0.1:
                    flying.clear()
                    outbox.lost()
        events = [each for each in dict.fromkeys(heard) if not each.retained]
        assert events == [event(each) for each in range(60)], seed
        assert [each for each in heard if each.retained][-1] == state(59), seed


# -- topics, and the discovery by Home Assistant


WIN = "OK J"  # his heels, which win if the dealer has 119 points


def test_presses_that_one_view_shows_first_have_different_names() -> None:
    def press(sequence: int, key: str) -> dict[str, Any]:
        return {"sequence": sequence, "key": key, "happened": []}

    recent = [press(2, "OK"), press(3, "2"), press(3, "5"), press(3, "6"), press(5, "7")]
    view = SeenBoard.of({"run": "r", "recent": recent})
    assert [(each["event"], each["key"]) for _, each in event_messages(view, 2)] == [
        ("r-3-0", "2"),
        ("r-3-1", "5"),
        ("r-3-2", "6"),
        ("r-5-0", "7"),
    ]


def games(folder: Path, start: tuple[int, ...], words: str, players: int = 2) -> list[dict[str, Any]]:
    """Press keys on a board, and return the messages about wins and about wins that were undone.

    Each message gets a field `at`: the number of the key press after which it was sent.

    Args:
        folder: the folder for the board's view file.
        start: each side's score at the start.
        words: the keys to press, separated by spaces.
        players: the number of players.
    """
    progress, seen, messages, told = Progress("r"), 0, list[dict[str, Any]](), 0
    for view in views(folder, keyed.board(start=start, rules=Rules(players=players)), words):
        for press in view.presses_since(seen):
            told += 1
            progress, more = progress.after(press, [side.name for side in view.sides])
            messages += [each | {"at": told} for each in more]
        seen = view.sequence
    return messages


@pytest.mark.parametrize(("loser", "skunk", "points"), [(91, None, 2), (90, "skunk", 3), (60, "double", 3)])
def test_message_about_a_won_game(tmp_path: Path, loser: int, skunk: str | None, points: int) -> None:
    """RULES.md 5: a win is worth two game points; with a skunk or a double skunk, three (ACC rules)."""
    [won] = games(tmp_path, (119, loser), WIN)
    assert won.pop("game").endswith("-3")
    assert won.pop("names") == ["Left", "Right"] and won.pop("scores") == [121, loser]
    hands = {"hands": [[], []]}
    assert won == {"winner": 0, "skunk": skunk, "spread": 121 - loser, "points": points, "at": 2} | hands


def test_the_message_has_the_great_hands_of_each_side(tmp_path: Path) -> None:
    """RULES.md 4: 4 5 6 6 with a five are 24; of these, 23 are pegged after the go at 22."""
    [won] = games(tmp_path, (50, 97), "OK 5 4 K 5 Q 6 J 6 10")
    assert won["hands"] == [[], [24]]


def test_with_three_players_the_spread_is_to_the_better_of_the_others(tmp_path: Path) -> None:
    [won] = games(tmp_path, (119, 100, 110), WIN, players=3)
    assert (won["scores"], won["winner"], won["spread"]) == ([121, 100, 110], 0, 11)


def test_a_win_that_nobody_remembers_cannot_be_undone() -> None:
    won = {"what": "won", "side": 0, "skunk": None, "games": [1, 0], "scores": [121, 91]}
    undo = SeenPress({"sequence": 9, "happened": [{"what": "taken_back", "changes": [won]}]})
    assert Progress("r").after(undo, []) == (Progress("r"), [])


SHARED = {"device", "origin", "availability", "state_topic", "qos", "components"}
"""The only keys used here that Home Assistant allows for all components together."""


def message(*sides: str) -> dict[str, Any]:
    return discovery("muggins", "5f0c2b9e41d7", "Table 7", sides)


def shown(folder: Path, words: str, *, names: tuple[str, ...] = (), **rules: Any) -> dict[str, str]:
    """Press keys on a board, and return what each Home Assistant sensor shows, keyed by the sensor's name."""
    view = last_view(folder, keyed.board(rules=Rules(**rules), names=names), words)
    state = json.loads(json.dumps(state_message(view)))
    found = message(*(side.name for side in view.sides))
    return {
        each["name"]: jinja2.Template(each["value_template"]).render(value_json=state)
        for each in found["components"].values()
        if "name" in each
    }


def test_sensors_show_the_prompt_the_turn_and_the_scores(tmp_path: Path) -> None:
    assert shown(tmp_path, "OK 2 10 5", names=("Ann", "Bob")) == {
        "Prompt": "Bob: card",
        "Turn": "Bob",
        "Dealer": "Ann",
        "Score of Ann": "2",
        "Score of Bob": "0",
    }


def test_partners_and_three_players(tmp_path: Path) -> None:
    assert shown(tmp_path, "")["Dealer"] == ""  # before the cut, nobody deals
    assert len(shown(tmp_path, "OK", players=3)) == 6
    assert len(shown(tmp_path, "OK", players=4)) == 5
    assert len(shown(tmp_path, "OK", players=4, partners=False)) == 7


def test_a_sensor_for_a_side_that_no_longer_plays_is_removed() -> None:
    assert message("Ann", "Bob")["components"]["score_3"] == {"platform": "sensor"}
    assert message("Ann", "Bob")["components"]["score_2"] == {"platform": "sensor"}
    assert message("Ann", "Bob", "Cid")["components"]["score_2"]["name"] == "Score of Cid"


def test_a_state_is_no_longer_than_home_assistant_allows() -> None:
    template = jinja2.Template(message("Ann", "Bob")["components"]["prompt"]["value_template"])
    assert len(template.render(value_json={"says": "x" * 300})) == 255


@pytest.mark.parametrize("sides", [("Ann", "Bob"), ("Ann", "Bob", "Cid")])
def test_the_message_has_the_form_of_a_device(sides: tuple[str, ...]) -> None:
    found = message(*sides)
    assert set(found) == SHARED
    assert found["state_topic"] == "muggins/5f0c2b9e41d7/state"
    assert found["availability"] == [{"topic": "muggins/5f0c2b9e41d7/presence"}]
    assert found["device"]["identifiers"] == ["muggins_5f0c2b9e41d7"] and found["origin"]["name"]
    ids = [each["unique_id"] for each in found["components"].values() if "unique_id" in each]
    assert len(set(ids)) == len(ids) == 3 + len(sides)
    assert {each["platform"] for each in found["components"].values()} == {"sensor"}
    assert discovery_topic("5f0c2b9e41d7") == "homeassistant/device/5f0c2b9e41d7/config"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("base", ["muggins", "club/boards"])
def test_a_topic_names_the_board_and_the_kind(base: str, kind: str) -> None:
    named = topic(base, "5f0c2b9e41d7", kind)
    assert named == f"{base}/5f0c2b9e41d7/{kind}"
    assert address(base, named) == ("5f0c2b9e41d7", kind)
    assert all_boards(base, kind) == f"{base}/+/{kind}"


@pytest.mark.parametrize(
    "other",
    (
        *("muggins", "muggins/", "muggins/a", "muggins//state", "muggins/a/b/state", "muggins/a/other"),
        *("mugginses/a/state", "club/muggins/a/state", "homeassistant/device/a/config"),
    ),
)
def test_other_topics_are_no_boards(other: str) -> None:
    assert address("muggins", other) is None
