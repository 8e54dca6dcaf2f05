"""What there is to see → an image for the OLED, colours for the LEDs."""
