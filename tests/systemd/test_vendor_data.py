"""The script that installs the board when a new card starts for the first time.

`python -m tests.appliance.first_start` runs the script under cloud-init. Here, the script runs with a fake
`apt-get`, some of whose commands fail.
"""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.support.processes import run

SCRIPT = Path(__file__).parents[2] / "systemd" / "vendor-data"
PLACES = {
    "/boot/firmware": "card",
    "/var/log": "log",
    "/var/lib/cloud/scripts": "scripts",
    "/var/lib/apt/lists": "lists",
    "/run": "run",
}
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

    def start(self, script: Path, works: str) -> subprocess.CompletedProcess[bytes]:
        """Simulate a reboot, and run the script. Only apt commands that contain the text `works` succeed."""
        shutil.rmtree(self.folder / "run")
        (self.folder / "run").mkdir()
        return self.go_on(script, works)

    def go_on(self, script: Path, works: str) -> subprocess.CompletedProcess[bytes]:
        """Run the script again without a reboot. Only its apt commands that contain `works` succeed."""
        self.calls.write_text("")
        self.put("apt-get", APT.format(calls=self.calls, works=works))
        return self.run_script(script)

    def run_script(self, script: Path) -> subprocess.CompletedProcess[bytes]:
        path = f"{self.folder / 'bin'}:{os.environ['PATH']}"
        return run([script], env=os.environ | {"PATH": path})

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
    assert pi.start(pi.script, "install").returncode == 0
    [call] = pi.calls.read_text().splitlines()
    assert call.endswith(f"install {pi.folder}/card/muggins_1.0_all.deb")
    assert pi.said == "Muggins is installed."
    assert not pi.again.exists()


def test_without_a_network_it_tries_again_and_then_once_more_at_the_next_start(pi: Pi) -> None:
    assert pi.start(pi.script, "nothing").returncode == 1
    calls = [call.split()[-2 if "install" in call else 0] for call in pi.calls.read_text().splitlines()]
    assert calls == ["install", "update"] * 20
    assert pi.said.startswith("Muggins is not installed. Is there a network?")
    assert pi.start(pi.again, "nothing").returncode == 1
    assert pi.start(pi.again, "install").returncode == 0
    assert pi.said == "Muggins is installed."
    assert not pi.again.exists()


def test_after_it_failed_cloud_init_runs_the_copy_in_the_same_start_in_vain(pi: Pi) -> None:
    # cloud-init runs `scripts_vendor` and then `scripts_per_boot` (cloud-init, `cloud_final_modules`).
    pi.start(pi.script, "nothing")
    assert pi.go_on(pi.again, "install").returncode == 0
    assert pi.calls.read_text() == ""
    assert pi.said.startswith("Muggins is not installed.")


CUT = "#!/bin/sh\nkill -KILL $PPID\n"
"""A program that simulates a power cut by killing the script that runs it."""


def test_after_a_power_cut_in_the_middle_the_next_start_installs(pi: Pi) -> None:
    pi.put("apt-get", CUT)
    assert pi.run_script(pi.script).returncode == -9
    assert pi.said.startswith("Muggins is being installed.")
    damaged = pi.folder / "lists" / "damaged"
    damaged.touch()
    assert pi.start(pi.again, "install").returncode == 0
    assert not damaged.exists()
    assert [line.split()[:2] for line in pi.calls.read_text().splitlines()] == [
        ["clean"],
        ["dpkg", "--configure"],
        ["--yes", "--option"],
    ]
    assert [line for line in pi.log if line.startswith("Muggins")] == [
        "Muggins is being installed. This is working, and takes some minutes: do not pull the plug.",
        "Muggins is being installed. This is working, and takes some minutes: do not pull the plug.",
        "Muggins is installed.",
    ]
    assert not pi.again.exists()


def test_it_fetches_the_lists_of_packages_when_it_needs_them(pi: Pi) -> None:
    # On a new card, apt cannot install packages before it has updated its lists.
    pi.put("apt-get", "")
    lists = pi.folder / "lists"
    pi.put("apt-get", f'#!/bin/sh\ncase "$*" in update) touch {lists} ;; *) test -e {lists} ;; esac\n')
    done = pi.run_script(pi.script)
    assert done.returncode == 0 and lists.exists()
    assert pi.said == "Muggins is installed."


def test_cloud_init_takes_it_for_a_script() -> None:
    # cloud-init recognizes a script by its first two characters.
    assert SCRIPT.read_bytes().startswith(b"#!/bin/sh\n") and b"\r" not in SCRIPT.read_bytes()
