"""The doctor checks the services: the board, the page, the broker and the voice."""

import pytest

from firmware_py.config.programs import MqttSettings, SpeechSettings
from firmware_py.doctor.doctor import check
from firmware_py.doctor.machine import MODULES
from firmware_py.mqtt.connection_faults import Fault
from firmware_py.system.sound_cards import cards_in
from tests.support.pi_captures import NUMPAD, TXT, changed, fit, only_finding, text, wrong
from tests.support.sound_cards import AMPLIFIER, CARDS, HDMI_FIRST, USB

USB_SPEAKER = "default:CARD=UACDemoV10"
PROGRAMS = frozenset({"aplay", "espeak-ng"})


def spoken(**settings):
    return NUMPAD._replace(speech=SpeechSettings(**settings))


def pi_with_voice(config, more="", **changes):
    """Return a Pi on which nothing prevents the voice from being heard.

    Args:
        config: the board's configuration.
        more: lines to add to config.txt.
        changes: new values for some of the machine's fields, or new states for its systemd units.
    """
    return fit(config, more, **{"sound_cards": cards_in(CARDS + USB), "programs": PROGRAMS, **changes})


def about_sound(config, machine):
    others = {each.what for each in check(NUMPAD, changed(machine, voice=None, voice_enabled=None))}
    return [each for each in check(config, machine) if each.what not in others]


def test_a_board_without_a_voice_needs_nothing():
    assert wrong(NUMPAD, fit(NUMPAD, voice="inactive", voice_enabled="disabled")) == []
    assert about_sound(NUMPAD, fit(NUMPAD)) == []


def findings_on_a_laptop(config=NUMPAD, **changes):
    """Return the doctor's findings about the voice on a machine that is not a Raspberry Pi.

    Args:
        config: the board's configuration.
        changes: fields of the machine to replace.
    """
    machine = pi_with_voice(config, model=None, config_txt=None, **changes)
    silent = changed(machine, programs=frozenset(), sound_cards=())
    others = {each.what for each in check(NUMPAD, silent) if "muggins speak" not in each.what}
    return [each for each in check(config, machine) if each.what not in others]


def test_on_a_laptop_the_voice_is_checked_without_a_table():
    (programs, heard) = findings_on_a_laptop()
    assert (programs.level, programs.what) == ("ok", "the voice has its programs: aplay, espeak-ng")
    assert heard.level == "ok" and heard.what.startswith("the voice is heard from ")


def test_what_an_unasked_voice_lacks_on_a_laptop_is_a_note():
    (lacks,) = findings_on_a_laptop(programs=frozenset({"aplay"}), sound_cards=())
    assert lacks.level == "note" and lacks.remedy.startswith("sudo apt install espeak-ng")
    assert lacks.what.startswith("'muggins speak' cannot be heard: the program espeak-ng is missing")
    (lacks,) = findings_on_a_laptop(sound_cards=())
    assert (lacks.level, lacks.remedy) == ("note", "plug in a USB speaker")


def test_on_a_laptop_a_voice_in_the_configuration_must_be_heard():
    config = spoken(devices=("default:CARD=Gone",))
    found = findings_on_a_laptop(config)
    assert "there is no sound card Gone, which default:CARD=Gone names" in [
        each.what for each in found if each.level == "fault"
    ]


def test_a_voice_that_lacks_nothing():
    config = spoken(devices=(USB_SPEAKER,))
    machine = pi_with_voice(config, voice="active", voice_enabled="enabled")
    assert wrong(config, machine) == []
    assert [each.what for each in about_sound(config, machine) if "voice" in each.what] == [
        "the voice has its programs: aplay, espeak-ng",
        f"the voice is heard from {USB_SPEAKER}",
    ]


@pytest.mark.parametrize("wanted", [{"voice": "active"}, {"voice": "inactive", "voice_enabled": "enabled"}])
def test_a_service_that_is_there_is_checked_without_a_table_as_well(wanted):
    found = wrong(NUMPAD, fit(NUMPAD, programs=PROGRAMS, **wanted))
    assert "there is no sound card" in [each.what for each in found]


@pytest.mark.parametrize(
    ("synthesiser", "missing", "package"),
    [
        ("espeak-ng", "aplay", "alsa-utils"),
        ("espeak-ng", "espeak-ng", "espeak-ng"),
        ("pico2wave -w {file} {text}", "pico2wave", "libttspico-utils"),
    ],
)
def test_a_missing_program(synthesiser, missing, package):
    config = spoken(synthesiser=synthesiser, devices=(USB_SPEAKER,))
    there = {"aplay", synthesiser.split()[0]} - {missing}
    found = only_finding(config, pi_with_voice(config, programs=frozenset(there)))
    assert found.level == "fault" and found.what.startswith(f"the program {missing} is missing")
    assert found.remedy.startswith(f"sudo apt install {package}")


def test_a_program_that_is_in_no_package_of_debian():
    config = spoken(synthesiser="'/opt/my piper' {text}", devices=(USB_SPEAKER,))
    found = only_finding(config, pi_with_voice(config))
    assert found.what.startswith("the program /opt/my piper is missing")
    assert found.remedy == "install /opt/my piper, or name another synthesiser under [speech]"
    assert wrong(config, pi_with_voice(config, programs=PROGRAMS | {"/opt/my piper"})) == []


def test_a_command_line_that_cannot_work():
    config = spoken(synthesiser="flite 'x", devices=(USB_SPEAKER,))
    found = only_finding(config, pi_with_voice(config))
    assert (found.level, found.what) == ("fault", "synthesiser: flite 'x: a quotation mark is missing")
    assert found.remedy == "correct the line under [speech]"


def test_recordings_need_a_synthesiser_for_names_only():
    config = spoken(voice="/usr/local/share/muggins-voice", devices=(USB_SPEAKER,))
    machine = pi_with_voice(config, programs=frozenset({"aplay"}), has_recordings=True)
    found = only_finding(config, machine)
    assert (found.level, found.what.endswith("names, and what was not recorded")) == ("warning", True)


def test_no_sound_card():
    found = only_finding(spoken(), pi_with_voice(spoken(), sound_cards=()))
    assert (found.level, found.what) == ("fault", "there is no sound card")
    assert found.remedy.startswith("plug in a USB speaker") and "dtparam=audio=on" in found.remedy


def test_a_device_of_a_file_needs_no_card():
    config = spoken(devices=("recorder",))
    assert (
        wrong(config, pi_with_voice(config, sound_cards=(), alsa_devices=frozenset({"null", "recorder"})))
        == []
    )


def test_a_speaker_that_was_unplugged():
    config = spoken(devices=("default:CARD=Headset", USB_SPEAKER))
    found = only_finding(config, pi_with_voice(config))
    assert (found.level, found.what) == (
        "fault",
        "there is no sound card Headset, which default:CARD=Headset names",
    )
    usb, jack, *_ = found.remedy.splitlines()[1:]
    assert usb == f'device = "{USB_SPEAKER}" for UACDemoV1.0'
    assert jack == 'device = "default:CARD=Headphones" for bcm2835 Headphones'


def test_a_device_that_alsa_does_not_know():
    config = spoken(devices=("speaker",))
    assert only_finding(config, pi_with_voice(config)).what == "ALSA has no device speaker"


def test_without_a_device_the_usb_speaker_is_found():
    assert wrong(spoken(), pi_with_voice(spoken())) == []
    said = [each.what for each in about_sound(spoken(), pi_with_voice(spoken()))]
    assert f"the voice is heard from {USB_SPEAKER}" in said


def test_the_default_is_not_the_usb_speaker_if_the_pi_has_other_cards():
    config = spoken(devices=("default",))
    note = [each for each in about_sound(config, pi_with_voice(config)) if each.level == "note"]
    assert [each.what for each in note] == [
        "the voice is heard from default, which is usually the first of 4 sound cards: bcm2835 Headphones"
    ]
    assert note[0].remedy.splitlines()[1] == f'device = "{USB_SPEAKER}" for UACDemoV1.0'


def test_a_pi_without_a_jack_would_speak_to_a_monitor():
    config = spoken(devices=("default",))
    found = only_finding(config, pi_with_voice(config, sound_cards=cards_in(HDMI_FIRST)))
    assert found.level == "warning" and found.what.endswith("the first of 2 sound cards: vc4-hdmi")


def test_an_amplifier_needs_its_overlay():
    config = spoken(amplifier="max98357a", devices=("plug:'dmix:CARD=MAX98357A'",))
    assert wrong(config, pi_with_voice(config, sound_cards=cards_in(AMPLIFIER))) == []
    machine = pi_with_voice(config)
    without = changed(machine, config_txt=machine.config_txt.replace("dtoverlay=max98357a,no-sdmode", ""))
    found = only_finding(config, without)
    assert found.what == "config.txt does not name the amplifier, a MAX98357A"
    assert found.remedy == f"{TXT}: add dtoverlay=max98357a,no-sdmode at the end, under [all], and restart"
    assert only_finding(config, machine).what.endswith("is in config.txt, but Linux has no such sound card")


def test_the_service_cannot_read_a_home():
    config = spoken(voice="/home/ann/voice", devices=(USB_SPEAKER,))
    assert wrong(config, pi_with_voice(config, has_recordings=True)) == []
    found = only_finding(config, pi_with_voice(config, has_recordings=True, packaged=True))
    assert found.what == "the service cannot read /home/ann/voice, where the recorded voice is"


def test_a_folder_without_recordings():
    config = spoken(voice="/usr/local/share/grandfather", devices=(USB_SPEAKER,))
    assert only_finding(config, pi_with_voice(config)).remedy.endswith(
        "muggins speak --render /usr/local/share/grandfather"
    )


@pytest.mark.parametrize(
    ("states", "level", "remedy"),
    [
        (("failed", "enabled"), "fault", "see why: sudo journalctl -b -u muggins-speak; once"),
        (("inactive", "enabled"), "warning", "start it: sudo systemctl start muggins-speak"),
        (("inactive", "disabled"), "note", "to hear it: sudo systemctl enable --now muggins-speak"),
    ],
)
def test_the_voice_service(states, level, remedy):
    config = spoken(devices=(USB_SPEAKER,))
    machine = pi_with_voice(config, voice=states[0], voice_enabled=states[1])
    found = check(config, machine)
    last = [each for each in found if "muggins-speak" in (each.remedy or "")]
    assert [each.level for each in last] == [level] and last[0].remedy.startswith(remedy)


def test_whoever_runs_the_voice_is_in_the_group_audio():
    config = spoken(devices=(USB_SPEAKER,))
    machine = pi_with_voice(config)
    found = only_finding(
        config,
        changed(machine, groups=frozenset(text("groups.txt").split()) - {"audio"}, named_groups=frozenset()),
    )
    assert (found.what, found.remedy) == (
        "pi is not in the group audio",
        "sudo usermod -aG audio pi, then log out and in again",
    )


ENABLE = "sudo systemctl enable --now muggins-serve.socket"
MODULES_THERE = frozenset(MODULES)
PAGE_ON = {
    "page": "active",
    "page_enabled": "enabled",
    "page_server": "inactive",
    "page_menu": "active",
    "address": "192.168.178.123",
}


def pi_with_page(**changes):
    """Return a Raspberry Pi on which the web page can be opened.

    Args:
        changes: new values for some of the machine's fields, or new states for its systemd units.
    """
    return fit(NUMPAD, **{"modules": MODULES_THERE, **PAGE_ON, **changes})


def test_a_page_that_lacks_nothing():
    assert wrong(NUMPAD, pi_with_page()) == []


def test_a_page_that_is_off_needs_nothing():
    off = {"page": "inactive", "page_enabled": "disabled", "page_port_taken": True}
    machine = pi_with_page(modules=MODULES_THERE - {"tornado"}, address="localhost", **off)
    assert wrong(NUMPAD, machine) == []
    assert any(ENABLE in each.what for each in check(NUMPAD, machine))


def test_another_program_has_the_port():
    found = wrong(NUMPAD, pi_with_page(page="failed", page_port_taken=True))
    assert [each.level for each in found] == ["fault", "fault"]
    assert "port 80" in found[1].what and "sudo ss -ltnp" in found[1].remedy


def test_the_own_socket_has_the_port():
    assert wrong(NUMPAD, pi_with_page(page_port_taken=True)) == []


def test_the_menu_cannot_start_the_server():
    found = only_finding(NUMPAD, pi_with_page(page_menu="inactive"))
    assert found.what.startswith("muggins-serve-phone.path is inactive")
    assert wrong(NUMPAD._replace(page_keys=False), pi_with_page(page_menu="inactive")) == []


def test_tornado_is_missing():
    found = only_finding(NUMPAD, pi_with_page(modules=MODULES_THERE - {"tornado"}))
    assert found.remedy == "sudo apt install python3-tornado"


def test_segno_is_missing():
    without = pi_with_page(modules=MODULES_THERE - {"segno"})
    found = only_finding(NUMPAD, without)
    assert (found.level, found.remedy) == ("warning", "sudo apt install python3-segno")
    assert wrong(NUMPAD._replace(page_keys=False), without) == []
    assert wrong(NUMPAD._replace(displays=()), without) == []


@pytest.mark.parametrize(
    ("failed", "unit"), [("page", "muggins-serve.socket"), ("page_server", "muggins-serve.service")]
)
def test_a_unit_has_failed(failed, unit):
    found = only_finding(NUMPAD, pi_with_page(**{failed: "failed"}))
    assert found.what.startswith(f"{unit} has failed") and "journalctl" in found.remedy


def test_a_socket_that_is_enabled_and_not_started():
    assert (
        only_finding(NUMPAD, pi_with_page(page="inactive")).remedy
        == "start it: sudo systemctl start muggins-serve.socket"
    )


def test_a_pi_without_a_network():
    assert "no network" in only_finding(NUMPAD, pi_with_page(address="localhost")).what


@pytest.mark.parametrize("address", ["8.8.8.8", "2a02:908::1"])
def test_an_address_that_is_not_local(address):
    assert address in only_finding(NUMPAD, pi_with_page(address=address)).what


@pytest.mark.parametrize("address", ["10.1.2.3", "172.20.0.5", "fd00::5"])
def test_a_local_address(address):
    assert wrong(NUMPAD, pi_with_page(address=address)) == []


PUBLISHING = {"publisher": "active", "publisher_enabled": "enabled"}
PUBLISHED = NUMPAD._replace(mqtt=MqttSettings(host="192.168.178.20"), source="/etc/muggins/muggins.toml")


def published_pi(**changes):
    """Return the description of a Raspberry Pi whose board publishes its games to an MQTT broker.

    Args:
        changes: new values for some of the machine's fields, or new states for its systemd units.
    """
    return fit(PUBLISHED, **{"modules": MODULES_THERE, **PUBLISHING, **changes})


def test_a_board_that_lacks_nothing():
    assert wrong(PUBLISHED, published_pi()) == []


def test_a_board_that_is_not_published_needs_nothing():
    machine = published_pi(
        modules=MODULES_THERE - {"paho"}, publisher="inactive", publisher_enabled="disabled"
    )
    assert wrong(NUMPAD, machine) == []


def test_paho_mqtt_is_missing():
    assert only_finding(PUBLISHED, published_pi(modules=MODULES_THERE - {"paho"})).remedy == (
        "sudo apt install python3-paho-mqtt"
    )


def test_a_broker_that_does_not_answer():
    fault = Fault("no broker answers at 192.168.178.20, port 1883", "start it there")
    found = only_finding(PUBLISHED, published_pi(broker=fault))
    assert (found.level, found.what, found.remedy) == ("fault", *fault)


@pytest.mark.parametrize(
    ("publisher", "enabled", "level", "remedy"),
    [
        ("failed", "enabled", "fault", "see why: sudo journalctl -b -u muggins-publish; once"),
        ("inactive", "enabled", "warning", "start it: sudo systemctl start muggins-publish"),
    ],
)
def test_a_publisher_that_does_not_run(publisher, enabled, level, remedy):
    found = only_finding(PUBLISHED, published_pi(publisher=publisher, publisher_enabled=enabled))
    assert found.level == level and found.remedy.startswith(remedy)


def notes(config, machine):
    """Return only the doctor's notes about the broker, not the warnings or faults."""
    return [each for each in check(config, machine) if each.level == "note" and "broker" in each.what]


def test_a_service_that_is_switched_off():
    [found] = notes(PUBLISHED, published_pi(publisher="inactive", publisher_enabled="disabled"))
    assert found.remedy == "to switch that on: sudo systemctl enable --now muggins-publish"


def test_a_name_that_the_service_cannot_look_up():
    local = PUBLISHED._replace(mqtt=MqttSettings(host="Broker.local"))
    assert wrong(local, published_pi(packaged=False)) == []
    found = only_finding(local, published_pi(packaged=True))
    assert found.what.startswith("muggins-publish cannot look up Broker.local")


def test_a_password_that_everybody_can_read_is_not_repeated():
    [found] = notes(PUBLISHED._replace(mqtt=MqttSettings(user="ann", password="sesame")), published_pi())
    assert "/etc/muggins/muggins.toml" in found.what
    assert "sesame" not in found.what + found.remedy


def test_the_broker_is_checked_on_a_computer_that_is_not_a_pi_too():
    fault = Fault("no broker answers at 192.168.178.20, port 1883", "start it there")
    laptop = published_pi(model="Acme Laptop", broker=fault, publisher=None, publisher_enabled=None)
    assert fault.what in [each.what for each in check(PUBLISHED, laptop)]


@pytest.mark.parametrize(("unit", "level"), [("failed", "fault"), ("inactive", "warning"), ("active", "ok")])
def test_the_service(unit, level):
    found = [each for each in check(NUMPAD, fit(NUMPAD, service=unit)) if each.level != "note"]
    assert found[-1].level == level


@pytest.mark.parametrize(
    ("enabled", "command"), [("disabled", "enable"), ("masked", "unmask"), ("enabled", None), (None, None)]
)
def test_a_service_that_does_not_start_with_the_machine(enabled, command):
    found = wrong(NUMPAD, fit(NUMPAD, service="active", enabled=enabled))
    assert [each.remedy for each in found] == (
        [f"sudo systemctl {command} muggins.service"] if command else []
    )


@pytest.mark.parametrize(
    ("switch", "remedy"),
    [
        ("inactive", "start it: sudo systemctl start muggins-poweroff.path"),
        ("failed", "see why: sudo journalctl -b -u muggins-poweroff.path; then: sudo systemctl restart"),
        ("masked", "sudo systemctl unmask muggins-poweroff.path"),
        ("not-found", "copy it, and the unit it starts"),
    ],
)
def test_the_menu_cannot_switch_off(switch, remedy):
    found = only_finding(NUMPAD, fit(NUMPAD, service="active", switch=switch))
    assert (found.level, found.what) == (
        "warning",
        f"the menu cannot switch the machine off: muggins-poweroff.path is {switch}",
    )
    assert found.remedy.startswith(remedy)


def test_the_unit_that_switches_off_is_needed_only_while_the_service_runs():
    assert wrong(NUMPAD, fit(NUMPAD, service="active", switch="active")) == []
    assert wrong(NUMPAD, fit(NUMPAD, switch="not-found")) == []
    assert [each.what for each in wrong(NUMPAD, fit(NUMPAD, service="inactive", switch="inactive"))] == [
        "muggins.service is inactive"
    ]
