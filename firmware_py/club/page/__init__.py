"""Files that browsers load to show the club's web page."""
