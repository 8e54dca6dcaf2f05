"""The MQTT topics of boards."""

import pytest

from firmware_py.mqtt.topics import KINDS, Address, address, all_boards, topic


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("base", ["muggins", "club/boards"])
def test_a_topic_names_the_board_and_the_kind(base: str, kind: str) -> None:
    named = topic(base, "5f0c2b9e41d7", kind)
    assert named == f"{base}/5f0c2b9e41d7/{kind}"
    assert address(base, named) == Address("5f0c2b9e41d7", kind)


@pytest.mark.parametrize(
    "other",
    (
        *("muggins", "muggins/", "muggins/a", "muggins//state", "muggins/a/b/state", "muggins/a/other"),
        *("mugginses/a/state", "club/muggins/a/state", "homeassistant/device/a/config"),
    ),
)
def test_other_topics_are_no_boards(other: str) -> None:
    assert address("muggins", other) is None


def test_a_filter_matches_one_kind_from_all_boards() -> None:
    assert all_boards("club", "state") == "club/+/state"
