"""A game for a single player: the program shuffles, deals, and presses an opponent's keys."""
