"""Where the games are: in the service's folder or the user's own, and on a disk or only in memory."""

import os
from pathlib import Path

import pytest

from firmware_py.journal import locations
from firmware_py.journal.locations import default_journal, journal_to_look_into
from firmware_py.journal.tmpfs_warning import is_in_memory, mount_table
from firmware_py.start import simulator
from firmware_py.system.errors import UsageError
from tests.support.command import muggins, nothing_changes
from tests.support.machine import Machine

COMMANDS = ("status", "history", "record")


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    return Machine(tmp_path, monkeypatch)


@pytest.mark.parametrize("command", COMMANDS)
def test_with_the_package_every_command_reads_the_games_of_the_board(machine: Machine, command: str) -> None:
    machine.install(packaged=True)
    machine.play(machine.service, "OK 3 K")
    assert muggins(command) == muggins(command, "--journal", machine.service)
    machine.play(machine.own, "OK 3 K 5 6")
    assert muggins(command) == muggins(command, "--journal", machine.service)


def test_users_read_the_games_of_the_service_until_they_play_in_the_simulator(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine.play(machine.service, "OK 3 K")
    assert machine.presses() == 3
    machine.play(machine.own, "OK 3 K 5 6")
    assert machine.presses() == 5
    # The user of the service reads its games, wherever they are.
    monkeypatch.setenv("STATE_DIRECTORY", str(machine.service.parent))
    assert machine.presses() == 3


def test_without_a_home_too_users_read_its_games(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", "")
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)
    with pytest.raises(UsageError):
        journal_to_look_into()
    machine.play(machine.service, "OK 3 K")
    assert machine.presses() == 3


def test_the_simulator_never_plays_on_its_games(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    machine.install(packaged=True)
    machine.play(machine.service, "OK 3 K")
    played: list[Path] = []
    monkeypatch.setattr(simulator, "check_terminal", lambda as_text: as_text)
    monkeypatch.setattr(
        simulator, "run_in_terminal", lambda config, board, journal, **named: played.append(journal)
    )
    with nothing_changes(machine.service.parent):
        assert muggins("simulate").status == 0
        assert default_journal() == machine.own
    assert played == [machine.own]


def test_the_folder_of_the_service_is_that_of_its_unit() -> None:
    unit = Path(__file__).parents[3] / "systemd" / "muggins.service"
    settings = dict(line.partition("=")[::2] for line in unit.read_text(encoding="utf-8").splitlines())
    assert str(locations.SERVICE_STATE_FOLDER) == f"/var/lib/{settings['StateDirectory']}"
    # Every user may read them.
    assert (settings["StateDirectoryMode"], settings["UMask"]) == ("0755", "0022")


def test_a_relative_state_folder_is_ignored(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_STATE_HOME", "here")
    assert default_journal() == tmp_path / ".local" / "state" / "muggins" / "games.txt"
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "there"))
    assert default_journal() == tmp_path / "there" / "muggins" / "games.txt"


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
# The service's view: its folder is mounted once more, on itself.
BOUND = f"60 30 0:22 /var/lib/muggins /var/lib/muggins rw,nosuid - overlay overlayroot rw,{_UPPER}"


@pytest.mark.parametrize(
    ("table", "in_memory"),
    [
        (CARD, False),
        (OVERLAID, True),
        (f"{OVERLAID}\n{BOUND}", True),
        (f"{OVERLAID}\n{PARTITION}", False),
        (f"{OVERLAID}\n{RECURSIVE}", True),
        # A folder with a longer name is another folder, and of two mounts on one mount point the last counts.
        (f"{OVERLAID}\n{PARTITION.replace('/muggins ', '/mugg ')}", True),
        (f"12 1 0:2 / / rw - rootfs rootfs rw\n{OVERLAID}", True),
        # Blanks in names.
        (OVERLAID.replace("/media/root-rw", "/media/the\\040root"), True),
        # A tmpfs that somebody mounted there on purpose.
        (f"{CARD}\n40 26 0:30 / /var/lib rw - tmpfs tmpfs rw", False),
        # The upper layer is on a disk, or not in the table, as in a container.
        (OVERLAID.replace("tmpfs tmpfs-root", "ext4 /dev/sda1"), False),
        ("30 1 0:22 / / rw - overlay overlay rw,lowerdir=/a:/b,upperdir=/c/diff,workdir=/c/work", False),
        ("", False),
    ],
)
def test_a_folder_is_in_memory_if_the_upper_layer_of_its_overlay_is(table: str, in_memory: bool) -> None:
    assert is_in_memory(GAMES, table) == in_memory
    with_blank = table.replace("/var/lib/muggins", "/var/lib/my\\040games")
    assert is_in_memory(Path("/var/lib/my games"), with_blank) == in_memory


@pytest.mark.skipif(not Path("/proc/mounts").exists(), reason="Linux alone has such a table")
def test_the_kernels_own_table_is_read() -> None:
    # /proc/mounts has the same mounts in another form: device, mount point, kind.
    mounts = dict(line.split()[1:3] for line in Path("/proc/mounts").read_text().splitlines())
    assert mounts["/proc"] == "proc"
    for point, kind in mounts.items():
        overlay = f"9 1 0:9 / /muggins rw - overlay overlay rw,upperdir={point}/upper"
        assert is_in_memory(Path("/muggins"), f"{mount_table()}\n{overlay}") == (kind in ("tmpfs", "ramfs"))
