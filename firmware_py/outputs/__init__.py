"""The outputs of the board: screens, LED tracks and indicator LEDs."""
