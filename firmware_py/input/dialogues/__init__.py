"""The menu and its dialogues. While a dialogue is open, it handles the keys instead of the game."""
