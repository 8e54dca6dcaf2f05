"""Emulated pins, keypads and chips. The chips decode the bytes that the real drivers send."""
