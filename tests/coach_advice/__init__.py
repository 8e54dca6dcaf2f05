"""Common advice on cribbage, compared with the coach's calculations."""
