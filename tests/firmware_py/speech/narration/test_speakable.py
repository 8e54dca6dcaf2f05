"""Symbols, figures and names of keys in the board's messages become words. Players' names do not change."""

import pytest

from firmware_py.speech.narration.speakable import speakable
from firmware_py.words.english import English

WORDS = English()


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("Bob: card, or GO if none fits", "Bob: card, or go if none fits"),
        ("Crib: his nobs, the J♠?", "Crib: his nobs, the jack of spades?"),
        ("10♥ is on the table", "ten of hearts is on the table"),
        ("its suit ♦", "its suit diamonds"),
        ("121-100", "one hundred and twenty-one to one hundred"),
        ("Ann wins (121-60-61)", "Ann wins, one hundred and twenty-one to sixty to sixty-one"),
        ("Bob -6", "Bob minus six"),
        ("/dev/i2c-1: error 0x3c", "/dev/i2c-1: error 0x3c"),
        ("Rules 2/3", "Rules two of three"),
        ("claim more? +12", "claim more? plus twelve"),
        ("Ann & Bob", "Ann and Bob"),
        ("K does nothing here: UNDO leaves", "K does nothing here: undo leaves"),
        ("Left: 56%", "Left: fifty-six percent"),
        ("Ann 0% (100% to win)", "Ann zero percent, one hundred percent to win"),
        ("Lay one of 5♦ 7♠ 10♥", "Lay one of five of diamonds, seven of spades, ten of hearts"),
        ("Correct ◀", "Correct"),
        ("◀ ▶", "arrows"),
        ("31 to 999", "thirty-one to nine hundred and ninety-nine"),
    ],
)
def test_symbols_figures_and_keys_become_words(text: str, spoken: str) -> None:
    assert speakable(text, ("Ann", "Bob"), WORDS) == spoken


@pytest.mark.parametrize(
    "text", ["A tie! Ann cuts again.", "Ann a Bob", "K Annie, A Annie", "Go and undo it"]
)
def test_words_of_other_languages_are_not_mistaken_for_cards_or_keys(text: str) -> None:
    """A single letter can be a word, such as `A` in English, or `a` (and) and `K` (to) in Czech."""
    assert speakable(text, ("Ann",), WORDS) == text


@pytest.mark.parametrize("name", ["K", "J 2", "10", "A", "Ann & Co", "5♥", "Q-7"])
def test_names_stay_as_they_are(name: str) -> None:
    assert speakable(f"{name}: card, or GO", (name, "Bob"), WORDS) == f"{name}: card, or go"


def test_a_name_is_not_looked_for_inside_words() -> None:
    assert speakable("GOran says GO", ("GO", "Bob"), WORDS) == "GOran says GO"
    assert speakable("GOran says GO", ("Kim", "Bob"), WORDS) == "GOran says go"
