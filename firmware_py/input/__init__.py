"""Convert key presses to events. They come from keys, from a joystick, or from a file that lists keys."""
