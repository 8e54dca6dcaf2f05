"""Convert key presses to events: debouncing, typed numbers, dialogues, the joystick and key files."""
