"""Emulated pins and chips, decoding what the real drivers put on the wire."""
