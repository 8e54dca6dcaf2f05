"""`muggins doctor`: checks that a machine has everything that its configuration needs, and suggests fixes."""
