"""`muggins doctor`: compares the machine with what the configuration needs, and says what to change."""
