"""A configuration as a picture and a table of its wires."""
