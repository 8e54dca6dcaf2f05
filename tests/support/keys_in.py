"""The keys in a text, for tests that press them one after another."""

from firmware_py.input.keys import Key, read_keys


def keys_in(text: str) -> list[Key]:
    """Return the keys in a text, which is written like a key file."""
    return [each.key for each in read_keys(text, "the keys of a test")]
