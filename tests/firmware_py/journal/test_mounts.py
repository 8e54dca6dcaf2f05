"""What is written is only in memory, or it is not: tables of mounts as the kernel prints them."""

from pathlib import Path

import pytest

from firmware_py.journal import mounts
from firmware_py.journal.mounts import is_in_memory

GAMES = Path("/var/lib/muggins")
CARD = "26 1 179:2 / / rw,noatime shared:1 - ext4 /dev/mmcblk0p2 rw"
# With `overlayroot=tmpfs` on the kernel's command line.
_UPPER = "lowerdir=/media/root-ro,upperdir=/media/root-rw/overlay,workdir=/media/root-rw/overlay-workdir/_"
OVERLAID = f"""\
23 30 179:2 / /media/root-ro ro,relatime shared:2 - ext4 /dev/mmcblk0p2 ro
24 30 0:21 / /media/root-rw rw,relatime shared:3 - tmpfs tmpfs-root rw
30 1 0:22 / / rw,relatime shared:1 - overlay overlayroot rw,{_UPPER},uuid=on
31 30 0:24 / /run rw,nosuid - tmpfs tmpfs rw,size=196608k"""
PARTITION = "40 30 179:3 / /var/lib/muggins rw,noatime shared:9 - ext4 /dev/mmcblk0p3 rw"
_OF_ITS_OWN = _UPPER.replace("root-ro", "root-ro/var/lib/muggins").replace(
    "overlay,", "overlay/var/lib/muggins,"
)
RECURSIVE = f"""\
40 23 179:3 / /media/root-ro/var/lib/muggins ro,relatime - ext4 /dev/mmcblk0p3 ro
41 30 0:29 / /var/lib/muggins rw,relatime - overlay /var/lib/muggins rw,{_OF_ITS_OWN}"""
# What the service sees: its folder is mounted once more, in place.
BOUND = f"60 30 0:22 /var/lib/muggins /var/lib/muggins rw,nosuid - overlay overlayroot rw,{_UPPER}"


@pytest.mark.parametrize(
    ("table", "in_memory"),
    [
        (CARD, False),
        (OVERLAID, True),
        (f"{OVERLAID}\n{BOUND}", True),
        (f"{OVERLAID}\n{PARTITION}", False),
        (f"{OVERLAID}\n{RECURSIVE}", True),
        # Somebody has mounted it so: that was no accident.
        (f"{CARD}\n40 26 0:30 / /var/lib rw - tmpfs tmpfs rw", False),
        # The upper layer is on a disk, or out of sight, as in a container.
        (OVERLAID.replace("tmpfs tmpfs-root", "ext4 /dev/sda1"), False),
        ("30 1 0:22 / / rw - overlay overlay rw,lowerdir=/a:/b,upperdir=/c/diff,workdir=/c/work", False),
        ("30 1 0:22 / / ro - overlay overlay ro,lowerdir=/a:/b", False),
        ("", False),
        ("no such table", False),
    ],
)
def test_where_the_games_are(table: str, in_memory: bool) -> None:
    assert is_in_memory(GAMES, table) == in_memory


def test_a_name_that_only_begins_alike_is_another() -> None:
    other = PARTITION.replace("/var/lib/muggins ", "/var/lib/mugg ")
    assert is_in_memory(GAMES, f"{OVERLAID}\n{other}")


def test_blanks_in_names_are_read() -> None:
    table = OVERLAID.replace("/media/root-rw", "/media/the\\040root")
    assert is_in_memory(GAMES, table)
    games = PARTITION.replace("/var/lib/muggins", "/my\\040games")
    assert not is_in_memory(Path("/my games"), f"{table}\n{games}")


def test_of_two_mounts_in_one_place_the_last_counts() -> None:
    hidden = "12 1 0:2 / / rw - rootfs rootfs rw"
    assert is_in_memory(GAMES, f"{hidden}\n{OVERLAID}")
    assert not is_in_memory(GAMES, f"{OVERLAID}\n{CARD}")


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="Linux alone has such a table")
def test_the_kernels_own_table_is_read() -> None:
    known = [mount for line in mounts.table().splitlines() if (mount := mounts._read(line))]
    at = mounts._mount_of(Path("/proc/self/mountinfo"), known)
    assert at is not None and (str(at.place), at.kind) == ("/proc", "proc")
