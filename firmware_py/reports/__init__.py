"""Games in words and figures, for commands and pages."""
