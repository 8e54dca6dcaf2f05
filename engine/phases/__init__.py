"""What each event does to a game: a phase takes the game before the event and returns the game after it.

`dispatch` lists which phase handles which event.
"""
