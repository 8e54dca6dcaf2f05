"""Points: how each is counted, with its reason, and fast without it."""
