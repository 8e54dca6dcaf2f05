"""Listeners, which follow the game without showing it, such as the log and the buzzer.

Add a new listener as a module in this package.
"""
