"""Find the best card to play: from tables for the first two cards of a deal, and by a search after that."""
