"""The lines of text on the display always show the count and its cards, and no text is truncated."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from engine.cards import Card, Rank, Suit
from engine.deals import Entry, Source
from engine.game import Game
from engine.match.history import History
from engine.rules import Rules
from engine.scoring.hands_and_crib import count_show
from engine.scoring.items import Finding, Item, total
from firmware_py.board.board import Board
from firmware_py.input.keys import DIRECTIONS, Key, Stick
from firmware_py.input.page import yes_no
from firmware_py.input.settings import Equipment
from firmware_py.render import oled
from firmware_py.render.font import Bitmap, Font
from firmware_py.view.calls import call_of
from firmware_py.view.view import EndedCount, View
from tests.support.random_matches import FORMS, SOME_FORMS, rules_of, walk
from tests.support.views import view_after

LONG = ("Konstantin", "Maximilian", "Wilhelmina", "Alexandria")
"""Ten-letter names, which have the maximum length (`engine.setup`)."""


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that collects all strings drawn during the test.

    The test fails if a string extends beyond the right edge of the screen.
    """
    texts: list[str] = []
    draw = Font.draw

    def noted(self: Font, image: Bitmap, xy: tuple[int, int], text: str, fill: int = 1) -> int:
        texts.append(text)
        end = draw(self, image, xy, text, fill)
        assert not text or end - self.gap <= oled.WIDTH, f"{text!r} runs over the edge"
        return end

    monkeypatch.setattr(Font, "draw", noted)
    return texts


def text_of(view: View, drawn: list[str]) -> list[str]:
    """Draw a view, and return every string that was drawn."""
    drawn.clear()
    oled.draw(view)
    return list(drawn)


# -- the count and the pile


NO_SUITS = dict.fromkeys(map(ord, "♠♥♦♣"))


@pytest.mark.parametrize("form", [form for form in FORMS if "track" not in form])
def test_in_every_play_the_pile_is_on_the_screen(form: str, drawn: list[str]) -> None:
    rules = rules_of(form)
    for seed in range(2):
        for _, _, match in walk(seed, form, 200):
            view = Board(match).view
            if not view.running_count or view.winner is not None or match.dropped:
                continue
            ranks = view.cards_text.replace(" ", "").translate(NO_SUITS)
            pile = ranks if rules.sides == 2 else f"{view.running_count}:{ranks}"
            for shown in (view, Board(with_names(match, LONG)).view):
                texts = [text.replace(" ", "").translate(NO_SUITS) for text in text_of(shown, drawn)]
                assert any(text.endswith(pile) for text in texts)


def ended(total: int, cards: str) -> EndedCount:
    return EndedCount(total, tuple(Card.parse(card) for card in cards.split()))


@pytest.mark.parametrize(
    ("keys", "rules", "expected", "line"),
    [
        # The sign shows the total, so the line shows only the cards.
        ("OK 2 10 5 6 K", "", ended(31, "10 5 6 K"), "10 5 6 K"),
        ("OK 2 10 5 6 9 GO GO", "", ended(30, "10 5 6 9"), "10 5 6 9"),
        ("OK 2 10 5 6 9 GO GO UNDO", "", None, ""),
        # The three would pass 31. The sign shows the new count.
        ("OK 2 10 5 6 9 3", "", ended(30, "10 5 6 9"), "30: 10 5 6 9   3"),
        ("OK 2 10 5 6 9 3 4", "", None, ""),
        ("OK 2 K Q A OK", "ace_11=on", ended(31, "K Q A"), "K Q A"),
        ("OK 2 K Q A GO", "ace_11=on", None, ""),
        # The board asks for the cards that were not laid, and the sign shows no count.
        ("OK 3 K 9 9 A 4", "game=five-card", ended(29, "K 9 9 A"), "29: K 9 9 A"),
    ],
)
def test_a_count_that_is_over_can_be_read_until_the_next_press(
    keys: str, rules: str, expected: EndedCount | None, line: str, drawn: list[str]
) -> None:
    if "ace_11" in rules:
        # The board asks for the value of an ace at 20 or less (RULES.md 5).
        assert view_after(keys.rpartition(" ")[0], rules=rules).ended_count is None
    view = view_after(keys, rules=rules)
    assert view.ended_count == expected
    if expected:
        assert line in text_of(view, drawn)


# -- the first cut


# -- nothing is cut short


def check_not_truncated(view: View, drawn: list[str]) -> None:
    """Check that no text is truncated when a view is drawn.

    A lone `…` is allowed, because it is a cell of the joystick's key picker.

    Args:
        view: the view to draw.
        drawn: the list to which the fixture `drawn` adds all strings that are drawn.
    """
    assert [text for text in text_of(view, drawn) if "…" in text and text != "…"] == []


def with_names(match: History, names: tuple[str, ...]) -> History:
    game = match.game._replace(names=names[: match.game.rules.players])
    return match._replace(timeline=match.timeline._replace(game=game))


@pytest.mark.parametrize("form", SOME_FORMS)
def test_nothing_is_cut_in_any_game_nor_in_its_dialogues_and_refusals(form: str, drawn: list[str]) -> None:
    chance = Random(form)
    often = [Key.OK, Key.GO, Key.SIX, Key.SEVEN, Key.MENU, Key.MENU]
    for number, (_, _, match) in enumerate(walk(1, form, 120, target=121)):
        for named in (match, with_names(match, LONG)):
            check_not_truncated(Board(named).view, drawn)
            if number % 4:
                continue
            joystick = number % 8 == 4
            board = Board(named)
            board.equip(Equipment(joystick, powers_off=chance.random() < 0.5))
            moves: list[Key | Stick] = [Key.OK, Key.OK, Key.MENU, *chance.choices([*Key, *often], k=8)]
            if joystick:
                moves += chance.choices([*DIRECTIONS, Stick.PICK], k=4)
            for key in moves:
                board.press(key)
                check_not_truncated(board.view, drawn)


@cache
def hands(size: int) -> list[tuple[Item, ...]]:
    """Return the scoring items of random hands of this size. No two hands have the same items."""
    chance, rules = Random(size), Rules({3: "five-card", 4: "six-card", 5: "seven-card"}[size])
    pack = [Card(rank, suit) for suit in Suit for rank in Rank]
    found: dict[tuple[tuple[str, int], ...], tuple[Item, ...]] = {}
    for number in range(3000):
        # Every second hand has neighbouring ranks and every third one suit, because such hands count most.
        low = chance.randrange(9)
        some = [card for card in pack if low < card.rank <= low + 5] if number % 2 else pack
        suit = [card for card in some if card.suit is Suit.HEARTS] if number % 3 == 0 else some
        hand = chance.sample(suit, size)
        starter = chance.choice([card for card in pack if card not in hand])
        items = count_show(hand, starter, rules).items
        kinds = tuple(sorted((item.reason.value, item.points) for item in items))
        found.setdefault(kinds, items)
    return list(found.values())


def counted(game: Game, seat: int, items: tuple[Item, ...], source: Source = Source.HAND) -> Entry:
    """Return the record of the points that the player at this seat scored with a hand or crib.

    `items` are the scoring combinations in the hand or crib.
    """
    cards = list(dict.fromkeys(card for item in items for card in item.cards))
    found = tuple(Finding(item.reason, item.points, tuple(map(cards.index, item.cards))) for item in items)
    return Entry(9, source, seat, game.rules.side_of(seat), total(found), 60, found)


@pytest.mark.parametrize("names", [(), LONG], ids=["seats", "long"])
@pytest.mark.parametrize(("players", "size"), [(2, 3), (2, 4), (2, 5), (3, 4), (4, 4)])
def test_no_count_of_any_hand_is_cut(
    players: int, size: int, names: tuple[str, ...], drawn: list[str]
) -> None:
    game = Game.new(Rules(players=players), names=names[:players])
    view = view_after("OK", players=players, names=names[:players])
    for items in hands(size):
        entries = [counted(game, seat, items) for seat in range(players)]
        calls = [call_of(game, entry) for entry in entries]
        low = call_of(game, entries[0]._replace(points=0))
        crib = call_of(game, counted(game, 0, items, Source.CRIB))
        for some in ((crib,), (low, crib), tuple(calls), (low, *calls)):
            check_not_truncated(view._replace(calls=some), drawn)
            check_not_truncated(view._replace(calls=some, hints=yes_no()), drawn)
