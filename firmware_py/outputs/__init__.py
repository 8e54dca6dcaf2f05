"""The outputs of the board: displays, LED tracks and indicator LEDs."""
