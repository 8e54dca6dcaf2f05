"""The commands that set up each controller of a 128 x 64 panel, as luma.oled's drivers send them.

Running luma's constructors for them would import all of luma.oled, which starts four threads and holds up
the first frame, and would leave a callback at exit each time. The tests hold these bytes equal to what luma
sends.
"""

from __future__ import annotations

_SSD13XX = bytes.fromhex("d580a83fd300408d142000a1c8da12d9f1db40a4a681cf")
INITIALISATION = {
    "ssd1306": _SSD13XX,
    "ssd1309": _SSD13XX,
    "sh1106": bytes.fromhex("2010b0c8001040a1a6a83fa4d300d5f0d922da12db208d14817f"),
}
"""The commands by the controller's name, but for those that switch the panel off before and on after."""
