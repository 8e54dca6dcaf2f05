"""Drivers for real hardware, which use gpiozero, luma, spidev and the kernel's device files."""
