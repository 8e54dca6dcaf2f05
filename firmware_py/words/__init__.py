"""All messages that players see or hear. A translation is one file beside `english.py`. See README.md."""
