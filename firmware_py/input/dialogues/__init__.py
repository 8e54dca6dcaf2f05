"""The menu and its dialogues. A dialogue takes the keys, in place of the game, until it is left."""
