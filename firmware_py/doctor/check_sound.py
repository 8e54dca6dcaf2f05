"""Check the voice: its programs, sound cards, recordings and service."""

from __future__ import annotations

from collections.abc import Iterator

from firmware_py.config.amplifiers import AMPLIFIERS
from firmware_py.config.speech import SpeechSettings
from firmware_py.doctor.diagnosis import FAULT, NOTE, OK, WARNING, Case, Diagnosis
from firmware_py.doctor.requirements import PLAYER, synthesiser
from firmware_py.doctor.running_service import running_service
from firmware_py.doctor.systemd_units import VOICE
from firmware_py.errors import UsageError
from firmware_py.sound_cards import AUTO, DEFAULT, SoundCard, card_of, device_for
from firmware_py.speech.debian_packages import package_of

_JACK = "dtparam=audio=on"
"""The line in config.txt that switches the headphone jack on."""
_OUT_OF_REACH = ("/home/", "/root/", "/tmp/", "/run/user/")
"""The folders that the voice's service cannot read."""


def check(case: Case) -> Iterator[Diagnosis]:
    """Check that the voice can speak and be heard.

    On a Raspberry Pi, do nothing if the voice is not configured and its service is neither enabled nor
    running.
    """
    if case.config.speech is None and not _is_wanted(case):
        if not case.models:
            yield from _on_request(case)
        return
    settings = case.config.speech or SpeechSettings()
    yield from _programs(case, settings)
    yield from _amplifier(case, settings)
    yield from _devices(case, settings)
    yield from _recordings(case, settings)
    yield from _service(case)


def _on_request(case: Case) -> Iterator[Diagnosis]:
    settings = SpeechSettings()
    found = [*_programs(case, settings), *_devices(case, settings)]
    lacks = next((each for each in found if each.level == FAULT), None)
    if lacks is None:
        yield from found
    else:
        yield Diagnosis(NOTE, f"'muggins speak' cannot be heard: {lacks.what}", lacks.remedy)


def _is_wanted(case: Case) -> bool:
    return case.machine.units.voice_enabled == "enabled" or case.machine.units.voice == "active"


def _programs(case: Case, settings: SpeechSettings) -> Iterator[Diagnosis]:
    there = case.machine.programs
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


def _amplifier(case: Case, settings: SpeechSettings) -> Iterator[Diagnosis]:
    if settings.amplifier is None or case.machine.config_txt is None:
        return
    amplifier = AMPLIFIERS[settings.amplifier]
    loaded = [each for each in case.settings.overlays if each.name == amplifier.overlay]
    if not loaded:
        what = f"config.txt does not name the amplifier, a {settings.amplifier.upper()}"
        yield Diagnosis(FAULT, what, case.write(amplifier.config_line))
    elif amplifier.card not in {card.id for card in case.machine.sound_cards}:
        yield Diagnosis(
            FAULT,
            f"{loaded[-1].text} is in config.txt, but Linux has no such sound card",
            "restart; if that does not help, bring the system up to date: sudo apt full-upgrade",
        )


def _devices(case: Case, settings: SpeechSettings) -> Iterator[Diagnosis]:
    cards = case.machine.sound_cards
    if not cards and not _is_redefined(case, settings):
        yield Diagnosis(
            FAULT,
            "there is no sound card",
            "plug in a USB speaker"
            + (f"; for the headphone jack that some models have: {case.write(_JACK)}" if case.models else ""),
        )
        return
    for device in (device_for(each, cards) for each in settings.devices):
        card = card_of(device)
        if card is None:
            yield from _without_card(case, device, cards)
        elif card in {each.id for each in cards} | {str(each.number) for each in cards}:
            yield Diagnosis(OK, f"the voice is heard from {device}")
        elif not settings.amplifier or device != AMPLIFIERS[settings.amplifier].device:
            yield Diagnosis(FAULT, f"there is no sound card {card}, which {device} names", _choose(cards))


def _is_redefined(case: Case, settings: SpeechSettings) -> bool:
    """Return True if ALSA's configuration itself defines a sound device that the voice uses.

    In this case the voice can work even if there is no sound card.
    """
    return any(device in case.machine.alsa_devices for device in settings.devices if device != AUTO)


def _without_card(case: Case, device: str, cards: tuple[SoundCard, ...]) -> Iterator[Diagnosis]:
    """Yield a finding about a sound device whose name does not identify a sound card, such as `default`.

    Args:
        case: the machine and its configuration.
        device: the name of the device.
        cards: all sound cards in the machine.
    """
    first = next((card for card in cards if card.number == 0), None)
    if device not in (DEFAULT, "sysdefault"):
        if device in case.machine.alsa_devices:
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


def _recordings(case: Case, settings: SpeechSettings) -> Iterator[Diagnosis]:
    folder = settings.voice
    if not folder:
        return
    if case.machine.packaged and f"{folder}/".startswith(_OUT_OF_REACH):
        yield Diagnosis(
            FAULT,
            f"the service cannot read {folder}, where the recorded voice is",
            "move it, such as to /usr/local/share/muggins-voice, and change voice under [speech]",
        )
    elif not case.machine.has_recordings:
        yield Diagnosis(
            FAULT,
            f"there are no recordings in {folder}, where the voice is to be",
            f"let everybody read it, or fill it: muggins speak --render {folder}",
        )
    else:
        yield Diagnosis(OK, f"the recorded voice is in {folder}")


def _service(case: Case) -> Iterator[Diagnosis]:
    units, name = case.machine.units, VOICE.removesuffix(".service")
    state, enabled = units.voice, units.voice_enabled
    if state is None:
        return
    if state in ("active", "failed") or enabled == "enabled":
        yield running_service(VOICE, state, name)
    elif case.config.speech is not None:
        yield Diagnosis(NOTE, "the voice is switched off", f"to hear it: sudo systemctl enable --now {name}")
