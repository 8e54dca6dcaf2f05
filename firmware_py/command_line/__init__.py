"""The command line of `muggins`: its commands with their options, and what each one runs."""
