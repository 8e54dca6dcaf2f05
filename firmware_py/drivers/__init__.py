"""The real parts: behind gpiozero, luma and spidev, or the kernel's own device files."""
