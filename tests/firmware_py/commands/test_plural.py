"""Numbers with their nouns."""

from firmware_py.commands.plural import plural


def test_one_is_singular_and_every_other_number_plural() -> None:
    assert [plural(number, "deal") for number in (0, 1, 2)] == ["0 deals", "1 deal", "2 deals"]
    assert [plural(number, "press", "presses") for number in (1, 3)] == ["1 press", "3 presses"]
