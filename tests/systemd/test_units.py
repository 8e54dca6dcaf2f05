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
from firmware_py.config.needs import synthesiser
from firmware_py.config.programs import SpeechSettings
from firmware_py.doctor.machine import UNIT
from firmware_py.start.service import GOODBYE, ROOM_WITHIN
from firmware_py.system import network
from firmware_py.window.folder import PHONE
from tests.manual_page import PAGE, written
from tests.support.processes import run

SYSTEMD = Path(__file__).parents[2] / "systemd"
UNITS = (
    "muggins.service",
    "muggins-poweroff.path",
    "muggins-poweroff.service",
    "muggins-speak.service",
    "muggins-publish.service",
    "muggins-club.service",
    "muggins-serve.service",
    "muggins-serve.socket",
    "muggins-serve-phone.path",
)
SERVICES = (
    "muggins.service",
    "muggins-speak.service",
    "muggins-publish.service",
    "muggins-serve.service",
    "muggins-club.service",
)
"""The long-running services: the board, its voice, its publisher, its page, and the page of a club."""
ON_THE_NETWORK = ("muggins-publish.service", "muggins-serve.service", "muggins-club.service")
MOST_EXPOSED = {
    "muggins.service": 0.5,  # it needs pins and buses
    "muggins-speak.service": 0.4,
    "muggins-poweroff.service": 0.2,
    **dict.fromkeys(ON_THE_NETWORK, 1.0),
}
"""The highest exposure, out of 10, that `systemd-analyze security` may give each service."""
SECTIONS = {
    ".service": {"Unit", "Service", "Install"},
    ".socket": {"Unit", "Socket", "Install"},
    ".path": {"Unit", "Path", "Install"},
}
HELD = 75  # EX_TEMPFAIL of sysexits.h: another Muggins has locked the journal

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
    assert sections <= SECTIONS[Path(name).suffix]
    return settings


def words(settings: Unit, key: str) -> list[str]:
    return " ".join(settings.get(key, [])).split()


@pytest.mark.parametrize("name", UNITS)
def test_a_unit_is_sections_of_settings(name: str) -> None:
    assert unit(name)["Description"]


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
    assert ruled <= set(words(unit("muggins.service"), "SupplementaryGroups"))


def test_user_may_open_every_bus_that_the_unit_may_open() -> None:
    """The udev rules give the service's user access to the buses that the unit lists in DeviceAllow=."""
    service = unit("muggins.service")
    assert service["DevicePolicy"] == ["closed"]
    opened = {value.split()[0].removeprefix("char-") for value in service["DeviceAllow"]}
    rules = "\n".join(lines_of("60-muggins.rules"))
    kinds = {"gpio": "gpiochip", "i2c-dev": "i2c", "spidev": "spi"}
    assert {kinds[each] for each in re.findall(r'SUBSYSTEM=="([\w-]+)"', rules)} == opened - {"input"}


def test_kernel_modules_are_loaded_before_the_devices_of_the_unit_are_resolved() -> None:
    # At the unit's start, systemd looks up the devices of DeviceAllow= in /proc/devices.
    service = unit("muggins.service")
    for module in ("modprobe@i2c_dev.service", "modprobe@spidev.service"):
        assert module in words(service, "After") and module in words(service, "Wants")


def test_it_waits_for_no_network_display_or_login() -> None:
    service = unit("muggins.service")
    waited = words(service, "After") + words(service, "Requires") + words(service, "Requisite")
    late = "network|graphical|multi-user|basic|sysinit|getty|user|time|settle"
    assert service["DefaultDependencies"] == ["no"]
    assert not [each for each in waited if re.search(late, each)]
    # Without the default dependencies, nothing else would stop the service at shutdown.
    assert words(service, "Conflicts") == words(service, "Before") == ["shutdown.target"]
    # PrivateTmp= would wait for the clean-up of /tmp, after all file systems (systemd.exec(5)).
    assert "PrivateTmp" not in service


def test_the_games_are_in_one_place() -> None:
    service = unit("muggins.service")
    [state] = service["StateDirectory"]
    [line] = [each for each in lines_of("muggins.tmpfiles") if "/var/lib/" in each]
    kind, folder, mode, user, group, _ = line.split()
    assert folder == f"/var/lib/{state}"
    assert (kind, [mode], [user], [group]) == (
        "d",
        service["StateDirectoryMode"],
        service["User"],
        service["Group"],
    )
    assert f'STATE = "{folder}"' in (SYSTEMD / "debian" / "muggins").read_text(encoding="utf-8")


def test_the_unit_is_not_restarted_after_an_error_that_stays() -> None:
    service = unit("muggins.service")
    assert service["Restart"] == ["on-failure"]
    assert words(service, "RestartPreventExitStatus") == [str(USAGE_ERROR), str(HELD)]


def test_a_wish_to_be_switched_off_outlasts_the_board_and_is_granted_once() -> None:
    service, path, off = (unit(name) for name in UNITS[:3])
    [wish] = path["PathExists"]
    assert Path(wish).parent == Path("/run", service["RuntimeDirectory"][0])
    assert service["RuntimeDirectoryPreserve"] == ["yes"]
    assert off["ExecStart"] == [f"/bin/rm -f {wish}"] and off["SuccessAction"] == ["poweroff"]
    assert off["ReadWritePaths"] == [str(Path(wish).parent)]
    assert path_name() in words(service, "Wants")


def path_name() -> str:
    return next(name for name in UNITS if name.endswith("poweroff.path"))


@pytest.mark.parametrize("name", [name for name in UNITS if name.endswith(".service")])
def test_nothing_runs_as_root(name: str) -> None:
    settings = unit(name)
    assert settings["User"][0].startswith("muggins") and settings["CapabilityBoundingSet"] == [""]
    assert not [
        value for key in settings if key.startswith("Exec") for value in settings[key] if value[0] in "+!"
    ]


@pytest.mark.parametrize("name", MOST_EXPOSED)
def test_a_service_is_hardly_exposed(name: str) -> None:
    said = _analyze("security", "--offline=true", "--no-pager", str(SYSTEMD / name))
    [exposure] = re.findall(r"Overall exposure level for [\w-]+\.service: ([\d.]+)", said.stdout)
    assert float(exposure) <= MOST_EXPOSED[name]


@pytest.mark.parametrize("name", ON_THE_NETWORK)
def test_a_service_on_the_network_sees_nothing_of_the_machine_in_proc(name: str) -> None:
    assert (unit(name)["ProcSubset"], unit(name)["RemoveIPC"]) == (["pid"], ["yes"])
    # So the address of the page must not come from /proc/net, which such a service does not see (proc(5)).
    assert network._IPV6.is_relative_to("/proc/self")


@pytest.mark.parametrize("name", ["muggins.service", "muggins-club.service"])
def test_a_service_that_fails_at_every_start_stays_down(name: str) -> None:
    settings = unit(name)
    [interval], [burst], [pause] = (
        settings[key] for key in ("StartLimitIntervalSec", "StartLimitBurst", "RestartSec")
    )
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
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("systemd-analyze is not installed")
    return run([program, *arguments], capture_output=True, text=True)


def test_messages_that_wait_in_vain_leave_time_for_a_beat_and_for_the_end() -> None:
    service = unit("muggins.service")
    [watchdog], [stop] = service["WatchdogSec"], service["TimeoutStopSec"]
    # The loop sends two heartbeats in the watchdog's time, and a reload sends two messages between two turns.
    assert float(watchdog) / 2 + 2 * ROOM_WITHIN < float(watchdog)
    assert float(stop) > ROOM_WITHIN + GOODBYE


def test_only_the_final_error_has_no_priority() -> None:
    service = unit("muggins.service")
    assert service["SyslogLevel"] == ["warning"]
    assert not {"StandardError", "StandardOutput", "SyslogLevelPrefix"} & set(service)


def test_voice_may_open_only_sound_cards() -> None:
    voice = unit("muggins-speak.service")
    assert (voice["DevicePolicy"], voice["DeviceAllow"]) == (["closed"], ["char-alsa rw"])
    assert "audio" in words(voice, "SupplementaryGroups")
    assert (voice["PrivateNetwork"], voice["RestrictAddressFamilies"]) == (["yes"], ["none"])
    # Before this module is loaded, the kernel has no such devices for systemd to look up as the unit starts.
    assert "modprobe@snd.service" in voice["Wants"] and "modprobe@snd.service" in words(voice, "After")


def test_board_has_no_network_access() -> None:
    """The board's service can use only Unix sockets, which need no network (unix(7))."""
    board = unit("muggins.service")
    assert (board["PrivateNetwork"], board["RestrictAddressFamilies"]) == (["yes"], ["AF_UNIX"])


def test_the_voice_reads_the_window_and_cannot_touch_the_games() -> None:
    board, voice = (unit(name) for name in SERVICES[:2])
    assert board["Group"][0] in words(voice, "SupplementaryGroups")
    assert voice["User"] != board["User"]
    [folder] = [line.split() for line in lines_of("muggins.tmpfiles") if line.startswith("d /run/")]
    window = [f"/run/{board['RuntimeDirectory'][0]}", board["RuntimeDirectoryMode"][0]]
    assert folder[1:5] == [*window, board["User"][0], board["Group"][0]]
    assert voice["ProtectSystem"] == ["strict"] and not {"StateDirectory", "ReadWritePaths"} & set(voice)


@pytest.mark.parametrize(
    "name",
    [
        "muggins-speak.service",
        "muggins-publish.service",
        "muggins-club.service",
        "muggins-serve.service",
        "muggins-serve.socket",
    ],
)
def test_a_follower_starts_before_or_after_the_board_and_outlives_it(name: str) -> None:
    follower = unit(name)
    named = [
        each for key in follower if key not in ("Documentation", "ExecStart") for each in words(follower, key)
    ]
    own = {"muggins-serve.socket", "muggins-serve-phone.path"}
    assert {each for each in named if each.startswith("muggins") and "." in each} <= own
    assert not {"BindsTo", "PartOf", "Requisite"} & set(follower)


def test_the_followers_are_off_until_somebody_enables_them() -> None:
    script = (SYSTEMD / "debian" / "postinst").read_text(encoding="utf-8")
    followers = "muggins-speak.service muggins-publish.service muggins-club.service muggins-serve.socket"
    assert f"for unit in {followers}; do" in script
    guarded = script.index('if deb-systemd-helper debian-installed "$unit"')
    [enabled] = [found.start() for found in re.finditer('deb-systemd-helper enable "', script)]
    assert guarded < enabled < script.index("\n\tfi\n", enabled)
    assert unit("muggins-publish.service")["WantedBy"] == unit("muggins.service")["WantedBy"]
    assert unit("muggins-speak.service")["WantedBy"] == unit("muggins.service")["WantedBy"]
    assert unit("muggins-serve.socket")["WantedBy"] == ["sockets.target"]  # systemd.socket(5)


def test_the_page_has_the_network_and_the_boards_socket_and_nothing_else() -> None:
    page = unit("muggins-serve.service")
    # AF_UNIX reaches the board's socket for keys.
    assert words(page, "RestrictAddressFamilies") == ["AF_INET", "AF_INET6", "AF_UNIX"]
    assert page["PrivateDevices"] == ["yes"] and page["SocketBindDeny"] == ["any"]
    assert page["ProtectSystem"] == ["strict"] and not {"StateDirectory", "ReadWritePaths"} & set(page)
    assert words(page, "SupplementaryGroups") == unit("muggins.service")["Group"]


def test_the_page_keeps_who_has_joined_until_the_power_goes() -> None:
    page, [board] = unit("muggins-serve.service"), unit("muggins.service")["RuntimeDirectory"]
    [own] = page["RuntimeDirectory"]
    assert page["Environment"] == [f"RUNTIME_DIRECTORY=/run/{board}:/run/{own}"]
    assert (page["RuntimeDirectoryMode"], page["RuntimeDirectoryPreserve"]) == (["0700"], ["yes"])


def test_the_menu_that_lets_phones_in_starts_the_server_if_the_page_is_on() -> None:
    board, path = unit("muggins.service"), unit("muggins-serve-phone.path")
    assert path["PathChanged"] == [f"/run/{board['RuntimeDirectory'][0]}/{PHONE}"]
    assert path["Unit"] == ["muggins-serve.service"]
    # The file exists from the start, so that systemd need not look for it at each press.
    [file] = [line.split() for line in lines_of("muggins.tmpfiles") if line.startswith("f ")]
    assert [file[1]] == path["PathChanged"] and file[3:5] == ["muggins", "muggins"]
    assert path["PartOf"] == ["muggins-serve.socket"] and "WantedBy" not in path
    assert unit("muggins-serve.socket")["Wants"] == ["muggins-serve-phone.path"]


def test_the_publisher_has_the_network_and_nothing_else() -> None:
    publisher = unit("muggins-publish.service")
    assert words(publisher, "RestrictAddressFamilies") == ["AF_INET", "AF_INET6"]  # so no key can be pressed
    assert publisher["PrivateDevices"] == ["yes"] and publisher["SocketBindDeny"] == ["any"]
    assert publisher["ProtectSystem"] == ["strict"] and not {"StateDirectory", "ReadWritePaths"} & set(
        publisher
    )
    assert words(publisher, "SupplementaryGroups") == unit("muggins.service")["Group"]


def test_the_club_has_the_network_and_its_folder_and_nothing_else() -> None:
    club = unit("muggins-club.service")
    assert words(club, "RestrictAddressFamilies") == ["AF_INET", "AF_INET6"]  # so no key can be pressed
    assert (club["SocketBindDeny"], club["SocketBindAllow"]) == (["any"], [f"tcp:{CLUB_PORT}"])
    assert club["StateDirectory"] == [CLUB_SERVICE_FOLDER.name] and "ReadWritePaths" not in club
    assert (club["PrivateDevices"], club["ProtectSystem"]) == (["yes"], ["strict"])
    assert not {"SupplementaryGroups", "RuntimeDirectory"} & set(club)
    assert club["User"] == club["Group"] == ["muggins-club"]


def test_publisher_knows_the_folders() -> None:
    publisher = unit("muggins-publish.service")
    [own], [board] = publisher["RuntimeDirectory"], unit("muggins.service")["RuntimeDirectory"]
    assert publisher["Environment"] == [f"RUNTIME_DIRECTORY=/run/{board}:/run/{own}"]
    assert publisher["RuntimeDirectoryPreserve"] == ["yes"]


def test_the_followers_are_for_the_local_network() -> None:
    # RFC 1918, RFC 4193 and the link-local addresses.
    local = ["localhost", "link-local", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"]
    for name in (*ON_THE_NETWORK, "muggins-serve.socket"):
        assert (unit(name)["IPAddressDeny"], words(unit(name), "IPAddressAllow")) == (["any"], local)


@pytest.mark.parametrize("name", SERVICES[1:])
def test_a_follower_gives_way_to_the_board(name: str) -> None:
    board, follower = unit(SERVICES[0]), unit(name)
    assert int(follower["OOMScoreAdjust"][0]) > 0 > int(board["OOMScoreAdjust"][0])
    assert int(follower["CPUWeight"][0]) < 100  # the weight of every other unit (systemd.resource-control(5))
    assert follower["RestartPreventExitStatus"] == [str(USAGE_ERROR)]


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
