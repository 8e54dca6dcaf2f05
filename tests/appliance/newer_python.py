"""Run the README's test command on a newer Debian release, with its own version of Python.

    python -m tests.appliance.newer_python

This needs root, debootstrap, systemd-nspawn and a network. MUGGINS_WITHOUT_QEMU=1 skips it. The exit status
is 1 if a test failed.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.appliance import debian_image

NEEDS = {"systemd-nspawn": "systemd-container", "debootstrap": "debootstrap"}
ROOT = Path(__file__).parents[2]
TRUSTED = Path("/etc/ssl/certs/ca-certificates.crt")
"""The certificate authorities that this computer trusts. In the container, pip must trust them too."""
PASSED_ON = ("PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL", "http_proxy", "https_proxy")
"""The network-related environment variables that are passed on to the container."""


def main() -> int:
    options = debian_image.new_parser("newer_python", __doc__).parse_args()
    return debian_image.main(NEEDS, lambda: _run(options.suite, options.cache))


def _run(suite: str, cache: Path | None) -> list[str]:
    """Run the tests on a Debian system, and return a failure if one fails."""
    with tempfile.TemporaryDirectory(prefix="newer-python-") as scratch:
        tree = (cache or Path(scratch)) / suite
        debian_image.make_tree(tree, suite)
        copy = Path(scratch) / "muggins"
        copy.mkdir()
        subprocess.run(f"git archive HEAD | tar -x -C {copy}", shell=True, cwd=ROOT, check=True)
        command = [*_container(tree, copy), "bash", "-ec", _steps()]
        status = subprocess.run(command, check=False, timeout=2 * debian_image.HOUR).returncode
        return [f"the tests ended with exit status {status}"] if status else []


def _container(tree: Path, copy: Path) -> list[str]:
    """Return the beginning of a command line that runs a command in a container.

    The copy of this project appears as /srv in the container, whose Debian system is not changed.
    """
    command = ["systemd-nspawn", "--quiet", f"--directory={tree}", "--volatile=overlay", "--register=no"]
    command += ["--keep-unit", "--resolv-conf=copy-host", "--pipe", f"--bind-ro={copy}:/srv"]
    environment = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
    environment |= {"LC_ALL": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive"}
    if TRUSTED.exists():
        command += [f"--bind-ro={TRUSTED}:/mnt/trusted.crt"]
        environment["PIP_CERT"] = "/mnt/trusted.crt"
    return [*command, *(f"--setenv={name}={value}" for name, value in environment.items())]


def _steps() -> str:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    [venv] = re.findall(r"`(sudo apt install python3-venv)`", readme)
    [tests] = re.findall(r"^python3 -m venv .*/pytest$", readme, re.MULTILINE)
    return f"""
        rm -rf /var/lib/apt/lists/*
        apt-get -qq update
        {venv.replace("install", "install --yes")} > /dev/null 2>&1
        cp -r /srv /opt/muggins
        cd /opt/muggins
        python3 --version
        {tests}
    """


if __name__ == "__main__":
    sys.exit(main())
