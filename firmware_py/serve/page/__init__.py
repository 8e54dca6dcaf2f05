"""The files that browsers load: the page, its style sheet and its scripts. `page_files` serves them."""
