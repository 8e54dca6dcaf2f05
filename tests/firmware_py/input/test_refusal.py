"""The message for a key that has no effect at the current prompt."""

import pytest

from firmware_py.input.keys import Input, Key, Stick
from firmware_py.input.typed import refused


@pytest.mark.parametrize("key", [Key.GO, Key.TEN, Stick.UP])
def test_a_refusal_names_the_key_and_says_what_to_press_instead(key: Input) -> None:
    assert str(refused(key, "key the starter")) == f"{key.value} does nothing here: key the starter"


def test_the_voice_says_the_names_of_keys_in_words() -> None:
    assert refused(Key.KING, "key the starter").aloud == "king does nothing here: key the starter"
    named = refused(Stick.UP, lambda name: f"{name('A')} to {name('6')} choose")
    assert str(named) == "UP does nothing here: A to 6 choose"
    assert named.aloud == "up does nothing here: ace to six choose"
