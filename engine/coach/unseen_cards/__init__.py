"""What a player can see of a deal, and which cards the opponent is likely to hold or to have thrown."""
