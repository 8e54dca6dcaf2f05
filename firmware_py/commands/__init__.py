"""The commands of `muggins`, a file each, and what they share."""
