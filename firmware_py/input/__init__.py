"""From key presses to events: debounce, numbers, dialogues, the joystick, key files."""
