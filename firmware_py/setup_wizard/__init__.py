"""`muggins setup`: asks a person what a board is made of, tries it, and writes the configuration."""
