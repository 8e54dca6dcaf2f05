"""The firmware of the board: everything from a key press to the LEDs that show its effect."""
