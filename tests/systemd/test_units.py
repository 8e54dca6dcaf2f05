"""The package's files and its systemd units agree with each other and with the program."""

import re
import shutil
import subprocess
import tomllib
from pathlib import Path

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
from firmware_py.window.folder import PHONE
from tests import manual_page
from tests.support.processes import run

SYSTEMD = Path(__file__).parents[2] / "systemd"
BOARD, VOICE, PUBLISHER, PAGE, CLUB = SERVICES = (
    *("muggins.service", "muggins-speak.service", "muggins-publish.service"),
    *("muggins-serve.service", "muggins-club.service"),
)
"""The long-running services: the board, its voice, its publisher, its page, and the page of a club."""
SOCKET, PHONES = "muggins-serve.socket", "muggins-serve-phone.path"
WISH, POWER_OFF = "muggins-poweroff.path", "muggins-poweroff.service"
UNITS = (*SERVICES, SOCKET, PHONES, WISH, POWER_OFF)
ON_THE_NETWORK = (PUBLISHER, PAGE, CLUB)
MOST_EXPOSED = {
    BOARD: 0.5,  # it needs pins and buses
    VOICE: 0.4,
    POWER_OFF: 0.2,
    **dict.fromkeys(ON_THE_NETWORK, 1.0),
}
"""The highest exposure, out of 10, that `systemd-analyze security` may give each service."""
SECTIONS = {".service": "Service", ".socket": "Socket", ".path": "Path"}
HELD = 75  # EX_TEMPFAIL of sysexits.h: another Muggins has locked the journal
LOCAL = "localhost link-local 10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 fc00::/7"
"""The addresses of local networks (RFC 1918, RFC 4193)."""
INTERNET = "AF_INET AF_INET6"
FOLLOWS = {"RestartPreventExitStatus": f"{USAGE_ERROR}", "PrivateDevices": "yes", "ProtectSystem": "strict"}
NETWORKED = {"ProcSubset": "pid", "RemoveIPC": "yes", "SocketBindDeny": "any", "PrivateDevices": "yes"}
NETWORKED |= {"IPAddressDeny": "any", "IPAddressAllow": LOCAL, **FOLLOWS}
WRITES_NOTHING = dict.fromkeys(("StateDirectory", "ReadWritePaths"), "")
RUNTIME = "RUNTIME_DIRECTORY=/run/muggins:/run/{}"
SETTINGS: dict[str, dict[str, str]] = {
    BOARD: {
        # It can use only Unix sockets, which need no network (unix(7)).
        **{"PrivateNetwork": "yes", "RestrictAddressFamilies": "AF_UNIX", "DevicePolicy": "closed"},
        # Without the default dependencies, nothing else would stop the service at shutdown.
        **{"DefaultDependencies": "no", "Conflicts": "shutdown.target", "Before": "shutdown.target"},
        # PrivateTmp= would wait for the clean-up of /tmp, after all file systems (systemd.exec(5)).
        "PrivateTmp": "",
        # An error that stays is no reason to start again.
        **{"Restart": "on-failure", "RestartPreventExitStatus": f"{USAGE_ERROR} {HELD}"},
        # Only the final error has no priority of its own.
        **{"SyslogLevel": "warning", "StandardError": "", "StandardOutput": "", "SyslogLevelPrefix": ""},
        **{"RuntimeDirectory": "muggins", "RuntimeDirectoryPreserve": "yes"},
    },
    VOICE: {
        **FOLLOWS,
        **{"DevicePolicy": "closed", "DeviceAllow": "char-alsa rw", "PrivateDevices": "no"},
        **{
            "PrivateNetwork": "yes",
            "RestrictAddressFamilies": "none",
            "SupplementaryGroups": "audio muggins",
        },
        **WRITES_NOTHING,
    },
    PUBLISHER: {
        **NETWORKED,
        **{"RestrictAddressFamilies": INTERNET, "SupplementaryGroups": "muggins"},  # it can press no key
        **{"Environment": RUNTIME.format("muggins-publish"), "RuntimeDirectoryPreserve": "yes"},
        **WRITES_NOTHING,
    },
    PAGE: {
        **NETWORKED,
        # AF_UNIX reaches the board's socket for keys.
        **{"RestrictAddressFamilies": f"{INTERNET} AF_UNIX", "SupplementaryGroups": "muggins"},
        # It keeps who has joined until the power goes.
        **{"Environment": RUNTIME.format("muggins-serve"), "RuntimeDirectoryPreserve": "yes"},
        "RuntimeDirectoryMode": "0700",
        **WRITES_NOTHING,
    },
    CLUB: {
        **NETWORKED,
        **{"RestrictAddressFamilies": INTERNET, "SocketBindAllow": f"tcp:{CLUB_PORT}"},
        **{"StateDirectory": CLUB_SERVICE_FOLDER.name, "ReadWritePaths": ""},
        **{"SupplementaryGroups": "", "RuntimeDirectory": ""},
    },
    SOCKET: {"IPAddressDeny": "any", "IPAddressAllow": LOCAL, "WantedBy": "sockets.target", "Wants": PHONES},
    # The menu that lets phones in starts the server if the page is on.
    PHONES: {"PathChanged": f"/run/muggins/{PHONE}", "Unit": PAGE, "PartOf": SOCKET, "WantedBy": ""},
    # A wish to be switched off outlasts the board, and is granted once.
    WISH: {"PathExists": "/run/muggins/poweroff"},
    POWER_OFF: {
        **{"ExecStart": "/bin/rm -f /run/muggins/poweroff", "ReadWritePaths": "/run/muggins"},
        "SuccessAction": "poweroff",
    },
}
"""Settings on which the security and the use of each unit depend; those that it may not have are empty."""

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
    assert settings["Description"]
    assert {key: " ".join(settings.get(key, [])) for key in SETTINGS[name]} == SETTINGS[name]


def test_the_doctor_knows_the_unit() -> None:
    assert UNIT in UNITS


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


@pytest.mark.parametrize(
    ("name", "modules"), [(BOARD, {"modprobe@i2c_dev", "modprobe@spidev"}), (VOICE, {"modprobe@snd"})]
)
def test_kernel_modules_are_loaded_before_the_devices_of_the_unit_are_resolved(
    name: str, modules: set[str]
) -> None:
    # At the unit's start, systemd looks up the devices of DeviceAllow= in /proc/devices.
    for key in ("After", "Wants"):
        assert {f"{module}.service" for module in modules} <= set(words(unit(name), key))


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
    assert WISH in words(unit(BOARD), "Wants")
    # The file exists from the start, so that systemd need not look for it at each press.
    [file] = [line.split() for line in lines_of("muggins.tmpfiles") if line.startswith("f ")]
    assert [file[1]] == unit(PHONES)["PathChanged"] and file[3:5] == ["muggins", "muggins"]


@pytest.mark.parametrize("name", [name for name in UNITS if name.endswith(".service")])
def test_nothing_runs_as_root(name: str) -> None:
    settings = unit(name)
    assert settings["User"][0].startswith("muggins") and settings["CapabilityBoundingSet"] == [""]
    commands = [value for key in settings if key.startswith("Exec") for value in settings[key]]
    assert not [command for command in commands if command[0] in "+!"]


@pytest.mark.parametrize("name", MOST_EXPOSED)
def test_a_service_is_hardly_exposed(name: str) -> None:
    said = _analyze("security", "--offline=true", "--no-pager", str(SYSTEMD / name))
    [exposure] = re.findall(r"Overall exposure level for [\w-]+\.service: ([\d.]+)", said.stdout)
    assert float(exposure) <= MOST_EXPOSED[name]


def test_the_address_of_the_page_comes_from_what_a_service_on_the_network_sees() -> None:
    # With ProcSubset=pid, it does not see /proc/net (proc(5)).
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
        (tmp_path / name).write_text(text.replace("/usr/bin/muggins", "/bin/true"), encoding="utf-8")
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


def test_the_followers_are_off_until_somebody_enables_them() -> None:
    script = (SYSTEMD / "debian" / "postinst").read_text(encoding="utf-8")
    followers = "muggins-speak.service muggins-publish.service muggins-club.service muggins-serve.socket"
    assert f"for unit in {followers}; do" in script
    guarded = script.index('if deb-systemd-helper debian-installed "$unit"')
    [enabled] = [found.start() for found in re.finditer('deb-systemd-helper enable "', script)]
    assert guarded < enabled < script.index("\n\tfi\n", enabled)
    assert unit(PUBLISHER)["WantedBy"] == unit(VOICE)["WantedBy"] == unit(BOARD)["WantedBy"]


@pytest.mark.parametrize("name", SERVICES[1:])
def test_a_follower_gives_way_to_the_board(name: str) -> None:
    board, follower = unit(SERVICES[0]), unit(name)
    assert int(follower["OOMScoreAdjust"][0]) > 0 > int(board["OOMScoreAdjust"][0])
    assert int(follower["CPUWeight"][0]) < 100  # the weight of every other unit (systemd.resource-control(5))


ROOT = Path(__file__).parents[2]
DEBIAN = ROOT / "systemd" / "debian"
FROM_APT = {"pillow": "python3-pil"}
"""The compiled packages, and the Debian package that provides each."""
NEEDED_BY_OTHERS = {"colorzero"}  # by gpiozero


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
        lines = [line.removeprefix("#") if line in taken else line for line in text.splitlines()]
        file.write_text("\n".join(lines))
        config = load(file)
        assert bool(config.displays) == bool(config.lights) == (taken is not alone)
    assert all(name in text for name in profile_names())


def test_it_lies_where_it_is_looked_for() -> None:
    places = (ROOT / "systemd" / "build-deb").read_text(encoding="utf-8")
    assert any(f'"debian/muggins.toml": "{each[1:]}"' in places for each in SEARCHED)


def test_the_manual_page_says_what_the_help_of_the_commands_says() -> None:
    page = manual_page.PAGE.read_text(encoding="utf-8")
    assert manual_page.written(page) == page, "run python -m tests.write_documents"
    assert page.count(".SS ") == len(COMMANDS) and r"\fB\-\-threw DEAL:CARD,CARD\fR" in page


@pytest.mark.parametrize("script", ["postinst", "prerm", "postrm", "muggins.rtupdate"])
def test_the_scripts_are_valid_shell_and_stop_at_the_first_error(script: str) -> None:
    text = (DEBIAN / script).read_text(encoding="utf-8")
    assert text.startswith("#!/bin/sh\n") and "\nset -e\n" in text
    run(["sh", "-n", DEBIAN / script], check=True)
