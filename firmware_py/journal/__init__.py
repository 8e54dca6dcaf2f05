"""Where games are kept: the journal, and the files of finished games; both survive power cuts."""
