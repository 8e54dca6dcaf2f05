"""`muggins doctor`: checks the machine's settings, devices and permissions against the configuration."""
