"""The board's firmware: everything from a key press to the LEDs that show its effect."""
