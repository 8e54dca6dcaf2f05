"""The message that tells Home Assistant about a board, so that the board is added automatically.

One message describes a device with all its sensors. Home Assistant has supported such messages since version
2024.11 (home-assistant.io, MQTT: device discovery payload).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from firmware_py.mqtt.topics import PRESENCE, QOS, STATE, topic
from firmware_py.version import VERSION
from firmware_py.words.in_use import words

_LONGEST_STATE = 255
"""The length of the longest state of a sensor in Home Assistant, in characters."""
_MOST_SIDES = 3
_NAME_OF_SEAT = "{{{{ value_json.names[value_json.{seat}] if value_json.{seat} is not none else '' }}}}"


def discovery_topic(board: str) -> str:
    """Return the topic of the message that tells Home Assistant about a board. `board` is the board's id."""
    return f"homeassistant/device/{board}/config"


def discovery(base: str, board: str, name: str, sides: Sequence[str]) -> dict[str, Any]:
    """Return the message that tells Home Assistant about a board.

    It describes a device with sensors for the prompt, the player to act, the dealer, and the score of each
    side.

    Args:
        base: the prefix of the board's topics.
        board: the board's ID.
        name: the human-readable name of the board.
        sides: the names of the current sides.
    """
    says = words()
    scores = {
        f"score_{side}": _sensor(
            board, f"score_{side}", says.score_sensor(who), f"{{{{ value_json.sides[{side}].score }}}}"
        )
        for side, who in enumerate(sides)
    }
    # A sensor of which nothing but the platform is said is removed.
    gone = {f"score_{side}": {"platform": "sensor"} for side in range(len(sides), _MOST_SIDES)}
    prompt = f"{{{{ value_json.says[:{_LONGEST_STATE}] }}}}"
    return {
        "device": {
            "identifiers": [f"muggins_{board}"],
            "name": name,
            "manufacturer": "Muggins",
            "sw_version": VERSION,
        },
        "origin": {"name": "muggins", "sw_version": VERSION},
        "state_topic": topic(base, board, STATE),
        "availability": [{"topic": topic(base, board, PRESENCE)}],
        "qos": QOS,
        "components": {
            "prompt": _sensor(board, "prompt", says.PROMPT_SENSOR, prompt),
            "turn": _sensor(board, "turn", says.TURN_SENSOR, _NAME_OF_SEAT.format(seat="to_act")),
            "dealer": _sensor(board, "dealer", says.DEALER_SENSOR, _NAME_OF_SEAT.format(seat="dealer")),
            **scores,
            **gone,
        },
    }


def _sensor(board: str, key: str, name: str, template: str) -> Mapping[str, str]:
    """Return the description of a sensor for Home Assistant.

    Args:
        board: the board's ID.
        key: a string that is unique among the board's sensors, such as `dealer`.
        name: the name of the sensor that Home Assistant shows.
        template: the Jinja template for the sensor's value.
    """
    return {
        "platform": "sensor",
        "unique_id": f"muggins_{board}_{key}",
        "name": name,
        "value_template": template,
    }
