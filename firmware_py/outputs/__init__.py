"""The outputs of the board: screens, LED tracks, indicator LEDs and the buzzer."""
