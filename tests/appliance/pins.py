"""Test a board with buttons on a simulated GPIO header, on Debian in QEMU.

    python -m tests.appliance.pins

The kernel module gpio-sim simulates the header, so that the shipped driver uses a real character device. The
contract tests for inputs must pass, thousands of bouncing key presses must each be detected once, and the
installed service with twenty buttons must sleep while nobody plays. The indicator LEDs and the error message
about a line in use are also checked. The program needs everything that `tests.appliance` needs. The exit
status is 0 if all checks passed.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
import time
from argparse import Namespace
from pathlib import Path
from typing import Any

from tests.appliance import debian_image
from tests.appliance.debian_image import NEEDS, TESTS, CheckFailed, progress
from tests.appliance.faults import CONFIGURATION, PROCESS
from tests.appliance.qemu_machine import Machine, Pc, new_machine

PACKAGES = ("python3-pytest", "python3-pytest-timeout", "python3-pytest-xdist", "python3-hypothesis")
PYTHON = f"cd /{TESTS} && PYTHONPATH=/usr/lib/muggins:/{TESTS} python3 -m"
PREPARE = "systemctl stop muggins; modprobe gpio-sim && mount -t configfs none /sys/kernel/config"
HEADER = f"{PYTHON} tests.appliance.gpio_sim"
BOARD = """extends = "keypad-20"
display = false
lights = false
[signals]
turn = [8, 9]
dealer = [10, 11]
buzzer = 3
"""
DEBOUNCE = 0.005  # the default debounce time of gpio-keys, the kernel's own driver for buttons, in seconds
IDLE = 20  # the time for which the idle board is observed, in seconds
GAME = "OK 3 10 Q"  # Keys from the cut to the second card of the play, on a board for two players
BUSY = 'the pins are not available: BCM 5 is in use by "other": stop the program'


def run(options: Namespace, scratch: Path) -> list[str]:
    tree = debian_image.make_tree(options)
    modules = _build_module(tree, options.cache)
    progress("the module gpio-sim has been built")
    guest = debian_image.copy_with_muggins(tree, scratch, PACKAGES, ("tests", "hardware", "pyproject.toml"))
    _add_module(modules, guest)
    images = debian_image.make_images(guest, [], scratch)
    progress("the disk has been created")
    with new_machine(Pc(images, counts=True), [images.disk], options) as machine:
        machine.switch_on()
        machine.must(PREPARE)
        check_contract(machine)
        for number, debounce in ((options.presses, 0.0), (300, DEBOUNCE)):
            result = press(machine, number, options.seed, debounce)
            text = ", ".join(f"{value} {name}" for name, value in result.items())
            progress(f"presses, debounced by the kernel for {1000 * debounce:.0f} ms: {text}")
            if not debounce and (
                result["lost"] or result["doubled"] or result["never made"] or result["presses"] < number
            ):
                raise CheckFailed(str(result))
        check_service(machine)
        check_idle(machine)
        check_error(machine)
    return []


def check_contract(machine: Machine) -> None:
    """Run the contract tests, which every input driver must pass, on simulated GPIO lines."""
    suite = "pytest -q -n 0 -p no:cacheprovider tests/contract/test_inputs.py -k gpio-sim"
    said = machine.must(f"{PYTHON} {suite}", 600)
    if not re.search(r"\d\d passed", said):
        raise CheckFailed(said)
    progress(f"contract suite: {said.splitlines()[-1]}")


def press(machine: Machine, number: int, seed: int, debounce: float = 0) -> Any:
    """Press simulated buttons, and return what `guest_presses` found.

    Args:
        machine: the machine.
        number: the number of key presses.
        seed: the seed for the random key presses.
        debounce: how long the kernel debounces the buttons, in seconds; 0 for not at all.
    """
    options = f"--presses {number} --seed {seed} --debounce {debounce}"
    said = machine.must(f"{PYTHON} tests.appliance.guest_presses {options}", 120 + number)
    return json.loads(said.splitlines()[-1])


def check_service(machine: Machine) -> None:
    """Start the service, begin a game by pressing simulated buttons, and check the indicator LEDs."""
    machine.must(f"{HEADER} && udevadm settle")
    machine.must(f"printf '{BOARD}'".replace("\n", "\\n") + f" > {CONFIGURATION}")
    machine.must("mkdir -p /run/systemd/system/muggins.service.d")
    # With the watchdog disabled, the board must not wake up at all.
    machine.must("printf '[Service]\\nWatchdogSec=0\\n' > /run/systemd/system/muggins.service.d/idle.conf")
    machine.must("systemctl daemon-reload && systemctl start muggins")
    machine.must(f"{HEADER} press {GAME}")
    status = json.loads(machine.must("muggins status --json").splitlines()[-1])
    played = len(GAME.split())
    if status["presses"] != played:
        raise CheckFailed(f"{played} keys were pressed, but the game has: {status}")
    lit = machine.must(f"{HEADER} levels 8 9 10 11 3").split()
    shown = [status["to_act"] == 0, status["to_act"] == 1, status["dealer"] == 0, status["dealer"] == 1]
    expected = [str(int(is_lit)) for is_lit in shown]
    if lit[:4] != expected:
        raise CheckFailed(f"the LEDs are {lit}, but should be {expected}")
    progress(f"service: {played} key presses on its buttons took effect, and its LEDs show whose turn it is")


def check_idle(machine: Machine) -> None:
    """Check that the service does not wake up while it is idle, and report how much memory it uses."""
    time.sleep(5 * machine.slowness)
    before = switches(machine)
    time.sleep(IDLE)
    woken = switches(machine) - before
    status = dict(line.split(":", 1) for line in machine.must(f"cat /proc/{PROCESS}/status").splitlines())
    memory = int(status["VmRSS"].split()[0]) / 1024
    progress(
        f"idle, twenty buttons: {woken} context switches in {IDLE} s; "
        f"{status['Threads'].strip()} threads, {memory:.1f} MB"
    )
    if woken:
        raise CheckFailed("an idle board should sleep")


def check_error(machine: Machine) -> None:
    """Check that the error for a pin in use names the pin, and the program that is using it."""
    machine.must("systemctl stop muggins")
    machine.must(f"{HEADER} hold 5 other > /tmp/held & until grep held /tmp/held; do sleep 1; done")
    said = machine.run("muggins").text
    if BUSY not in said:
        raise CheckFailed(f"muggins does not say {BUSY!r}: {said}")
    progress("errors: the message names the line in use and the program that uses it")


def switches(machine: Machine) -> int:
    """Return the total number of context switches, so far, in all threads of the service."""
    lines = machine.must(f"cat /proc/{PROCESS}/task/*/status | grep ctxt")
    return sum(int(line.split()[1]) for line in lines.splitlines())


# -- the kernel module gpio-sim, which Debian's kernel does not include, built from Debian's own source
#
# It is built in a copy of the Debian system, against that system's kernel headers. It needs simulated
# interrupts, which that kernel does not include either; they are built as a second module, irq-sim.

_SOURCES = ("drivers/gpio/gpio-sim.c", "kernel/irq/irq_sim.c")
_PRIVATE = "handle_simple_irq(irq_to_desc(irqnum))"
_PUBLIC = "generic_handle_irq(irqnum)"  # which modules, too, may call
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
    parser = debian_image.new_parser("tests.appliance.pins", __doc__)
    parser.add_argument("--presses", type=int, default=10_000, metavar="N", help="default: 10000")
    sys.exit(debian_image.main(parser, NEEDS, run))
