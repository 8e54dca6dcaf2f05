"""The catalogue in use, its translations and how long its messages are; names, cards and presses in words."""

import inspect
from collections import Counter
from pathlib import Path

import pytest

import firmware_py.words
from engine.cards import Card
from engine.events import Kind
from engine.game import Game
from engine.indices import Side
from engine.refusals import RefusalWords
from engine.rules import Rules
from engine.scoring.calling import call_hand
from engine.scoring.hands_and_crib import count_show
from engine.scoring.items import Reason
from engine.setup import LONGEST_NAME
from firmware_py.input.page import yes_no
from firmware_py.render.font import NARROW
from firmware_py.words import in_use
from firmware_py.words.american import American
from firmware_py.words.british import British
from firmware_py.words.english import ENGLISH, English
from firmware_py.words.in_use import NAMES, PlayerNames, catalogue, use, words
from firmware_py.words.message import Message, in_forms

OF_ENGLISH = ("british", "american")  # they contain only what differs from English
# The modules in the folder that are not catalogues.
NO_CATALOGUES = (
    "in_use",
    "message",
    *(f"english_{part}" for part in "pages reports table terminal voice web".split()),
)


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
# A long value for each argument of a message with forms. All other arguments get the widest name.
ARGUMENTS: dict[str, object] = {
    "cards": "10♠ 10♥ 10♦ 10♣ 9♠",
    "games": "100-100",
    "jack": "J♥",
    "typed": "121_",
    "points": 121,
    "double": True,
    "players": 3,
    "winner": (WIDEST, WIDEST),
    "some": (WIDEST, WIDEST),
    "losers": [(WIDEST, WIDEST)],
    "each": 7,
    "thrown": 2,
    "to_crib": 1,
    "deal": in_forms("Each is dealt."),
}


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


# -- cards and presses in words, and no message that hides another


def test_message_names_are_unique() -> None:
    """No message in `English` accidentally overrides one that it inherits from the engine.

    One does so on purpose: the engine speaks of events, the board of the presses that made them.
    """
    names = [name for kind in English.__mro__[:-1] for name in vars(kind) if not name.startswith("_")]
    assert sorted(name for name, times in Counter(names).items() if times > 1) == ["NOT_IN_THIS_DEAL"]
    assert "press" in ENGLISH.NOT_IN_THIS_DEAL and "event" in RefusalWords.NOT_IN_THIS_DEAL
    assert len(names) > 300


@pytest.mark.parametrize("kind", [kind for kind in Kind if kind not in (Kind.UNDO, Kind.REDO)])
def test_key_presses_are_not_described_in_record_notation(kind: Kind) -> None:
    """A description of a key press contains no hyphen, unlike the words in a record, such as `next-game`."""
    for said in (ENGLISH.press_as_sentence(kind, "Ann", "5"), ENGLISH.press_as_noun(kind, "Ann", "5")):
        assert said and "-" not in said


# -- British: "his nob". American: "his nobs" even in calls, "deck", "skunk" in every game, no "and".

BRITISH, AMERICAN = British(), American()


def test_nothing_is_called_his_nobs_in_british_and_all_else_is_english() -> None:
    hand = count_show([Card.parse(card) for card in "5H 5C 5S JD".split()], Card.parse("5D"))
    assert call_hand(hand.items, words=BRITISH).endswith("and one for his nob is twenty-nine")
    assert BRITISH.reason(Reason.NOBS) == "his nob"
    assert BRITISH.points_by_kind({Reason.FIFTEEN: 16, Reason.NOBS: 1}) == "15s 16, nob"
    asked = (
        BRITISH.has_hand_nobs("Ann"),
        BRITISH.has_crib_nobs(),
        BRITISH.has_hand_nobs_with("Ann", "J♥"),
        BRITISH.has_crib_nobs_with("J♥"),
    )
    texts = [text for message in asked for text in (message.full, *message.forms)]
    assert [text for text in texts if "nobs" in text or "nob" not in text.lower()] == []
    theirs = ENGLISH.has_hand_nobs_with("Ann", "J♥")
    assert asked[2].forms == tuple(form.replace("nobs", "nob") for form in theirs.forms)
    assert BRITISH.number(121) == "one hundred and twenty-one"
    assert BRITISH.reason(Reason.HIS_HEELS) == "his heels"
    assert BRITISH.kind_in_figures(Reason.RUN, 8) == "runs 8"


def test_a_hand_with_his_nobs() -> None:
    hand = count_show([Card.parse(card) for card in "5H 5C 5S JD".split()], Card.parse("5D"))
    assert call_hand(hand.items, words=AMERICAN).endswith("and one for his nobs is twenty-nine")
    assert AMERICAN.scored(Reason.HIS_HEELS, "two") == "two for his heels"


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (21, "twenty-one"),
        (121, "one hundred twenty-one"),
        (-101, "minus one hundred one"),
        (1121, "one thousand one hundred twenty-one"),
    ],
)
def test_numbers_have_no_and(number: int, words: str) -> None:
    assert AMERICAN.number(number) == words


def test_a_pack_of_cards_is_a_deck() -> None:
    def said(words: English) -> list[str]:
        offer = words.starter_or_offer("Ann", words.deal("Ann", 6, 2, 0))
        kinds = (Kind.PACK_CUT, Kind.PACK_TAKEN)
        presses = [words.press_as_noun(kind, "Ann", "") for kind in kinds]
        presses += [words.press_as_sentence(kind, "Ann", "") for kind in kinds]
        return [*words.CARD_STEPS, *offer.forms, offer.full, *words.first_advice("Ann"), *presses]

    assert said(AMERICAN) == [text.replace("pack", "deck") for text in said(ENGLISH)]
    assert AMERICAN.press_as_noun(Kind.GO, "Ann", "") == "Ann's go"
    assert AMERICAN.press_as_sentence(Kind.GO, "Ann", "") == "Ann: go"


def test_a_game_to_61_is_lost_with_a_skunk_too() -> None:
    won, lost = ("Ann",), [("Bob",)]
    assert AMERICAN.won_with_lurch(won, lost) == ENGLISH.won_with_skunk(won, lost)
    assert AMERICAN.won_and_some_lurched(won, ("Bob",)).full == "Ann wins! Bob is skunked."
    assert AMERICAN.listed_win_with_lurch("Ann", ["Bob"], partners=False) == "Ann wins with a skunk"
    assert AMERICAN.games_and_skunks(5, 1, 1, 2) == "5 (3 skunks, 1 double skunk)"
    together = AMERICAN.head_to_head(("Ann", "Bob"), (3, 2), (1, 0), (0, 0), (1, 2))
    assert together == "Ann against Bob: 3-2, skunks 2-2"
