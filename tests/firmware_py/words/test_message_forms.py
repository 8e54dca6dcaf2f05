"""A message has a full sentence and shorter forms for the display."""

from firmware_py.words.message import Message, in_forms


def test_the_first_form_is_the_whole_sentence() -> None:
    assert in_forms("Ann cuts for the deal.", "Ann cuts.") == Message(
        "Ann cuts for the deal.", ("Ann cuts for the deal.", "Ann cuts.")
    )
