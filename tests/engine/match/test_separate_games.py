"""A match can be split into its games, each with its own record."""

from collections.abc import Sequence
from random import Random

import pytest

from engine.cards import Rank, Suit
from engine.errors import RecordError
from engine.events import Event, Kind
from engine.game import Game
from engine.match.checkpoint import begin_match
from engine.match.games import as_single_game, timelines
from engine.match.history import History
from engine.match.record import read_record, write_event, write_header, write_record
from engine.refusals import IllegalEvent
from engine.rules import Rules
from engine.setup import Setup
from tests.engine.match.test_corrections import at_random
from tests.support.random_matches import FORMS, rules_of, walk
from tests.support.words import history

BEGINS = (Kind.NEXT_GAME, Kind.NEW_GAME)
PLAIN = "muggins 1 players=2 start=0,0"


def events_of(match: History) -> list[Event]:
    return [move.event for move in match.past]


def games_as_left(begun: History, events: list[Event]) -> list[Game]:
    """Apply all events of a match, including undo and redo, and return the final state of each game.

    Args:
        begun: the match before these events.
        events: the events.
    """
    stood, undone = [begun], []
    for event in events:
        if event.kind is Kind.UNDO:
            undone.append(stood.pop())
        elif event.kind is Kind.REDO:
            stood.append(undone.pop())
        else:
            undone = []
            stood.append(stood[-1].apply(event))
    now = [match.game for match in stood]
    numbers = [*(game.number for game in now[1:]), None]
    return [game for game, number in zip(now, numbers, strict=True) if number != game.number]


def pegged(game: Game) -> list[tuple[int, int, int]]:
    return [(entry.side, entry.points, entry.score) for entry in game.entries]


def games(setup: Setup, events: Sequence[Event]) -> tuple[tuple[Setup, tuple[Event, ...]], ...]:
    return tuple(
        as_single_game(setup, timeline) for timeline in timelines(begin_match(setup), events).values()
    )


def match_of(seed: int, form: str, presses: int = 400) -> tuple[Setup, list[Event]]:
    """Return the setup and the events of a random match of short games, with undo, redo and corrections.

    Args:
        seed: the seed for the random numbers.
        form: the number of players and the options, such as "2 muggins=on".
        presses: the number of random events to try, not counting the corrections.
    """
    chance = Random(seed)
    setup = Setup(rules_of(form, "target=31"))
    events: list[Event] = []
    match = History.of(Game.of(setup))
    for _, event, _ in walk(seed, form, presses, second_thoughts=0.1, target=31):
        try:
            match = match.apply(event)
        except IllegalEvent:
            continue  # a correction made it impossible
        events.append(event)
        if chance.random() < 0.1 and match.this_deal:
            correction = at_random(chance, match)
            try:
                match = match.apply(correction)
            except IllegalEvent:
                continue
            events.append(correction)
    return setup, events


@pytest.mark.parametrize("form", FORMS)
def test_a_whole_match_as_text_and_back(form: str) -> None:
    setup, events = match_of(1, form)
    text = write_record(setup, events)
    back = read_record(text)
    assert (back.setup, back.events) == (setup.checked(), tuple(events))
    assert back.history == History.of(Game.of(setup)).replay(events)
    assert write_record(back.setup, back.events) == text
    assert text.isascii()


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS)
def test_each_game_of_a_match_is_a_record_that_leads_to_the_same_scores(form: str) -> None:
    for seed in range(2):
        setup, events = match_of(seed, form)
        left = games_as_left(History.of(Game.of(setup)), events)
        each = games(setup, events)
        assert len(each) == len(left)
        for one, wanted in zip(each, left, strict=True):
            again = read_record(write_record(*one)).history
            assert again.game.sides == wanted.sides
            assert pegged(again.game) == pegged(wanted)
            assert (again.game.prompt, again.game.to_act) == (wanted.prompt, wanted.to_act)
            assert (again.game.dealer, again.game.first_dealer) == (wanted.dealer, wanted.first_dealer)
            assert (again.game.winner, again.game.skunk) == (wanted.winner, wanted.skunk)
            assert (again.game.deals, again.game.rules) == (wanted.deals, wanted.rules)
            kinds = {event.kind for event in one[1]}
            assert not kinds & {Kind.UNDO, Kind.REDO, Kind.CHANGE, Kind.PUT_IN, Kind.TAKE_OUT, *BEGINS}


def test_next_game_keeps_its_dealer_and_the_games_won() -> None:
    """RULES.md 1: when a match is split into games, the loser of the first game still deals in the second.

    The number of games won is kept, too.
    """
    match = history("OK J OK 3 K", (119, 0))
    first, second = games(Setup(start=(119, 0)), events_of(match))
    assert [write_event(event) for event in first[1]] == ["deals 0", "starter J"]
    assert second[0] == Setup(Rules(), (0, 0), (), (4, 0))
    assert [write_event(event) for event in second[1]] == ["deals 1", "starter 3", "lay K"]


def test_a_new_game_with_other_rules_is_a_record_with_those() -> None:
    other = Setup(Rules("five-card"), (5, 6), ("Ann", "Bob"))
    events = [*events_of(history("OK 3 K")), Event(Kind.NEW_GAME, setup=other), Event(Kind.CUT, Rank.ACE)]
    first, second = games(Setup(), events)
    assert first[0] == Setup()
    assert second == (other.checked(), (Event(Kind.CUT, Rank.ACE),))
    # A new game without a setup keeps the rules and names, and nobody has won a game.
    named = Setup(names=("Ann", "Bob"), games=(3, 1))
    _, second = games(named, [Event(Kind.NEW_GAME)])
    assert second == (Setup(names=("Ann", "Bob")).checked(), ())


def test_a_suit_named_when_the_next_game_had_begun_is_in_neither_record() -> None:
    match = history("OK J OK H S 3 K", (119, 0))
    first, second = games(Setup(start=(119, 0)), events_of(match))
    assert [write_event(event) for event in first[1]] == ["deals 0", "starter J"]
    assert [write_event(event) for event in second[1]] == ["deals 1", "starter 3", "lay K"]


@pytest.mark.parametrize(("dealer", "wanted"), [("loser", ["deals 1"]), ("cut", [])])
def test_nor_is_one_named_after_points_by_hand(dealer: str, wanted: list[str]) -> None:
    rules = Rules(next_game_dealer=dealer)
    match = history("OK J OK", (119, 0), rules)
    match = match.apply(Event(Kind.PEG, numbers=(0, 3))).apply(Event(Kind.SUIT, Suit.CLUBS))
    _, second = games(Setup(rules, (119, 0)), events_of(match))
    assert [write_event(event) for event in second[1]] == [*wanted, "peg 0 3"]
    assert read_record(write_record(*second)).history.game.sides[0].front == 3


def test_a_game_taken_back_to_before_it_began_is_none() -> None:
    begun = Setup(start=(119, 0))
    words = ["deals 0", "starter J", "next-game", "starter 3", "undo", "undo"]
    text = write_record(begun, ()) + "\n".join(words)
    assert len(games(begun, read_record(text).events)) == 1
    assert len(games(begun, read_record(f"{text}\nredo").events)) == 2


def test_a_match_in_which_nothing_happened_is_one_game() -> None:
    assert games(Setup(), ()) == ((Setup(), ()),)


def test_events_that_cannot_happen_are_refused() -> None:
    with pytest.raises(IllegalEvent, match="No go at 0"):
        games(Setup(), [*events_of(history("OK 3")), Event(Kind.GO)])


# -- comments in records, and the line and column of errors


def test_comments_and_empty_lines_say_nothing() -> None:
    text = f"# who played\n\n{PLAIN} # the club\n  \ndeals 0\n   # now\nstarter 3# turned by Ann\n\n lay K\n"
    record = read_record(text)
    assert [write_event(event) for event in record.events] == ["deals 0", "starter 3", "lay K"]
    assert record.history == history("OK 3 K")


def test_the_last_line_needs_no_end() -> None:
    assert read_record(f"{PLAIN}\ndeals 0").history.applied == 1
    assert read_record(f"{PLAIN}\ndeals 0\n").history.applied == 1
    assert read_record(PLAIN).history.applied == 0


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("", 1, 1, "the record is empty: it has to begin with 'muggins 1'"),
        ("# nothing\n\n", 1, 1, "the record is empty"),
        ("\ndeals 0\n", 2, 1, "a record has to begin with 'muggins 1', not 'deals 0'"),
        (f"\n\n{PLAIN} target=3", 3, 31, "target cannot be '3': choose 31 to 999"),
        (f"{PLAIN}\ndeals 0\n# x\nlay 1", 4, 5, "'1' isn't a rank"),
        (f"{PLAIN}\ndeals 0\n\n   lays 5", 4, 4, "'lays' isn't an event"),
        (f"{PLAIN}\ndeals 0\ngo", 3, 1, "'go': No go now: the game waits for the starter"),
        (f"{PLAIN}\ndeals 5", 2, 1, "'deals 5': There is no seat 5"),
        (f"{PLAIN}\ndeals 0\nundo\nundo", 4, 1, "'undo': Nothing to undo"),
        (f"{PLAIN}\ndeals 0\n{PLAIN}", 3, 11, "seat has to be a whole number up to 9, not 'players=2'"),
    ],
)
def test_an_error_in_a_record_has_its_line_and_column(
    text: str, line: int, column: int, message: str
) -> None:
    with pytest.raises(RecordError) as caught:
        read_record(text)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert caught.value.message.startswith(message)
    assert str(caught.value).isprintable()


def test_names_and_games_stand_in_the_first_line() -> None:
    setup = Setup(Rules(players=3), (1, 2, 3), ("Ann", "Bob", "Zoë"), (0, 7, 2))
    line = write_header(setup)
    assert line.startswith("muggins 1 players=3 start=1,2,3 names=Ann,Bob,Zoë games=0,7,2 game=six-card ")
    game = read_record(line).history.game
    assert game.names == ("Ann", "Bob", "Zoë")
    assert [(side.front, side.games) for side in game.sides] == [(1, 0), (2, 7), (3, 2)]
    assert " names=" not in write_header(Setup()) and " games=" not in write_header(Setup())
