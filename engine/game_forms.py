"""The forms of the game, with six, five or seven cards: their names, hand sizes and targets (RULES.md 1)."""

SIX_CARD, FIVE_CARD, SEVEN_CARD = "six-card", "five-card", "seven-card"
"""The names of the forms, as used in the option `game` and in records."""
USUAL_FORM = SIX_CARD
"""The form that is played if the players choose no other, and the only one for three or four players."""
HAND_SIZES = {SIX_CARD: 4, FIVE_CARD: 3, SEVEN_CARD: 5}
"""The number of cards that a player keeps in each form."""
TARGETS = {SIX_CARD: 121, FIVE_CARD: 61, SEVEN_CARD: 151}
"""The default target of each form."""
FOUR_CARDS = 4
"""The size of the usual hand, and of the crib in every form."""
