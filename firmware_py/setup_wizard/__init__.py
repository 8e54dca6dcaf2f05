"""`muggins setup`: asks which parts a board has, tries each of them, and writes the configuration."""
