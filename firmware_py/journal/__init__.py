"""The journal and the files beside it: kept through power cuts, read back at the start."""
