"""The discovery message for Home Assistant: its templates show the right parts of a board's state."""

import json
from pathlib import Path
from typing import Any

import jinja2
import pytest

from engine.rules import Rules
from firmware_py.mqtt.messages import discovery, discovery_topic, state_message
from tests.support import keyed
from tests.support.views import last_view

SHARED = {"device", "origin", "availability", "state_topic", "qos", "components"}
"""The only keys used here that Home Assistant allows for all components together."""


def message(*sides: str) -> dict[str, Any]:
    return discovery("muggins", "5f0c2b9e41d7", "Table 7", sides)


def shown(folder: Path, words: str, *, players: int = 2, names: tuple[str, ...] = ()) -> dict[str, str]:
    """Press keys on a board, and return what each Home Assistant sensor shows, keyed by the sensor's name."""
    view = last_view(folder, keyed.board(rules=Rules(players=players), names=names), words)
    state = json.loads(json.dumps(state_message(view)))
    found = message(*(side["name"] for side in view["sides"]))
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


def test_before_the_cut_nobody_deals(tmp_path: Path) -> None:
    assert shown(tmp_path, "")["Dealer"] == ""


def test_partners_and_three_players(tmp_path: Path) -> None:
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
