"""The hand size of each game: the cards that a player keeps after the discards (RULES.md 1)."""

HAND_SIZES = {"six-card": 4, "five-card": 3, "seven-card": 5}
"""The cards of a hand, by the name of the game."""
FOUR_CARDS = 4
"""The size of the usual hand, and of the crib in every game."""
