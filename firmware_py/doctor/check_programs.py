"""Check the web page, the publishing to an MQTT broker, and the voice."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import suppress

from firmware_py.config.programs import AMPLIFIERS, MqttSettings, SpeechSettings
from firmware_py.config.requirements import PLAYER, is_published, needed_programs, synthesiser
from firmware_py.mqtt.connection_faults import Fault
from firmware_py.system.errors import UsageError
from firmware_py.system.network import PORT, is_local, own_address
from firmware_py.system.sound_cards import (
    AUTO,
    DEFAULT,
    SoundCard,
    alsa_devices,
    card_of,
    device_for,
    package_of,
    read_cards,
)

from .check_system import running_service
from .diagnosis import FAULT, NOTE, OK, WARNING, Diagnosis
from .machine import PAGE, PAGE_MENU, PAGE_SERVER, PUBLISHER, VOICE, Machine

_NAME = PAGE_SERVER.removesuffix(".service")


_LISTENS = "0A"  # TCP_LISTEN in linux/include/net/tcp_states.h


def page_port_taken(machine: Machine) -> bool | None:
    """Return True if a program listens on the page's port, or None if /proc/net cannot be read (proc(5))."""
    tables = [text for name in ("tcp", "tcp6") if (text := machine.text(f"proc/net/{name}")) is not None]
    if not tables:
        return None
    sockets = [line.split() for table in tables for line in table.splitlines()[1:]]
    return any(each[1].endswith(f":{PORT:04X}") and each[3] == _LISTENS for each in sockets)


def address(machine: Machine) -> str | None:
    """Return the machine's address on its network, or `localhost` if it has none."""
    return (own_address() or "localhost") if machine.is_here else None


def check_page(machine: Machine) -> Iterator[Diagnosis]:
    """Check that browsers can open the web page, and that phones can join, if the page is enabled."""
    (page, enabled), server, menu = machine.unit(PAGE), machine.unit(PAGE_SERVER), machine.unit(PAGE_MENU)
    if page is None:
        return
    if enabled != "enabled" and page != "active":
        yield Diagnosis(
            OK, f"the page for phones is off; to switch it on: sudo systemctl enable --now {PAGE}"
        )
        return
    if "tornado" not in machine.modules:
        yield Diagnosis(FAULT, "the page needs Tornado, which is missing", "sudo apt install python3-tornado")
    if machine.config.lets_phones_join and machine.config.displays and "segno" not in machine.modules:
        yield Diagnosis(
            WARNING,
            "the display shows phones a code in letters only: segno, which draws QR codes, is missing",
            "sudo apt install python3-segno",
        )
    if "failed" in (page, server.state):
        failed = PAGE if page == "failed" else PAGE_SERVER
        yield Diagnosis(
            FAULT,
            f"{failed} has failed, so nobody can open the page",
            f"see why: sudo journalctl -b -u {PAGE} -u {_NAME}; "
            f"once that is put right: sudo systemctl restart {PAGE}",
        )
    elif page != "active":
        yield Diagnosis(WARNING, f"{PAGE} is {page}", f"start it: sudo systemctl start {PAGE}")
    else:
        if machine.config.lets_phones_join and menu.state not in ("active", None):
            yield Diagnosis(
                WARNING,
                f"{PAGE_MENU} is {menu.state}, so the menu of the board may find no server for phones",
                f"start it: sudo systemctl restart {PAGE}",
            )
        yield from _network(machine.fact(address))
    if page != "active" and machine.fact(page_port_taken):
        yield Diagnosis(
            FAULT,
            f"another program has port {PORT}, so the page cannot have it",
            f"see which: sudo ss -ltnp 'sport = :{PORT}'; end it, or give the page another port: "
            f"sudo systemctl edit {PAGE}",
        )


def _network(found: str | None) -> Iterator[Diagnosis]:
    if found is None:
        return
    if found == "localhost":
        yield Diagnosis(
            WARNING,
            "the Pi has no network, so no phone finds the page",
            "connect it: sudo nmtui, or plug in a cable",
        )
    elif not is_local(found):
        yield Diagnosis(
            FAULT,
            f"the Pi's address, {found}, is not of a local network, and the page answers no other",
            "connect the Pi to your router",
        )
    else:
        yield Diagnosis(OK, f"the page is at {_url(found)}")


def _url(address: str) -> str:
    return f"http://[{address}]" if ":" in address else f"http://{address}"


_PUBLISHER, _VOICE = PUBLISHER.removesuffix(".service"), VOICE.removesuffix(".service")


def broker_fault(machine: Machine) -> Fault | None:
    """Try to connect to the broker, if publishing is set up. Return the fault if that failed."""
    published = is_published(machine.config, *machine.unit(PUBLISHER))
    if not (machine.is_here and published and "paho" in machine.modules):
        return None
    from firmware_py.mqtt.connection import probe

    try:
        return probe(machine.config.mqtt or MqttSettings())
    except UsageError as error:
        return Fault(str(error), "correct [mqtt]")


def check_broker(machine: Machine) -> Iterator[Diagnosis]:
    """Check that the board can publish to the MQTT broker, if publishing is set up."""
    if not is_published(machine.config, *machine.unit(PUBLISHER)):
        return
    settings = machine.config.mqtt or MqttSettings()
    yield from _connection(machine, settings)
    yield from _settings(machine, settings)
    how = f"to switch that on: sudo systemctl enable --now {_PUBLISHER}"
    yield from _service(machine, PUBLISHER, Diagnosis(NOTE, "the broker is told nothing", how))


def _connection(machine: Machine, settings: MqttSettings) -> Iterator[Diagnosis]:
    if "paho" not in machine.modules:
        yield Diagnosis(
            FAULT, "a broker needs paho-mqtt, which is missing", "sudo apt install python3-paho-mqtt"
        )
    elif (fault := machine.fact(broker_fault)) is not None:
        yield Diagnosis(FAULT, fault.what, fault.remedy)
    else:
        yield Diagnosis(OK, f"the broker at {settings.host} answers")


def _settings(machine: Machine, settings: MqttSettings) -> Iterator[Diagnosis]:
    if machine.packaged and settings.host.lower().rstrip(".").endswith(".local"):
        yield Diagnosis(
            WARNING,
            f"{_PUBLISHER} cannot look up {settings.host}: "
            "names that end in .local need rights that it lacks",
            "write the address of the broker as host under [mqtt]",
        )
    if settings.password:
        yield Diagnosis(
            NOTE,
            f"everybody who can log in can read the broker's password in {machine.config.source}",
            "keep it in a file of its own: password_file under [mqtt], as hardware/broker.md shows",
        )


_JACK = "dtparam=audio=on"
"""The line in config.txt that switches the headphone jack on."""
_OUT_OF_REACH = ("/home/", "/root/", "/tmp/", "/run/user/")
"""The folders that the voice's service cannot read."""


def sound_cards(machine: Machine) -> tuple[SoundCard, ...]:
    """Return the sound cards that can play sound."""
    return read_cards(machine.root)


def sound_devices(machine: Machine) -> frozenset[str]:
    """Return the names of the sound devices that ALSA lists."""
    return alsa_devices() if machine.is_here else frozenset()


def voice_programs(machine: Machine) -> frozenset[str]:
    """Return the installed programs that the voice needs."""
    settings = machine.config.speech or SpeechSettings()
    return frozenset(name for name in needed_programs(settings) if shutil.which(name))


def has_recordings(machine: Machine) -> bool:
    """Return True if the folder for the recorded voice contains sound files."""
    folder = (machine.config.speech or SpeechSettings()).voice
    with suppress(OSError):
        return bool(folder) and any(
            name.lower().endswith(".wav") for name in os.listdir(machine.root / folder[1:])
        )
    return False


def check_sound(machine: Machine) -> Iterator[Diagnosis]:
    """Check that the voice can speak and be heard.

    On a Raspberry Pi, do nothing if the voice is not configured and its service is neither enabled nor
    running.
    """
    if machine.config.speech is None and not _is_wanted(machine):
        if not machine.is_pi:
            yield from _on_request(machine)
        return
    settings = machine.config.speech or SpeechSettings()
    yield from _programs(machine, settings)
    yield from _amplifier(machine, settings)
    yield from _devices(machine, settings)
    yield from _recordings(machine, settings)
    how = f"to hear it: sudo systemctl enable --now {_VOICE}"
    off = Diagnosis(NOTE, "the voice is switched off", how) if machine.config.speech else None
    yield from _service(machine, VOICE, off)


def _on_request(machine: Machine) -> Iterator[Diagnosis]:
    settings = SpeechSettings()
    found = [*_programs(machine, settings), *_devices(machine, settings)]
    lacks = next((each for each in found if each.level == FAULT), None)
    if lacks is None:
        yield from found
    else:
        yield Diagnosis(NOTE, f"'muggins speak' cannot be heard: {lacks.what}", lacks.remedy)


def _is_wanted(machine: Machine) -> bool:
    state, enabled = machine.unit(VOICE)
    return enabled == "enabled" or state == "active"


def _programs(machine: Machine, settings: SpeechSettings) -> Iterator[Diagnosis]:
    there = machine.fact(voice_programs)
    if PLAYER not in there:
        yield Diagnosis(
            FAULT,
            f"the program {PLAYER} is missing, which plays what the voice says",
            f"sudo apt install {package_of(PLAYER)}",
        )
    try:
        program = synthesiser(settings)
    except UsageError as error:
        yield Diagnosis(FAULT, str(error), "correct the line under [speech]")
        return
    if program not in there:
        what = "names, and what was not recorded" if settings.voice else "what the voice says"
        yield Diagnosis(
            WARNING if settings.voice else FAULT,
            f"the program {program} is missing, which speaks {what}",
            f"{_install(program)}, or name another synthesiser under [speech]",
        )
    if {PLAYER, program} <= there:
        yield Diagnosis(OK, f"the voice has its programs: {PLAYER}, {program}")


def _install(program: str) -> str:
    package = package_of(program)
    return f"sudo apt install {package}" if package else f"install {program}"


def _amplifier(machine: Machine, settings: SpeechSettings) -> Iterator[Diagnosis]:
    if settings.amplifier is None or machine.config_txt is None:
        return
    amplifier = AMPLIFIERS[settings.amplifier]
    loaded = [each for each in machine.settings.overlays if each.name == amplifier.overlay]
    if not loaded:
        what = f"config.txt does not name the amplifier, a {settings.amplifier.upper()}"
        yield Diagnosis(FAULT, what, machine.write(amplifier.config_line))
    elif amplifier.card not in {card.id for card in machine.fact(sound_cards)}:
        yield Diagnosis(
            FAULT,
            f"{loaded[-1].text} is in config.txt, but Linux has no such sound card",
            "restart; if that does not help, bring the system up to date: sudo apt full-upgrade",
        )


def _devices(machine: Machine, settings: SpeechSettings) -> Iterator[Diagnosis]:
    cards = machine.fact(sound_cards)
    if not cards and not _is_redefined(machine, settings):
        yield Diagnosis(
            FAULT,
            "there is no sound card",
            "plug in a USB speaker"
            + (
                f"; for the headphone jack that some models have: {machine.write(_JACK)}"
                if machine.models
                else ""
            ),
        )
        return
    for device in (device_for(each, cards) for each in settings.devices):
        card = card_of(device)
        if card is None:
            yield from _without_card(machine, device, cards)
        elif card in {each.id for each in cards} | {str(each.number) for each in cards}:
            yield Diagnosis(OK, f"the voice is heard from {device}")
        elif not settings.amplifier or device != AMPLIFIERS[settings.amplifier].device:
            yield Diagnosis(FAULT, f"there is no sound card {card}, which {device} names", _choose(cards))


def _is_redefined(machine: Machine, settings: SpeechSettings) -> bool:
    """Return True if ALSA's configuration itself defines a device, which then may need no sound card."""
    return any(device in machine.fact(sound_devices) for device in settings.devices if device != AUTO)


def _without_card(machine: Machine, device: str, cards: tuple[SoundCard, ...]) -> Iterator[Diagnosis]:
    """Yield a finding about a sound device whose name does not identify a sound card, such as `default`."""
    first = next((card for card in cards if card.number == 0), None)
    if device not in (DEFAULT, "sysdefault"):
        if device in machine.fact(sound_devices):
            yield Diagnosis(OK, f"the voice is heard from {device}")
        else:
            yield Diagnosis(FAULT, f"ALSA has no device {device}", _choose(cards))
    elif first is None or len(cards) == 1:
        yield Diagnosis(OK, f"the voice is heard from {device}{f': {first.name}' if first else ''}")
    else:
        lost = first.is_hdmi and any(not card.is_hdmi for card in cards)
        yield Diagnosis(
            WARNING if lost else NOTE,
            f"the voice is heard from {device}, which is usually the first of {len(cards)} sound cards: "
            + first.name,
            _choose(cards[1:]),
        )


def _choose(cards: tuple[SoundCard, ...]) -> str:
    lines = [
        f'device = "{card.device}" for {card.name}'
        for card in sorted(cards, key=lambda card: (not card.is_usb, card.is_hdmi))
    ]
    return "under [speech], choose another device:\n" + "\n".join(lines) if lines else "plug in a speaker"


def _recordings(machine: Machine, settings: SpeechSettings) -> Iterator[Diagnosis]:
    folder = settings.voice
    if not folder:
        return
    if machine.packaged and f"{folder}/".startswith(_OUT_OF_REACH):
        yield Diagnosis(
            FAULT,
            f"the service cannot read {folder}, where the recorded voice is",
            "move it, such as to /usr/local/share/muggins-voice, and change voice under [speech]",
        )
    elif not machine.fact(has_recordings):
        yield Diagnosis(
            FAULT,
            f"there are no recordings in {folder}, where the voice is to be",
            f"let everybody read it, or fill it: muggins speak --render {folder}",
        )
    else:
        yield Diagnosis(OK, f"the recorded voice is in {folder}")


def _service(machine: Machine, unit: str, off: Diagnosis | None) -> Iterator[Diagnosis]:
    """If the service is installed but not wanted, yield `off`."""
    state, enabled = machine.unit(unit)
    if state in ("active", "failed") or (state and enabled == "enabled"):
        yield running_service(unit, state, unit.removesuffix(".service"))
    elif state and off:
        yield off
