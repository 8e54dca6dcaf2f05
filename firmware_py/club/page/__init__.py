"""The files of the club's page, which browsers load."""
