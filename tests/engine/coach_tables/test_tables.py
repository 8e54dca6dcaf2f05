"""The generator of the coach's tables, run with few simulated deals, and the programs that measure them.

Two runs on the same machine must write the same bytes. The tables in `engine/coach` come from many more
deals, and perhaps from a machine that rounds differently, so a small run only comes close to them.
"""

import json
import subprocess
import sys
from base64 import b64decode
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

import numpy as np
import pytest

from engine import PACK, Event, Game, Source, count_show
from engine.cards import Card, Rank
from engine.coach import tables
from engine.coach_tables.five_card import played_deals
from engine.coach_tables.hands import HANDS, MOST, SixCards
from engine.coach_tables.matches import minds, pairs_of_games
from engine.coach_tables.mirrored_deals import mirrored_deals, published_cribs, show_points
from engine.coach_tables.play_game import PlayState, new_policy
from engine.coach_tables.players import (
    COACH,
    GREEDY,
    LEARNT,
    MAXIMS,
    SEARCHED,
    Policies,
    games_won,
    greedy,
    play_courses,
    play_deals,
)
from engine.coach_tables.proofs import moments_proof, table_proof
from engine.coach_tables.run import VERSION, Numbers, write_replies
from engine.coach_tables.throwing import KINDS, THROWS, Policy
from engine.coach_tables.winning import EVENTS, win_chances
from tests.support import oracle
from tests.support.coach_examples import RANKS, SCHELL_OTHERS, SCHELL_OWN

# Numba compiles for seconds, and the first test that needs all the tables waits minutes for them.
pytestmark = [pytest.mark.night, pytest.mark.timeout(3600)]

SHIPPED = Path(tables.__file__).parent
TABLES = sorted(path.name for path in SHIPPED.glob("*.json"))
SMALL = Numbers()._replace(rounds=2, deals=30_000, samples=40, courses=2_000)
CORRELATION = {"play.json": 0.4, "leads.json": 0.4, "replies.json": 0.7, "kept.json": 0.9}
"""The lowest correlation of a table from a small run with the table in `engine/coach`, if it is not 0.97.

With only 40 deals for each hand, the means of `play.json` are rough, and with them the throws that decide
which hands are kept. With 8 hands followed against each hand, so are the values of `leads.json`. With 40
hands of pone, the search for `replies.json` knows more about pone's hand than it should.
"""
MEAN = {"leads.json": 0.3, "replies.json": 0.35}
"""How far the mean of a table may be from that of the table in `engine/coach`, if it is not 10 percent."""


def run(folder: Path) -> Path:
    """Generate the coach's tables in `folder`, quickly but roughly, and return `folder`.

    Fewer deals are simulated than for the tables in `engine/coach`.
    """
    numbers = [f"--{name}={value}" for name, value in SMALL._asdict().items()]
    subprocess.run(
        [sys.executable, "-m", "engine.coach_tables", *numbers, "--out", str(folder)],
        check=True,
        stdout=subprocess.DEVNULL,
        timeout=3000,
    )
    return folder


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return run(tmp_path_factory.mktemp("tables"))


def numbers_in(value: object, path: str = "") -> Iterator[tuple[str, float]]:
    """Yield every number in a table, with the path of keys and indices that leads to it.

    A string stands for a list of 16-bit numbers, encoded in Base64.
    """
    if isinstance(value, str):
        value = np.frombuffer(b64decode(value, validate=True), "<i2").tolist()
    if isinstance(value, dict):
        for key, each in value.items():
            yield from numbers_in(each, f"{path}/{key}")
    elif isinstance(value, list):
        for index, each in enumerate(value):
            yield from numbers_in(each, f"{path}/{index}")
    else:
        assert isinstance(value, int | float)
        yield path, value


def body(folder: Path, name: str) -> dict[str, float]:
    """Return the numbers in a table file, except those in its header."""
    table = json.loads((folder / name).read_text())
    return dict(numbers_in({key: value for key, value in table.items() if isinstance(value, dict)}))


def head(folder: Path, name: str) -> dict[str, int]:
    """Return the header of a table file: the format version, and the options of the run that wrote it."""
    return {
        key: value for key, value in json.loads((folder / name).read_text()).items() if type(value) is int
    }


def test_two_runs_with_the_same_seed_write_the_same_bytes(small: Path, tmp_path: Path) -> None:
    again = run(tmp_path)
    names = sorted(path.name for path in small.iterdir())
    assert sorted(path.name for path in again.iterdir()) == names
    for name in names:
        assert (again / name).read_bytes() == (small / name).read_bytes(), name


def test_a_run_writes_every_table_of_the_package_and_no_other(small: Path) -> None:
    assert sorted(path.name for path in small.glob("*.json")) == TABLES


@pytest.mark.parametrize("name", TABLES)
def test_a_table_of_a_small_run_is_close_to_that_of_the_package(small: Path, name: str) -> None:
    ours, shipped = body(small, name), body(SHIPPED, name)
    assert list(ours) == list(shipped)
    found, expected = np.array([*ours.values()]), np.array([*shipped.values()])
    assert np.corrcoef(found, expected)[0, 1] > CORRELATION.get(name, 0.97)
    assert found.mean() == pytest.approx(expected.mean(), rel=MEAN.get(name, 0.1))


@pytest.mark.parametrize("name", TABLES)
def test_a_table_of_the_package_comes_from_the_usual_numbers(small: Path, name: str) -> None:
    assert head(SHIPPED, name) == {"version": VERSION, **Numbers()._asdict()}
    assert head(small, name) == {"version": VERSION, **SMALL._asdict()}


def test_the_coach_reads_replies_that_were_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    replies = np.full((len(HANDS), 13, 13), np.nan)
    random = np.random.default_rng(1)
    for number, hand in enumerate(HANDS.tolist()):
        for lead in range(13):
            for rank in hand:
                replies[number, lead, rank] = random.uniform(-6, 9)
    write_replies(replies, Numbers(), tmp_path)
    monkeypatch.setattr(tables, "files", lambda package: tmp_path)
    tables._read.cache_clear()
    try:
        for number in (0, 1, 77, 1_000, 1_819):
            ranks = {Rank(rank + 1) for rank in HANDS[number].tolist()}
            hand = [Card(Rank(rank + 1)) for rank in HANDS[number].tolist()]
            for lead in Rank:
                values = tables.reply_values(hand, lead)
                expected = {rank: replies[number, lead - 1, rank - 1] for rank in ranks}
                assert values == pytest.approx(expected, abs=0.005)
    finally:
        tables._read.cache_clear()


def course(*points: int) -> list[int]:
    """Return the points scored in a deal, in order, padded with zeros to `EVENTS` numbers.

    The dealer's points are positive, and pone's points are negative.
    """
    return [*points, *[0] * (EVENTS - len(points))]


def test_the_chances_are_those_of_games_played_deal_by_deal() -> None:
    random = Random(121)
    courses = [
        course(*(random.choice([-7, -3, -1, 0, 2, 5, 11]) for _ in range(EVENTS - 1)), 1) for _ in range(30)
    ]

    @cache
    def chance(dealer: int, pone: int) -> float:
        won = 0.0
        for points in courses:
            scores = [dealer, pone]
            for each in points:
                if max(scores) < 121:
                    scores[each < 0] += abs(each)
            if max(scores) >= 121:
                won += scores[0] >= 121
            else:
                won += 1 - chance(scores[1], scores[0])
        return won / len(courses)

    chances = win_chances(np.array(courses, np.int8))
    for dealer, pone in ((120, 120), (100, 110), (60, 90), (0, 0)):
        assert chances[dealer, pone] == pytest.approx(chance(dealer, pone))


def test_each_game_goes_on_with_the_next_deal() -> None:
    """Each game starts with the deal after the one that decided the previous game.

    This test uses two deals in turn. The dealer wins the game in one of them, and pone in the other.
    """
    courses = np.array([course(10), course(-10)], np.int8)
    assert games_won(courses, 111, 111, 0, 5) == (3, 5)
    assert games_won(courses, 111, 111, 1, 5) == (2, 6)


def test_both_players_lay_their_four_cards_and_score_as_in_the_game() -> None:
    deals = np.array([[0, 1, 5, 9, 12, 17, 21, 25, 30, 34, 38, 42, 46]] * 20, np.int8)
    played = play_deals(deals, new_policy(), 121)
    hands = [{PACK[card] for card in deals[0, first : first + 4]} for first in (0, 4)]
    for order, course in zip(played.laid, played.courses, strict=True):
        assert sorted(order) == sorted(deals[0, :8])
        game = Game.new().apply(Event.deals(1)).apply(Event.starter(PACK[46].rank))
        for card in (PACK[card] for card in order):
            while card not in hands[game.in_turn] or game.count + card.rank.counting_value > 31:
                game = game.apply(Event.go())
            game = game.apply(Event.lay(card.rank))
        pegged = [
            sum(entry.points for entry in game.entries if entry.source is Source.PLAY and entry.side == side)
            for side in (0, 1)
        ]
        points = course[1:9]
        assert pegged == [-points[points < 0].sum(), points[points > 0].sum()]
        assert list(course[9:]) == [-count(0), count(4), count(8, crib=True)]


def count(first: int, *, crib: bool = False) -> int:
    """Return the points that the engine counts for four cards and the starter of a fixed deal.

    Args:
        first: the index of the first of the four cards: 0 for pone's hand, 4 for the dealer's hand, 8 for the
            crib.
        crib: True if the cards are the crib.
    """
    deal = [0, 1, 5, 9, 12, 17, 21, 25, 30, 34, 38, 42, 46]
    return count_show([PACK[card] for card in deal[first : first + 4]], PACK[46], crib=crib).points


def test_players_who_throw_at_random_do_not_win_as_the_table_says() -> None:
    """The table of winning chances assumes good throws, so it is wrong for players who throw at random."""
    any_throw = Policy(np.ones((MOST, THROWS), np.float32), np.zeros(KINDS))
    lines: list[str] = []
    error = table_proof(
        Policies(any_throw, any_throw, new_policy()), 20, 400, 121, lines.append, deals=30_000
    )
    assert 0.01 < error < 0.3
    assert lines[0] == "30,000 deals are played"
    assert lines[1].startswith("scores: 20, games from each: 400")


def test_moments_are_from_all_parts_of_finished_games(tmp_path: Path) -> None:
    any_throw = Policy(np.ones((MOST, THROWS), np.float32), np.zeros(KINDS))
    lines: list[str] = []
    players, path = Policies(any_throw, any_throw, new_policy()), tmp_path / "moments.txt"
    assert len(moments_proof(players, 12, 121, lines.append, path)) <= 12
    before = path.read_text()
    moments = moments_proof(players, 30, 121, lines.append, path)
    assert path.read_text().startswith(before)
    assert 28 <= len(moments) <= 30  # a game may need more deals than are dealt
    assert set(Counter(moment.part for moment in moments)) <= {"deal", "starter", "play", "show"}
    assert all(0 <= moment.chance <= 1 and 0 <= moment.after <= 1 for moment in moments)
    for moment in moments:
        if moment.after in (0, 1):
            assert moment.won == bool(moment.after)
    assert 5 <= sum(moment.won for moment in moments) <= 25


def courses(*points: int) -> np.ndarray:
    found = np.zeros((12, EVENTS), np.int8)
    found[:, : len(points)] = points
    return found


def test_a_player_who_scores_more_as_pone_and_as_the_dealer_wins_all_games() -> None:
    as_pone, as_dealer = courses(-30, 10), courses(30, -10)
    assert pairs_of_games(as_pone, as_dealer).tolist() == [1.0] * 2


def test_the_points_are_counted_in_order() -> None:
    """If both players would reach 121 in the same deal, pone wins, because pone's points come first."""
    assert pairs_of_games(courses(-121, 121), courses(-121, 121)).tolist() == [0.5] * 12
    assert pairs_of_games(courses(-121, 121), courses(-5, 121)).tolist() == [1.0] * 12


TWO_HANDS = np.array([[0, 5, 10, 16, 20, 24], [3, 8, 12, 28, 36, 51]], np.int8)
CARDS = SixCards(TWO_HANDS, np.array([1, 3]))


def throwing(throw: int) -> np.ndarray:
    throws = np.zeros((len(TWO_HANDS), THROWS), np.float32)
    throws[:, throw] = 1
    return throws


def named(card: int) -> str:
    return oracle.RANKS[card // 4] + oracle.SUITS[card % 4]


def test_both_players_get_the_same_cards_with_the_sides_exchanged() -> None:
    first, second = ((throwing(0), throwing(0)), (throwing(THROWS - 1), throwing(THROWS - 1)))
    deals, exchanged = mirrored_deals(CARDS, first, second, 50, 1)
    for deal, other in zip(deals.tolist(), exchanged.tolist(), strict=True):
        assert len(set(deal)) == 13
        assert deal[12] == other[12]
        for kept, thrown, lowest in ((0, 8, True), (4, 10, False)):
            ours = deal[kept : kept + 4] + deal[thrown : thrown + 2]
            theirs = other[kept : kept + 4] + other[thrown : thrown + 2]
            assert sorted(ours) == sorted(theirs)
            ranks = [card // 4 for card in ours]
            assert (max(ranks[4:]) <= min(ranks[:4])) is lowest
            ranks = [card // 4 for card in theirs]
            assert (max(ranks[4:]) <= min(ranks[:4])) is not lowest


def test_the_points_of_heels_hands_and_crib_are_those_of_the_rules() -> None:
    deals, _ = mirrored_deals(CARDS, (throwing(3), throwing(3)), (throwing(7), throwing(7)), 50, 2)
    deals[0, 12] = next(card for card in range(40, 44) if card not in deals[0, :12])
    points = np.zeros((len(deals), 4), np.int8)
    show_points(deals, points)
    assert points[0, 0] == 2
    for deal, found in zip(deals.tolist(), points.tolist(), strict=True):
        starter = named(deal[12])
        for i in range(3):
            items = oracle.count_show([named(card) for card in deal[4 * i : 4 * i + 4]], starter, crib=i == 2)
            assert found[1 + i] == sum(each for _, each, _ in items)


def cards(*ranks: int) -> list[int]:
    """Return cards with the given ranks, 1 (ace) to 13 (king), as numbers from 0 to 51.

    Cards of the same rank get different suits.
    """
    return [4 * (rank - 1) + ranks[:number].count(rank) for number, rank in enumerate(ranks)]


def chosen(hand: tuple[int, ...], pile: tuple[int, ...], *, maxims: bool) -> int:
    held = np.bincount([rank - 1 for rank in hand], minlength=13)
    laid = np.zeros(10, np.int64)
    laid[: len(pile)] = [rank - 1 for rank in pile]
    turn = PlayState(0, len(pile), sum(min(rank, 10) for rank in pile), 0)
    return int(greedy(held, laid, turn, maxims)) + 1


@pytest.mark.parametrize(
    ("hand", "pile", "card", "by_maxims"),
    [
        ((5, 8, 13), (10,), 5, 5),  # fifteen
        ((2, 3, 9, 12), (), 12, 3),  # a lead below five
        ((4, 5, 12, 12), (), 12, 4),
        ((5, 9, 9, 12), (), 12, 9),  # a lead from a pair
        ((6, 11), (13,), 11, 11),  # 16 or 20; nothing scores
        ((7, 11), (4, 10), 11, 11),
        ((7, 2), (4, 10), 7, 2),  # not 21
    ],
)
def test_a_greedy_player_scores_and_then_follows_the_maxims(
    hand: tuple[int, ...], pile: tuple[int, ...], card: int, by_maxims: int
) -> None:
    assert chosen(hand, pile, maxims=False) == card
    assert chosen(hand, pile, maxims=True) == by_maxims


@pytest.mark.parametrize("ways", [(GREEDY, GREEDY), (COACH, MAXIMS), (LEARNT, COACH), (SEARCHED, SEARCHED)])
def test_four_queens_against_four_kings_score_only_the_last_card_of_each_count(ways: tuple[int, int]) -> None:
    """Pone holds the queens. The cards are played as Q K Q, go; K Q K, go; Q K.

    Pone scores for the first go. The dealer scores for the second go and for the last card.
    """
    deal = np.array([cards(12, 12, 12, 12) + cards(13, 13, 13, 13) + cards(1, 1, 1, 1) + cards(5)], np.int8)
    played = np.zeros((1, 8), np.int8)
    play_courses(deal, ways, minds(new_policy()), 1, played)
    assert played.tolist() == [[0, 0, -1, 0, 0, 1, 0, 1]]


@pytest.mark.parametrize("own", [True, False])
def test_the_figures_are_those_that_were_copied_from_the_page_a_second_time(own: bool) -> None:
    table = published_cribs(own=own)
    for pair, mean in (SCHELL_OWN if own else SCHELL_OTHERS).items():
        low, high = map(RANKS.index, pair.split("-"))
        assert table[low, high] == table[high, low] == pytest.approx(mean)


def test_in_the_five_card_game_the_course_of_a_deal_has_every_point_and_the_crib_is_the_dealers() -> None:
    courses, means = played_deals(50)
    assert means[Source.HEELS][1] == means[Source.CRIB][1] == 0 < means[Source.CRIB][0]
    for side, points in enumerate((courses, -courses)):
        assert np.maximum(points, 0).sum() / 50 == pytest.approx(sum(mean[side] for mean in means.values()))
