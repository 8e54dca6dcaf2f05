"""The view of a game in words and numbers: its prompts, calls, remarks and pages."""
