"""What the board says of what it counted, in games of every form."""

from engine.game import Game
from engine.history import History
from engine.rules import Rules
from engine.setup import Setup
from firmware_py.app import Board
from firmware_py.keyfile import read_keys
from firmware_py.render.font import TEXT
from firmware_py.render.oled import WIDTH
from firmware_py.view import View

LONG = ("Konstantin", "Maximilian", "Wilhelmina", "Alexandria")


def seen(
    keys: str,
    rules: str = "",
    players: int = 2,
    start: tuple[int, ...] = (),
    names: tuple[str, ...] = (),
) -> View:
    """What there is to see after these keys."""
    setup = Setup(Rules.parse(rules.split(), players=players), start, names)
    board = Board(History.of(Game.of(setup)))
    for key in read_keys(keys, "keys"):
        assert board.press(key).why is None
    return board.view


def said(view: View) -> list[str]:
    return [call.said for call in view.calls]


def test_the_match_is_told_as_a_game_begins() -> None:
    """A double skunk is worth four games (RULES.md 5), and the loser deals."""
    view = seen("OK J OK", start=(119, 20))
    assert said(view) == ["Games 4-0"]
    assert said(seen("OK J OK 5", start=(119, 20))) == []
    assert said(seen("OK")) == []


def test_the_loser_that_is_skunked_alone_is_named() -> None:
    """RULES.md 5: each loser is classed alone; the award is the larger only if every one qualifies."""
    assert said(seen("OK GO 6 OK", "track=points", 3, (115, 108, 85)))[-1] == "Left wins! Right skunked"
    assert said(seen("OK GO 6 OK", "track=points", 3, (115, 88, 85)))[-1] == "Left: a skunk!"


def test_the_true_count_stands_beside_what_was_taken_of_it() -> None:
    """DESIGN.md, Prompts: with muggins the board shows the true count and pegs both."""
    view = seen("OK 2 10 5 5 5 6 K K 9 2 OK 2 OK GO", "muggins=on")
    hand, taken = view.calls
    assert hand.said.startswith("Right's hand 2 of 4: fifteen two, fifteen four")
    assert (taken.side, taken.said) == (0, "Left: muggins for two")
    assert view.hint is None  # so that there is a line for each


def test_a_false_go_is_told_with_its_player() -> None:
    (call,) = seen("OK 2 10 8 7 6 10 5 K 9 9 6 Q 6", players=3).calls[-1:]
    assert call.said.startswith("Left: false go")
    assert call.brief.startswith("Left: false go")


def test_nothing_is_told_before_it_is_called() -> None:
    """With muggins the board keeps quiet, and OK calls the fifteen."""
    assert said(seen("OK 2 10 5", "muggins=on")) == []
    assert said(seen("OK 2 10 5 OK", "muggins=on")) == ["Left: fifteen two"]


def test_what_is_wanted_fits_a_line_with_the_longest_names() -> None:
    """Ten letters, as many as a name can have."""
    for keys, rules, players in [
        ("", "", 4),
        ("OK", "", 2),
        ("OK 2", "", 3),
        ("OK 2 4 A", "ace_11=on", 2),
        ("OK 2 10 5 5 5 6 K K 9", "", 2),
        ("OK 2 10 5 5 5 6 K K 9 OK", "", 2),
        ("OK 3 J 10 A 9 J Q 2 8", "", 2),
        ("OK 2 10 5 5 5 6 K K 9", "muggins=on", 2),
        ("OK 2 10 5 5 5 6 K K 9 4 OK", "muggins=on", 2),
    ]:
        view = seen(keys, rules, players, names=LONG[:players])
        assert TEXT.width(view.prompt) < WIDTH, view.prompt
