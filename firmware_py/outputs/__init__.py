"""The board's outputs: displays, LED tracks and indicator LEDs."""
