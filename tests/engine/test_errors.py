"""Every error is a CribbageError and also a ValueError, as callers expect for invalid input."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from engine import (
    OPTIONS,
    Card,
    CribbageError,
    Event,
    Game,
    History,
    IllegalEvent,
    InvalidCard,
    InvalidGame,
    InvalidHand,
    InvalidRules,
    Kind,
    Rank,
    RecordError,
    Rules,
    Setup,
    Suit,
    changes,
    count_show,
    distribution,
    errors,
    read_record,
    score_play,
    show_points,
    write_record,
)
from engine.coach import ToldThrows, chance_before_deal, review, throws, win_chance
from engine.coach.throws import show_throws
from engine.refusals import RefusalWords
from engine.scoring.hands_and_crib import suits_could_add
from engine.setup import has_effect, others
from tests.support.reviewed_games import FIRST_DEAL
from tests.support.words import game


@pytest.mark.parametrize("kind", [errors.InvalidCard, errors.InvalidHand, errors.InvalidRules, IllegalEvent])
def test_an_error_says_its_message_and_has_one_root(kind: type[errors.CribbageError]) -> None:
    error = kind("what was wrong")
    assert isinstance(error, errors.CribbageError)
    assert isinstance(error, ValueError)
    assert str(error) == "what was wrong"


def test_an_error_in_a_record_says_where() -> None:
    error = errors.RecordError("what was wrong", line=7, column=3)
    assert isinstance(error, errors.CribbageError)
    assert isinstance(error, ValueError)
    assert str(error) == "line 7, column 3: what was wrong"
    assert (error.message, error.line, error.column) == ("what was wrong", 7, 3)
    assert (errors.RecordError("x").line, errors.RecordError("x").column) == (1, 1)


def refusal() -> IllegalEvent:
    with pytest.raises(IllegalEvent) as refused:
        History.of(Game.new()).apply(Event.undo())
    return refused.value


class Hollow(RefusalWords):
    NOTHING_TO_UNDO = "…"


def test_a_refusal_shows_its_english_message_wherever_it_is_printed() -> None:
    error = refusal()
    assert repr(error) == "IllegalEvent('Nothing to undo')"
    assert (str(error), error.args) == ("Nothing to undo", ("Nothing to undo",))
    assert error.in_words(Hollow()) == "…"


@pytest.mark.parametrize(
    "error",
    [
        refusal(),
        IllegalEvent("what was wrong"),
        errors.RecordError("what was wrong", 7, 3),
        errors.InvalidRules("what was wrong", "game", "players"),
    ],
)
def test_an_error_can_be_copied_and_sent_to_another_process(error: errors.CribbageError) -> None:
    for again in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert (type(again), str(again)) == (type(error), str(error))
        for name in ("message", "line", "column", "options"):
            assert getattr(again, name, None) == getattr(error, name, None)


class Short(RefusalWords):
    """Refusal messages, some of which are shorter than the English ones."""

    NOTHING_TO_UNDO = "no undo"

    def rank(self, rank: Rank) -> str:
        return rank.symbol

    def ranks(self, rank: Rank) -> str:
        return f"{rank.symbol}s"

    def no_go_yet(self, count: int, highest: int) -> str:
        return f"no go, {count} <= {highest}"


def test_a_refusal_without_values_is_told_in_the_words_given() -> None:
    with pytest.raises(IllegalEvent, match=r"^Nothing to undo$") as error:
        History.of(Game.new()).apply(Event.undo())
    assert error.value.in_words(Short()) == "no undo"


def test_a_refusal_is_told_with_its_values() -> None:
    with pytest.raises(IllegalEvent, match=r"^No go at 20: up to 21, any card can be played$") as error:
        game("OK 2 10 J").apply(Event.go())
    assert error.value.in_words(Short()) == "no go, 20 <= 21"


def test_a_claim_that_no_hand_counts_is_refused() -> None:
    claimed = game("OK K 2 4 6 8", rules=Rules(track="show", muggins=True))
    with pytest.raises(IllegalEvent, match=r"^No hand counts 30: the most is 29$"):
        claimed.apply(Event.claim(30))
    with pytest.raises(IllegalEvent, match=r"^No hand counts 19: count it again$"):
        claimed.apply(Event.claim(19))


def test_a_refusal_uses_the_names_of_cards_in_the_same_words() -> None:
    with pytest.raises(IllegalEvent, match=r"^All four sixes are already out$") as error:
        game("OK 6 6 6 6").apply(Event.lay(Rank.SIX))
    assert error.value.in_words(Short()) == "All four 6s are already out"


def test_what_only_a_program_does_wrong_is_told_in_english() -> None:
    with pytest.raises(IllegalEvent) as error:
        Game.new().apply(Event.deals(7))
    assert error.value.in_words(Short()) == str(error.value) == "There is no seat 7: the seats are 0 to 1"


FIVE = Card.parse("5H")
HAND = [FIVE, Card.parse("5D"), Card.parse("5C"), Card.parse("JS")]
SIX = [*HAND, Card.parse("2C"), Card.parse("9D")]
TWO = (Card.parse("2"), Card.parse("9"))
GAME = read_record(FIRST_DEAL)
REVIEW = review(GAME, threw=[ToldThrows(1, TWO)])
ANYTHING: tuple[Any, ...] = (
    *(None, True, -1, 0, 5, 5.5, float("nan"), "", "5H", "x" * 1000, "5H\n", b"5", object(), object),
    *((), [], {}, set(), [None], ["5H"], [[]], (1, 2, 3, 4), (FIVE,) * 4, iter(())),
    *(Rank.FIVE, Suit.HEARTS, FIVE, Kind.LAY, Rules(), Setup(), Event(Kind.GO), Game.new()),
    *(History.of(Game.new()), len),
)
TAKES_ONE: dict[str, tuple[Callable[[Any], object], type[CribbageError]]] = {
    "Card": (Card, InvalidCard),
    "Card, suit": (lambda it: Card(5, it), InvalidCard),
    "Card.parse": (Card.parse, InvalidCard),
    "Rank.parse": (Rank.parse, InvalidCard),
    "Suit.parse": (Suit.parse, InvalidCard),
    "Rules, game": (lambda it: Rules(game=it), InvalidRules),
    "Rules, players": (lambda it: Rules(players=it), InvalidRules),
    "Rules, target": (lambda it: Rules(target=it), InvalidRules),
    "Rules, heels_points": (lambda it: Rules(heels_points=it), InvalidRules),
    "Rules, muggins": (lambda it: Rules(muggins=it), InvalidRules),
    "Rules, track": (lambda it: Rules(track=it), InvalidRules),
    "Rules.parse": (Rules.parse, InvalidRules),
    "Rules.parse, one": (lambda it: Rules.parse([it]), InvalidRules),
    "Game.new": (Game.new, InvalidRules),
    "Game.new, start": (lambda it: Game.new(start=it), InvalidRules),
    "Game.new, names": (lambda it: Game.new(names=it), InvalidRules),
    "Game.new, games": (lambda it: Game.new(games=it), InvalidRules),
    "Game.of": (Game.of, InvalidRules),
    "Game.apply": (Game.new().apply, IllegalEvent),
    "History.of": (History.of, InvalidGame),
    "History.apply": (History.of(Game.new()).apply, IllegalEvent),
    "History.replay": (History.of(Game.new()).replay, IllegalEvent),
    "count_show": (count_show, InvalidHand),
    "count_show, starter": (lambda it: count_show(HAND, it), InvalidHand),
    "count_show, rules": (lambda it: count_show(HAND, FIVE.jack, it), InvalidRules),
    "suits_could_add": (suits_could_add, InvalidHand),
    "show_points": (show_points, InvalidHand),
    "show_points, hand": (lambda it: show_points(it, FIVE), InvalidHand),
    "show_points, starter": (lambda it: show_points(HAND, it), InvalidHand),
    "show_points, rules": (lambda it: show_points(HAND, FIVE, it), InvalidRules),
    "show_points, cards": (lambda it: show_points([it, it, it, it], it), InvalidHand),
    "score_play": (lambda it: score_play(it, Rank.FIVE), InvalidHand),
    "score_play, card": (lambda it: score_play([], it), InvalidHand),
    "score_play, one": (lambda it: score_play([it], Rank.TWO), InvalidHand),
    "distribution": (distribution, InvalidRules),
    "read_record": (read_record, RecordError),
    "write_record": (lambda it: write_record(it, ()), InvalidRules),
    "write_record, events": (lambda it: write_record(Setup(), it), IllegalEvent),
    "write_record, checkpoint": (lambda it: write_record(Setup(), (), it), InvalidGame),
    "Rules.side_of": (Rules().side_of, InvalidGame),
    "Rules.left_of": (Rules(players=4).left_of, InvalidGame),
    "Rules.card_values": (lambda it: Rules(ace_11=True).card_values(it, 0), InvalidCard),
    "Rules.card_values, total": (lambda it: Rules(ace_11=True).card_values(Rank.ACE, it), InvalidGame),
    "Option.read, switch": (OPTIONS["muggins"].read, InvalidRules),
    "Option.read, number": (OPTIONS["target"].read, InvalidRules),
    "Option.read, word": (OPTIONS["track"].read, InvalidRules),
    "Game.left_of": (Game.new().left_of, InvalidGame),
    "Game.pegs_of": (Game.new().pegs_of, InvalidGame),
    "Game.points_to_win": (Game.new().points_to_win, InvalidGame),
    "Game.skunk_of": (Game.new().skunk_of, InvalidGame),
    "Rules.target_of": (Rules().target_of, InvalidGame),
    "Game.items": (Game.new().items, InvalidGame),
    "has_effect": (lambda it: has_effect(it, Rules()), InvalidRules),
    "has_effect, rules": (lambda it: has_effect("target", it), InvalidRules),
    "others": (lambda it: others(it, Rules()), InvalidRules),
    "others, rules": (lambda it: others("target", it), InvalidRules),
    "throws": (lambda it: throws(it, dealer=True), InvalidHand),
    "throws, dealer": (lambda it: throws(SIX, dealer=it), InvalidGame),
    "show_throws, dealer": (lambda it: show_throws(SIX[:5], dealer=it), InvalidGame),
    "chance_before_deal": (lambda it: chance_before_deal(dealer=it, pone=0), InvalidGame),
    "win_chance": (win_chance, InvalidGame),
    "review": (review, InvalidGame),
    "review, threw": (lambda it: review(GAME, threw=it), InvalidGame),
    "review, deal": (lambda it: review(GAME, threw=[ToldThrows(it, TWO)]), InvalidGame),
    "review, dealers": (lambda it: review(GAME, threw=[ToldThrows(1, it)]), InvalidHand),
    "Review.win_lost": (REVIEW.win_lost, InvalidGame),
    "Review.totals": (REVIEW.totals, InvalidGame),
    "changes": (lambda it: changes(it, Game.new()), InvalidGame),
    "changes, after": (lambda it: changes(History.of(Game.new()), it), InvalidGame),
    "Event.lay": (Event.lay, IllegalEvent),
    "Event.suit": (Event.suit, IllegalEvent),
    "Event.deals": (Event.deals, IllegalEvent),
    "Event.peg": (lambda it: Event.peg(it, it), IllegalEvent),
    "Event.change": (lambda it: Event.change(0, it), IllegalEvent),
    "Event.new_game": (Event.new_game, IllegalEvent),
}


@pytest.mark.parametrize("name", TAKES_ONE)
def test_a_wrong_type_is_refused_with_an_error_of_ours(name: str) -> None:
    function, error = TAKES_ONE[name]
    refused = 0
    for thing in ANYTHING:
        try:
            function(thing)
        except error as why:
            refused += 1
            assert len(str(why)) < 800 and "\n" not in str(why), thing
    assert refused > len(ANYTHING) // 2


@pytest.mark.parametrize(
    ("call", "why"),
    [
        (lambda: count_show("5H"), "'5H' is not a hand: give a list of cards"),  # type: ignore[arg-type]
        (lambda: show_points(None), "None is not a hand: give a list of cards"),  # type: ignore[arg-type]
        (lambda: count_show(["5H"] * 4), "'5H' is not a card: write Card('5H')"),  # type: ignore[list-item]
        (lambda: Card(5.5), "there is no card of rank 5.5 and suit None"),  # type: ignore[arg-type]
        (lambda: Game.new("x"), "rules are made by Rules(…), not 'x'"),  # type: ignore[arg-type]
        (lambda: Rules(players="2"), "'2' players is not possible"),  # type: ignore[arg-type]
    ],
)
def test_the_error_names_the_wrong_value(call: Callable[[], object], why: str) -> None:
    with pytest.raises(CribbageError) as refused:
        call()
    assert why in str(refused.value)


@pytest.mark.parametrize(
    "name",
    ["pone", "latest_deal", "current_play", "current_dealer", "hand_owner", "last_index", "counts_crib"],
)
def test_what_a_game_does_not_have_yet_is_refused(name: str) -> None:
    with pytest.raises(InvalidGame):
        getattr(Game.new(), name)


def test_five_of_a_rank_are_no_key_error() -> None:
    with pytest.raises(InvalidHand, match="a rank five times"):
        show_points([Card(Rank.KING)] * 4, Card(Rank.KING))
