"""Build the kernel module gpio-sim from Debian's own source, because Debian's kernel does not include it.

It is built in a copy of the Debian system, against that system's kernel headers. The module needs simulated
interrupts, which that kernel does not include either; they are built as a second module, irq-sim.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.appliance import debian_image

SOURCES = ("drivers/gpio/gpio-sim.c", "kernel/irq/irq_sim.c")
PRIVATE = "handle_simple_irq(irq_to_desc(irqnum))"
PUBLIC = "generic_handle_irq(irqnum)"
"""A replacement for the line above, using a function that the kernel makes available to modules."""
FILES = {
    "Kbuild": "obj-m := gpio-sim.o irq-sim.o\nirq-sim-y := irq_sim.o irq_sim_module.o\n",
    "irq_sim_module.c": "#include <linux/module.h>\n"
    'MODULE_DESCRIPTION("Simulated interrupts");\nMODULE_LICENSE("GPL");\n',
}
FOLDER = "root/gpio-sim"


def release(tree: Path) -> str:
    """Return the kernel release of the Debian system in `tree`, such as `6.12.1-amd64`."""
    [kernel] = (tree / "boot").glob("vmlinuz-*")
    return kernel.name.removeprefix("vmlinuz-")


def build(tree: Path, out: Path) -> list[Path]:
    """Build the kernel module `gpio-sim`, and any module it needs, for the kernel of a Debian system.

    Return the paths of the modules. If they have already been built, they are not built again.

    Args:
        tree: the folder that contains the Debian system. It is not changed.
        out: the folder in which the modules are stored.
    """
    out /= f"gpio-sim-{release(tree)}"
    if not out.exists():
        copy = out.with_suffix(".builder")
        shutil.rmtree(copy, ignore_errors=True)
        debian_image.run(["cp", "-a", str(tree), str(copy)])
        series = ".".join(release(tree).split(".")[:2])
        headers = f"linux-headers-{release(tree)}"
        needed = (headers, f"linux-source-{series}", "make", "xz-utils")
        debian_image.apt_in(copy, "install", "--yes", "--no-install-recommends", *needed)
        _compile(copy, series, headers)
        out.mkdir()
        for module in (copy / FOLDER).glob("*.ko"):
            shutil.copy(module, out)
        shutil.rmtree(copy)
    return sorted(out.glob("*.ko"))


def _compile(tree: Path, series: str, headers: str) -> None:
    """Compile the kernel modules on a Debian system that has a compiler and the kernel source.

    Args:
        tree: the folder that contains the Debian system.
        series: the version of the kernel source, such as "6.1".
        headers: the name of the folder in `/usr/src` that contains the kernel headers.
    """
    folder = tree / FOLDER
    folder.mkdir()
    unpack = ["tar", "--extract", "--strip-components=3", f"--directory=/{FOLDER}"]
    unpack += [f"--file=/usr/src/linux-source-{series}.tar.xz"]
    source = [f"linux-source-{series}/{name}" for name in SOURCES]
    debian_image.run(["chroot", str(tree), *unpack, *source])
    for name, text in FILES.items():
        (folder / name).write_text(text)
    simulated = folder / "irq_sim.c"
    simulated.write_text(simulated.read_text().replace(PRIVATE, PUBLIC))
    build = ["make", "-C", f"/usr/src/{headers}", f"M=/{FOLDER}", "modules"]
    debian_image.run(["chroot", str(tree), *build])


def add(modules: list[Path], tree: Path) -> None:
    folder = tree / "usr/lib/modules" / release(tree) / "extra"
    folder.mkdir(exist_ok=True)
    for module in modules:
        shutil.copy(module, folder)
    debian_image.run(["chroot", str(tree), "depmod", release(tree)])
