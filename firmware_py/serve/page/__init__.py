"""What browsers load: the page, its style and its scripts. `page_files` serves them."""
