"""Runs the README's test command on a newer Debian, as a newcomer would, with the Python that it has.

    python -m tests.appliance.newer_python

It needs root, debootstrap and systemd-nspawn, and a network. The exit status is that of the tests.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.appliance import image

ROOT = Path(__file__).parents[2]
TRUSTED = Path("/etc/ssl/certs/ca-certificates.crt")
"""The authorities that this machine trusts: what fetches from a network of its own is to trust them, too."""
PASSED_ON = r"PIP_(?!FIND_LINKS)|SSL_CERT_FILE|HTTPS?_PROXY|https?_proxy"
"""Of the environment, what is about that network."""


def main() -> int:
    """The command; returns its exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.appliance.newer_python", description=__doc__.split("\n")[0]
    )
    parser.add_argument("--suite", default="trixie", help="which Debian (trixie)")
    parser.add_argument(
        "--cache", type=Path, metavar="DIR", help="a folder that keeps the Debian that is made"
    )
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="newer-python-") as scratch:
        tree = (options.cache or Path(scratch)) / options.suite
        image.make_tree(tree, options.suite)
        return subprocess.run([*_container(tree), "bash", "-ec", _steps()], check=False).returncode


def _container(tree: Path) -> list[str]:
    """What a command has to follow to be run in a tree, in which nothing stays of it."""
    command = ["systemd-nspawn", "--quiet", f"--directory={tree}", "--volatile=overlay", "--register=no"]
    command += ["--keep-unit", "--resolv-conf=copy-host", "--pipe", f"--bind-ro={ROOT}:/srv"]
    if TRUSTED.exists():
        command += [f"--bind-ro={TRUSTED}"]
    passed_on = (name for name in os.environ if re.match(PASSED_ON, name))
    return [*command, "--setenv=LC_ALL=C.UTF-8", *(f"--setenv={name}" for name in passed_on)]


def _steps() -> str:
    """What is run in it: what the README has people type on Debian, in a copy of what is committed."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    [venv] = re.findall(r"`(sudo apt install python3-venv)`", readme)
    [tests] = re.findall(r"^python3 -m venv .*/pytest$", readme, re.MULTILINE)
    return f"""
        rm -rf /var/lib/apt/lists/*
        apt-get -qq update
        apt-get -qq install --yes git > /dev/null
        {venv.replace("install", "install --yes")} > /dev/null
        git clone --quiet -c safe.directory='*' /srv /root/muggins
        cd /root/muggins
        python3 --version
        {tests}
    """


if __name__ == "__main__":
    sys.exit(main())
