import pytest

from firmware_py.speech.phrases import Phrase, Phrasebook, SentencePiece

BOOK = Phrasebook(
    Phrase(text, f"{text}.wav")
    for text in (
        "twenty-one",
        "twenty",
        "one",
        "a pair is",
        "a pair",
        "is two",
        "two",
        "card, or go",
        "go",
        "for",
    )
)


def divided(text: str) -> list[str]:
    """Return the pieces into which the phrasebook divides `text`.

    Pieces that are not in the phrasebook are in square brackets.
    """
    return [piece.text if piece.phrase else f"[{piece.text}]" for piece in BOOK.divide(text)]


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("twenty", ["twenty"]),
        ("twenty-one", ["twenty-one"]),
        ("twenty one", ["twenty one"]),
        ("twenty-two", ["twenty", "two"]),
        ("twenty-three", ["twenty", "[three]"]),
        ("Ann: two", ["[Ann]", "two"]),
        ("Ann Bee: two", ["[Ann Bee]", "two"]),
        ("Ann's two", ["[Ann's]", "two"]),
        ("Ann, Bob", ["[Ann]", "[Bob]"]),
        ("TWO", ["TWO"]),
        ("a pair is two", ["a pair is", "two"]),
        ("a pair is", ["a pair is"]),
        ("Ann: card, or GO", ["[Ann]", "card, or GO"]),
        ("card: or go", ["[card]", "[or]", "go"]),
        ("fortwo", ["[fortwo]"]),
        ("two!", ["two"]),
        ("", []),
        (" .,:!", []),
        ("Zoë & Łukasz", ["[Zoë]", "[Łukasz]"]),
    ],
)
def test_a_text_consists_of_the_longest_phrases_and_what_is_between_them(
    text: str, pieces: list[str]
) -> None:
    assert divided(text) == pieces


def test_a_long_phrase_does_not_leave_words_over_that_shorter_ones_would_take() -> None:
    book = Phrasebook(Phrase(text, "") for text in ("one two", "one", "two three"))
    assert [(piece.text, piece.phrase is not None) for piece in book.divide("one two three")] == [
        ("one", True),
        ("two three", True),
    ]


def test_a_phrase_comes_with_its_file_and_free_text_without() -> None:
    assert BOOK.divide("Ann: twenty-one") == (
        SentencePiece("Ann", None, 0.15),
        SentencePiece("twenty-one", Phrase("twenty-one", "twenty-one.wav"), 0.0),
    )


def test_punctuation_is_a_pause_and_a_full_stop_the_longest() -> None:
    pauses = [BOOK.divide(f"two{mark} two")[0].pause for mark in ("", ",", ":", ";", ".", ".:")]
    assert pauses == sorted(pauses)
    assert pauses[0] == 0
    assert pauses[-2] == pauses[-1] == 0.3


def test_without_phrases_all_is_free_text() -> None:
    assert [piece.phrase for piece in Phrasebook(()).divide("fifteen for two")] == [None]
