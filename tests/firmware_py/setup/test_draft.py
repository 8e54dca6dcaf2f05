"""The draft of a configuration, the text that it becomes, and the preview of what changes in the file."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_py.setup.draft import Draft, edited, preview


def test_a_mistake_is_named_without_the_drafts_name_but_with_that_of_a_file() -> None:
    draft = Draft("keypad-20")
    assert draft.mistake is None
    sideways = draft.with_values("display", rotate=90)
    assert sideways.mistake == "display.rotate = 90: must be one of 0, 180"
    assert str(Draft("nothing.toml").mistake).startswith("muggins.toml: extends = 'nothing.toml': ")


FILE = """\
# Our board.
extends = "usb-numpad" # the blue keypad

[display] # on the lid
address = 0x3D # soldered
dim_after = 60

[keyboard.codes]
UNDO = 111 # Delete
# the key under it is broken

# Sunday's game
[game]
names = ["Ann", "Ben"]
"""


def _changed(**tables: Any) -> str:
    """Return the configuration `FILE` with some tables replaced. Check that it contains the new tables.

    A table given as None is removed.
    """
    wanted = tomllib.loads(FILE) | tables
    wanted = {name: value for name, value in wanted.items() if value is not None}
    text = edited(FILE, wanted)
    assert tomllib.loads(text) == wanted
    return text


@pytest.mark.parametrize(
    ("tables", "old", "new"),
    [
        ({"extends": "first-board"}, '"usb-numpad"', '"first-board"'),
        ({"display": {"address": 0x3C, "dim_after": 60}}, "0x3D", "0x3c"),
        ({"display": {"address": 0x3D}}, "dim_after = 60\n", ""),
        ({"display": {"address": 0x3D, "dim_after": 60, "rotate": 180}}, "60\n", "60\nrotate = 180\n"),
        ({"keyboard": {"codes": {"UNDO": 14}}}, "111", "14"),
        ({"lights": False}, "keypad\n", "keypad\nlights = false\n"),
        ({"rules": {"muggins": "on"}}, '"Ben"]\n', '"Ben"]\n\n[rules]\nmuggins = "on"\n'),
    ],
)
def test_only_the_lines_of_a_new_value_change(tables: dict[str, Any], old: str, new: str) -> None:
    assert _changed(**tables) == FILE.replace(old, new, 1)


def test_the_comment_above_the_next_table_outlives_a_table() -> None:
    text = _changed(keyboard=None)
    assert text == FILE.replace("[keyboard.codes]\nUNDO = 111 # Delete\n# the key under it is broken\n\n", "")


def test_a_value_never_falls_into_the_table_before_it() -> None:
    former = 'extends = "bare"\n\n#[lights]\n#brightness = 20\n'
    text = edited(former, {"extends": "bare", "display": {"rotate": 180}, "keyboard": False})
    assert text.startswith('extends = "bare"\nkeyboard = false\n\n#[lights]\n')
    assert tomllib.loads(text.replace("#[", "[").replace("#b", "b"))["lights"] == {"brightness": 20}


VALUES = st.one_of(
    st.booleans(), st.integers(0, 9), st.sampled_from("ab"), st.lists(st.integers(0, 9), max_size=2)
)
TABLES = st.dictionaries(st.sampled_from("xyz"), VALUES, max_size=3)
DEEP = st.fixed_dictionaries({}, optional={"codes": TABLES, "shape": TABLES, "x": VALUES, "y": VALUES})
PARTS = ("buttons", "display", "lights", "keyboard", "game")
SETTINGS = st.fixed_dictionaries(
    {},
    optional={"extends": st.sampled_from("ab"), **{part: st.just(False) | TABLES | DEEP for part in PARTS}},
)
WRITTEN_BY_HAND = """\
buttons.x = 27
buttons.y = 13 # dotted
display = {x = 61, y = 180} # in braces

[lights.shape]
x = "ring"
[game]
x = ["A"]

[lights] # in two places
y = 3
"""


@given(SETTINGS, SETTINGS, SETTINGS)
def test_the_new_text_says_what_was_asked_for(first: Any, second: Any, third: Any) -> None:
    text = ""
    for settings in (first, second, third):
        text = edited(text, settings)
        assert tomllib.loads(text) == settings
        assert tomllib.loads(edited(WRITTEN_BY_HAND, settings)) == settings


def test_long_runs_that_stay_are_cut() -> None:
    former = "".join(f"{number}\n" for number in range(20))
    text = former.replace("8\n", "eight\n", 1).replace("9\n", "", 1)
    assert list(preview(former, text)) == [
        "    ... 6 lines stay as they are ...",
        *("    6", "    7", "  - 8", "  - 9", "  + eight", "    10", "    11"),
        "    ... 8 lines stay as they are ...",
    ]
    twice = text.replace("14\n", "")
    assert "    10" in preview(former, twice) and "    12" in preview(former, twice)


def test_no_single_line_is_cut() -> None:
    assert list(preview("1\n2\n3\n4\n5\n", "1\n2\n3\n4\nfive\n")) == [
        "    ... 2 lines stay as they are ...",
        *("    3", "    4", "  - 5", "  + five"),
    ]
    assert "    2" in preview("2\n3\n4\n5\n", "2\n3\n4\nfive\n")
