"""A new memory card: `prepare-card` writes it, and the script on it installs the board at the first start.

`python -m tests.appliance.first_start` runs both in an emulated machine.
"""

import importlib.machinery
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from firmware_py.config.build import load
from tests.support.processes import run

SYSTEMD = Path(__file__).parents[2] / "systemd"
PREPARE = SYSTEMD / "prepare-card"
CONFIG = b"# For more options see\r\n[all]\r\nenable_uart=1"
"""A config.txt that was edited on Windows, and whose last line does not end."""
CMDLINE = b"console=serial0,115200 console=tty1 root=PARTUUID=1-02 rootfstype=ext4 rootwait resize\n"
BUS = b"\n[all]\n# the display's bus, at 400 kHz\ndtparam=i2c_arm=on,i2c_arm_baudrate=400000\n"


@pytest.fixture
def card(tmp_path: Path) -> Path:
    """Return a folder with some of the files that Raspberry Pi Imager writes to a new memory card."""
    folder = tmp_path / "bootfs"
    folder.mkdir()
    (folder / "config.txt").write_bytes(CONFIG)
    (folder / "cmdline.txt").write_bytes(CMDLINE)
    (folder / "meta-data").write_text("instance-id: rpi-imager-1\n")
    return folder


def prepare(card: Path, *words: str) -> subprocess.CompletedProcess[str]:
    package = card.parent / "muggins_1.0_all.deb"
    package.write_bytes(b"a package")
    command = [sys.executable, PREPARE, *words, "--card", card, "--package", package]
    return run(command, capture_output=True, text=True)


def module() -> ModuleType:
    """Load the program `prepare-card` as a module, although its file name has no extension."""
    loader = importlib.machinery.SourceFileLoader("prepare_card", str(PREPARE))
    spec = importlib.util.spec_from_loader("prepare_card", loader)
    assert spec is not None
    made = importlib.util.module_from_spec(spec)
    loader.exec_module(made)
    return made


def test_the_card_has_everything_that_the_pi_reads(card: Path) -> None:
    done = prepare(card, "first-board", "Ann", "José")
    assert done.returncode == 0, done.stderr
    assert (card / "muggins_1.0_all.deb").read_bytes() == b"a package"
    assert (card / "vendor-data").read_bytes() == (SYSTEMD / "vendor-data").read_bytes()
    config = load(card / "muggins.toml")
    assert (config.profile, config.setup.names) == ("first-board", ("Ann", "José"))
    assert (card / "config.txt").read_bytes() == CONFIG + b"\n" + BUS
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
    assert b"\nenable_uart=0\n" in (card / "config.txt").read_bytes()
    made = module()
    bigger = made.CmdlineWord("spidev.bufsiz=8192", True, "")
    once = made.with_words(words, [bigger])
    assert once == words[:-1] + b" spidev.bufsiz=8192\n" == made.with_words(once, [bigger])


def test_without_cloud_init_the_script_is_left_out(card: Path) -> None:
    (card / "meta-data").unlink()
    done = prepare(card, "first-board")
    assert not (card / "vendor-data").exists() and (card / "muggins_1.0_all.deb").exists()
    assert "There is no file meta-data on the card" in done.stdout
    heading = done.stdout.partition("hardware/first-board.md: ")[2].partition(".")[0]
    guide = (SYSTEMD.parent / "hardware" / "first-board.md").read_text(encoding="utf-8")
    assert f"\n## {heading}\n" in guide


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["first-board", "Ann"], "muggins.toml: game.names"),
        (["first-board", "Ann", "Bob Miller"], "muggins.toml: game.names: 'Bob Miller' cannot be a name"),
        (["second-board"], "argument PROFILE: invalid choice: 'second-board'"),
    ],
)
def test_a_mistake_in_the_command_leaves_the_card_alone(card: Path, words: list[str], said: str) -> None:
    done = prepare(card, *words)
    assert done.returncode and said in done.stderr
    assert sorted(path.name for path in card.iterdir()) == ["cmdline.txt", "config.txt", "meta-data"]


def test_another_folder_is_not_a_card(tmp_path: Path) -> None:
    done = prepare(tmp_path, "first-board")
    assert done.returncode and "is not the first partition of a Raspberry Pi's card" in done.stderr
    assert not list(tmp_path.glob("*.toml"))


def test_a_file_that_cannot_be_written_is_named(card: Path) -> None:
    (card / "muggins.toml").mkdir()  # exists, so the program leaves it alone
    (card / "vendor-data").mkdir()  # cannot be written
    done = prepare(card, "first-board")
    assert done.returncode == 1
    assert done.stderr.startswith(f"prepare-card: {card / 'vendor-data'}: Is a directory. Put the card in")


def test_it_asks_until_there_is_a_card(
    card: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    made = module()
    where = card.parent / "media"
    monkeypatch.setattr(made, "MOUNTED", (f"{where}/*",))
    asked = 0

    def enter(prompt: str) -> str:
        nonlocal asked
        asked += 1
        assert prompt == f"{made.ASK}\n"
        if asked == 2:
            where.mkdir()
            (where / "stick").mkdir()  # another drive
            shutil.copytree(card, where / "bootfs")
        return ""

    monkeypatch.setattr("builtins.input", enter)
    assert made.asked() == where / "bootfs" and asked == 2
    assert capsys.readouterr().out == f"{made.NO_CARD}\n"
    shutil.copytree(card, where / "bootfs1")
    with pytest.raises(SystemExit, match=r"there are several: .*bootfs.*: name one, --card FOLDER"):
        made.asked()


def test_ctrl_c_ends_it_in_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupt)
    with pytest.raises(SystemExit, match="prepare-card: nothing was written"):
        module().asked()


def test_without_a_terminal_the_card_has_to_be_named(tmp_path: Path) -> None:
    package = tmp_path / "muggins_1.0_all.deb"
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
PLACES = {"/boot/firmware": "card", "/var/log": "log", "/run": "run"}
PLACES |= {"/var/lib/cloud/scripts": "scripts", "/var/lib/apt/lists": "lists"}
APT = '#!/bin/sh\necho "$@" >> {calls}\ncase "$*" in *{works}*) exit 0 ;; esac\nexit 100\n'


class Pi:
    """A simulated Raspberry Pi in a temporary folder. Tests choose which of its apt commands succeed."""

    def __init__(self, folder: Path) -> None:
        text = SCRIPT.read_text(encoding="utf-8")
        for place, name in PLACES.items():
            assert place in text
            (folder / name).mkdir()
            text = text.replace(place, str(folder / name))
        self.folder, self.again = folder, folder / "scripts" / "per-boot" / "muggins"
        self.again.parent.mkdir()
        self.calls = folder / "calls"
        (folder / "card" / "muggins_1.0_all.deb").touch()
        self.script = folder / "part-001"
        self.script.write_text(text)
        self.script.chmod(0o700)
        (folder / "bin").mkdir()
        self.put("sleep", "#!/bin/sh\n")
        self.put("dpkg", f'#!/bin/sh\necho "dpkg $@" >> {self.calls}\n')

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
    def log(self) -> list[str]:
        return (self.folder / "card" / "muggins-install.log").read_text().splitlines()

    @property
    def said(self) -> str:
        return self.log[-1]


@pytest.fixture
def pi(tmp_path: Path) -> Pi:
    return Pi(tmp_path)


def test_it_installs_the_package_on_the_card(pi: Pi) -> None:
    assert pi.start(pi.script, "install") == 0
    [call] = pi.calls.read_text().splitlines()
    assert call.endswith(f"install {pi.folder}/card/muggins_1.0_all.deb")
    assert pi.said == "Muggins is installed."
    assert not pi.again.exists()


def test_without_a_network_it_tries_again_and_then_once_more_at_the_next_start(pi: Pi) -> None:
    assert pi.start(pi.script, "nothing") == 1
    calls = [call.split()[-2 if "install" in call else 0] for call in pi.calls.read_text().splitlines()]
    assert calls == ["install", "update"] * 20
    assert pi.said.startswith("Muggins is not installed. Is there a network?")
    assert pi.start(pi.again, "nothing") == 1
    assert pi.start(pi.again, "install") == 0
    assert pi.said == "Muggins is installed."
    assert not pi.again.exists()


def test_after_it_failed_cloud_init_runs_the_copy_in_the_same_start_in_vain(pi: Pi) -> None:
    # cloud-init runs `scripts_vendor` and then `scripts_per_boot` (cloud-init, `cloud_final_modules`).
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
    began = "Muggins is being installed. This is working, and takes some minutes: do not pull the plug."
    assert [line for line in pi.log if line.startswith("Muggins")] == [began, began, "Muggins is installed."]
    assert not pi.again.exists()


def test_it_fetches_the_lists_of_packages_when_it_needs_them(pi: Pi) -> None:
    # On a new card, apt cannot install packages before it has updated its lists.
    lists = pi.folder / "lists"
    pi.put("apt-get", f'#!/bin/sh\ncase "$*" in update) touch {lists} ;; *) test -e {lists} ;; esac\n')
    assert pi.run_script(pi.script) == 0 and lists.exists()
    assert pi.said == "Muggins is installed."


def test_cloud_init_takes_it_for_a_script() -> None:
    # cloud-init recognizes a script by its first two characters.
    assert SCRIPT.read_bytes().startswith(b"#!/bin/sh\n") and b"\r" not in SCRIPT.read_bytes()
