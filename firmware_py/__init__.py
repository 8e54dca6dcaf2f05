"""The board: from the key that is pressed to the lights that show it."""
