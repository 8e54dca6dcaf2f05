"""Drivers for the real hardware; they use gpiozero, luma, spidev and the kernel's device files."""
