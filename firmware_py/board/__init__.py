"""The board: the loop, its state, and the add-ons that show more than the game."""
