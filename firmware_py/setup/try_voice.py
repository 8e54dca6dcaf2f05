"""Set up the voice: ask what it should say and through which device, and play a test sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from firmware_py.config.programs import AMPLIFIERS
from firmware_py.doctor.check_programs import sound_cards
from firmware_py.system.errors import UsageError
from firmware_py.system.sound_cards import AUTO, SoundCard

from .draft import Draft
from .find_parts import FoundParts, Hardware
from .profile_choice import NONE
from .terminal import Terminal, number_from

SENTENCE = "Fifteen for two, and a pair is four."
"""The sentence that the voice says so that the user can check it."""
_LEVELS = {
    "calls": "the points, as players call them",
    "full": "everything that the screen shows, so that nobody has to see it",
    NONE: "none",
}
_AMPLIFIER, _KEEP = "amplifier", "keep"
_CHIP = "max98357a"
_JACK = "bcm2835_headpho"
"""The name of the driver for the Raspberry Pi's headphone jack."""


def set_up(terminal: Terminal, hardware: Hardware, found: FoundParts, draft: Draft) -> Draft:
    """Ask whether the board should speak. If so, repeat a sentence until the user hears it or gives up."""
    before = draft.tables.get("speech")
    terminal.say()
    level = terminal.menu(
        "Should the board call the game aloud, through a speaker or headphones?",
        _LEVELS,
        NONE if before is None else before.get("level", "calls"),
        "as the file says" if draft.former and before is not None else "",
    )
    if level == NONE:
        return draft.without("speech")
    draft = draft.with_values("speech", level=level)
    cards = found.machine.fact(sound_cards)
    draft = _with_device(terminal, cards, draft)
    while (changed := _tried(terminal, hardware, cards, draft)) is not None:
        draft = changed
    return draft


def _with_device(terminal: Terminal, cards: tuple[SoundCard, ...], draft: Draft) -> Draft:
    now = draft.tables["speech"]
    options = _devices(cards, now)
    usual, why = _usual(cards, now, options)
    while True:
        option = terminal.menu("Where is it heard?", options, usual, why)
        if option == _KEEP:
            return draft
        device = None if option in (AUTO, _AMPLIFIER) else option
        amplifier = _CHIP if option == _AMPLIFIER else None
        chosen = draft.with_values("speech", amplifier=amplifier, device=device)
        if chosen.mistake is None:
            return chosen
        terminal.say(f"That is not possible: {chosen.mistake}.")


def _devices(cards: tuple[SoundCard, ...], now: Mapping[str, Any]) -> dict[str, str]:
    """Return descriptions, keyed by ALSA name or by a word for a special choice, such as `amplifier`."""
    usb = _usb(cards)
    options = {AUTO: f"a USB speaker or USB headphones{f': {usb.name}' if usb else ''}"}
    for card in cards:
        if card != usb and card.id != AMPLIFIERS[_CHIP].card:
            options[card.device] = _described(card)
    options[_AMPLIFIER] = f"an amplifier on the pins of the header, a {_CHIP.upper()}"
    devices = _in_file(now)
    if len(devices) > 1 or not set(devices) <= set(options):
        options[_KEEP] = " and ".join(devices)
    return options


def _usb(cards: tuple[SoundCard, ...]) -> SoundCard | None:
    return next((card for card in cards if card.is_usb), None)


def _in_file(now: Mapping[str, Any]) -> list[str]:
    device = now.get("device", [])
    return [device] if isinstance(device, str) else list(device)


def _described(card: SoundCard) -> str:
    if card.is_usb:
        return f"{card.name}, on USB"
    if card.is_hdmi:
        return f"{card.name}, a monitor or a television on HDMI"
    return "the headphone jack" if card.driver == _JACK else card.name


def _usual(
    cards: tuple[SoundCard, ...], now: Mapping[str, Any], options: Mapping[str, str]
) -> tuple[str | None, str]:
    """Return the sound device to suggest, if any, and a few words that say why."""
    if now.get("amplifier"):
        return _AMPLIFIER, "as the file says"
    if devices := _in_file(now):
        return (_KEEP if _KEEP in options else devices[0]), "as the file says"
    if usb := _usb(cards):
        return AUTO, f"found: {usb.name}"
    if any(card.id == AMPLIFIERS[_CHIP].card for card in cards):
        return _AMPLIFIER, "found"
    return (None if cards else AUTO), ""


def _tried(
    terminal: Terminal, hardware: Hardware, cards: tuple[SoundCard, ...], draft: Draft
) -> Draft | None:
    """Play a test sentence. Return the draft to try next, or None if the user is content or gives up."""
    settings = draft.config.speech
    assert settings is not None
    if settings.amplifier and AMPLIFIERS[settings.amplifier].card not in {card.id for card in cards}:
        terminal.say("The amplifier can be tried once its line is in config.txt and the Pi was restarted:")
        terminal.say(f'    sudo muggins speak --say "{SENTENCE}"')
        return None
    terminal.say(f"The board says: {SENTENCE}")
    try:
        hardware.say(SENTENCE, settings)
    except UsageError as error:
        terminal.say(f"That does not work yet: {error}.")
    else:
        if terminal.yes("Did you hear it, loud enough?"):
            return None
    terminal.say("  1  try another device")
    terminal.say("  2  another volume")
    terminal.say("  3  the same again")
    terminal.say("  4  leave it as it is; muggins doctor can help later")
    answer = terminal.choice("What now?", {each: each for each in "1234"})
    if answer == "1":
        return _with_device(terminal, cards, draft)
    if answer == "2":
        question = f"The volume in percent, from 1 to 100 (now {settings.volume}):"
        return draft.with_values("speech", volume=terminal.checked(question, number_from(1, 100)))
    return draft if answer == "3" else None
