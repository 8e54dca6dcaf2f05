"""Images for the OLED and colours for the LEDs, drawn from a view."""
