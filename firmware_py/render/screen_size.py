"""The size of the display."""

WIDTH, HEIGHT = 128, 64
"""The width and height of the OLED, in pixels."""
