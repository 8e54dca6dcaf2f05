"""The options of a new game that players step through one at a time: their order and possible values."""

from __future__ import annotations

from functools import lru_cache

from engine.options import OPTIONS
from engine.rules import Rules
from engine.setup import has_effect, others

_MUGGINS = tuple(name for name in OPTIONS if name.startswith("muggins"))
_USUAL = (*_MUGGINS, "calling", "reveal", "track", "skunk_worth", "double_worth", "next_game_dealer")
_ORDER = (*_USUAL, *(name for name in OPTIONS if name not in (*_USUAL, "game", "target")))
"""The options in the order in which they are shown. The options that players change most often come first."""


@lru_cache(maxsize=4)
def changeable_options(rules: Rules) -> tuple[str, ...]:
    """Return the names of the options that can be changed under the given rules, in display order."""
    return tuple(name for name in _ORDER if has_effect(name, rules) and others(name, rules))


def target_limits() -> tuple[int, int]:
    """Return the lowest and highest possible target scores."""
    values = OPTIONS["target"].values
    assert isinstance(values, range)
    return values[0], values[-1]


def first_option(rules: Rules) -> str:
    """Return the name of the first option that can be changed under the given rules."""
    return changeable_options(rules)[0]


def following_option(name: str, rules: Rules, *, steps: int) -> str:
    """Return the name of the option that is `steps` places after the option called `name`.

    The first option follows the last.

    Args:
        name: the name of the current option.
        rules: the rules, which determine which options can be changed.
        steps: the number of places to move; negative to move back.
    """
    names = changeable_options(rules)
    return names[(names.index(name) + steps) % len(names)]


def with_next_value(name: str, rules: Rules) -> Rules:
    """Return a copy of the rules in which an option has its next possible value.

    Args:
        name: the name of the option.
        rules: the current rules.
    """
    return others(name, rules)[0]
