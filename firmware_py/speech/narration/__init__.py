"""What the voice says: converting states of the board's window to sentences, without making any sound."""
