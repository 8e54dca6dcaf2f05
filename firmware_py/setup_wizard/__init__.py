"""`muggins setup`: ask which parts a board has, try each part, and write the configuration file."""
