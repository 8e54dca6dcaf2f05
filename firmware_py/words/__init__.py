"""All texts that players see or hear. A translation is a single file beside `english.py`. See README.md."""
