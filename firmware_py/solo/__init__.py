"""A game for one person alone: the program shuffles, deals, and presses the keys of an opponent."""
