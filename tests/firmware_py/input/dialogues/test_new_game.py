"""The dialogues that set up a new game: its form, target, starting scores, names, options."""

import pytest

from engine.errors import CribbageError
from engine.events import Event, Kind
from engine.game import Game
from engine.match.history import History
from engine.options import OPTIONS
from engine.rules import Rules
from engine.setup import Setup
from firmware_py.input.keys import Key
from firmware_py.input.new_game import (
    ConfirmNewGame,
    Dialogue,
    NewGameForm,
    NewNames,
    NewOption,
    NewStart,
    NewTarget,
    changeable_options,
)
from firmware_py.input.settings import KEYS_ALONE
from firmware_py.input.typed import DIGITS, LETTERS, TypedName
from tests.support import dialogues, keyed
from tests.support.dialogues import LEAVE, match_at

OLD = Rules.parse(["skunk_worth=2", "double_worth=1"], recorded=True)


def form(rules: Rules | None = None) -> NewGameForm:
    """Return the form for a new game as it appears when opened during a game with these rules.

    `rules` is None for the standard game.
    """
    return NewGameForm.of(Game.new(rules))


def press(dialogue: Dialogue, words: str) -> tuple[Dialogue | None, list[Event]]:
    return dialogues.press(dialogue, words, match_at(""))


def check_accepted_keys(dialogue: Dialogue, *keys: Key) -> None:
    dialogues.check_accepted_keys(dialogue, match_at(""), *keys)


@pytest.mark.parametrize(("key", "dealer"), [("A", "cut"), ("2", "alternate")])
def test_the_menu_says_the_rules_of_a_club_and_fills_in_the_form_with_them(key: str, dealer: str) -> None:
    board = keyed.board("OK 2", rules=Rules(muggins=True))
    said = []
    for keys in ("MENU REDO 6", "OK", "OK"):
        keyed.press(board, keys)
        assert board.view.page is not None
        said += [" ".join(row).strip() for row in board.view.page.rows[:-1] if any(row)]
    assert said == [
        *("A cut for each game", "2 deal first in turn"),
        *("cut before deal", "required", "skunk worth 3", "double worth 3", "muggins off"),
    ]
    keyed.press(board, f"{key} OK OK")
    club = Rules(next_game_dealer=dealer, cut_before_deal="required", skunk_worth=3, double_worth=3)
    assert board.history.game.rules == club and club.is_club and not Rules().is_club


@pytest.mark.parametrize("name", [name for name in OPTIONS if name not in ("game", "target", "partners")])
def test_every_value_of_an_option_can_be_chosen(name: str) -> None:
    # With the default `skunk_worth`, some values of `double_worth` are not possible (OPTIONS.md).
    games = Rules(skunk_worth=1), Rules("five-card"), Rules(players=3), Rules(muggins=True)
    option, rules = OPTIONS[name], next(each for each in games if name in changeable_options(each))
    step: Dialogue | None = NewOption(form(rules).setup, name)
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
        (Rules(players=3), "go_multi lead_after_go", "next_game_dealer five_card_play_on"),
        (Rules(muggins=True), "muggins muggins_opens muggins_heels", "reveal objective"),
        (Rules(muggins=True, track="show"), "muggins_heels", "muggins_opens muggins_go combo_after_go"),
        (Rules(track="points"), "track next_game_dealer", "muggins crib_flush calling ace_11"),
        (Rules(objective="first_loses"), "objective", "muggins skunk_worth double_worth"),
    ],
)
def test_only_the_options_that_have_an_effect_are_shown(rules: Rules, with_effect: str, without: str) -> None:
    assert set(with_effect.split()) <= set(changeable_options(rules))
    assert not set(without.split()) & set(changeable_options(rules))


def test_the_usual_options_come_first() -> None:
    assert changeable_options(Rules())[:4] == ("muggins", "calling", "reveal", "track")
    assert "calling" in changeable_options(form(OLD).setup.rules)
    step, _ = press(form(), "6 GO OK")
    assert isinstance(step, NewOption)
    assert step.name == "muggins_opens"
    for rules in (Rules(), Rules(players=3), Rules("five-card"), Rules(track="points")):
        assert len(changeable_options(rules)) < 20


def test_a_value_that_does_not_go_with_the_other_options_is_skipped() -> None:
    step: Dialogue | None = NewOption(form(Rules(muggins=True)).setup, "track")
    seen = set()
    for _ in range(6):
        assert step is not None
        step, _ = press(step, "GO")
        assert step is not None
        seen.add(step.setup.rules.track)
    assert seen == {"play", "show"}


# -- the game begins


def test_the_form_takes_the_keys_of_its_entries_ok_and_those_that_leave_it() -> None:
    entries = [Key.ACE, Key.TWO, Key.THREE, Key.FOUR, Key.FIVE, Key.SIX]
    check_accepted_keys(form(), *entries, Key.OK, *LEAVE)
    for word in ("GO", "UNDO", "MENU"):
        assert press(form(), word) == (None, [])
        assert press(form(), f"OK {word}") == (None, [])
    really, _ = press(form(), "OK")
    assert isinstance(really, ConfirmNewGame)
    check_accepted_keys(really, Key.OK, *LEAVE)
    assert press(really, "OK")[1] == [Event(Kind.NEW_GAME)]


def test_the_event_has_no_setup_if_names_and_rules_stay() -> None:
    game = Game.new(Rules("five-card"), (3, 4), ("Ann", "Bob"), (5, 0))
    event = ConfirmNewGame(NewGameForm.of(game).setup).press(Key.OK, History.of(game), KEYS_ALONE).event
    assert event == Event(Kind.NEW_GAME)
    after = game.apply(event)
    assert (after.rules, after.names) == (game.rules, ("Ann", "Bob"))
    assert [(side.front, side.games) for side in after.sides] == [(0, 0), (0, 0)]


def test_the_event_has_the_setup_if_it_was_changed() -> None:
    made = press(form(), "2 A A A 3 6 A OK OK OK")[1]
    assert made == [Event(Kind.NEW_GAME, setup=Setup(Rules(target=61)).checked())]
    event = ConfirmNewGame(form(OLD).setup).press(Key.OK, History.of(Game.new(OLD)), KEYS_ALONE).event
    assert event == Event.new_game(form(OLD).setup)  # what the form showed, not the rules of the old game


# -- the game that is chosen

FIRST = "2 K 6 6"  # keys the name An


@pytest.mark.parametrize(
    ("words", "before", "expected"),
    [
        # The games, each with its usual target, and the numbers of players.
        ("A", Rules(), Setup(Rules("five-card", target=61))),
        ("A A", Rules(), Setup(Rules("seven-card", target=151))),
        *[(words, Rules(), Setup(Rules(players=players))) for words, players in (("2", 3), ("2 2", 4))],
        # Rules that fit another form of the game stay; others become usual.
        ("2 A", Rules(), Setup(Rules("five-card"))),
        ("2", Rules(muggins=True, reveal="on_ok"), Setup(Rules(players=3, muggins=True, reveal="on_ok"))),
        ("A A A", Rules(target=77), Setup()),
        # In older records, a double skunk could count less than a skunk. No new game allows it (OPTIONS.md).
        ("", OLD, Setup(Rules(skunk_worth=2, double_worth=2))),
        ("A", OLD, Setup(Rules("five-card", skunk_worth=2, double_worth=2))),
        # A target, and points to start with for one side after the other.
        *[
            (f"3 {words} OK", Rules(), Setup(Rules(target=target)))
            for words, target in (("6 A", 61), ("9 9 9", 999), ("3 A", 31))
        ],
        ("4 A 2 OK 3 OK", Rules(), Setup(start=(12, 3))),
        ("2 4 A OK GO 9 9 OK", Rules(), Setup(Rules(players=3), start=(1, 0, 99))),
        ("4 5 OK 5 OK 4 OK GO", Rules(), Setup(start=(0, 5))),  # OK without a number sets no points
        ("4 A 10 10 OK OK 3 6 A OK", Rules(), Setup(Rules(target=61))),
        # Names, typed as on a telephone.
        (f"5 {FIRST} OK 5 K 5 OK", Rules(), Setup(names=("An", "Jj"))),
        ("5 2 6 6 K 6 6 OK 2 2 6 6 6 2 2 OK", Rules(), Setup(names=("Ann", "Bob"))),
        ("5 7 7 7 7 3 4 5 OK 9 9 9 9 9 A 10 10 OK", Rules(), Setup(names=("Sdgj", "910"))),
        (f"2 2 5 {FIRST} OK 3 OK 4 OK 5 OK", Rules(), Setup(Rules(players=4), names=("An", "D", "G", "J"))),
        (f"5 {FIRST} OK 3 OK 2", Rules(), Setup(Rules(players=3))),
        # After four as partners come four alone, each with points to start with.
        ("2 2 2 4 A OK 2 OK GO 3 OK", Rules(), Setup(Rules(players=4, partners=False), (1, 2, 0, 3))),
        ("2 2 2 2", Rules(), Setup()),
        ("2 2 2 A", Rules(), Setup(Rules("five-card"))),
        # To leave a dialogue keeps the changes made by then.
        *[(f"{words} {leave}", Rules(), Setup()) for words in ("3 6", "4 7") for leave in ("UNDO", "MENU")],
        *[(f"5 2 {leave}", Rules(), Setup()) for leave in ("UNDO UNDO", "MENU")],
        *[(f"6 GO {leave}", Rules(), Setup(Rules(muggins=True))) for leave in ("UNDO", "MENU")],
    ],
)
def test_keys_choose_the_game(words: str, before: Rules, expected: Setup) -> None:
    dialogue, made = press(form(before), words)
    assert isinstance(dialogue, NewGameForm)
    assert (dialogue.setup, made) == (expected.checked(), [])


@pytest.mark.parametrize(
    ("words", "why"),
    [
        *[(f"3 {words} OK", "Type a target from 31 to 999") for words in ("3 10", "10")],
        ("4 A 2 A OK", "Type a start from 0 to 120 points"),
        ("5 2 OK 2 OK", "A is another player"),
        ("5" + " 2 K" * 10 + " 2", "A name has 10 letters at most"),
    ],
)
def test_what_cannot_be_chosen_is_refused_in_the_dialogue(words: str, why: str) -> None:
    *typed, last = words.split()
    step, _ = press(form(), " ".join(typed))
    assert step is not None
    with pytest.raises(CribbageError, match=why):
        press(step, last)


def test_each_dialogue_takes_the_keys_that_it_can_use() -> None:
    setup = form().setup
    check_accepted_keys(NewTarget(setup), *DIGITS, *LEAVE)
    check_accepted_keys(NewStart(setup), *DIGITS, Key.OK, *LEAVE)
    # GO plays without names, but only before the first name, because it would drop all names typed so far.
    back = (Key.UNDO, Key.MENU)
    check_accepted_keys(NewNames(setup, (), TypedName("Aa")), *LETTERS, Key.KING, Key.OK, *back)
    check_accepted_keys(NewNames(setup, ("Ann",)), *LETTERS, Key.KING, *back)
    check_accepted_keys(NewNames(setup), *LETTERS, Key.KING, *LEAVE)


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


# -- any keys
