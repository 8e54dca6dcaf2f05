"""A match: its events with undo, redo and corrections, its record as text, and its statistics."""
