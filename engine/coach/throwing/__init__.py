"""Which two cards to throw to the crib, and why; how good a throw was."""
