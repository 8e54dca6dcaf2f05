"""The commands of `muggins`, and the options that they share."""
