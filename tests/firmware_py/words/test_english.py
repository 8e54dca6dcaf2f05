"""English: cards and presses in words, and no message that hides another."""

import ast
import inspect
from collections import Counter
from collections.abc import Iterator

import pytest

from engine.cards import Card
from engine.events import Kind
from engine.refusals import RefusalWords
from firmware_py.words.english import English

ENGLISH = English()


@pytest.mark.parametrize(
    ("card", "words"),
    [("5H", "five of hearts"), ("AS", "ace of spades"), ("10", "ten"), ("KC", "king of clubs")],
)
def test_a_card_in_words(card: str, words: str) -> None:
    assert ENGLISH.card_in_words(Card.parse(card)) == words


def test_message_names_are_unique() -> None:
    """No message in `English` accidentally overrides one that it inherits from the engine.

    One does so on purpose: the engine speaks of events, the board of the presses that made them.
    """
    names = [
        name
        for kind in English.__mro__[:-1]
        for name in assigned(ast.parse(inspect.getsource(kind)).body[0])
        if not name.startswith("__")
    ]
    assert sorted(name for name, times in Counter(names).items() if times > 1) == ["NOT_IN_THIS_DEAL"]
    assert "press" in ENGLISH.NOT_IN_THIS_DEAL and "event" in RefusalWords.NOT_IN_THIS_DEAL
    assert len(names) > 300


def assigned(kind: ast.stmt) -> Iterator[str]:
    """Yield the names of the methods and constants defined in a class. `kind` must be an `ast.ClassDef`."""
    assert isinstance(kind, ast.ClassDef)
    for statement in kind.body:
        if isinstance(statement, ast.FunctionDef):
            yield statement.name
        elif isinstance(statement, ast.Assign):
            yield from (
                each.id
                for target in statement.targets
                for each in ast.walk(target)
                if isinstance(each, ast.Name)
            )


def test_a_card_of_a_player_and_a_press_taken_back() -> None:
    five = ENGLISH.card_of("Ann", Card.parse("5"))
    assert five == "Ann's five"
    assert ENGLISH.taken_back_press(five) == "taken back: Ann's five"


@pytest.mark.parametrize("kind", [kind for kind in Kind if kind not in (Kind.UNDO, Kind.REDO)])
def test_key_presses_are_not_described_in_record_notation(kind: Kind) -> None:
    """A description of a key press contains no hyphen, unlike the words in a record, such as `next-game`."""
    for said in (ENGLISH.press_as_sentence(kind, "Ann", "5"), ENGLISH.press_as_noun(kind, "Ann", "5")):
        assert said and "-" not in said


@pytest.mark.parametrize(
    ("points", "sentence"), [("", "points called"), ("1", "1 point called"), ("3", "3 points called")]
)
def test_points_that_were_called(points: str, sentence: str) -> None:
    assert ENGLISH.press_as_sentence(Kind.CALL, "Ann", points) == sentence
