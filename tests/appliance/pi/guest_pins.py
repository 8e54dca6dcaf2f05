"""Ask the kernel which program uses each GPIO pin and with which flags, and print the answers as JSON.

The kernel's answer to GPIO_V2_GET_LINEINFO_IOCTL is described in linux/gpio.h. This program uses only the
standard library, and none of the code under test.
"""

from __future__ import annotations

import fcntl
import json
import os
import struct

CHIP = "/dev/gpiochip0"
PINS = range(28)
_LINE_INFO = struct.Struct("=32s32sIIQ176x")  # name, consumer, offset, number of attributes, flags
_GET_LINE_INFO = 3 << 30 | _LINE_INFO.size << 16 | 0xB4 << 8 | 0x05


def main() -> None:
    chip = os.open(CHIP, os.O_RDWR)
    users = {}
    for pin in PINS:
        info = bytearray(_LINE_INFO.pack(b"", b"", pin, 0, 0))
        fcntl.ioctl(chip, _GET_LINE_INFO, info)
        _, consumer, _, _, flags = _LINE_INFO.unpack(info)
        users[pin] = [consumer.rstrip(b"\0").decode(), flags]
    print(json.dumps(users))


if __name__ == "__main__":
    main()
