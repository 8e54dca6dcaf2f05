"""The serial port strips journald's prefix from messages, and drops messages from other programs."""

import socket
from pathlib import Path

from tests.appliance.serial_port import Port


def heard(folder: Path, said: bytes) -> list[str]:
    here, there = socket.socketpair()
    port = Port(here, folder / "port.log")
    there.sendall(said)
    there.close()
    port.close()
    return [line for _, line in port.lines]


def test_lines_without_a_prefix_stay_as_they_are(tmp_path: Path) -> None:
    assert heard(tmp_path, b"41 lay 5\r\nStarted muggins.service - Muggins.\n") == [
        "41 lay 5",
        "Started muggins.service - Muggins.",
    ]


def test_forwarded_messages_lose_their_prefix_and_colours(tmp_path: Path) -> None:
    # As journald of systemd 257 wrote them, with ForwardToConsole=yes.
    said = (
        b"[   33.618688] systemd[1]: Started muggins.service - Muggins, the cribbage board.\r\n"
        b"[   33.622946] muggins[523]: \x1b[0;1;38:5:185mlights: cannot open /dev/spidev0.0\x1b[0m\r\n"
        b"[  131.639085] muggins[666]: 12 undo; takes back lay 6\r\n"
    )
    assert heard(tmp_path, said) == [
        "Started muggins.service - Muggins, the cribbage board.",
        "lights: cannot open /dev/spidev0.0",
        "12 undo; takes back lay 6",
    ]


def test_forwarded_messages_of_other_programs_are_dropped(tmp_path: Path) -> None:
    said = b"[  194.487564] systemd-logind[352]: 12 sessions\n[  195.168610] sudo[464]: root : TTY=ttyS1\n"
    assert heard(tmp_path, said) == []


def test_a_line_that_has_not_ended_is_dropped(tmp_path: Path) -> None:
    assert heard(tmp_path, b"41 lay 5\n42 la") == ["41 lay 5"]
