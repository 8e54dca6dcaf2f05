"""A match as text: records, the games that a match splits into, and the statistics of many games."""

import tomllib
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import (
    CribbageError,
    Event,
    Game,
    History,
    IllegalEvent,
    Kind,
    Rank,
    RecordError,
    Rules,
    Setup,
    Skunk,
    Suit,
    read_record,
    write_record,
)
from engine.deals import Source
from engine.match.checkpoint import begin_match
from engine.match.games import Share, Tally, as_single_game, summary, timelines, was_played
from engine.match.record_lines import read_event, read_header, write_event, write_header
from engine.match.statistics import GameResult, HeadToHead, SideResult, head_to_head, totals
from tests.engine.test_corrections import at_random
from tests.support import keyed, oracle
from tests.support.random_matches import FORMS, SOME_FORMS, rules_of, walk
from tests.support.words import history

DATA = Path(__file__).parents[1] / "data"
MISTAKES = tomllib.loads((DATA / "record_mistakes.toml").read_text(encoding="utf-8"))


Read = Callable[[str, int], object]
DEEP = ("put-in 0 " * 5000 + "go", 10, "'put-in' cannot hold 'put-in'")
LINES = [
    *((read_header, *row) for row in MISTAKES["header"]),
    *((read_event, *row) for row in (*MISTAKES["event"], DEEP)),
]


@pytest.mark.parametrize(("read", "line", "column", "message"), LINES)
def test_a_malformed_line_is_told_with_its_column(read: Read, line: str, column: int, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        read(line, 17)
    error = caught.value
    assert error.line == 17 and error.message.startswith(message)
    if column:
        assert error.column == column
        assert str(error) == f"line 17, column {error.column}: {error.message}"
    assert isinstance(error, CribbageError)


@given(st.text() | st.text().map("muggins 1 players=2 start=0,0 ".__add__))
def test_any_text_is_a_header_or_a_record_error(text: str) -> None:
    try:
        header = read_header(text)
    except RecordError as error:
        assert str(error).isprintable()
    else:
        assert read_header(write_header(header)) == header


@given(st.text())
def test_any_text_is_an_event_or_a_record_error(text: str) -> None:
    try:
        event = read_event(text, 3)
    except RecordError as error:
        assert error.line == 3
        assert 1 <= error.column <= len(text) + 2
        assert str(error).isprintable()
    else:
        assert read_event(write_event(event)) == event


def test_a_record_says_only_of_players_without_partners_that_they_have_none() -> None:
    """RECORD.md: the records of partners stay as older programs know them."""
    assert "partners" not in write_header(Setup(Rules(players=4)))
    header = write_header(Setup(Rules(players=4, partners=False), (1, 2, 3, 4)))
    assert header.endswith(" partners=off") and read_header(header).start == (1, 2, 3, 4)


BEGINS = (Kind.NEXT_GAME, Kind.NEW_GAME)


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


@pytest.mark.parametrize("form", SOME_FORMS)
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


@pytest.mark.parametrize(("dealer", "wanted"), [("loser", ["deals 1"]), ("cut", [])])
def test_a_suit_named_after_points_by_hand_is_in_neither_record(dealer: str, wanted: list[str]) -> None:
    rules = Rules(next_game_dealer=dealer)
    match = history("OK J OK", (119, 0), rules).apply(Event.peg(0, 3)).apply(Event.suit(Suit.CLUBS))
    _, second = games(Setup(rules, (119, 0)), events_of(match))
    assert [write_event(event) for event in second[1]] == [*wanted, "peg 0 3"]
    assert read_record(write_record(*second)).history.game.sides[0].front == 3


def test_a_game_taken_back_to_before_it_began_is_none() -> None:
    begun = Setup(start=(119, 0))
    words = ["deals 0", "starter J", "next-game", "starter 3", "undo", "undo"]
    text = write_record(begun, ()) + "\n".join(words)
    assert len(games(begun, read_record(text).events)) == 1
    assert len(games(begun, read_record(f"{text}\nredo").events)) == 2


# -- comments in records, and the line and column of errors


@pytest.mark.parametrize(("text", "line", "column", "message"), MISTAKES["record"])
def test_an_error_in_a_record_has_line_and_column(text: str, line: int, column: int, message: str) -> None:
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


@pytest.mark.parametrize("form", SOME_FORMS)
def test_deals_and_points_are_those_that_the_pegs_tell(form: str) -> None:
    rules = rules_of(form, "target=61")
    for seed in range(3):
        seen = [after for _, _, after in walk(seed, form, 500) if after.game.number == 0]
        timeline, fronts = seen[-1].timeline, [0] * rules.sides
        shares = {(side, deals): [0, 0] for side in range(rules.sides) for deals in (True, False)}
        for before, after in pairwise(match.game for match in seen):
            if before.dealer is None and after.dealer is not None:
                for entry in after.entries:  # three for last is not part of any deal
                    fronts[entry.side] += entry.points * (entry.source is Source.THREE_FOR_LAST)
            if after.deals > before.deals:
                for side, pegs in enumerate(after.sides):
                    share = shares[side, rules.side_of(before.current_dealer) == side]
                    share[0] += 1
                    share[1] += pegs.front - fronts[side]
                    fronts[side] = pegs.front
        for side, tally in enumerate(summary(timeline).tallies):
            assert [list(tally.dealer[:2]), list(tally.pone[:2])] == [shares[side, True], shares[side, False]]


@pytest.mark.parametrize("seed", range(4))
def test_the_parts_add_up_and_the_best_hands_agree_with_the_oracle(seed: int) -> None:
    match = keyed.board(" ".join(keyed.whole_game(seed, suits=True))).history
    tallies = summary(match.timeline).tallies
    for tally in tallies:
        # All other points are his heels: two for the dealer.
        rest = [share.points - share.play - share.hand - share.crib for share in (tally.dealer, tally.pone)]
        assert rest[0] in range(0, 99, 2) and rest[1] == 0
        assert tally.pone.crib == 0
        assert tally.hand is not None
        *cards, starter = map(str, tally.hand.cards)
        assert len(cards) == 4
        assert sum(points for _, points, _ in oracle.count_show(cards, starter, False)) == tally.hand.points
        if tally.crib:
            *cards, starter = map(str, tally.crib.cards)
            assert (
                sum(points for _, points, _ in oracle.count_show(cards, starter, True)) == tally.crib.points
            )
    assert tallies[0].dealer.deals == tallies[1].pone.deals
    assert sum(tally.dealer.deals for tally in tallies) == match.game.deals


def test_a_game_that_was_won_names_its_skunks() -> None:
    match = history("OK J", (119, 80))
    assert summary(match.timeline).skunks == (None, Skunk.SKUNK)  # 80 is below 91 (RULES.md 5)
    assert summary(history("OK J", (119, 100)).timeline).skunks == (None, None)


def test_a_game_in_which_only_the_deal_was_cut_for_was_not_played() -> None:
    assert not was_played(history("4 9").timeline)
    assert was_played(history("4 9 J").timeline)
    events = [Event(Kind.DEALS, numbers=(0,)), Event(Kind.NEW_GAME), Event(Kind.CUT, Rank.ACE)]
    left = timelines(begin_match(Setup()), events)
    assert [was_played(timeline) for timeline in left.values()] == [False, False]


def result(
    number: int,
    names: tuple[str, ...] = ("Ann", "Bob"),
    winner: int | None = 0,
    skunk: Skunk | None = None,
    form: str = "six-card",
) -> GameResult:
    """Return the result of a game in which each side dealt once.

    Args:
        number: the number of the game.
        names: the sides' names.
        winner: the index of the side that won; None if the game was abandoned.
        skunk: the kind of skunk counted against every loser; None if there was no skunk.
        form: the variant of the game, such as "six-card".
    """
    tallies = [Tally(Share(1, 10, 2, 5, 3), Share(1, 6, 1, 5, 0)) for _ in names]
    sides = tuple(
        SideResult(name, None if winner in (None, side) else skunk, tallies[side])
        for side, name in enumerate(names)
    )
    return GameResult(number, form, len(names), winner, skunk, sides)


def test_only_the_deals_of_a_game_that_was_given_up_count() -> None:
    ann, _ = totals([result(1, winner=None)])
    assert (ann.games, ann.won, ann.dealer.deals) == (0, 0, 1)


def test_each_kind_of_game_has_totals_of_its_own() -> None:
    games = [result(1), result(2, form="five-card"), result(3, names=("Ann", "Bob", "Cy"))]
    kinds = [(each.name, each.form, each.players) for each in totals(games)]
    assert kinds == [
        ("Ann", "six-card", 2),
        ("Bob", "six-card", 2),
        ("Ann", "five-card", 2),
        ("Bob", "five-card", 2),
        ("Ann", "six-card", 3),
        ("Bob", "six-card", 3),
        ("Cy", "six-card", 3),
    ]


def test_two_sides_are_compared_over_all_their_games() -> None:
    games = [
        result(1, skunk=Skunk.SKUNK),
        result(2, names=("Bob", "Ann")),
        result(3, names=("Bob", "Ann"), winner=1, skunk=Skunk.DOUBLE),
        result(4, winner=None),
        result(5, names=("Ann", "Bob", "Cy")),
    ]
    assert head_to_head(games) == (HeadToHead(("Ann", "Bob"), 3, (2, 1), (1, 0), (1, 0)),)
