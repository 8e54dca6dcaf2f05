"""A new memory card: `prepare-card` writes it, and the script on it installs the board at the first start.

`python -m tests.appliance.first_start` runs both in an emulated machine.
"""

import hashlib
import lzma
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from types import ModuleType
from unittest.mock import Mock

import pytest

from firmware_py.config.build import load
from firmware_py.config.requirements import CmdlineWord
from tests.support import card_image
from tests.support.processes import run

SYSTEMD = Path(__file__).parents[2] / "systemd"
PREPARE = SYSTEMD / "prepare-card"
CONFIG = b"# For more options see\r\n[all]\r\nenable_uart=1"  # edited on Windows; no end of line
CMDLINE = b"console=serial0,115200 console=tty1 root=PARTUUID=1-02 rootfstype=ext4 rootwait resize\n"
BUS = (
    b"\n# Muggins: the lines of this board\n"
    b"[all]\n# the display's bus, at 400 kHz\ndtparam=i2c_arm=on,i2c_arm_baudrate=400000\n"
    b"# Muggins: the end of its lines\n"
)


@pytest.fixture
def card(tmp_path: Path) -> Path:
    """Return a folder with some of the files that Raspberry Pi Imager writes to a new memory card."""
    folder = tmp_path / "bootfs"
    folder.mkdir()
    (folder / "config.txt").write_bytes(CONFIG)
    (folder / "cmdline.txt").write_bytes(CMDLINE)
    (folder / "meta-data").write_text("instance-id: rpi-imager-1\n")
    (folder / "user-data").write_text("#cloud-config\nhostname: cribbage\n")
    return folder


def prepare(where: Path, *words: object) -> subprocess.CompletedProcess[str]:
    """Run `prepare-card` for a card, which is a folder, or for an image, which is a file."""
    package = where.parent / "muggins_1.0_all.deb"
    package.write_bytes(b"a package")
    kind = "--image" if where.is_file() else "--card"
    command = [sys.executable, PREPARE, *words, kind, where, "--package", package]
    return run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)


def module() -> ModuleType:
    """Load the program `prepare-card` as a module, although its file name has no extension."""
    made = ModuleType("prepare_card")
    made.__file__ = str(PREPARE)
    exec(compile(PREPARE.read_text(encoding="utf-8"), PREPARE, "exec"), made.__dict__)
    return made


def test_the_card_has_everything_that_the_pi_reads(card: Path) -> None:
    done = prepare(card, "first-board", "Ann", "José")
    assert done.returncode == 0, done.stderr
    assert (card / "muggins_1.0_all.deb").read_bytes() == b"a package"
    assert (card / "vendor-data").read_bytes() == (SYSTEMD / "vendor-data").read_bytes()
    config = load(card / "muggins.toml")
    assert (config.profile, config.setup.names) == ("first-board", ("Ann", "José"))
    assert (card / "config.txt").read_bytes() == CONFIG + b"\r\n" + BUS.replace(b"\n", b"\r\n")
    assert (card / "cmdline.txt").read_bytes() == CMDLINE
    for name in ("muggins_1.0_all.deb", "vendor-data", "muggins.toml", "config.txt"):
        assert f"{card / name}: " in done.stdout
    assert "cmdline.txt" not in done.stdout
    assert "hardware/first-board.md" in done.stdout


def test_a_second_run_keeps_the_configuration_and_replaces_the_package(card: Path) -> None:
    prepare(card, "first-board", "Ann", "Bob")
    (card / "muggins_1.0_all.deb").rename(card / "muggins_0.9_all.deb")
    (card / "muggins.toml").write_text('extends = "bare"\n')
    before = (card / "config.txt").read_bytes()
    done = prepare(card, "first-board", "Cy", "Di")
    assert f"{card / 'muggins.toml'}: was there already, and stays as it is" in done.stdout
    assert (card / "muggins.toml").read_text() == 'extends = "bare"\n'
    assert [path.name for path in card.glob("*.deb")] == ["muggins_1.0_all.deb"]
    assert (card / "config.txt").read_bytes() == before


def test_words_leave_cmdline_for_keys_on_the_consoles_pins_and_join_it_for_lights(card: Path) -> None:
    assert prepare(card, "keypad-20").returncode == 0
    words = b"console=tty1 root=PARTUUID=1-02 rootfstype=ext4 rootwait resize\n"
    assert (card / "cmdline.txt").read_bytes() == words
    assert b"\nenable_uart=0\r\n" in (card / "config.txt").read_bytes()
    made = module()
    bigger = CmdlineWord("spidev.bufsiz=8192", True, "")
    once = made.with_words(words, [bigger])
    assert once == words[:-1] + b" spidev.bufsiz=8192\n" == made.with_words(once, [bigger])


PRESEED = """\
config_version = "1.1"   # written by Raspberry Pi Imager

[user]
name = "ann"
password = "x # ]"

{runcmd}[locale]
timezone = "Europe/London"
"""
"""A file of rpi-preseed, in the form of its example (raspberrypi/rpi-preseed, examples/rpi-preseed.toml)."""
LATE = "sh /boot/firmware/vendor-data"


@pytest.mark.parametrize(
    ("runcmd", "late"),
    [
        ("", [LATE]),
        ('[runcmd] # ours\nearly = ["true"]\n\n', [LATE]),
        ("[runcmd]\nlate = []\n\n", [LATE]),
        (
            '[runcmd]\nlate=[ "sh -c \'[ -d /x ]\'", "true" ]\nlate_retries = 9\n\n',
            [LATE, "sh -c '[ -d /x ]'", "true"],
        ),
        ('[runcmd]\nlate = [\n  # first\n  "true",\n]\n\n', [LATE, "true"]),
        (f'[runcmd]\nlate = ["true", "{LATE}"]\n\n', ["true", LATE]),
    ],
)
def test_rpi_preseed_gets_a_late_command_and_keeps_the_rest(card: Path, runcmd: str, late: list[str]) -> None:
    former = PRESEED.format(runcmd=runcmd)
    (card / "rpi-preseed.toml").write_text(former)
    done = prepare(card, "first-board")
    assert done.returncode == 0 and (card / "vendor-data").exists()
    written = (card / "rpi-preseed.toml").read_text()
    before, after = tomllib.loads(former), tomllib.loads(written)
    ours = {} if runcmd else {"late_retries": 3}
    assert after.pop("runcmd") == ours | before.pop("runcmd", {}) | {"late": late}
    assert after == before and "# written by Raspberry Pi Imager" in written
    assert prepare(card, "first-board").returncode == 0
    assert (card / "rpi-preseed.toml").read_text() == written  # a second run adds nothing


@pytest.mark.parametrize("content", [b"[runcmd\n", b"\xff", b"runcmd = 1\n", b"runcmd = { late = [] }\n"])
def test_a_file_of_rpi_preseed_that_cannot_be_added_to_is_left_alone(card: Path, content: bytes) -> None:
    (card / "rpi-preseed.toml").write_bytes(content)
    done = prepare(card, "first-board")
    assert done.returncode == 1 and "rpi-preseed.toml cannot be added to: write late" in done.stderr
    assert done.stderr.count("\n") == 1 and (card / "rpi-preseed.toml").read_bytes() == content
    assert not (card / "vendor-data").exists()


def test_without_cloud_init_rpi_preseed_is_told_and_an_old_system_named(card: Path) -> None:
    (card / "meta-data").unlink()
    done = prepare(card, "first-board")
    assert tomllib.loads((card / "rpi-preseed.toml").read_text())["runcmd"]["late"] == [LATE]
    assert "A system older than Trixie cannot install the board by itself" in done.stdout
    heading = done.stdout.partition("hardware/first-board.md: ")[2].partition(".")[0]
    guide = (SYSTEMD.parent / "hardware" / "first-board.md").read_text(encoding="utf-8")
    assert f"\n## {heading}\n" in guide


@pytest.mark.parametrize("user_data", [None, b"", b"#cloud-config\n# nothing\n\n"])
def test_settings_that_imager_lost_are_missed(card: Path, user_data: bytes | None) -> None:
    (card / "user-data").unlink()
    if user_data is not None:
        (card / "user-data").write_bytes(user_data)
    done = prepare(card, "first-board")
    assert done.returncode == 0 and "Imager's settings are not on the card" in done.stdout


def test_a_rerun_replaces_what_is_ours_and_keeps_what_the_owner_changed(card: Path) -> None:
    prepare(card, "keypad-4x4", "Ann", "Bob")
    assert (card / "overlays" / "muggins-keypad-4x4.dtbo").exists()
    with (card / "config.txt").open("ab") as file:
        file.write(b"dtparam=audio=on\r\n")
    done = prepare(card, "first-board", "Cy", "Di", "--rerun")
    assert load(card / "muggins.toml").setup.names == ("Cy", "Di")
    text = (card / "config.txt").read_bytes().replace(b"\r\n", b"\n")
    assert text.count(b"dtparam=i2c_arm=on") == 1 and b"dtoverlay" not in text and b"audio=on" in text
    with (card / "muggins.toml").open("a") as file:
        file.write("[display]\nrotate = 180\n")
    changed = (card / "muggins.toml").read_text()
    done = prepare(card, "first-board", "--rerun")
    assert "muggins.toml: was changed by hand, and stays as it is" in done.stdout
    assert (card / "muggins.toml").read_text() == changed


def test_a_line_that_config_txt_has_is_not_doubled(card: Path) -> None:
    line = b"dtparam=i2c_arm=on,i2c_arm_baudrate=400000"
    (card / "config.txt").write_bytes(b"[all]\n" + line + b"\n")
    prepare(card, "first-board")
    assert (card / "config.txt").read_bytes() == b"[all]\n" + line + b"\n"
    (card / "config.txt").write_bytes(b"[pi5]\n" + line + b"\n")  # only for a Pi 5
    prepare(card, "first-board")
    assert (card / "config.txt").read_bytes().count(line) == 2


def test_a_card_can_name_the_repository_that_updates_come_from(card: Path) -> None:
    key = card.parent / "signer.asc"
    key.write_bytes(b"a key")
    done = prepare(card, "bare", "--repository", "https://example.org/muggins", "--key", key)
    assert done.returncode == 0, done.stderr
    assert (card / "muggins.asc").read_bytes() == b"a key"
    guide = (SYSTEMD / "README.md").read_text(encoding="utf-8")
    assert f"muggins.sources << END\n{(card / 'muggins.sources').read_text()}END\n" in guide
    done = prepare(card, "bare", "--repository", "https://example.org/muggins")
    assert done.returncode == 2 and "--repository and --key go together" in done.stderr


def test_the_overlay_is_what_its_source_says(tmp_path: Path) -> None:
    if not shutil.which("dtc"):
        pytest.skip("dtc, which compiles the overlay here, is missing")
    overlays = SYSTEMD.parent / "hardware" / "overlays"
    made = tmp_path / "made.dtbo"
    source = overlays / "muggins-keypad-4x4.dts"
    run(["dtc", "-@", "-I", "dts", "-O", "dtb", "-o", made, source], check=True, stderr=subprocess.DEVNULL)
    assert made.read_bytes() == (overlays / "muggins-keypad-4x4.dtbo").read_bytes()


needs_mtools = pytest.mark.skipif(
    not (shutil.which("mcopy") and shutil.which("mkfs.vfat")), reason="mtools and dosfstools edit images"
)


@pytest.fixture
def image(card: Path, tmp_path: Path) -> Path:
    """Return the image of a card: a table, the files of `card` on FAT, and another partition."""
    path, system = tmp_path / "raspios.img", tmp_path / "system"
    system.write_bytes(b"ext4" * 64 * 128)
    card_image.make(path, card.iterdir(), system, 64)
    return path


@needs_mtools
def test_an_image_gets_the_same_files_and_keeps_the_rest(card: Path, image: Path, tmp_path: Path) -> None:
    packed, out = tmp_path / "raspios.img.xz", tmp_path / "muggins.img.xz"
    packed.write_bytes(lzma.compress(image.read_bytes(), preset=0))
    more = tmp_path / "packages"
    more.mkdir()
    (more / "python3-pil_11_arm64.deb").write_bytes(b"pillow")
    digest = hashlib.sha256(packed.read_bytes()).hexdigest()
    (card / "user-data").unlink()  # Imager writes it later
    done = prepare(packed, "first-board", "--out", out, "--sha256", digest.upper(), "--offline", more)
    assert done.returncode == 0, done.stderr
    assert "Imager's settings" not in done.stdout
    made = lzma.decompress(out.read_bytes())
    before = image.read_bytes()
    assert made[:512] == before[:512] and made[-64 * 512 :] == before[-64 * 512 :]
    (tmp_path / "made.img").write_bytes(made)
    run(["mcopy", "-s", "-i", f"{tmp_path / 'made.img'}@@1M", "::", tmp_path / "read"], check=True)
    prepare(card, "first-board")
    for path in card.iterdir():
        assert (tmp_path / "read" / path.name).read_bytes() == path.read_bytes(), path.name
    assert (tmp_path / "read" / "muggins-packages" / "python3-pil_11_arm64.deb").read_bytes() == b"pillow"


@needs_mtools
@pytest.mark.parametrize(
    ("damage", "words", "said"),
    [
        ("", ["--sha256", "0" * 64], "has the SHA-256"),
        ("cut", [], "is damaged or incomplete: download it again"),
        ("table", [], "this is no image of a Raspberry Pi's card"),
        ("full", [], "there is no room for muggins-packages/big.deb on its first partition"),
        ("cloud-init", [], "this image has no cloud-init"),
        ("packages", ["--offline", "."], "there are no Debian packages in it"),
    ],
)
def test_an_image_that_cannot_be_prepared(
    image: Path, damage: str, words: list[str], said: str, tmp_path: Path
) -> None:
    source = tmp_path / "raspios.img.xz" if damage == "cut" else image
    if damage == "cut":
        source.write_bytes(lzma.compress(image.read_bytes(), preset=0)[:-40])
    elif damage == "table":
        image.write_bytes(b"\0" * 1024)
    elif damage == "full":
        (tmp_path / "big.deb").write_bytes(bytes(65 << 20))
        words = ["--offline", str(tmp_path)]
    elif damage == "cloud-init":
        run(["mdel", "-i", f"{image}@@1M", "::meta-data"], check=True)
    done = prepare(source, "first-board", "--out", tmp_path / "out.img", *words)
    assert done.returncode == 1 and done.stderr.startswith("prepare-card: ") and said in done.stderr
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "out.img").exists()


@pytest.mark.parametrize(
    ("words", "taken", "said"),
    [
        (["first-board", "Ann"], "", "muggins.toml: game.names"),
        (["first-board", "Ann", "Bob Miller"], "", "game.names: 'Bob Miller' cannot be a name"),
        (["second-board"], "", "argument PROFILE: invalid choice: 'second-board'"),
        (["first-board"], "no card", "is not the first partition of a Raspberry Pi's card"),
        (["first-board"], "vendor-data", "vendor-data: Is a directory: put the card in"),
    ],
)
def test_a_mistake_leaves_the_card_alone(card: Path, words: list[str], taken: str, said: str) -> None:
    if taken == "no card":
        (card / "config.txt").unlink()
    elif taken:
        (card / "muggins.toml").mkdir()  # exists, so the program leaves it alone
        (card / taken).mkdir()  # cannot be written
    before = {path.name for path in card.iterdir()}
    done = prepare(card, *words)
    assert done.returncode and said in done.stderr and "Traceback" not in done.stderr
    assert taken == "vendor-data" or {path.name for path in card.iterdir()} == before


def test_it_asks_until_there_is_a_card_or_nobody_answers(
    card: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    made = module()
    where = card.parent / "media"
    monkeypatch.setattr(made, "MOUNTED", (f"{where}/*",))
    asked: list[str] = []

    def enter(prompt: str) -> str:
        asked.append(prompt)
        if len(asked) == 2:
            (where / "stick").mkdir(parents=True)  # another drive
            shutil.copytree(card, where / "bootfs")
        return ""

    monkeypatch.setattr("builtins.input", enter)
    assert made.asked() == where / "bootfs" and asked == [f"{made.ASK}\n"] * 2
    assert capsys.readouterr().out == f"{made.NO_CARD}\n"
    shutil.copytree(card, where / "bootfs1")
    with pytest.raises(SystemExit, match=r"there are several: .*bootfs.*: name one, --card FOLDER"):
        made.asked()
    monkeypatch.setattr("builtins.input", Mock(side_effect=KeyboardInterrupt))
    with pytest.raises(SystemExit, match="prepare-card: nothing was written"):
        module().asked()
    package = card.parent / "muggins_1.0_all.deb"
    package.touch()
    command = [sys.executable, PREPARE, "first-board", "--package", package]
    done = run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert done.returncode == 1 and done.stderr.startswith("prepare-card: nobody can answer here: name")


def test_program_needs_only_python() -> None:
    """`prepare-card` runs without modules such as `fcntl`, which Python lacks on Windows."""
    program = (
        "import runpy, sys\n"
        "for name in ('fcntl', 'termios', 'pwd', 'grp', 'resource', 'curses', 'tty', 'pty', 'syslog'):\n"
        "    sys.modules[name] = None\n"
        f"sys.argv = [{str(PREPARE)!r}, '--help']\n"
        f"runpy.run_path({str(PREPARE)!r}, run_name='__main__')\n"
    )
    done = run([sys.executable, "-I", "-S", "-c", program], capture_output=True, text=True)
    assert done.returncode == 0 and "PROFILE" in done.stdout, done.stderr


SCRIPT = SYSTEMD / "vendor-data"
PLACES = {"/boot/firmware": "card", "/var/log": "log", "/run": "run", "/usr/local/sbin": "sbin"}
PLACES |= {"/etc/systemd/system": "units", "/var/lib/apt/lists": "lists"}
PLACES |= {"/etc/apt/keyrings": "keys", "/etc/apt/sources.list.d": "sources"}
PLACES |= {"/var/lib/muggins-update": "old"}
APT = '#!/bin/sh\necho "$@" >> {calls}\ncase "$*" in *{works}*) exit 0 ;; esac\nexit 100\n'

DPKG = '#!/bin/sh\n[ "$1" = --print-architecture ] && echo arm64 || echo "dpkg $@" >> {calls}\n'


class Pi:
    """A simulated Raspberry Pi in a temporary folder. Tests choose which of its apt commands succeed."""

    def __init__(self, folder: Path) -> None:
        text = SCRIPT.read_text(encoding="utf-8")
        for place, name in PLACES.items():
            assert place in text
            (folder / name).mkdir()
            text = text.replace(place, str(folder / name))
        self.folder, self.again = folder, folder / "sbin" / "muggins-install"
        self.calls = folder / "calls"
        (folder / "card" / "muggins_1.0_all.deb").touch()
        self.script = folder / "part-001"
        self.script.write_text(text)
        self.script.chmod(0o700)
        (folder / "bin").mkdir()
        self.put("sleep", "#!/bin/sh\n")
        self.put("dpkg", DPKG.format(calls=self.calls))

    def put(self, program: str, text: str) -> None:
        (self.folder / "bin" / program).write_text(text)
        (self.folder / "bin" / program).chmod(0o755)

    def start(self, script: Path, works: str) -> int:
        """Simulate a reboot, and run the script. Only apt commands that contain the text `works` succeed."""
        shutil.rmtree(self.folder / "run")
        (self.folder / "run").mkdir()
        return self.go_on(script, works)

    def go_on(self, script: Path, works: str) -> int:
        """Run the script again without a reboot. Only its apt commands that contain `works` succeed."""
        self.calls.write_text("")
        self.put("apt-get", APT.format(calls=self.calls, works=works))
        return self.run_script(script)

    def run_script(self, script: Path) -> int:
        path = f"{self.folder / 'bin'}:{os.environ['PATH']}"
        return run([script], env=os.environ | {"PATH": path}).returncode

    @property
    def left(self) -> list[Path]:
        """The files of the installer that a later start would find."""
        return [path for name in ("sbin", "units") for path in (self.folder / name).rglob("*muggins*")]

    @property
    def said(self) -> str:
        return (self.folder / "card" / "muggins-install.log").read_text().splitlines()[-1]


@pytest.fixture
def pi(tmp_path: Path) -> Pi:
    return Pi(tmp_path)


def test_it_installs_the_package_on_the_card(pi: Pi) -> None:
    # cloud-init recognizes a script by its first two characters.
    assert SCRIPT.read_bytes().startswith(b"#!/bin/sh\n") and b"\r" not in SCRIPT.read_bytes()
    assert pi.start(pi.script, "install") == 0
    [call] = pi.calls.read_text().splitlines()
    assert call.endswith(f"install {pi.folder}/card/muggins_1.0_all.deb")
    assert pi.said == "Muggins is installed."
    assert pi.left == []


def test_it_lets_the_board_be_updated_from_the_repository_that_the_card_names(pi: Pi) -> None:
    for name in ("muggins.asc", "muggins.sources", "muggins_1.0_all.deb"):
        (pi.folder / "card" / name).write_text(name)
    assert pi.start(pi.script, "install") == 0
    assert (pi.folder / "keys" / "muggins.asc").read_text() == "muggins.asc"
    assert (pi.folder / "sources" / "muggins.sources").read_text() == "muggins.sources"
    assert (pi.folder / "old" / "old.deb").read_text() == "muggins_1.0_all.deb"  # the version to go back to


def test_of_the_packages_of_debian_it_takes_those_of_this_pi(pi: Pi) -> None:
    packages = pi.folder / "card" / "muggins-packages"
    packages.mkdir()
    names = [f"{name}.deb" for name in ("mailcap_3_all", "python3-pil_11_arm64", "python3-pil_11_armhf")]
    for name in names:
        (packages / name).touch()
    pi.start(pi.script, "install")
    taken = [word.rpartition("/")[2] for word in pi.calls.read_text().partition("install ")[2].split()]
    assert taken == ["muggins_1.0_all.deb", *names[:2]]


def test_without_a_network_it_tries_again_and_then_once_more_at_the_next_start(pi: Pi) -> None:
    assert pi.start(pi.script, "nothing") == 1
    calls = [call.split()[-2 if "install" in call else 0] for call in pi.calls.read_text().splitlines()]
    assert calls == ["install", "update"] * 20
    assert pi.said.startswith("Muggins is not installed. Is there a network?")
    unit = pi.folder / "units" / "muggins-install.service"
    assert f"\nExecStart={pi.again}\n" in unit.read_text()
    assert (unit.parent / "multi-user.target.wants" / unit.name).readlink() == unit
    assert pi.start(pi.again, "nothing") == 1
    assert pi.start(pi.again, "install") == 0
    assert pi.said == "Muggins is installed."
    assert pi.left == []


def test_two_that_start_it_in_the_same_start_install_once(pi: Pi) -> None:
    # After a power cut, rpi-preseed runs its late commands again, beside the unit.
    pi.start(pi.script, "nothing")
    assert pi.go_on(pi.again, "install") == 0
    assert pi.calls.read_text() == ""
    assert pi.said.startswith("Muggins is not installed.")


CUT = "#!/bin/sh\nkill -KILL $PPID\n"
"""A program that simulates a power cut by killing the script that runs it."""


def test_after_a_power_cut_in_the_middle_the_next_start_installs(pi: Pi) -> None:
    pi.put("apt-get", CUT)
    assert pi.run_script(pi.script) == -9
    assert pi.said.startswith("Muggins is being installed.")
    damaged = pi.folder / "lists" / "damaged"
    damaged.touch()
    assert pi.start(pi.again, "install") == 0
    assert not damaged.exists()
    calls = [line.split()[:2] for line in pi.calls.read_text().splitlines()]
    assert calls == [["clean"], ["dpkg", "--configure"], ["--yes", "--option"]]
    assert pi.said == "Muggins is installed."
    assert pi.left == []


def test_it_fetches_the_lists_of_packages_when_it_needs_them(pi: Pi) -> None:
    # On a new card, apt cannot install packages before it has updated its lists.
    lists = pi.folder / "lists"
    pi.put("apt-get", f'#!/bin/sh\ncase "$*" in update) touch {lists} ;; *) test -e {lists} ;; esac\n')
    assert pi.run_script(pi.script) == 0 and lists.exists()
    assert pi.said == "Muggins is installed."
