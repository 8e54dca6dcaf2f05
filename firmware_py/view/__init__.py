"""From a game to what there is to see of it: prompts, calls, pages, remarks."""
