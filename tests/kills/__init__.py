"""Kill the program at random moments, a thousand times: `python -m tests.kills --times 1000`."""
