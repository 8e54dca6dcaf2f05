"""All texts that players see or hear. A translation is a single file beside `english.py`; see README.md."""
