"""The real parts, each behind its own library: gpiozero, luma, spidev."""
