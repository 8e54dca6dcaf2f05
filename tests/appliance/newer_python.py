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
from argparse import Namespace
from pathlib import Path

from tests.appliance import debian_image
from tests.appliance.debian_image import ROOT

NEEDS = {"systemd-nspawn": "systemd-container", "debootstrap": "debootstrap"}
TRUSTED = Path("/etc/ssl/certs/ca-certificates.crt")
"""The certificate authorities that this computer trusts. In the container, pip must trust them too."""
PASSED_ON = ("PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL", "http_proxy", "https_proxy")


def run(options: Namespace, scratch: Path) -> list[str]:
    """Run the tests on a Debian system, and return a failure if one fails."""
    tree = debian_image.make_tree(options)
    command = [*_container(tree, debian_image.copy_of_project(scratch)), "bash", "-ec", _steps()]
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
    sys.exit(debian_image.main(debian_image.new_parser("tests.appliance.newer_python", __doc__), NEEDS, run))
