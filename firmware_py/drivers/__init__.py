"""Drivers of the real parts, over gpiozero, luma, spidev and the kernel's device files."""
