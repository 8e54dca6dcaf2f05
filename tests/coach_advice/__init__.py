"""The advice that players give each other, checked by the coach's tables."""
