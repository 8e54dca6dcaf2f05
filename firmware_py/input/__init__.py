"""Input: converts key presses to events.

Handles debouncing, typed numbers, dialogues, joysticks and key files.
"""
