"""Storage of games that survives power cuts: the journal, and the archive of finished games."""
