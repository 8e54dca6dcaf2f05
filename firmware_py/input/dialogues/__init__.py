"""The menu and its dialogues. While a dialogue is open, key presses go to the dialogue, not to the game."""
