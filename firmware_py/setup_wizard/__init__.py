"""`muggins setup`: asks which parts a board has, tries each part, and writes the configuration file."""
