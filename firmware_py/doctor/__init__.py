"""`muggins doctor`: check that a machine has everything that its configuration needs, and suggest fixes."""
