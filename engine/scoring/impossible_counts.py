"""The highest count of a hand, and the counts that no hand can have, such as 19 (RULES.md 4)."""

from __future__ import annotations

from engine.game_forms import FOUR_CARDS, SEVEN_CARD
from engine.rules import Rules

_IMPOSSIBLE = {
    (3, False): (20, frozenset({16, 17, 18, 19})),
    (4, False): (29, frozenset({19, 25, 26, 27})),
    (5, False): (46, frozenset({35, 41, 42, 43, 44, 45})),
    (3, True): (20, frozenset({16, 17, 18, 19})),
    (4, True): (29, frozenset({25, 26, 27})),
    (5, True): (46, frozenset({35, 41, 43, 45})),
}
"""The highest count and the impossible counts below it, keyed by hand size and `ace_11`."""


def impossible_counts(rules: Rules, *, crib: bool) -> tuple[int, frozenset[int]]:
    """Return the highest possible count of a hand or crib, and all lower counts that are impossible."""
    return _IMPOSSIBLE[FOUR_CARDS if crib else rules.hand_size, rules.ace_11]


def nineteen_is_a_joke(rules: Rules, *, crib: bool) -> bool:
    """Return True if a hand without points is jokingly called `nineteen`, because no hand can score 19.

    The result is False if the given rules allow a score of 19. It is always False in seven-card cribbage.

    Args:
        rules: the rules of the game.
        crib: True for a crib, False for a hand.
    """
    return rules.game != SEVEN_CARD and 19 in impossible_counts(rules, crib=crib)[1]
