"""The narrator: what it says about successive states of the board's window."""

from firmware_py.speech.narrator import Level


def test_the_levels_have_the_names_of_the_configuration() -> None:
    assert [level.value for level in Level] == ["calls", "full"]
