"""The draft of a configuration file that setup builds from the user's answers."""

from __future__ import annotations

import tomllib

import pytest

from firmware_py.setup.draft import Draft
from firmware_py.system.errors import UsageError
from tests.support.setup_rig import profile


def test_without_answers_the_draft_is_the_profile() -> None:
    draft = Draft("keypad-20")
    assert draft.config == profile("keypad-20")._replace(source="these answers")
    assert tomllib.loads(draft.text) == {"extends": "keypad-20"}


def test_settings_equal_to_the_profile_are_left_out() -> None:
    draft = (
        Draft("keypad-20").with_values("display", address=0x3D, bus=1).with_values("lights", brightness=13)
    )
    assert tomllib.loads(draft.text) == {"extends": "keypad-20", "display": {"address": 0x3D}}


def test_an_answer_can_be_taken_back() -> None:
    draft = (
        Draft("keypad-20").with_values("lights", chip="ws2812", order="RGB").with_values("lights", order=None)
    )
    assert tomllib.loads(draft.text)["lights"] == {"chip": "ws2812"}
    assert draft.config.lights and draft.config.lights.order == "GRB"
    assert tomllib.loads(draft.with_values("lights", chip="apa102").text) == {"extends": "keypad-20"}


def test_all_values_of_a_chosen_shape_are_written() -> None:
    draft = Draft("keypad-20").with_values("lights", shape={"kind": "panel", "height": 12, "tracks": 3})
    assert tomllib.loads(draft.text)["lights"]["shape"] == {"kind": "panel", "height": 12, "tracks": 3}


def test_answers_that_the_schema_refuses_are_refused() -> None:
    with pytest.raises(UsageError, match=r"these answers: display\.rotate = 90: must be one of 0, 180"):
        _ = Draft("keypad-20").with_values("display", rotate=90).config


def test_a_mistake_is_named_without_the_drafts_name_but_with_that_of_a_file() -> None:
    draft = Draft("keypad-20")
    assert draft.mistake is None
    sideways = draft.with_values("display", rotate=90)
    assert sideways.mistake == "display.rotate = 90: must be one of 0, 180"
    assert str(Draft("nothing.toml").mistake).startswith("muggins.toml: extends = 'nothing.toml': ")
