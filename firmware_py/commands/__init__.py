"""The commands of `muggins`, each in a module of its own, and the functions that they share."""
