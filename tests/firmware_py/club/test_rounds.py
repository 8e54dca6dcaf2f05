"""The next round of a club night, and the standings so far."""

from __future__ import annotations

from firmware_py.club.pairing import Form, Pair
from firmware_py.club.results import Result, Results
from firmware_py.club.rounds import UnfinishedRounds, missing, next_draw, order
from firmware_py.words.english import English

WORDS = English()
PLAYERS = ["Ann", "Bob", "Cy", "Di"]


def won(results: Results, winner: str, loser: str, score: int = 100) -> None:
    number = len(results) + 1
    results.add(Result("b1", str(number), "Table 1", (winner, loser), (121, score), 0, None, 0.0))


def test_swiss_rounds_follow_the_standing() -> None:
    results = Results()
    draw = next_draw(None, Form.SWISS, PLAYERS, results, WORDS)
    assert draw.rounds[0].pairs == (Pair("Ann", "Bob"), Pair("Cy", "Di"))
    assert missing(draw, results) == [Pair("Ann", "Bob"), Pair("Cy", "Di")]
    won(results, "Bob", "Ann", 110)
    won(results, "Di", "Cy", 70)
    assert missing(draw, results) == []
    assert order(draw, PLAYERS, results, WORDS) == ["Di", "Bob", "Ann", "Cy"]
    draw = next_draw(draw, Form.SWISS, PLAYERS, results, WORDS)
    assert draw.rounds[1].pairs == (Pair("Di", "Bob"), Pair("Ann", "Cy"))
    assert draw.starts == (0, 2)


def test_a_bye_counts_as_a_win_without_spread() -> None:
    results = Results()
    draw = next_draw(None, Form.SWISS, ["Ann", "Bob", "Cy"], results, WORDS)
    assert draw.rounds[0].bye == "Cy"
    won(results, "Ann", "Bob", 120)
    assert order(draw, ["Cy", "Bob", "Ann"], results, WORDS) == ["Ann", "Cy", "Bob"]
    # A player who has come later has won nothing, as Bob, and has lost by nothing.
    assert order(draw, ["Bob", "Zoë", "Ann"], results, WORDS) == ["Ann", "Zoë", "Bob"]
    draw = next_draw(draw, Form.SWISS, ["Ann", "Bob", "Cy"], results, WORDS)
    assert (draw.rounds[1].pairs, draw.rounds[1].bye) == ((Pair("Ann", "Cy"),), "Bob")


def test_a_second_game_of_two_players_is_not_one_of_the_next_round() -> None:
    results = Results()
    draw = next_draw(None, Form.SWISS, PLAYERS, results, WORDS)
    won(results, "ann", "BOB")
    won(results, "Bob", "Ann", 5)  # one more, for fun
    won(results, "Cy", "Di")
    first = results.first_between("Bob", "Ann", after=0)
    assert first is not None and first.number == 1
    draw = next_draw(draw, Form.SWISS, PLAYERS, results, WORDS)
    assert missing(draw, results) == list(draw.rounds[1].pairs)


def test_of_rounds_drawn_at_once_the_first_unfinished_one_is_played() -> None:
    results = Results()
    draw = next_draw(None, Form.EVERYONE, PLAYERS, results, WORDS)
    unfinished = UnfinishedRounds(draw, results)
    for number, each in enumerate(draw.rounds, 1):
        assert unfinished.now == number
        for pair in each.pairs:
            won(results, *pair)
            assert unfinished.changed_by([name.upper() for name in pair]) == [number]
    assert unfinished.now == 3
    results.undo("b1", "1")
    unfinished.changed_by(draw.rounds[0].pairs[0])
    assert unfinished.now == 1
