"""The service and its package: what their files say of each other, and what is in a package when built."""
