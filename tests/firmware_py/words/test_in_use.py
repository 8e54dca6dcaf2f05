"""The catalogue in use, its translations, how long its messages are, and the names of players and sides."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest

import firmware_py.words
from engine.game import Game
from engine.indices import Side
from engine.rules import Rules
from engine.setup import LONGEST_NAME
from firmware_py.input.page import yes_no
from firmware_py.render.font import NARROW
from firmware_py.words import in_use
from firmware_py.words.american import American
from firmware_py.words.british import British
from firmware_py.words.english import English
from firmware_py.words.in_use import NAMES, PlayerNames, catalogue, use, words
from firmware_py.words.message import Message

OF_ENGLISH = ("british", "american")
"""The catalogues that contain only differences from English. All others are complete translations."""
NO_CATALOGUES = (
    "in_use",
    "message",
    *(f"english_{part}" for part in "pages reports table terminal voice web".split()),
)
"""The modules in the folder that are not catalogues."""


def left_in_english(translation: type[English]) -> list[str]:
    """Return the names of the messages that a translation inherits from `English` untranslated."""
    ours = {name for kind in translation.__mro__ if kind not in English.__mro__ for name in vars(kind)}
    return sorted(name for name in dir(English) if not name.startswith("_") and name not in ours)


def test_english_is_used_unless_other_words_are_chosen() -> None:
    assert type(words()) is English
    use("american")
    assert type(words()) is American
    use("british")
    assert type(words()) is British
    use("english")
    assert type(words()) is English


def test_what_is_shown_comes_from_the_words_in_use(monkeypatch: pytest.MonkeyPatch) -> None:
    class Shouting(English):
        YES = "YES!"

    monkeypatch.setattr(in_use, "_words", Shouting())
    assert [hint.meaning for hint in yes_no()] == ["YES!", "no"]


def test_every_catalogue_of_the_room_can_be_chosen() -> None:
    [folder] = firmware_py.words.__path__
    modules = {path.stem for path in Path(folder).glob("*.py")} - {"__init__", *NO_CATALOGUES}
    assert modules == set(NAMES)
    assert all(isinstance(catalogue(name), English) for name in NAMES)


def test_a_translation_has_every_message() -> None:
    """Every translation has all messages.

    Two fake translations, one of them incomplete, show that the test finds missing messages.
    """
    every = {name for name in dir(English) if not name.startswith("_")}
    lacks = {"YES", "card_or_go", "rank", "NOTHING_TO_UNDO"}
    translations = {name: type(catalogue(name)) for name in NAMES if name not in ("english", *OF_ENGLISH)}
    translations["whole"] = type("Whole", (English,), dict.fromkeys(every))
    translations["part"] = type("Part", (English,), dict.fromkeys(every - lacks))
    missing = {name: left_in_english(translation) for name, translation in translations.items()}
    assert {name: lacked for name, lacked in missing.items() if lacked} == {"part": sorted(lacks)}
    assert len(left_in_english(American)) > 200


WIDEST = "W" * LONGEST_NAME
ARGUMENTS: dict[str, object] = {
    "cards": "10♠ 10♥ 10♦ 10♣ 9♠",
    "games": "100-100",
    "jack": "J♥",
    "typed": "121_",
    "points": 121,
    "double": True,
    "players": 3,
    "winner": (WIDEST, WIDEST),
    "loser": (WIDEST,),
    "losers": [(WIDEST, WIDEST)],
}
"""A long value for each argument of a message with forms. All other arguments get the widest name."""


def with_forms(catalogue: English) -> dict[str, Message]:
    """Call each method of the catalogue that returns a `Message`, with arguments that make the message long.

    Return the messages, keyed by method name.
    """
    made = {}
    for name, method in inspect.getmembers(catalogue, inspect.ismethod):
        signature = inspect.signature(method)
        if signature.return_annotation == "Message":
            values = {each: ARGUMENTS.get(each, WIDEST) for each in signature.parameters}
            made[name] = method(**values)
    return made


@pytest.mark.parametrize("name", NAMES)
def test_the_last_form_of_each_message_fits_on_a_line_of_the_screen(name: str) -> None:
    messages = with_forms(catalogue(name))
    assert len(messages) > 25
    wide = {
        each: message.forms[-1] for each, message in messages.items() if NARROW.width(message.forms[-1]) > 127
    }
    assert wide == {}


@pytest.mark.parametrize(
    ("players", "seats"),
    [(2, ("Left", "Right")), (3, ("Left", "Middle", "Right")), (4, ("North", "East", "South", "West"))],
)
def test_players_without_names_are_called_by_their_seats(players: int, seats: tuple[str, ...]) -> None:
    assert PlayerNames(Game.new(Rules(players=players))).seats == seats


def test_a_side_is_called_by_its_player_or_by_both_partners() -> None:
    assert PlayerNames(Game.new(names=("Ann", "Bob"))).sides == ("Ann", "Bob")
    partners = PlayerNames(Game.new(Rules(players=4), names=("Ann", "Bob", "Cy", "Di")))
    assert partners.sides == ("Ann & Cy", "Bob & Di")
    assert partners.of_side(Side(1)) == ("Bob", "Di")
