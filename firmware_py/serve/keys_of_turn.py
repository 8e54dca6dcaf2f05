"""The keys on a phone that are meant only for the player whose turn it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.prompts import SUIT_QUESTIONS, Prompt
from firmware_py.input.keys import RANKS, Key

_ONE_ANSWERS = {
    prompt.value
    for prompt in (
        *(Prompt.PLAY, Prompt.ACE, Prompt.REST, Prompt.HAND, Prompt.REVEAL, Prompt.CLAIM),
        *SUIT_QUESTIONS,
    )
}
"""The prompts that only one player should answer."""
_OK_IS_FOR_ALL = {prompt.value for prompt in (Prompt.PLAY, Prompt.REST, Prompt.HAND)}
"""The prompts among them that OK does not answer. It calls points there, or turns the page."""


def keys_of_turn(view: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the seat of the player whose turn it is, and the keys that only this player should press.

    An example is `{"seat": 0, "keys": ["A", "2", …]}`. Return None if anybody can press any key.
    """
    if view["page"] is not None or view["prompt"] not in _ONE_ANSWERS:
        return None
    keys = [*RANKS, Key.GO] if view["prompt"] in _OK_IS_FOR_ALL else [*RANKS, Key.GO, Key.OK]
    return {"seat": view["to_act"], "keys": [key.value for key in keys]}
