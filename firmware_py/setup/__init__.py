"""`muggins setup`: finds the hardware, asks about it, tries it out, and writes the configuration."""
