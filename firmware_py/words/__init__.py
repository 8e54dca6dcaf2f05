"""All words that players see or hear. A translation is one file, beside `english`: see README.md here."""
