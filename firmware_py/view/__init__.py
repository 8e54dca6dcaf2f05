"""The view of a game in words and figures: its prompts, calls, remarks and pages."""
