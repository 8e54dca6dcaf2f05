"""The view of a game as text and numbers: prompts, calls, remarks and pages."""
