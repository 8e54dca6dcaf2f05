"""A review of a game: how the chance of winning changed, and each player's throws, luck and play."""
