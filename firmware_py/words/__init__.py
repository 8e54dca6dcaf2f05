"""All messages that players see or hear.

Each translation is a separate file next to `english.py`. See README.md.
"""
