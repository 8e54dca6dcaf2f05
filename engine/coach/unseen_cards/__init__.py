"""The cards that a player sees in a deal, and those that the opponent probably holds or has thrown."""
