"""Listeners follow the game without showing it: the log and the buzzer. Add a new listener as a file here."""
