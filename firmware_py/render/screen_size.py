"""The size of the screen."""

WIDTH, HEIGHT = 128, 64
"""Pixels of the OLED."""
