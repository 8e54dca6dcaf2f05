"""The board: everything from a key press to the lights that show its effect."""
