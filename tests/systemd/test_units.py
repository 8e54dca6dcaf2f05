"""The package's files and its systemd units agree with each other and with the program."""

import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from string import Template

import pytest
from packaging.requirements import Requirement

from firmware_py.__main__ import USAGE_ERROR
from firmware_py.club.evening_file import CLUB_SERVICE_FOLDER
from firmware_py.commands.all_commands import COMMANDS
from firmware_py.commands.options import CLUB_PORT
from firmware_py.config.build import load
from firmware_py.config.files import SEARCHED, profile_names
from firmware_py.config.programs import SpeechSettings
from firmware_py.config.requirements import synthesiser
from firmware_py.doctor.machine import UNIT
from firmware_py.start.service import GOODBYE, ROOM_WITHIN
from firmware_py.system import network
from firmware_py.window.folder import PHONE, SERVICE_RUNTIME_FOLDER, UPDATE, update_status
from tests.support.processes import run
from tests.write_documents import MANUAL_PAGE, manual_page

SYSTEMD = Path(__file__).parents[2] / "systemd"
BOARD, VOICE, PUBLISHER, PAGE, CLUB = SERVICES = (
    *("muggins.service", "muggins-speak.service", "muggins-publish.service"),
    *("muggins-serve.service", "muggins-club.service"),
)
"""The long-running services: the board, its voice, its publisher, its page, and the page of a club."""
SOCKET, PHONES, WISH = "muggins-serve.socket", "muggins-serve-phone.path", "muggins-poweroff.path"
UPDATES = "muggins-update.service"
SECTIONS = {".service": "Service", ".socket": "Socket", ".path": "Path"}
SETTINGS = tomllib.loads(
    Template((SYSTEMD.parent / "tests" / "data" / "units.toml").read_text(encoding="utf-8")).substitute(
        usage_error=USAGE_ERROR, club_port=CLUB_PORT, club_folder=CLUB_SERVICE_FOLDER.name, phone=PHONE
    )
)
MOST_EXPOSED = {name: each.pop("most_exposed") for name, each in SETTINGS.items() if "most_exposed" in each}
UNITS = tuple(SETTINGS)

Unit = dict[str, list[str]]


def lines_of(name: str) -> list[str]:
    """Return the lines of a file in the folder `systemd`, without comments or empty lines."""
    lines = (SYSTEMD / name).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def unit(name: str) -> Unit:
    """Return the settings in a systemd unit file: the values of each setting, keyed by its name."""
    settings: Unit = {}
    sections = set()
    for line in lines_of(name):
        if line.startswith("["):
            sections.add(line.strip("[]"))
            continue
        key, equals, value = line.partition("=")
        assert equals and sections and re.fullmatch("[A-Z][A-Za-z]+", key), line
        settings.setdefault(key, []).append(value)
    assert sections <= {"Unit", "Install", SECTIONS[Path(name).suffix]}
    return settings


def words(settings: Unit, key: str) -> list[str]:
    return " ".join(settings.get(key, [])).split()


@pytest.mark.parametrize("name", UNITS)
def test_a_unit_has_the_settings_that_it_depends_on(name: str) -> None:
    settings = unit(name)
    assert settings["Description"] and UNIT in UNITS
    assert {key: " ".join(settings.get(key, [])) for key in SETTINGS[name]} == SETTINGS[name]


def test_users_and_groups_are_made_before_they_are_used() -> None:
    made = [line.split(maxsplit=3) for line in lines_of("muggins.sysusers")]
    users = [name for kind, name, *_ in made if kind == "u"]
    assert users == [user for name in SERVICES for user in unit(name)["User"]]
    for name in SERVICES:
        service = unit(name)
        assert service["User"] == service["Group"]
        groups = {rest[0] for kind, user, *rest in made if kind == "m" and [user] == service["User"]}
        assert set(words(service, "SupplementaryGroups")) == groups
    ruled = set(re.findall(r'GROUP="(\w+)"', "\n".join(lines_of("60-muggins.rules"))))
    assert ruled <= set(words(unit(BOARD), "SupplementaryGroups"))


def test_user_may_open_every_bus_that_the_unit_may_open() -> None:
    """The udev rules give the service's user access to the buses that the unit lists in DeviceAllow=."""
    service = unit(BOARD)
    opened = {value.split()[0].removeprefix("char-") for value in service["DeviceAllow"]}
    rules = "\n".join(lines_of("60-muggins.rules"))
    kinds = {"gpio": "gpiochip", "i2c-dev": "i2c", "spidev": "spi"}
    assert {kinds[each] for each in re.findall(r'SUBSYSTEM=="([\w-]+)"', rules)} == opened - {"input"}


def test_kernel_modules_are_loaded_before_the_devices_of_the_unit_are_resolved() -> None:
    # At the unit's start, systemd looks up the devices of DeviceAllow= in /proc/devices.
    for name, modules in ((BOARD, ("i2c_dev", "spidev")), (VOICE, ("snd",))):
        for key in ("After", "Wants"):
            assert {f"modprobe@{module}.service" for module in modules} <= set(words(unit(name), key))


def test_it_waits_for_no_network_display_or_login() -> None:
    service = unit(BOARD)
    waited = words(service, "After") + words(service, "Requires") + words(service, "Requisite")
    late = "network|graphical|multi-user|basic|sysinit|getty|user|time|settle"
    assert not [each for each in waited if re.search(late, each)]


def test_the_games_are_in_one_place() -> None:
    service = unit(BOARD)
    [state] = service["StateDirectory"]
    [line] = [each for each in lines_of("muggins.tmpfiles") if "/var/lib/" in each]
    kind, folder, mode, user, group, _ = line.split()
    assert folder == f"/var/lib/{state}"
    assert kind == "d"
    assert [mode, user, group] == [service[key][0] for key in ("StateDirectoryMode", "User", "Group")]
    assert f'STATE = "{folder}"' in (SYSTEMD / "debian" / "muggins").read_text(encoding="utf-8")


def test_the_menu_finds_the_files_that_units_watch() -> None:
    assert {WISH, "muggins-update.path"} <= set(words(unit(BOARD), "Wants"))
    assert unit("muggins-update.path")["PathExists"][0] == str(SERVICE_RUNTIME_FOLDER / UPDATE)
    assert update_status(SERVICE_RUNTIME_FOLDER).parent == Path("/run", *unit(UPDATES)["RuntimeDirectory"])
    # The file exists from the start, so that systemd need not look for it at each press.
    [file] = [line.split() for line in lines_of("muggins.tmpfiles") if line.startswith("f ")]
    assert [file[1]] == unit(PHONES)["PathChanged"] and file[3:5] == ["muggins", "muggins"]


@pytest.mark.parametrize("name", [name for name in UNITS if name.endswith(".service") and name != UPDATES])
def test_nothing_runs_as_root_but_what_installs_packages(name: str) -> None:
    settings = unit(name)
    assert settings["User"][0].startswith("muggins") and settings["CapabilityBoundingSet"] == [""]
    commands = [value for key in settings if key.startswith("Exec") for value in settings[key]]
    assert not [command for command in commands if command[0] in "+!"]


@pytest.mark.parametrize("name", MOST_EXPOSED)
def test_a_service_is_hardly_exposed(name: str) -> None:
    said = _analyze("security", "--offline=true", "--no-pager", str(SYSTEMD / name))
    [exposure] = re.findall(r"Overall exposure level for [\w-]+\.service: ([\d.]+)", said.stdout)
    assert float(exposure) <= MOST_EXPOSED[name]
    # With ProcSubset=pid, a service on the network finds its address although it does not see /proc/net.
    assert network._IPV6.is_relative_to("/proc/self")


@pytest.mark.parametrize("name", ["muggins.service", "muggins-club.service"])
def test_a_service_that_fails_at_every_start_stays_down(name: str) -> None:
    settings = unit(name)
    keys = ("StartLimitIntervalSec", "StartLimitBurst", "RestartSec")
    [interval], [burst], [pause] = (settings[key] for key in keys)
    # Otherwise the limit would never be reached (systemd.unit(5)). Half of the time is left to the starts.
    assert interval == "5min" and int(burst) * int(pause) < 150


def test_systemd_has_nothing_to_say_against_the_units(tmp_path: Path) -> None:
    for name in UNITS:
        text = (SYSTEMD / name).read_text(encoding="utf-8")
        # The program and its manual page are not installed here.
        text = re.sub("/usr/(bin/muggins|libexec/muggins/update)", "/bin/true", text)
        (tmp_path / name).write_text(text, encoding="utf-8")
    said = _analyze("verify", "--man=no", *(str(tmp_path / name) for name in UNITS))
    assert "muggins" not in said.stderr, said.stderr


def _analyze(*arguments: str) -> "subprocess.CompletedProcess[str]":
    if not shutil.which("systemd-analyze"):
        pytest.skip("systemd-analyze is not installed")
    return run(["systemd-analyze", *arguments], capture_output=True, text=True)


def test_messages_that_wait_in_vain_leave_time_for_a_beat_and_for_the_end() -> None:
    service = unit(BOARD)
    [watchdog], [stop] = service["WatchdogSec"], service["TimeoutStopSec"]
    # The loop sends two heartbeats in the watchdog's time, and a reload sends two messages between two turns.
    assert float(watchdog) / 2 + 2 * ROOM_WITHIN < float(watchdog)
    assert float(stop) > ROOM_WITHIN + GOODBYE


def test_the_voice_reads_the_window_and_cannot_touch_the_games() -> None:
    board = unit(BOARD)
    assert unit(VOICE)["User"] != board["User"]
    [folder] = [line.split() for line in lines_of("muggins.tmpfiles") if line.startswith("d /run/")]
    window = [f"/run/{board['RuntimeDirectory'][0]}", board["RuntimeDirectoryMode"][0]]
    assert folder[1:5] == [*window, board["User"][0], board["Group"][0]]


@pytest.mark.parametrize("name", [*SERVICES[1:], SOCKET])
def test_a_follower_starts_before_or_after_the_board_and_outlives_it(name: str) -> None:
    follower = unit(name)
    named = {
        each for key in follower if key not in ("Documentation", "ExecStart") for each in words(follower, key)
    }
    assert {each for each in named if each.startswith("muggins") and "." in each} <= {SOCKET, PHONES}
    assert not {"BindsTo", "PartOf", "Requisite"} & set(follower)
    if name != SOCKET:  # it gives way to the board; 100 is the weight of every other unit
        assert int(follower["OOMScoreAdjust"][0]) > 0 > int(unit(BOARD)["OOMScoreAdjust"][0])
        assert int(follower["CPUWeight"][0]) < 100


def test_the_followers_are_off_until_somebody_enables_them() -> None:
    script = (SYSTEMD / "debian" / "postinst").read_text(encoding="utf-8")
    followers = "muggins-speak.service muggins-publish.service muggins-club.service muggins-serve.socket"
    assert f"for unit in {followers}; do" in script
    guarded = script.index('if deb-systemd-helper debian-installed "$unit"')
    [enabled] = [found.start() for found in re.finditer('deb-systemd-helper enable "', script)]
    assert guarded < enabled < script.index("\n\tfi\n", enabled)
    assert unit(PUBLISHER)["WantedBy"] == unit(VOICE)["WantedBy"] == unit(BOARD)["WantedBy"]


ROOT = Path(__file__).parents[2]
DEBIAN = ROOT / "systemd" / "debian"
FROM_APT = {"pillow": "python3-pil"}  # compiled, from Debian
NEEDED_BY_OTHERS = {"colorzero"}  # by gpiozero


def bundled() -> dict[str, str]:
    """Return the version of each Python package inside the Debian package, keyed by the package's name."""
    text = (DEBIAN / "bundled.txt").read_text(encoding="utf-8")
    found = re.findall(r"^([\w.-]+)==(\S+) \\\n    --hash=sha256:[0-9a-f]{64}$", text, re.MULTILINE)
    assert len(found) == text.count("==")
    return {normal(name): version for name, version in found}


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def depends(how: str = "Depends") -> list[str]:
    [line] = re.findall(rf"^{how}: (.*)$", (DEBIAN / "control").read_text(encoding="utf-8"), re.MULTILINE)
    return [each.split()[0] for each in line.split(",")]


def test_every_dependency_is_inside_or_from_apt_and_of_a_version_that_is_allowed() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = {normal(each.name): each for each in map(Requirement, project["dependencies"])}
    inside = bundled()
    assert set(inside) == set(wanted) - set(FROM_APT) | NEEDED_BY_OTHERS
    for name in set(inside) - NEEDED_BY_OTHERS:
        assert wanted[name].specifier.contains(inside[name]), name
    assert set(FROM_APT.values()) <= set(depends())
    # luma.core imports cbor2, and the LEDs need spidev.
    assert {"python3", "python3-cbor2", "python3-spidev"} <= set(depends())
    # The programs of the voice come with it, but the board does without; alsa-utils contains aplay.
    assert set(depends("Recommends")) >= {"alsa-utils", synthesiser(SpeechSettings())}
    assert not set(depends("Recommends")) & set(depends())


def test_the_configuration_is_that_of_a_numeric_keypad() -> None:
    config, usual = load(DEBIAN / "muggins.toml"), load(ROOT / "hardware" / "profiles" / "usb-numpad.toml")
    assert (config.inputs, config.displays, config.lights) == (usual.inputs, usual.displays, usual.lights)


def test_every_example_in_it_is_right(tmp_path: Path) -> None:
    text = (DEBIAN / "muggins.toml").read_text(encoding="utf-8")
    examples = [line for line in text.splitlines() if re.match(r"#[\[a-z]", line)]
    alone = [line for line in examples if line.endswith("= false")]
    assert len(alone) == 2 and len(examples) > 12
    for taken in (alone, [line for line in examples if line not in alone]):
        file = tmp_path / "muggins.toml"
        lines = [line.removeprefix("#") if line in taken else line for line in text.splitlines()]
        file.write_text("\n".join(lines))
        config = load(file)
        assert bool(config.displays) == bool(config.lights) == (taken is not alone)
    assert all(name in text for name in profile_names())
    places = (ROOT / "systemd" / "build-deb").read_text(encoding="utf-8")
    assert any(f'"debian/muggins.toml": "{each[1:]}"' in places for each in SEARCHED)


def test_the_manual_page_says_what_the_help_of_the_commands_says() -> None:
    page = MANUAL_PAGE.read_text(encoding="utf-8")
    assert manual_page(page) == page, "run python -m tests.write_documents"
    assert page.count(".SS ") == len(COMMANDS) and r"\fB\-\-threw DEAL:CARD,CARD\fR" in page


@pytest.mark.parametrize("script", ["postinst", "prerm", "postrm", "muggins.rtupdate"])
def test_the_scripts_are_valid_shell_and_stop_at_the_first_error(script: str) -> None:
    text = (DEBIAN / script).read_text(encoding="utf-8")
    assert text.startswith("#!/bin/sh\n") and "\nset -e\n" in text
    run(["sh", "-n", DEBIAN / script], check=True)
