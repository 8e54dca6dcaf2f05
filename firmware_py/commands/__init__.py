"""The commands of `muggins`, one file for each, and the functions that they share."""
