"""Code that knows no cribbage: files, processes, the network, the log, the kernel's chips."""
