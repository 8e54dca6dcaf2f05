"""A look back at a game that was played: its course, and each player's throws, luck and play."""
