"""The effect of each event on a game: a phase takes the state before the event, and returns that after it.

`engine/game.py` lists which phase handles which event.
"""
