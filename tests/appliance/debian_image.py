"""The Debian system on which the package is tested: installed by debootstrap, as a disk image for QEMU.

For the test, serial ports provide a root shell and the service's log (`guest_files`). The packages under test
are on a separate disk with the label `packages`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from tests.appliance.guest_files import PC, Guest, equip, initial_files

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
README = ROOT / "systemd/README.md"
NEEDS = {"qemu-system-x86_64": "qemu-system-x86", "debootstrap": "debootstrap", "mke2fs": "e2fsprogs"}
NEWER = "99.0"
WITHOUT = "MUGGINS_WITHOUT_QEMU"
BEGAN = time.monotonic()
HOUR = 3600  # the time limit, in seconds, for each command that builds an image
PACKAGES = (
    "systemd,systemd-sysv,udev,kmod,python3,sudo,linux-image-amd64,e2fsprogs,"
    "initramfs-tools,busybox,overlayroot"  # overlayroot needs busybox, which only initramfs-tools recommends
)
SIZE = "3G"
LISTS = "var/lib/apt/lists"
TESTS = "opt/muggins"
NETWORK_FILES = {
    "etc/systemd/network/80-all.network": "[Match]\nName=e*\n[Network]\nDHCP=yes\n",
    "etc/resolv.conf": "nameserver 10.0.2.3\n",  # the address of QEMU's own network
}
"""The network settings that Debian's installer would write but debootstrap does not."""


class CommandFailed(Exception):
    """Raised when a command needed by the test fails."""


class Images(NamedTuple):
    """The files from which QEMU boots.

    Attributes:
        disk: the image of the root file system, without a partition table.
        packages: the image of a file system that contains the packages under test.
        games: the image of an empty file system with the label `games`.
        kernel: the kernel of the Debian system on the disk.
        initrd: the initramfs of that system.
    """

    disk: Path
    packages: Path
    games: Path
    kernel: Path
    initrd: Path


class CheckFailed(Exception):
    """Raised when what was tested is not as it should be."""


def progress(text: str) -> None:
    print(f"{time.monotonic() - BEGAN:7.1f} s  {text}", flush=True)


def new_parser(name: str, doc: str) -> ArgumentParser:
    """Return the parser of a test, with the options that all tests have.

    Args:
        name: the name of the test's module.
        doc: the module's docstring. Its first line describes the test.
    """
    parser = ArgumentParser(prog=f"python -m {name}", description=doc.split("\n")[0])
    parser.add_argument("--suite", default="trixie", help="Debian release (default: trixie)")
    parser.add_argument("--cache", type=Path, metavar="DIR", help="folder that caches the systems created")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="folder for the output of the serial ports")
    parser.add_argument("--seed", type=int, default=1, help="seed of the random choices (default: 1)")
    parser.add_argument("--without-kvm", action="store_true", help="emulate the processor, without KVM")
    return parser


def main(
    parser: ArgumentParser, needs: Mapping[str, str], run: Callable[[Namespace, Path], Sequence[str]]
) -> int:
    """Run a test as a program, unless it is skipped. Print its failures, and return the exit status.

    Args:
        parser: the parser of the test's options.
        needs: the Debian package of each required program, keyed by the program's name. If one is missing, or
            if the user is not root, the test fails and says what to do.
        run: the test. It is called with the options, among which the folders `cache` and `keep` are not None,
            and with a scratch folder. It returns a message for each check that failed, or raises an error.
    """
    options = parser.parse_args()
    if os.environ.get(WITHOUT) == "1":
        print(f"skipped: {WITHOUT} is set")
        return 0
    is_kept = options.keep is not None
    options.keep = options.keep or Path(tempfile.mkdtemp(prefix="appliance-"))
    options.keep.mkdir(parents=True, exist_ok=True)
    failures: Sequence[str] = ()
    try:
        missing = [package for program, package in needs.items() if not shutil.which(program)]
        if missing or os.geteuid():
            needed = f"apt-get install {' '.join(missing or needs.values())}"
            raise CommandFailed(f"this must run as root, and needs: {needed}; {WITHOUT}=1 skips it")
        with tempfile.TemporaryDirectory(prefix="appliance-") as scratch:
            options.cache = options.cache or Path(scratch)
            progress(f"seed {options.seed}")
            failures = run(options, Path(scratch))
    except (CommandFailed, CheckFailed, TimeoutError) as error:
        failures = [str(error)]
    for failure in failures:
        print(f"FAILED: {failure}", file=sys.stderr)
    if failures or is_kept:
        print(f"the output of the serial ports is in {options.keep}")
    else:
        shutil.rmtree(options.keep)
    return 1 if failures else 0


def build_package(out: Path, version: str | None = None) -> Path:
    command = [str(ROOT / "systemd/build-deb"), "--out", str(out)]
    run([*command, *(["--version", version] if version else [])])
    [package] = out.glob("muggins_*.deb")
    return package


def copy_of_project(scratch: Path) -> Path:
    """Copy the last commit of this project into a folder, and return the folder."""
    copy = scratch / "muggins"
    copy.mkdir()
    subprocess.run(f"git archive HEAD | tar -x -C {copy}", shell=True, cwd=ROOT, check=True)
    return copy


def make_tree(options: Namespace) -> Path:
    """Install Debian's release `options.suite` into a folder of the cache, unless it is there.

    Return the folder.
    """
    tree: Path = options.cache / options.suite
    environment = dict(os.environ)
    if proxy := _proxy():
        environment.setdefault("http_proxy", proxy)  # debootstrap does not use the proxy of apt
    command = ["debootstrap", "--variant=minbase", f"--include={PACKAGES}", options.suite, str(tree)]
    install_once(tree, command, PC, environment)
    return tree


def install_once(
    tree: Path, command: Sequence[str], guest: Guest, environment: dict[str, str] | None = None
) -> None:
    """Install Debian into the folder `tree` with this command, unless it has done so before.

    Raises:
        CommandFailed: a command failed. One possible reason is that this computer cannot run the programs.
    """
    made, made_of = tree / "var/lib/made-of", f"{' '.join(command)} {guest.initial}\n"
    if made.exists() and made.read_text() == made_of:
        return
    shutil.rmtree(tree, ignore_errors=True)
    run(command, environment=environment)
    run(["chroot", str(tree), "apt-get", "clean"])
    for name, text in initial_files(guest).items():
        (tree / name).write_text(text)
    run(["chroot", str(tree), "update-initramfs", "-u"])
    made.write_text(made_of)


def fetch_dependencies(tree: Path, package: Path, more: Sequence[str] = ()) -> None:
    """Download the dependencies of a package, so that it can be installed offline.

    Args:
        tree: the folder with the Debian system in which the package will be installed.
        package: the package.
        more: the names of more Debian packages to download, with their dependencies.
    """
    inside = tree / "root" / package.name
    shutil.copy(package, inside)
    try:
        wanted = (f"/root/{package.name}", *more)
        apt_in(tree, "install", "--yes", "--no-install-recommends", "--download-only", *wanted)
        _shorten_lists(tree)
        run(["chroot", str(tree), "apt-cache", "gencaches"])
    finally:
        inside.unlink()


def apt_in(tree: Path, *command: str) -> None:
    """Update the package lists of the Debian system in `tree`, and then run an `apt-get` command in it."""
    shutil.copy("/etc/resolv.conf", tree / "etc/resolv.conf")
    shutil.rmtree(tree / LISTS, ignore_errors=True)
    options = ["-o", "Acquire::Languages=none"]
    options += ["-o", f"Acquire::http::Proxy={proxy}"] if (proxy := _proxy()) else []
    for words in (["update"], command):
        run(["chroot", str(tree), "apt-get", *options, *words])


def copy_with_muggins(tree: Path, scratch: Path, packages: Sequence[str], tests: Sequence[str] = ()) -> Path:
    """Copy the Debian system in `tree`, install Muggins in the copy, and return the folder of the copy.

    Args:
        tree: the folder with the Debian system, which is not changed.
        scratch: the folder for the copy and the package.
        packages: the names of other packages to install with it.
        tests: files and folders of this project to add to the copy, below `TESTS`, by their paths.
    """
    guest = scratch / "guest"
    run(["cp", "-a", str(tree), str(guest)])
    package = build_package(scratch / "package")
    shutil.copy(package, guest / "root")
    wanted = ("--yes", "--no-install-recommends", f"/root/{package.name}", *packages)
    apt_in(guest, "install", *wanted)
    run(["chroot", str(guest), "apt-get", "clean"])
    copy_tests(guest / TESTS, tests)
    return guest


def copy_tests(folder: Path, names: Sequence[str]) -> None:
    """Copy files and folders of this project, given by their paths, into a folder."""
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, folder / name)


def connect(tree: Path) -> None:
    """Configure the Debian system in `tree` to use the network provided by QEMU."""
    for name, text in NETWORK_FILES.items():
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (tree / name).write_text(text)
    run(["chroot", str(tree), "systemctl", "enable", "systemd-networkd"])


def _shorten_lists(tree: Path) -> None:
    """Keep only installed and cached packages in apt's package lists, so that apt starts faster."""
    known = set(run(["chroot", str(tree), "dpkg-query", "--show", "--showformat=${Package}\n"]).split())
    known |= {package.name.split("_")[0] for package in (tree / "var/cache/apt/archives").glob("*.deb")}
    for path in (tree / LISTS).glob("*_Packages"):
        packages = path.read_text().split("\n\n")
        kept = [text for text in packages if text.partition("\n")[0].removeprefix("Package: ") in known]
        path.write_text("\n\n".join(kept) + "\n\n")
    for cache in (tree / "var/cache/apt").glob("*.bin"):
        cache.unlink()


def make_images(tree: Path, packages: Sequence[Path], out: Path, guest: Guest = PC) -> Images:
    """Build all the disk images and files needed by QEMU.

    Args:
        tree: the folder with the Debian system.
        packages: the packages under test, which are placed in folders named 0, 1 and so on, below `out`/srv.
        out: the folder for the images.
        guest: the devices of the computer on which the images will be used.
    """
    equip(tree, guest)
    srv = out / "srv"
    srv.mkdir(exist_ok=True)
    for number, package in enumerate(packages):
        (srv / str(number)).mkdir(parents=True)
        shutil.copy(package, srv / str(number))
    [kernel], [initrd] = (tree / "boot").glob("vmlinuz-*"), (tree / "boot").glob("initrd.img-*")
    images = (out / "disk.img", out / "packages.img", out / "games.img")
    made = Images(*images, out / "vmlinuz", out / "initrd")
    shutil.copy(kernel, made.kernel)
    shutil.copy(initrd, made.initrd)
    # The whole file system is initialised now, so that the kernel does not do it during the test.
    options = ["-q", "-F", "-t", "ext4", "-E", "lazy_itable_init=0,lazy_journal_init=0"]
    run(["mke2fs", *options, "-L", "root", "-d", str(tree), str(made.disk), SIZE])
    run(["mke2fs", *options, "-L", "packages", "-d", str(srv), str(made.packages), "64M"])
    run(["mke2fs", *options, "-L", "games", str(made.games), "16M"])
    return made


def _proxy() -> str:
    told = run(["apt-config", "shell", "proxy", "Acquire::http::Proxy"]).strip()
    return told.removeprefix("proxy=").strip("'").replace("DIRECT", "")


def run(command: Sequence[str], *, environment: dict[str, str] | None = None) -> str:
    """Run a command, and return its output.

    Args:
        command: the command and its arguments.
        environment: the command's environment variables; None to use those of this process.

    Raises:
        CommandFailed: the command failed. The message contains the last lines of its output.
        subprocess.TimeoutExpired: the command did not end within an hour.
    """
    done = subprocess.run(
        command, capture_output=True, text=True, errors="replace", check=False, env=environment, timeout=HOUR
    )
    if done.returncode:
        last = "\n".join((done.stdout + done.stderr).splitlines()[-15:])
        raise CommandFailed(f"{' '.join(command)}: exit status {done.returncode}\n{last}")
    return done.stdout
