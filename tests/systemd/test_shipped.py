"""The files that the package ships: configuration, manual page, scripts, and the packages inside it."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from firmware_py.commands.all_commands import COMMANDS
from firmware_py.config.build import load
from firmware_py.config.files import SEARCHED, profile_names
from firmware_py.config.needs import synthesiser
from firmware_py.config.programs import SpeechSettings
from tests.manual_page import PAGE, written
from tests.support.processes import run

ROOT = Path(__file__).parents[2]
DEBIAN = ROOT / "systemd" / "debian"
FROM_APT = {"pillow": "python3-pil"}
"""The compiled packages, and the Debian package that provides each."""
NEEDED_BY_OTHERS = {"colorzero"}  # by gpiozero
SEARCH = tuple(SEARCHED)


def bundled() -> dict[str, str]:
    """Return the version of each Python package inside the Debian package, keyed by the package's name."""
    text = (DEBIAN / "bundled.txt").read_text(encoding="utf-8")
    found = re.findall(r"^([\w.-]+)==(\S+) \\\n    --hash=sha256:[0-9a-f]{64}$", text, re.MULTILINE)
    assert len(found) == text.count("==")
    return {normal(name): version for name, version in found}


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def depends() -> list[str]:
    [line] = re.findall(r"^Depends: (.*)$", (DEBIAN / "control").read_text(encoding="utf-8"), re.MULTILINE)
    return [each.split()[0] for each in line.split(",")]


def test_every_dependency_is_inside_or_from_apt_and_of_a_version_that_is_allowed() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = {normal(each.name): each for each in map(Requirement, project["dependencies"])}
    inside = bundled()
    assert set(inside) == set(wanted) - set(FROM_APT) | NEEDED_BY_OTHERS
    for name in set(inside) - NEEDED_BY_OTHERS:
        assert wanted[name].specifier.contains(inside[name]), name
    assert set(FROM_APT.values()) <= set(depends())


def test_the_compiled_packages_for_luma_and_the_leds_come_from_apt() -> None:
    # The Debian package depends on cbor2, which luma.core imports, and on spidev, which the LEDs need.
    assert {"python3", "python3-cbor2", "python3-spidev"} <= set(depends())


def test_the_programs_of_the_voice_come_with_it_but_the_board_does_without() -> None:
    control = (DEBIAN / "control").read_text(encoding="utf-8")
    [line] = re.findall(r"^Recommends: (.*)$", control, re.MULTILINE)
    # Debian's package alsa-utils contains aplay.
    assert set(line.split(", ")) >= {"alsa-utils", synthesiser(SpeechSettings())}
    assert not set(line.split(", ")) & set(depends())


def test_the_configuration_is_that_of_a_numeric_keypad() -> None:
    config = load(DEBIAN / "muggins.toml")
    usual = load(ROOT / "hardware" / "profiles" / "usb-numpad.toml")
    assert config.inputs == usual.inputs
    assert (config.displays, config.lights) == (usual.displays, usual.lights)


def test_every_example_in_it_is_right(tmp_path: Path) -> None:
    text = (DEBIAN / "muggins.toml").read_text(encoding="utf-8")
    examples = [line for line in text.splitlines() if re.match(r"#[\[a-z]", line)]
    alone = [line for line in examples if line.endswith("= false")]
    assert len(alone) == 2 and len(examples) > 12
    for taken in (alone, [line for line in examples if line not in alone]):
        file = tmp_path / "muggins.toml"
        file.write_text(
            "\n".join(line.removeprefix("#") if line in taken else line for line in text.splitlines())
        )
        config = load(file)
        assert bool(config.displays) == bool(config.lights) == (taken is not alone)
    assert all(name in text for name in profile_names())


def test_it_lies_where_it_is_looked_for() -> None:
    places = (ROOT / "systemd" / "build-deb").read_text(encoding="utf-8")
    assert any(f'"debian/muggins.toml": "{each[1:]}"' in places for each in SEARCH)


def test_the_manual_page_says_what_the_help_of_the_commands_says() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert written(page) == page, "run python -m tests.write_documents"
    assert page.count(".SS ") == len(COMMANDS) and r"\fB\-\-threw DEAL:CARD,CARD\fR" in page


@pytest.mark.parametrize("script", ["postinst", "prerm", "postrm", "muggins.rtupdate"])
def test_the_scripts_are_valid_shell_and_stop_at_the_first_error(script: str) -> None:
    text = (DEBIAN / script).read_text(encoding="utf-8")
    assert text.startswith("#!/bin/sh\n") and "\nset -e\n" in text
    run(["sh", "-n", DEBIAN / script], check=True)
