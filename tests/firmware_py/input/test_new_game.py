"""The form of a new game: every option can be had by keys, and nothing that cannot be played."""

import re
from random import Random

import pytest

from engine.errors import CribbageError
from engine.events import Event, Kind
from engine.game import Game
from engine.game_setup import Setup
from engine.game_state import Prompt
from engine.match.history import History
from engine.options import OPTIONS
from engine.rules import Rules
from firmware_py.input.dialogues.new_game import (
    ConfirmNewGame,
    NewGameDialogue,
    NewGameForm,
    NewNames,
    NewOption,
    NewStart,
    NewTarget,
)
from firmware_py.input.dialogues.new_game_options import changeable_options, first_option
from firmware_py.input.keys import Key
from firmware_py.input.typed_name import LETTERS, TypedName
from firmware_py.input.typed_number import DIGITS
from tests.support import keyed

LEAVE = (Key.GO, Key.UNDO, Key.MENU)
TELEPHONE = {"2": "ABC2", "3": "DEF3", "4": "GHI4", "5": "JKL5", "6": "MNO6", "7": "PQRS7", "8": "TUV8"}


def form(rules: Rules | None = None) -> NewGameForm:
    return NewGameForm.of(Game.new(rules))


def press(step: NewGameDialogue, words: str) -> tuple[NewGameDialogue | None, list[Event]]:
    """What keys make of the form, and their events."""
    made = []
    now: NewGameDialogue | None = step
    match = History.of(Game.new())
    for word in words.split():
        assert now is not None, f"the form was left before {word}"
        now, event = now.press(Key.parse(word), match)
        if event:
            made.append(event)
    return now, made


def after(words: str, rules: Rules | None = None) -> Setup:
    """What the form says after these keys."""
    step, made = press(form(rules), words)
    assert isinstance(step, NewGameForm)
    assert made == []
    return step.setup


def takes(step: NewGameDialogue, *keys: Key) -> None:
    """It takes these keys, and refuses all others with what would do."""
    for key in Key:
        try:
            step.press(key, History.of(Game.new()))
        except CribbageError as error:
            assert key not in keys
            assert re.search("leaves|OK is yes, GO is no|K ends a letter|type a name", str(error))
        else:
            assert key in keys


# -- beginning it


def test_the_form_takes_its_entries_ok_and_what_leaves_it() -> None:
    entries = [Key.ACE, Key.TWO, Key.THREE, Key.FOUR, Key.FIVE, Key.SIX]
    takes(form(), *entries, Key.OK, *LEAVE)
    for word in ("GO", "UNDO", "MENU"):
        assert press(form(), word) == (None, [])
        assert press(form(), f"OK {word}") == (None, [])


def test_the_same_again_is_asked_for_and_begun() -> None:
    really = press(form(), "OK")[0]
    assert isinstance(really, ConfirmNewGame)
    takes(really, Key.OK, *LEAVE)
    assert press(form(), "OK OK")[1] == [Event(Kind.NEW_GAME)]


def test_the_same_names_and_rules_again_are_no_news() -> None:
    game = Game.new(Rules("five-card"), (3, 4), ("Ann", "Bob"), (5, 0))
    _, event = ConfirmNewGame(NewGameForm.of(game).setup).press(Key.OK, History.of(game))
    assert event == Event(Kind.NEW_GAME)
    after = game.apply(event)
    assert (after.rules, after.names) == (game.rules, ("Ann", "Bob"))
    assert [(side.front, side.games) for side in after.sides] == [(0, 0), (0, 0)]


def test_what_was_changed_is_in_the_event() -> None:
    made = press(form(), "2 A A A 3 6 A OK OK OK")[1]
    assert made == [Event(Kind.NEW_GAME, setup=Setup(Rules(target=61)).checked())]


def test_by_keys_another_game_is_begun_on_a_board() -> None:
    board = keyed.board("OK 3 K")
    assert keyed.press(board, "MENU 6 2 OK OK")[-1].took
    game = board.history.game
    assert (game.rules.players, game.prompt, len(game.sides)) == (3, Prompt.CUT_FOR_DEAL, 3)
    assert keyed.press(board, "UNDO")[-1].took
    assert board.history.game.count == 10


# -- game and players


def test_the_games_go_round_each_with_its_usual_target() -> None:
    seen = [after(words) for words in ("A", "A A", "A A A")]
    assert [(setup.rules.game, setup.rules.target) for setup in seen] == [
        ("five-card", 61),
        ("seven-card", 151),
        ("six-card", 121),
    ]


def test_the_players_go_round_and_start_anew() -> None:
    seen = [after(words) for words in ("2", "2 2", "2 2 2")]
    assert [(setup.rules.players, setup.start) for setup in seen] == [
        (3, (0, 0, 0)),
        (4, (0, 0)),
        (2, (0, 0)),
    ]


def test_what_does_not_fit_gives_way() -> None:
    assert after("2 A").rules == Rules("five-card")
    assert after("A 2").rules == Rules(players=3)
    assert after("2", Rules(cut_before_deal="offer")).rules == Rules(players=3)
    # What fits stays.
    assert after("2", Rules(muggins=True, reveal="on_ok")).rules == Rules(
        players=3, muggins=True, reveal="on_ok"
    )
    assert after("A A A", Rules(target=77)).rules == Rules()


# -- target and start


@pytest.mark.parametrize(("words", "target"), [("3 6 A OK", 61), ("3 9 9 9 OK", 999), ("3 3 A OK", 31)])
def test_a_target_is_typed(words: str, target: int) -> None:
    assert after(words).rules == Rules(target=target)


@pytest.mark.parametrize("words", ["3 3 10 OK", "3 10 OK"])
def test_a_target_that_cannot_be_leaves_the_question_open(words: str) -> None:
    *typed, ok = words.split()
    step, _ = press(form(), " ".join(typed))
    with pytest.raises(CribbageError, match="Type a target from 31 to 999"):
        press(step, ok) if step else None
    takes(NewTarget(form().setup), *DIGITS, *LEAVE)


def test_another_target_forgets_points_to_start_with() -> None:
    assert after("4 A 10 10 OK OK 3 6 A OK").start == (0, 0)


def test_points_to_start_with_are_typed_side_by_side() -> None:
    assert after("4 A 2 OK 3 OK").start == (12, 3)
    assert after("4 GO 3 OK").start == (0, 3)
    assert after("2 4 A OK GO 9 9 OK").start == (1, 0, 99)
    # OK without a number is none.
    assert after("4 5 OK 5 OK 4 OK GO").start == (0, 5)
    takes(NewStart(form().setup), *DIGITS, Key.OK, *LEAVE)
    step, _ = press(form(), "4 A 2")
    with pytest.raises(CribbageError, match="Type a start from 0 to 120 points"):
        press(step, "A OK") if step else None


@pytest.mark.parametrize("word", ["UNDO", "MENU"])
@pytest.mark.parametrize("words", ["3 6", "4 7", "5 2", "6 GO"])
def test_a_question_is_left_and_what_was_chosen_by_then_stays(words: str, word: str) -> None:
    step, made = press(form(), f"{words} {word}")
    if words == "5 2" and word == "UNDO":
        assert step == NewNames(form().setup)  # the letter is taken back
        step, made = press(step, "UNDO")
    assert (isinstance(step, NewGameForm), made) == (True, [])
    assert step is not None
    changed = words == "6 GO"
    assert (step.setup == form().setup) is not changed


# -- names


def test_letters_are_those_of_a_telephone() -> None:
    assert {
        key: {"A": "1", "9": "WXYZ9", "10": "0"}.get(key.value) or TELEPHONE[key.value] for key in DIGITS
    } == LETTERS


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("2 K 6 6", "An"),
        ("2 6 6 K 6 6", "Ann"),
        ("2 2 6 6 6 2 2", "Bob"),
        ("2 2 2 2", "2"),
        ("2 2 2 2 2", "A"),
        ("9 9 9 9 10", "Z0"),
        ("2 K 2", "Aa"),
        ("2 3 UNDO 4", "Ag"),
    ],
)
def test_a_name_is_typed(words: str, name: str) -> None:
    other = "5 K 5"
    assert after(f"5 {words} OK {other} OK").names == (name, "Jj")


@pytest.mark.parametrize("words", ["5", "5 2 OK", "2 5 2 OK 3 OK"])
def test_a_blank_name_is_refused_at_once_and_go_plays_without_names(words: str) -> None:
    named = NewGameForm.of(Game.new(names=("Ann", "Bob")))
    step, _ = press(named, words)
    assert isinstance(step, NewNames)
    typed = words != "5"
    instead = "UNDO goes back, MENU leaves" if typed else "GO plays without names"
    with pytest.raises(CribbageError, match=f"OK does nothing here: type a name first; {instead}"):
        press(step, "OK")
    step, _ = press(step, " ".join(["UNDO UNDO"] * words.count("OK")))
    assert isinstance(step, NewNames)
    without, _ = press(step, "GO")
    assert isinstance(without, NewGameForm)
    assert without.setup.names == ()


def test_undo_at_an_empty_name_goes_back_to_the_one_before() -> None:
    third, _ = press(form(), "2 5 2 OK 3 OK")
    assert isinstance(third, NewNames)
    assert (third.done, third.name.text) == (("A", "D"), "")
    second, _ = press(third, "UNDO")
    assert isinstance(second, NewNames)
    assert (second.done, second.name.text) == (("A",), "D")
    assert press(second, "OK") == (third, [])
    first, _ = press(third, "UNDO UNDO UNDO")
    assert isinstance(first, NewNames)
    assert (first.done, first.name.text) == ((), "A")
    assert isinstance(press(first, "UNDO UNDO")[0], NewGameForm)


def test_names_that_cannot_be_are_refused_and_a_long_one_ends() -> None:
    step, _ = press(form(), "5 2 OK")
    assert step is not None
    with pytest.raises(CribbageError, match="A is another player"):
        press(step, "2 OK")
    full, _ = press(form(), "5" + " 2 K" * 10)
    assert isinstance(full, NewNames)
    assert full.name.text == "Aaaaaaaaaa"
    with pytest.raises(CribbageError, match="A name has 10 letters at most"):
        press(full, "3")
    # GO would drop all the names typed so far: it plays without names only where none is typed.
    back = (Key.UNDO, Key.MENU)
    takes(NewNames(form().setup, (), TypedName("Aa")), *LETTERS, Key.KING, Key.OK, *back)
    takes(NewNames(form().setup, ("Ann",)), *LETTERS, Key.KING, *back)
    takes(NewNames(form().setup), *LETTERS, Key.KING, *LEAVE)


def test_names_stay_as_long_as_as_many_play() -> None:
    named = NewGameForm.of(Game.new(names=("Ann", "Bob")))
    for words, names in (
        ("", ("Ann", "Bob")),
        ("A", ("Ann", "Bob")),
        ("2", ()),
        ("3 6 A OK", ("Ann", "Bob")),
    ):
        step, _ = press(named, words)
        assert step is not None
        assert step.setup.names == names


def test_each_player_is_asked_for_a_name() -> None:
    setup = after("2 2 5 2 OK 3 OK 4 OK 5 OK")
    assert setup.names == ("A", "D", "G", "J")


# -- the other options


def rules_with_effect(name: str) -> Rules:
    """Rules under which an option matters (RULES.md 2)."""
    if name.startswith("five_card") or name == "three_for_last":
        return Rules("five-card")
    if name == "go_multi":
        return Rules(players=3)
    if name.startswith("muggins_"):
        return Rules(muggins=True)
    if name == "double_worth":
        return Rules(skunk_worth=1)  # so that it can be any
    return Rules()


@pytest.mark.parametrize("name", [name for name in OPTIONS if name not in ("game", "target")])
def test_every_value_of_an_option_can_be_chosen(name: str) -> None:
    option, rules = OPTIONS[name], rules_with_effect(name)
    step: NewGameDialogue | None = NewOption(form(rules).setup, name)
    values = [True, False] if option.is_switch else list(option.values)
    seen = []
    for _ in values:
        assert step is not None
        step, made = press(step, "GO")
        assert isinstance(step, NewOption) and made == []
        seen.append(getattr(step.setup.rules, name))
    assert set(seen) == set(values)
    assert seen[-1] == getattr(rules, name)


@pytest.mark.parametrize(
    ("rules", "with_effect", "without"),
    [
        (Rules(), "muggins calling reveal track skunk_worth", "go_multi three_for_last muggins_opens"),
        (Rules("five-card"), "three_for_last five_card_replay", "double_worth lead_after_go go_multi"),
        (Rules("five-card", five_card_replay="replay"), "lead_after_go", "go_multi"),
        (Rules(players=3), "go_multi lead_after_go", "next_game_dealer five_card_play_on"),
        (Rules(muggins=True), "muggins muggins_opens muggins_heels", "reveal objective"),
        (Rules(muggins=True, track="show"), "muggins_heels", "muggins_opens muggins_go combo_after_go"),
        (Rules(track="points"), "track next_game_dealer", "muggins crib_flush calling ace_11"),
        (Rules(objective="first_loses"), "objective", "muggins skunk_worth double_worth"),
        (Rules(target=61), "skunk_worth", "double_worth"),
    ],
)
def test_only_what_can_apply_is_asked_for(rules: Rules, with_effect: str, without: str) -> None:
    assert set(with_effect.split()) <= set(changeable_options(rules))
    assert not set(without.split()) & set(changeable_options(rules))


def test_the_usual_options_come_first() -> None:
    assert changeable_options(Rules())[:4] == ("muggins", "calling", "reveal", "track")
    step, _ = press(form(), "6 GO OK")
    assert isinstance(step, NewOption)
    assert step.name == "muggins_opens"
    for rules in (Rules(), Rules(players=3), Rules("five-card"), Rules(track="points")):
        assert len(changeable_options(rules)) < 20


def test_the_options_are_gone_through_both_ways_and_round() -> None:
    first = NewOption(form().setup, first_option(form().setup.rules))
    takes(first, Key.OK, *LEAVE)
    names = changeable_options(first.setup.rules)
    forward = [press(first, " ".join(["OK"] * times))[0] for times in (1, 2, len(names))]
    assert forward == [NewOption(first.setup, names[1]), NewOption(first.setup, names[2]), first]
    assert press(first, "OK OK UNDO")[0] == NewOption(first.setup, names[1])
    assert isinstance(press(first, "OK UNDO UNDO")[0], NewGameForm)
    done, _ = press(first, "OK OK GO MENU")
    assert isinstance(done, NewGameForm)
    assert done.setup.rules == Rules(reveal="on_ok")


def test_a_value_that_does_not_go_with_the_others_is_left_out_on_the_way_round() -> None:
    step: NewGameDialogue | None = NewOption(form(Rules(muggins=True)).setup, "track")
    seen = set()
    for _ in range(6):
        assert step is not None
        step, _ = press(step, "GO")
        assert step is not None
        seen.add(step.setup.rules.track)
    assert seen == {"play", "show"}


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_keyed_the_form_holds_a_game_that_can_be_played(seed: int) -> None:
    chance = Random(seed)
    match = History.of(Game.new())
    step: NewGameDialogue | None = form()
    for _ in range(1500):
        key = chance.choice(list(Key))
        if step is None:
            step = form()
        try:
            step, event = step.press(key, match)
        except CribbageError as error:
            assert str(error).isprintable()
            continue
        if step:
            assert step.setup == step.setup.checked()
        if event:
            begun = match.apply(event).game
            assert begun.prompt is Prompt.CUT_FOR_DEAL
            step = form()
