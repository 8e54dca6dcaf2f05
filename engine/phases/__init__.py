"""What each event does to a game: a phase takes the state before the event and returns the state after it.

`engine/game.py` lists which phase handles which event.
"""
