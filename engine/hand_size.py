"""The hand size in each form of the game: the number of cards that a player keeps (RULES.md 1)."""

HAND_SIZES = {"six-card": 4, "five-card": 3, "seven-card": 5}
"""The number of cards in a hand, keyed by the name of the game."""
FOUR_CARDS = 4
"""The size of the usual hand, and of the crib in every game."""
