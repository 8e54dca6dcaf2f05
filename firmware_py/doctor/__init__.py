"""`muggins doctor`: check that the machine has everything that the configuration needs, and suggest fixes."""
