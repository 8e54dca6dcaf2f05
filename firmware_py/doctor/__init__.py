"""What a Raspberry Pi's own settings must be for a board, and whether they are."""
