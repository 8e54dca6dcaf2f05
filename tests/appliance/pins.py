"""Test a board with buttons on a simulated GPIO header, on Debian in QEMU.

    python -m tests.appliance.pins

The kernel module gpio-sim simulates the header, so that the shipped driver uses a real character device. The
contract tests for inputs must pass, thousands of bouncing key presses must each be detected once, and the
installed service with twenty buttons must sleep while nobody plays. The indicator LEDs and the error message
about a line in use are also checked. The program needs everything that `tests.appliance` needs. The exit
status is 0 if all checks passed.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import sys
import tempfile
import time
from pathlib import Path

from tests.appliance import debian_image
from tests.appliance.__main__ import NEEDS, progress
from tests.appliance.debian_image import CheckFailed
from tests.appliance.qemu_machine import Machine, Pc, new_machine

ROOT = Path(__file__).parents[2]
TESTS = "opt/muggins"
PACKAGES = ("python3-pytest", "python3-pytest-timeout", "python3-pytest-xdist", "python3-hypothesis")
PYTHON = f"cd /{TESTS} && PYTHONPATH=/usr/lib/muggins:/{TESTS} python3 -m"
PREPARE = "systemctl stop muggins; modprobe gpio-sim && mount -t configfs none /sys/kernel/config"
HEADER = f"{PYTHON} tests.appliance.gpio_sim"
CONFIGURATION = "/etc/muggins/muggins.toml"
BOARD = """extends = "keypad-20"
display = false
lights = false
[signals]
turn = [8, 9]
dealer = [10, 11]
buzzer = 3
"""
DEBOUNCE = 0.005
"""The default debounce time of gpio-keys, the kernel's own driver for buttons, in seconds."""
IDLE = 20
"""The time for which the idle board is observed, in seconds."""
GAME = "OK 3 10 Q"
"""Keys from the cut to the second card of the play, on a board for two players."""
PROCESS = "/proc/$(systemctl show --property=MainPID --value muggins)"


BUSY = 'the pins are not available: BCM 5 is in use by "other": stop the program'


def main() -> int:
    parser = debian_image.new_parser("pins", __doc__)
    parser.add_argument(
        "--presses", type=int, default=10_000, metavar="N", help="number of key presses (default: 10000)"
    )
    parser.add_argument("--seed", type=int, default=1, help="seed of the random key presses (default: 1)")
    parser.add_argument(
        "--without-kvm", action="store_true", help="emulate the processor instead of using KVM"
    )
    options = parser.parse_args()
    return debian_image.main(NEEDS, lambda: _run(options))


def _run(options: argparse.Namespace) -> list[str]:
    progress(f"seed {options.seed}")
    with tempfile.TemporaryDirectory(prefix="pins-") as name:
        scratch = Path(name)
        images = _make_images(options.suite, options.cache or scratch, scratch)
        pc = Pc(images, counts=True)
        with new_machine(pc, [images.disk], scratch, without_kvm=options.without_kvm) as machine:
            machine.switch_on()
            progress(f"{options.suite} is running, {'with' if machine.kvm else 'without'} KVM")
            checks = _Checks(machine)
            checks.prepare()
            checks.contract()
            checks.presses(options.presses, options.seed)
            checks.kernel_debounce(options.seed)
            checks.service()
            checks.idle()
            checks.errors()
    return []


def _make_images(suite: str, cache: Path, scratch: Path) -> debian_image.Images:
    """Build the images of a Debian system that contains the Muggins package, `gpio-sim` and the tests."""
    tree = cache / suite
    debian_image.make_tree(tree, suite)
    modules = _build_module(tree, cache)
    progress("the module gpio-sim has been built")
    guest = debian_image.copy_with_muggins(tree, scratch, PACKAGES)
    _add_module(modules, guest)
    (guest / TESTS).mkdir()
    shutil.copytree(ROOT / "tests", guest / TESTS / "tests", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "hardware", guest / TESTS / "hardware")
    shutil.copy(ROOT / "pyproject.toml", guest / TESTS)
    images = debian_image.make_images(guest, [], scratch)
    shutil.rmtree(guest)
    progress("the disk has been created")
    return images


class _Checks:
    """Checks that are made on a running machine. Each check raises `CheckFailed` if it fails."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine

    def prepare(self) -> None:
        """Load the kernel module `gpio-sim`."""
        self._must(PREPARE)

    def contract(self) -> None:
        """Run the contract tests, which every input driver must pass, on simulated GPIO lines."""
        suite = "pytest -q -n 0 -p no:cacheprovider tests/contract/test_inputs.py -k gpio-sim"
        said = self._must(f"{PYTHON} {suite}", 600)
        if not re.search(r"\d\d passed", said):
            raise CheckFailed(said)
        progress(f"contract suite: {said.splitlines()[-1]}")

    def presses(self, number: int, seed: int) -> None:
        """Press simulated buttons, and check that each press is detected exactly once."""
        line = f"{PYTHON} tests.appliance.guest_presses --presses {number} --seed {seed}"
        result = json.loads(self._must(line, 120 + number).splitlines()[-1])
        progress(f"presses: {', '.join(f'{value} {name}' for name, value in result.items())}")
        if result["lost"] or result["doubled"] or result["never made"] or result["presses"] < number:
            raise CheckFailed(str(result))

    def kernel_debounce(self, seed: int) -> None:
        """Print how inaccurate the measured times of key presses are if the kernel debounces the buttons.

        `seed` is the seed for the random key presses.
        """
        line = f"{PYTHON} tests.appliance.guest_presses --presses 300 --seed {seed} --debounce {DEBOUNCE}"
        result = json.loads(self._must(line, 420).splitlines()[-1])
        off = ", ".join(f"{value} {name}" for name, value in result.items() if name.startswith("ms off"))
        progress(f"if the kernel debounced for {1000 * DEBOUNCE:.0f} ms: {off}")

    def service(self) -> None:
        """Start the service, begin a game by pressing simulated buttons, and check the indicator LEDs."""
        self._must(f"{HEADER} && udevadm settle")
        self._write(BOARD)
        self._must("mkdir -p /run/systemd/system/muggins.service.d")
        # With the watchdog disabled, the board must not wake up at all.
        self._must("printf '[Service]\\nWatchdogSec=0\\n' > /run/systemd/system/muggins.service.d/idle.conf")
        self._must("systemctl daemon-reload && systemctl start muggins")
        self._must(f"{HEADER} press {GAME}")
        status = json.loads(self._must("muggins status --json").splitlines()[-1])
        played = len(GAME.split())
        if status["presses"] != played:
            raise CheckFailed(
                f"{played} keys were pressed, but the game has {status['presses']} key presses: {status}"
            )
        lit = self._must(f"{HEADER} levels 8 9 10 11 3").split()
        turn, dealer = status["to_act"], status["dealer"]
        expected = [str(int(side == turn)) for side in (0, 1)] + [str(int(side == dealer)) for side in (0, 1)]
        if lit[:4] != expected:
            raise CheckFailed(f"the LEDs are {lit}, but should be {expected}")
        progress(
            f"service: {played} key presses on its buttons took effect, and its LEDs show whose turn it is"
        )

    def idle(self) -> None:
        """Check that the service does not wake up while it is idle, and report how much memory it uses."""
        time.sleep(5 * self._machine.slowness)
        before = self._switches()
        time.sleep(IDLE)
        woken = self._switches() - before
        status = dict(line.split(":", 1) for line in self._must(f"cat {PROCESS}/status").splitlines())
        memory = int(status["VmRSS"].split()[0]) / 1024
        progress(
            f"idle, twenty buttons: {woken} context switches in {IDLE} s; "
            f"{status['Threads'].strip()} threads, {memory:.1f} MB"
        )
        if woken:
            raise CheckFailed("an idle board should sleep")

    def errors(self) -> None:
        """Check that the error for a pin in use names the pin, and the program that is using it."""
        self._must("systemctl stop muggins")
        self._must(f"{HEADER} hold 5 other > /tmp/held & until grep held /tmp/held; do sleep 1; done")
        said = self._machine.run("muggins").text
        if BUSY not in said:
            raise CheckFailed(f"muggins does not say {BUSY!r}: {said}")
        progress("errors: the message names the line in use and the program that uses it")

    def _switches(self) -> int:
        """Return the total number of context switches, so far, in all threads of the service."""
        lines = self._must(f"cat {PROCESS}/task/*/status | grep ctxt")
        return sum(int(line.split()[1]) for line in lines.splitlines())

    def _write(self, text: str) -> None:
        self._must(f"printf '{text}'".replace("\n", "\\n") + f" > {CONFIGURATION}")

    def _must(self, command: str, seconds: float = 60) -> str:
        done = self._machine.run(command, seconds)
        if done.status:
            raise CheckFailed(f"{command}: exit status {done.status}\n{done.text}")
        return done.text


# -- the kernel module gpio-sim, which Debian's kernel does not include, built from Debian's own source
#
# It is built in a copy of the Debian system, against that system's kernel headers. It needs simulated
# interrupts, which that kernel does not include either; they are built as a second module, irq-sim.

_SOURCES = ("drivers/gpio/gpio-sim.c", "kernel/irq/irq_sim.c")
_PRIVATE = "handle_simple_irq(irq_to_desc(irqnum))"
_PUBLIC = "generic_handle_irq(irqnum)"
"""A replacement for the line above, using a function that the kernel makes available to modules."""
_FILES = {
    "Kbuild": "obj-m := gpio-sim.o irq-sim.o\nirq-sim-y := irq_sim.o irq_sim_module.o\n",
    "irq_sim_module.c": "#include <linux/module.h>\n"
    'MODULE_DESCRIPTION("Simulated interrupts");\nMODULE_LICENSE("GPL");\n',
}
_FOLDER = "root/gpio-sim"


def _release(tree: Path) -> str:
    """Return the kernel release of the Debian system in `tree`, such as `6.12.1-amd64`."""
    [kernel] = (tree / "boot").glob("vmlinuz-*")
    return kernel.name.removeprefix("vmlinuz-")


def _build_module(tree: Path, out: Path) -> list[Path]:
    """Return the paths of the module `gpio-sim` and those it needs, built once for a kernel."""
    out /= f"gpio-sim-{_release(tree)}"
    if not out.exists():
        copy = out.with_suffix(".builder")
        shutil.rmtree(copy, ignore_errors=True)
        debian_image.run(["cp", "-a", str(tree), str(copy)])
        series = ".".join(_release(tree).split(".")[:2])
        headers = f"linux-headers-{_release(tree)}"
        needed = (headers, f"linux-source-{series}", "make", "xz-utils")
        debian_image.apt_in(copy, "install", "--yes", "--no-install-recommends", *needed)
        _compile(copy, series, headers)
        out.mkdir()
        for module in (copy / _FOLDER).glob("*.ko"):
            shutil.copy(module, out)
        shutil.rmtree(copy)
    return sorted(out.glob("*.ko"))


def _compile(tree: Path, series: str, headers: str) -> None:
    """Compile the kernel modules on a Debian system that has a compiler and the kernel source."""
    folder = tree / _FOLDER
    folder.mkdir()
    unpack = ["tar", "--extract", "--strip-components=3", f"--directory=/{_FOLDER}"]
    unpack += [f"--file=/usr/src/linux-source-{series}.tar.xz"]
    source = [f"linux-source-{series}/{name}" for name in _SOURCES]
    debian_image.run(["chroot", str(tree), *unpack, *source])
    for name, text in _FILES.items():
        (folder / name).write_text(text)
    simulated = folder / "irq_sim.c"
    simulated.write_text(simulated.read_text().replace(_PRIVATE, _PUBLIC))
    build = ["make", "-C", f"/usr/src/{headers}", f"M=/{_FOLDER}", "modules"]
    debian_image.run(["chroot", str(tree), *build])


def _add_module(modules: list[Path], tree: Path) -> None:
    folder = tree / "usr/lib/modules" / _release(tree) / "extra"
    folder.mkdir(exist_ok=True)
    for module in modules:
        shutil.copy(module, folder)
    debian_image.run(["chroot", str(tree), "depmod", _release(tree)])


if __name__ == "__main__":
    sys.exit(main())
