"""The MQTT messages about a board and its games, their topics, and the discovery by Home Assistant."""

import json
from pathlib import Path
from typing import Any

import jinja2
import pytest

from engine.rules import Rules
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
from firmware_py.window.seen import SeenBoard, SeenPress
from tests.support import keyed
from tests.support.views import last_view, views

WIN = "OK J"
"""The keys for his heels, which win a game in which the dealer already has 119 points."""


def test_the_state_is_the_view_without_the_presses(tmp_path: Path) -> None:
    view = last_view(tmp_path, keyed.board(), "OK 2 10 5")
    state = state_message(view)
    assert "recent" not in state
    assert {**state, "recent": view.raw["recent"]} == view.raw


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
    assert won == {"winner": 0, "skunk": skunk, "spread": 121 - loser, "points": points, "at": 2}


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


def shown(folder: Path, words: str, *, players: int = 2, names: tuple[str, ...] = ()) -> dict[str, str]:
    """Press keys on a board, and return what each Home Assistant sensor shows, keyed by the sensor's name."""
    view = last_view(folder, keyed.board(rules=Rules(players=players), names=names), words)
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


def test_a_sensor_for_a_side_that_no_longer_plays_is_removed() -> None:
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
