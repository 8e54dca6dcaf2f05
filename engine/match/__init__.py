"""A match: its presses with undo, redo and correction, its record as text, and its statistics."""
