"""Sound cards, in the format of the kernel's /proc/asound/cards (sound/core/init.c, snd_card_info_read)."""

import subprocess

import pytest

from firmware_py.doctor import sound_cards
from firmware_py.doctor.sound_cards import SoundCard, alsa_devices, card_of
from tests.support.sound_cards import CARDS, USB


def test_each_card_has_two_lines_of_which_the_first_counts():
    assert sound_cards.sound_cards(CARDS + USB) == (
        SoundCard(0, "Headphones", "bcm2835_headpho", "bcm2835 Headphones"),
        SoundCard(1, "vc4hdmi0", "vc4-hdmi", "vc4-hdmi-0"),
        SoundCard(2, "vc4hdmi1", "vc4-hdmi", "vc4-hdmi-1"),
        SoundCard(3, "UACDemoV10", "USB-Audio", "UACDemoV1.0"),
    )


@pytest.mark.parametrize("text", [None, "", "--- no soundcards ---\n"])
def test_a_machine_without_cards(text):
    assert sound_cards.sound_cards(text) == ()


def test_the_kind_of_a_card():
    jack, hdmi, _, usb = sound_cards.sound_cards(CARDS + USB)
    assert [card.is_hdmi for card in (jack, hdmi, usb)] == [False, True, False]
    assert [card.is_usb for card in (jack, hdmi, usb)] == [False, False, True]
    assert usb.device == "default:CARD=UACDemoV10"


@pytest.mark.parametrize(
    ("device", "card"),
    [
        ("default", None),
        ("plughw:CARD=MAX98357A", "MAX98357A"),
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

    monkeypatch.setattr(sound_cards.subprocess, "run", run)
    assert alsa_devices() == {"null", "sysdefault:CARD=Headphones"}


def test_a_machine_without_aplay_lists_none(monkeypatch):
    def missing(*args, **kwargs):
        raise FileNotFoundError

    monkeypatch.setattr(sound_cards.subprocess, "run", missing)
    assert alsa_devices() == frozenset()
