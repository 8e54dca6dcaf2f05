"""Shapes, the formats they are written in, and the drawings for makers."""
