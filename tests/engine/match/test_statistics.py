"""The statistics of many games agree with manual calculations."""

from engine.cards import Card
from engine.match.games import Best, Share, Tally
from engine.match.statistics import (
    Averages,
    BestOfAll,
    GameResult,
    HeadToHead,
    SideResult,
    averages,
    head_to_head,
    totals,
)
from engine.scoring.pegs import Skunk

CARDS = tuple(Card.parse(card) for card in ("4H", "5H", "6D", "6S", "JH"))


def result(
    number: int,
    names: tuple[str, ...] = ("Ann", "Bob"),
    winner: int | None = 0,
    skunk: Skunk | None = None,
    hand: int = 0,
    form: str = "six-card",
) -> GameResult:
    """Return the result of a game in which each side dealt once.

    Args:
        number: the number of the game.
        names: the sides' names.
        winner: the index of the side that won; None if the game was abandoned.
        skunk: the kind of skunk counted against every loser; None if there was no skunk.
        hand: the points of the first side's best hand; 0 if it has none.
        form: the variant of the game, such as "six-card".
    """
    best = Best(hand, CARDS) if hand else None
    tallies = [Tally(Share(1, 10, 2, 5, 3), Share(1, 6, 1, 5, 0)) for _ in names]
    tallies[0] = tallies[0]._replace(hand=best)
    sides = tuple(
        SideResult(name, None if winner in (None, side) else skunk, tallies[side])
        for side, name in enumerate(names)
    )
    return GameResult(number, form, len(names), winner, skunk, sides)


def test_games_won_and_lost_with_their_skunks_are_added_up() -> None:
    ann, bob = totals([result(1), result(2, skunk=Skunk.SKUNK), result(3, winner=1, skunk=Skunk.DOUBLE)])
    assert (ann.name, ann.games, ann.won, ann.skunks, ann.double_skunks) == ("Ann", 3, 2, 1, 0)
    assert (ann.skunked, ann.double_skunked) == (0, 1)
    assert (bob.games, bob.won, bob.double_skunks, bob.skunked) == (3, 1, 1, 1)


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


def test_the_best_hand_is_the_first_of_equal_ones() -> None:
    ann, bob = totals([result(1, hand=12), result(2, hand=16), result(3, hand=16)])
    assert ann.best_hand == BestOfAll(Best(16, CARDS), 2)
    assert bob.best_hand is None


def test_averages_are_per_deal_and_rounded_to_two_decimals() -> None:
    assert averages(Share(3, 20, 4, 10, 6)) == Averages(6.67, 1.33, 3.33, 2.0)
    assert averages(Share()) == Averages(None, None, None, None)


def test_two_sides_are_compared_over_all_their_games() -> None:
    games = [
        result(1, skunk=Skunk.SKUNK),
        result(2, names=("Bob", "Ann")),
        result(3, names=("Bob", "Ann"), winner=1, skunk=Skunk.DOUBLE),
        result(4, winner=None),
        result(5, names=("Ann", "Bob", "Cy")),
    ]
    assert head_to_head(games) == (HeadToHead(("Ann", "Bob"), 3, (2, 1), (1, 0), (1, 0)),)
