"""The messages that a publisher sends about a board, received by a fake broker."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware_py.config.programs import MqttSettings
from firmware_py.mqtt.outbox import LIMIT, BrokerMessage
from firmware_py.mqtt.publisher import Publisher
from firmware_py.mqtt.reader import Progress
from tests.support import keyed
from tests.support.views import views

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

    def of(self, kind: str) -> list[Any]:
        """Return the contents of all messages published so far whose topics end with `/` and `kind`."""
        found = [each.payload.decode() for each in self.heard if each.topic.endswith(f"/{kind}")]
        return found if kind == "presence" else [json.loads(each) if each else None for each in found]


class PublisherRig:
    """A test rig: a publisher, along with lists of its warnings and of everything that it has saved."""

    def __init__(self, settings: MqttSettings = SETTINGS) -> None:
        self.saved: list[Progress] = []
        self.warned: list[str] = []
        self.publisher = Publisher(
            "5f0c2b9e41d7", settings, Progress(), save=self.saved.append, warn=self.warned.append
        )

    def connect(self) -> Wire:
        wire = Wire(self.publisher)
        self.publisher.connected(wire)
        wire.settle()
        return wire


@pytest.fixture
def game(tmp_path: Path) -> Iterator[dict[str, Any]]:
    return views(tmp_path, keyed.board(start=keyed.WON), "OK J UNDO REDO OK")


def test_what_a_broker_hears(game: Iterator[dict[str, Any]]) -> None:
    rig = PublisherRig()
    wire = rig.connect()
    for view in game:
        rig.publisher.hear(view)
        wire.settle()
    assert wire.of("board") == [{"version": 1, "id": "5f0c2b9e41d7", "name": "Table 7", "software": "0.1.0"}]
    assert wire.of("presence") == ["offline", "online"]
    assert [each["key"] for each in wire.of("event")] == "OK J UNDO REDO OK".split()
    assert [each["presses"] for each in wire.of("state")] == [0, 1, 2, 3, 4, 5]
    assert ["undone" in each for each in wire.of("game")] == [False, True, False]
    kinds = [each.topic.rpartition("/")[2] for each in wire.heard]
    assert kinds[-2:] == ["event", "state"]  # the event is sent before the resulting state
    assert {each.topic.rpartition("/")[2] for each in wire.heard if each.retained} == {
        *("presence", "board", "state", "games", "config"),
    }
    won, undone, again = wire.of("game")
    assert wire.of("games")[0] == {"games": []}  # a new subscriber then knows that no game has ended yet
    assert wire.of("games")[-1] == {"games": [undone, again]} and undone["game"] == won["game"]
    assert rig.saved[-1] == Progress(view["run"], view["sequence"], (again["game"],), (undone, again))


def test_what_is_missed_is_caught_up_with_and_only_the_last_state_is_sent(
    game: Iterator[dict[str, Any]],
) -> None:
    rig = PublisherRig()
    for view in game:
        rig.publisher.hear(view)
        rig.publisher.woken()
    wire = rig.connect()
    assert [each["key"] for each in wire.of("event")] == "OK J UNDO REDO OK".split()
    assert len(wire.of("state")) == 1 and wire.of("presence") == ["online"]


def test_what_was_not_acknowledged_is_said_again_and_each_thing_has_its_name(
    game: Iterator[dict[str, Any]],
) -> None:
    rig = PublisherRig()
    first = rig.connect()
    first.is_slow = True
    for view in game:
        rig.publisher.hear(view)
        first.settle()
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
    for running in (True, False, True):
        rig.publisher.hear({**view, "running": running, "sequence": view["sequence"] + 1})
        wire.settle()
    assert wire.of("presence") == ["offline", "online", "offline", "online"]


def test_the_program_ends_when_the_broker_has_heard_everything(game: Iterator[dict[str, Any]]) -> None:
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
        for view in views(tmp_path, keyed.board(names=names), "OK 2 5"):
            rig.publisher.hear(view)
            wire.settle()
    told = wire.of("config")
    assert [each["components"]["score_0"]["name"] for each in told] == ["Score of Ann", "Score of Cid"]


def test_without_discovery_the_broker_forgets_what_it_kept_for_home_assistant(tmp_path: Path) -> None:
    rig = PublisherRig(SETTINGS._replace(discovery=False))
    wire = rig.connect()
    for view in views(tmp_path, keyed.board(), "OK"):
        rig.publisher.hear(view)
        wire.settle()
    assert [(each.payload, each.retained) for each in wire.heard if each.topic.endswith("/config")] == [
        (b"", True)
    ]


def test_too_long_an_outage_is_said(tmp_path: Path) -> None:
    rig = PublisherRig()
    *_, view = views(tmp_path, keyed.board(), "OK")
    (press,) = view["recent"]
    for sequence in range(2, LIMIT + 12):
        rig.publisher.hear({**view, "sequence": sequence, "recent": [{**press, "sequence": sequence}]})
    rig.publisher.woken()
    wire = rig.connect()
    assert [each["sequence"] for each in wire.of("event")] == list(range(12, LIMIT + 12))
    assert rig.warned == ["the broker was away for so long that 10 messages are lost: 5000 can wait"]


def test_nothing_secret_is_published(game: Iterator[dict[str, Any]]) -> None:
    rig = PublisherRig()
    wire = rig.connect()
    for view in game:
        rig.publisher.hear(view)
        wire.settle()
    said = b"".join(each.topic.encode() + each.payload for each in (*wire.heard, rig.publisher.will))
    assert b"sesame" not in said and b"ann" not in said
