"""Which card to play, by a search through the rest of the play."""
