"""Sound cards, in the format of the kernel's /proc/asound/cards (sound/core/init.c, snd_card_info_read)."""

import subprocess

import pytest

from firmware_py.system.sound_cards import (
    AUTO,
    SoundCard,
    alsa_devices,
    card_of,
    cards_in,
    device_for,
    read_cards,
)
from tests.support.pi_captures import CARDS, HDMI_FIRST, USB, machine_with


def test_each_card_has_two_lines_of_which_the_first_counts():
    assert cards_in(CARDS + USB) == (
        SoundCard(0, "Headphones", "bcm2835_headpho", "bcm2835 Headphones"),
        SoundCard(1, "vc4hdmi0", "vc4-hdmi", "vc4-hdmi-0"),
        SoundCard(2, "vc4hdmi1", "vc4-hdmi", "vc4-hdmi-1"),
        SoundCard(3, "UACDemoV10", "USB-Audio", "UACDemoV1.0"),
    )


def test_a_machine_without_cards_or_with_a_microphone_alone(tmp_path):
    assert cards_in("--- no soundcards ---\n") == read_cards(tmp_path) == ()
    machine_with(tmp_path, CARDS + USB, silent=3)
    assert read_cards(tmp_path) == cards_in(CARDS)


def test_a_usb_speaker_is_taken_by_itself_and_a_device_that_is_named_stays():
    assert device_for(AUTO, cards_in(CARDS + USB)) == "default:CARD=UACDemoV10"
    assert device_for(AUTO, cards_in(HDMI_FIRST)) == "default:CARD=UACDemoV10"
    assert device_for(AUTO, cards_in(CARDS)) == device_for(AUTO, ()) == "default"
    assert device_for("hw:1", cards_in(USB)) == "hw:1"


@pytest.mark.parametrize(
    ("device", "card"),
    [
        ("default", None),
        ("plughw:CARD=MAX98357A", "MAX98357A"),
        ("plug:'dmix:CARD=MAX98357A'", "MAX98357A"),
        ("plughw:CARD=MAX98357A,DEV=0", "MAX98357A"),
        ("hdmi:DEV=0,CARD=vc4hdmi0", "vc4hdmi0"),
        ("hw:1,0", "1"),
        ("sysdefault:Headphones", "Headphones"),
    ],
)
def test_a_device_names_its_card(device, card):
    assert card_of(device) == card


def test_names_of_devices_begin_at_the_margin(monkeypatch):
    def run(command, **options):
        assert command == ["aplay", "-L"]
        text = "null\n    Discard all samples\nsysdefault:CARD=Headphones\n    bcm2835 Headphones\n"
        return subprocess.CompletedProcess(command, 0, stdout=text)

    monkeypatch.setattr(subprocess, "run", run)
    assert alsa_devices() == {"null", "sysdefault:CARD=Headphones"}


def test_a_machine_without_aplay_lists_none(monkeypatch):
    def missing(*args, **kwargs):
        raise FileNotFoundError

    monkeypatch.setattr(subprocess, "run", missing)
    assert alsa_devices() == frozenset()
