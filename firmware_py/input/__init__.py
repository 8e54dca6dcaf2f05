"""Turns key presses into events: debounce, typed numbers, dialogues, the joystick and key files."""
