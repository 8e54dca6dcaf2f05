"""A game for one person alone: the program shuffles, deals, and presses an opponent's keys."""
