"""Each prompt is a full sentence, with a form that fits on a line and hints whose keys work; what is called.

RULES.md 1 defines the number of cards in a hand, and RULES.md 5 the result of a game.
"""

import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from engine.cards import Card
from engine.game import Game
from engine.match.history import History
from engine.prompts import Prompt
from engine.rules import Rules
from engine.scoring.hands_and_crib import count_show
from engine.scoring.items import Finding
from firmware_py.board.board import Board
from firmware_py.input.entry import KeyEntry
from firmware_py.input.keys import ASKING_KEYS, WORD_KEYS, Key
from firmware_py.input.typed import Digits
from firmware_py.render import glyphs
from firmware_py.render.font import TEXT
from firmware_py.render.oled import WIDTH
from firmware_py.view.calls import Call, call_of, hand_in_short
from firmware_py.view.prompts import keyed_so_far, keys_now
from firmware_py.view.view import view
from tests.engine.test_calls import NUMBERS
from tests.support import cases, keyed
from tests.support.cases import PlayCase
from tests.support.keyed import keys_in
from tests.support.random_matches import FORMS, SOME_FORMS, walk
from tests.support.views import view_after

SAID = tomllib.loads((Path(__file__).parents[2] / "data" / "said.toml").read_text(encoding="utf-8"))


ROOM = WIDTH - 1  # pixels of a line of text, without the dark column before it
ARROW = TEXT.width("◀ ") + TEXT.gap
WIDEST = max(filter(str.isalpha, glyphs.TEXT), key=TEXT.width)
NAME = 10  # characters at the most (engine/setup.py)


@pytest.mark.parametrize(("keys", "rules", "players", "expected"), SAID["prompt"])
def test_the_prompt_is_a_full_sentence(keys: str, rules: str, players: int, expected: str) -> None:
    assert view_after(keys, rules, players).prompt == expected


@cache
def matches() -> list[History]:
    """Return matches in every variant of the game. Taken together, they reach every prompt."""
    return [match for form in FORMS for match, _, _ in walk(8, form, 90, target=31)]


def with_names(match: History, name: str) -> History:
    """Return a copy of the match in which all players have the same name.

    A real game would refuse equal names.
    """
    game = match.game._replace(names=(name,) * match.game.rules.players)
    return match._replace(timeline=match.timeline._replace(game=game))


def fits(words: str) -> bool:
    return TEXT.width(words) <= ROOM


def test_every_prompt_and_call_has_a_form_for_one_line_with_the_widest_names() -> None:
    prompts = set()
    for match in matches():
        prompts.add(match.game.prompt)
        for digits in (Digits(), Digits("888")):
            shown = view(with_names(match, WIDEST * NAME), KeyEntry(digits=digits))
            assert fits(shown.prompt_forms[-1]), shown.prompt_forms
            for call in shown.calls:
                arrow = ARROW if call.side is not None else 0
                assert arrow + TEXT.width(call.short_forms[-1]) <= ROOM, call
    assert prompts == set(Prompt)


@pytest.mark.parametrize("name", ["Al", "Maximilian"])
def test_prompt_names_the_player_if_the_name_fits(name: str) -> None:
    """With three or four players, the prompt names the player to act, even if the name has ten letters."""
    for match in matches():
        if match.game.rules.players > 2 and match.game.prompt in (Prompt.PLAY, Prompt.CUT_FOR_DEAL):
            shown = view(with_names(match, name))
            assert name in next(form for form in shown.prompt_forms if fits(form)), shown.prompt_forms


def test_go_is_offered_only_if_a_go_is_possible() -> None:
    """The prompt mentions GO only if the count is above 21. Up to 21, any card can be played (RULES.md 3)."""
    for match in matches():
        if match.game.prompt is Prompt.PLAY:
            shown = view(match)
            # With two players the screen has the same text at every count; signs show whose turn it is.
            short = shown.prompt_forms if match.game.rules.players > 2 else ()
            assert short or shown.prompt_forms == ("Card, else GO",)
            for words in (shown.prompt, *short):
                assert ("GO" in words) == (match.game.count > 21), words


@pytest.mark.parametrize(("keys", "rules", "cards", "missing"), SAID["cards_keyed"])
def test_the_cards_keyed_so_far_and_those_missing(keys: str, rules: str, cards: str, missing: int) -> None:
    board = Board(History.of(Game.new(Rules.parse(rules.split()))))
    keyed.press(board, keys)
    found = keyed_so_far(board.history.game)
    assert (" ".join(map(str, found.cards)), found.missing) == (cards, missing)


@pytest.mark.parametrize("form", SOME_FORMS)
def test_the_game_takes_every_key_that_its_prompt_hints_at(form: str) -> None:
    for _, _, match in walk(3, form, 60, target=61):
        for hint in Board(match).view.hints:
            refused = Board(match).press(hint.key).why
            assert refused is None or hint.key is Key.OK, (hint, refused)  # OK may need a number first


# -- what is said about a press


SEATS = {2: ("Left", "Right"), 3: ("Left", "Middle", "Right"), 4: ("North", "East", "South", "West")}


# -- the play


def called(case: PlayCase) -> Iterator[str]:
    """Yield the announcements that the board should make for the cards in a case from RULES.md 8."""
    names = SEATS[case.players]
    for number, count in enumerate(case.steps):
        reached = 0
        for index, (seat, rank, points) in enumerate(count):
            reached += cases.value(rank)
            ends = index == len(count) - 1 and reached < 31
            made = points - ends
            words = [f"{NUMBERS[reached]} for {NUMBERS[made]}" if made else NUMBERS[reached]]
            if ends and not case.go_apart[number]:
                last = number == len(case.steps) - 1 and not case.rest
                words.append("and one for last" if last else "and one for the go")
            if made or len(words) > 1:
                yield f"{names[seat]}: {', '.join(words)}"
            if ends and case.go_apart[number]:
                yield f"{names[seat]}: one for the go"


@pytest.mark.parametrize("case", cases.play_cases(), ids=lambda case: case.id)
def test_count_and_points_of_each_card_are_announced(case: PlayCase) -> None:
    """In every test case for the play (RULES.md 8), the board announces the count and each card's points."""
    settings = [f"{name}={value}" for name, value in case.options.items()]
    board = Board(History.of(Game.new(Rules.parse(settings, players=case.players))))
    for key in keys_in(" ".join(case.words)):
        assert board.press(key).took
    expected = tuple(called(case))
    assert len(expected) == len(case.entries)
    game = board.history.game
    assert tuple(call_of(game, entry).said for entry in game.entries[: len(expected)]) == expected


# -- after a press


def calls_after(keys: str, options: dict[str, Any]) -> tuple[Call, ...]:
    """Return the calls on a board after these keys. A list from the data file is passed on as a tuple."""
    made = {name: tuple(each) if isinstance(each, list) else each for name, each in options.items()}
    return view_after(keys, **made).calls


@pytest.mark.parametrize(("keys", "options", "expected"), SAID["last_calls"])
def test_the_last_calls_after_a_press(keys: str, options: dict[str, Any], expected: list[str]) -> None:
    said = [call.said for call in calls_after(keys, options)]
    assert said[-len(expected) :] == expected if expected else said == []


@pytest.mark.parametrize(("keys", "options", "form"), SAID["short_form_of_call"])
def test_a_call_has_a_short_form(keys: str, options: dict[str, Any], form: str) -> None:
    assert any(form in (call.text, call.figures, *call.short_forms) for call in calls_after(keys, options))


def test_with_muggins_the_true_count_is_shown_beside_the_points_pegged() -> None:
    """If a hand has 4 points and its owner claims 2, the call says "2 of 4". The opponent gets the rest."""
    view = view_after("OK 2 10 5 5 5 6 K K 9 2 OK 2 OK GO", "muggins=on")
    hand, taken = view.calls
    assert hand.said.startswith("Right's hand 2 of 4: fifteen two, fifteen four")
    assert (taken.side, taken.said) == (0, "Left: muggins for two")
    assert not view.hints  # without hints, each call has a line of its own


def test_long_call_is_shortened_to_the_sum_of_its_parts() -> None:
    """A call that is too long for the display has shorter forms, the shortest of which is only the points.

    The crib is the one in RULES.md 8, S1.
    """
    *_, call = view_after("OK 6 2 4 2 4 Q K Q K A 6 7 8").calls
    assert call.short_forms == (
        "crib 14: 15s 6, double run 8",
        "crib 14: 15s 6, runs 8",
        "crib 14: 15s 6+8",
        "crib 14",
        "14",
    )


@pytest.mark.parametrize(("cards", "forms"), SAID["hand_in_short"])
def test_a_hand_is_listed_by_name_by_kind_and_by_number(cards: str, forms: list[str]) -> None:
    *hand, starter = deal = [Card.parse(card) for card in cards.split()]
    items = count_show(hand, starter).items
    findings = [Finding(item.reason, item.points, tuple(map(deal.index, item.cards))) for item in items]
    assert hand_in_short(findings) == tuple(forms)


@pytest.mark.parametrize(("rules", "start", "expected"), SAID["winner_on_screen"])
def test_a_loser_is_skunked_or_lurched(rules: str, start: list[int], expected: str) -> None:
    names = ("Ann", "Bo", "Cy", "Di")[: len(start)]
    view = view_after("OK GO 6 OK", f"track=points {rules}", len(start), tuple(start), names)
    assert view.calls[-1].said == expected


@pytest.mark.parametrize(
    ("rules", "start", "expected"),
    [
        ("", (115, 90), "North and South win with a skunk!"),
        ("target=61", (55, 30), "North and South win; East and West are lurched!"),
    ],
)
def test_partners_win_together(rules: str, start: tuple[int, ...], expected: str) -> None:
    view = view_after("OK GO 6 OK", f"track=points {rules}", 4, start)
    assert view.calls[-1].said == expected


@pytest.mark.parametrize(("keys", "rules"), SAID["keys_that_do_something"])
def test_what_can_be_pressed_names_the_keys_that_are_not_refused(keys: str, rules: str) -> None:
    parsed = Rules.parse(rules.split())
    board = keyed.board(keys, rules=parsed)
    named = " ".join(keys_now(board.history, board.view.prompt, board.entry.digits))
    for key in WORD_KEYS:
        if key not in ASKING_KEYS:
            took = keyed.board(keys, rules=parsed).press(key).why is None
            assert (key.value in [*named.replace(";", " ").replace(",", " ").split()]) == took, (key, named)
