"""The sound cards of Raspberry Pis, as /proc/asound/cards lists them.

Numbers and names are those of a Raspberry Pi 4 (RPi-Distro/raspi-config 197); the format is the kernel's.
"""

CARDS = """\
 0 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones
                      bcm2835 Headphones
 1 [vc4hdmi0       ]: vc4-hdmi - vc4-hdmi-0
                      vc4-hdmi-0
 2 [vc4hdmi1       ]: vc4-hdmi - vc4-hdmi-1
                      vc4-hdmi-1
"""
USB = """\
 3 [UACDemoV10     ]: USB-Audio - UACDemoV1.0
                      Jieli Technology UACDemoV1.0 at usb-0000:01:00.0-1.2, full speed
"""
HDMI_FIRST = """\
 0 [vc4hdmi        ]: vc4-hdmi - vc4-hdmi
                      vc4-hdmi
 1 [UACDemoV10     ]: USB-Audio - UACDemoV1.0
                      Jieli Technology UACDemoV1.0 at usb-20980000.usb-1, full speed
"""
AMPLIFIER = """\
 0 [MAX98357A      ]: simple-card - MAX98357A
                      MAX98357A
"""
