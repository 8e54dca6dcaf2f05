"""The script that installs the board when a new card starts for the first time.

`python -m tests.appliance.first_start` runs it under cloud-init. Here, apt is replaced, to make it fail.
"""

import os
import subprocess
from pathlib import Path

import pytest

from tests.support.processes import run

SCRIPT = Path(__file__).parents[2] / "systemd" / "vendor-data"
PLACES = {"/boot/firmware": "card", "/var/log": "log", "/var/lib/cloud/scripts/per-boot": "per-boot"}
APT = '#!/bin/sh\necho "$@" >> {calls}\ncase "$*" in *{works}*) exit 0 ;; esac\nexit 100\n'


class Pi:
    """A simulated Pi with its folders in a temporary folder, and an apt that works only as a test allows."""

    def __init__(self, folder: Path) -> None:
        text = SCRIPT.read_text(encoding="utf-8")
        for place, name in PLACES.items():
            assert place in text
            (folder / name).mkdir()
            text = text.replace(place, str(folder / name))
        self.folder, self.again = folder, folder / "per-boot" / "muggins"
        self.calls = folder / "calls"
        (folder / "card" / "muggins_1.0_all.deb").touch()
        self.script = folder / "part-001"
        self.script.write_text(text)
        self.script.chmod(0o700)
        (folder / "bin").mkdir()
        self.put("sleep", "#!/bin/sh\n")

    def put(self, program: str, text: str) -> None:
        (self.folder / "bin" / program).write_text(text)
        (self.folder / "bin" / program).chmod(0o755)

    def start(self, script: Path, works: str) -> subprocess.CompletedProcess[bytes]:
        """Run the script, with an apt that fails unless its arguments contain the words `works`."""
        self.calls.write_text("")
        self.put("apt-get", APT.format(calls=self.calls, works=works))
        return run([script], env=os.environ | {"PATH": f"{self.folder / 'bin'}:{os.environ['PATH']}"})

    @property
    def said(self) -> str:
        """The last line of the log on the card."""
        return (self.folder / "card" / "muggins-install.log").read_text().splitlines()[-1]


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


def test_it_fetches_the_lists_of_packages_when_it_needs_them(pi: Pi) -> None:
    """On a new card, apt cannot install packages before it has updated its lists."""
    pi.put("apt-get", "")
    lists = pi.folder / "lists"
    pi.put("apt-get", f'#!/bin/sh\ncase "$*" in update) touch {lists} ;; *) test -e {lists} ;; esac\n')
    done = run([pi.script], env=os.environ | {"PATH": f"{pi.folder / 'bin'}:{os.environ['PATH']}"})
    assert done.returncode == 0 and lists.exists()
    assert pi.said == "Muggins is installed."


def test_cloud_init_takes_it_for_a_script() -> None:
    """cloud-init recognizes a script by its first two characters."""
    assert SCRIPT.read_bytes().startswith(b"#!/bin/sh\n") and b"\r" not in SCRIPT.read_bytes()
