"""Listeners follow the game without showing it: the log and the buzzer. A new one is a file here."""
