"""The engine as a library: its names, its errors, and what a program that plays on its own can ask."""

from __future__ import annotations

import copy
import pickle
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from types import FunctionType
from typing import Any, get_args, get_type_hints

import pytest
from mypy import api

import engine
from engine import (
    OPTIONS,
    PACK,
    About,
    Asks,
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
    Prompt,
    Rank,
    RecordError,
    RefusalReason,
    RefusalWords,
    Rules,
    Seat,
    Setup,
    Suit,
    changes,
    count_show,
    deal,
    distribution,
    errors,
    read_record,
    score_play,
    show_points,
    write_record,
)
from engine.coach import ToldThrows, chance_before_deal, review, throws, win_chance
from engine.coach.throws import show_throws
from engine.events import TAKES
from engine.games_known_to_coach import check_coach_knows, is_known_to_coach
from engine.setup import has_effect, others
from tests.support.coach_examples import FIRST_DEAL
from tests.support.random_matches import FORMS, SOME_FORMS, rules_of, walk
from tests.support.words import game


@pytest.mark.parametrize(
    "error", [errors.RecordError("what was wrong", 7, 3), errors.InvalidRules("what was wrong", "game")]
)
def test_an_error_can_be_copied_and_sent_to_another_process(error: errors.CribbageError) -> None:
    for again in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert (type(again), str(again), vars(again)) == (type(error), str(error), vars(error))


class Short(RefusalWords):
    """Refusal messages, some of which are shorter than the English ones."""

    NOTHING_TO_UNDO = "no undo"

    def rank(self, rank: Rank) -> str:
        return rank.symbol

    def ranks(self, rank: Rank) -> str:
        return f"{rank.symbol}s"

    def no_go_yet(self, count: int, highest: int) -> str:
        return f"no go, {count} <= {highest}"


@pytest.mark.parametrize(
    ("refused", "english", "short"),
    [
        (lambda: History.of(Game.new()).apply(Event.undo()), "Nothing to undo", "no undo"),
        (
            lambda: game("OK 2 10 J").apply(Event.go()),
            "No go at 20: up to 21, any card can be played",
            "no go, 20 <= 21",
        ),
        (
            lambda: game("OK 6 6 6 6").apply(Event.lay(Rank.SIX)),
            "All four sixes are already out",
            "All four 6s are already out",
        ),
    ],
)
def test_a_refusal_is_told_in_the_words_given_even_in_another_process(
    refused: Callable[[], object], english: str, short: str
) -> None:
    with pytest.raises(IllegalEvent) as error:
        refused()
    for one in (error.value, pickle.loads(pickle.dumps(error.value))):
        assert (repr(one), str(one), one.args) == (f"IllegalEvent({english!r})", english, (english,))
        assert one.in_words(Short()) == short


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
    "Rules.parse": (Rules.parse, InvalidRules),
    "Game.new": (Game.new, InvalidRules),
    "Game.new, start": (lambda it: Game.new(start=it), InvalidRules),
    "Game.new, names": (lambda it: Game.new(names=it), InvalidRules),
    "Game.new, games": (lambda it: Game.new(games=it), InvalidRules),
    "Game.of": (Game.of, InvalidRules),
    "Setup": (lambda it: Setup(it).checked(), InvalidRules),
    "Game.enter": (Game.new().enter, IllegalEvent),
    "Game.apply": (Game.new().apply, IllegalEvent),
    "History.of": (History.of, InvalidGame),
    "History.apply": (History.of(Game.new()).apply, IllegalEvent),
    "History.replay": (History.of(Game.new()).replay, IllegalEvent),
    "count_show": (count_show, InvalidHand),
    "count_show, starter": (lambda it: count_show(HAND, it), InvalidHand),
    "count_show, rules": (lambda it: count_show(HAND, FIVE.jack, it), InvalidRules),
    "show_points": (show_points, InvalidHand),
    "show_points, hand": (lambda it: show_points(it, FIVE), InvalidHand),
    "show_points, starter": (lambda it: show_points(HAND, it), InvalidHand),
    "show_points, rules": (lambda it: show_points(HAND, FIVE, it), InvalidRules),
    "score_play": (lambda it: score_play(it, Rank.FIVE), InvalidHand),
    "score_play, card": (lambda it: score_play([], it), InvalidHand),
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
    "Game.left_of": (Game.new().left_of, InvalidGame),
    "Game.skunk_of": (Game.new().skunk_of, InvalidGame),
    "Rules.target_of": (Rules().target_of, InvalidGame),
    "Game.items": (Game.new().items, InvalidGame),
    "has_effect": (lambda it: has_effect(it, Rules()), InvalidRules),
    "has_effect, rules": (lambda it: has_effect("target", it), InvalidRules),
    "others": (lambda it: others(it, Rules()), InvalidRules),
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
    "Event.lay": (Event.lay, IllegalEvent),
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
    "name",
    ["pone", "latest_deal", "current_play", "current_dealer", "hand_owner", "last_index", "counts_crib"],
)
def test_what_a_game_does_not_have_yet_is_refused(name: str) -> None:
    with pytest.raises(InvalidGame):
        getattr(Game.new(), name)


@pytest.mark.parametrize("name", engine.__all__)
def test_every_exported_name_exists_and_has_a_docstring(name: str) -> None:
    exported = getattr(engine, name)
    assert getattr(exported, "__doc__", None), name


def test_every_kind_of_change_is_exported() -> None:
    assert {kind.__name__ for kind in engine.Change.__args__} <= set(engine.__all__)


EXPORTED = [getattr(room, name) for room in (engine, engine.coach) for name in room.__all__]


def of_the_engine(annotation: object) -> Iterator[object]:
    """Yield the engine's types in an annotation, such as `Entry` in `tuple[Entry, ...]`."""
    for argument in get_args(annotation):
        yield from of_the_engine(argument)
    if getattr(annotation, "__module__", "").startswith("engine") and hasattr(annotation, "__name__"):
        yield annotation


def members(exported: Any) -> Iterator[Any]:
    """Yield an exported name, and if it is a class, its public methods and properties."""
    yield exported
    for name, member in vars(exported).items() if isinstance(exported, type) else ():
        if not name.startswith("_"):
            yield getattr(member, "fget", None) or getattr(member, "__func__", member)


def test_every_type_that_a_public_name_hands_out_is_exported() -> None:
    names = {name: getattr(engine, name) for name in engine.__all__}
    handed_out = {
        one
        for exported in EXPORTED
        for member in members(exported)
        if isinstance(member, type | FunctionType)
        for annotation in get_type_hints(member, localns=names).values()
        for one in of_the_engine(annotation)
    }
    assert len(handed_out) > 50
    assert [one for one in handed_out if one not in EXPORTED] == []


ROOT = Path(__file__).parent.parent.parent

SCRIPT = """
from engine import Event, Game, History, Rules, Seat, Side
rules, game, seat, side = Rules(), Game.new(), Seat(0), Side(0)
rules.side_of(rules.left_of(seat)), rules.target_of(side), game.skunk_of(side)
rules.side_of(side)  # wrong
rules.target_of(seat)  # wrong
game.skunk_of(seat)  # wrong
rules.side_of(1)  # wrong
Event.deals(seat), Event.peg(side, 3)
Event.deals(side)  # wrong
Event.muggins(2, side)  # wrong
Event.peg(seat, 3)  # wrong
history = History.of(game).apply(Event.deals(seat))
step = history.this_deal[-1]
Event.change(step.at, Event.deals(seat)), Event.put_in(step.at, Event.go()), Event.take_out(step.at)
Event.take_out(game.at), history.timeline.step_at(step.at), history.timeline.game_after(step.at)
Event.change(step.applied, Event.deals(seat))  # wrong
Event.put_in(0, Event.go())  # wrong
Event.take_out(history.applied)  # wrong
history.timeline.step_at(history.timeline.position_of(step.at) or 0)  # wrong
"""


@pytest.mark.slow
def test_a_type_checker_tells_kinds_of_numbers_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    said, errors, status = api.run(
        ["--strict", "--config-file=", f"--cache-dir={tmp_path / 'cache'}", str(script)]
    )
    refused = {int(number) for number in re.findall(r"script\.py:(\d+): error", said)}
    wrong = {number for number, line in enumerate(SCRIPT.split("\n"), start=1) if "# wrong" in line}
    assert (refused, errors, status) == (wrong, "", 1), said


def test_a_card_is_entered_with_its_suit_at_every_prompt_that_asks_for_one() -> None:
    cut = Game.new().enter(Card("3D"))
    assert [str(card) for card in cut.cards] == ["3D"]
    history = History.of(cut)
    for card in (Card("K"), Card("5H")):
        history = history.enter(card)
    assert [str(card) for card in history.game.deal_cards] == ["5H"]
    started = cut.enter(Card("KC")).enter(Card("5H"))
    assert (started.prompt, str(started.deal_cards[0])) == (Prompt.PLAY, "5H")
    laid = started.enter(Card("9S"))
    assert (laid.count, str(laid.last_card)) == (9, "9S")
    assert str(laid.enter(Card("6")).last_card) == "6"
    assert str(game("OK 2", rules=Rules(track="show")).enter(Card("JH")).last_card) == "JH"


def test_a_card_that_implies_the_go_that_wins_is_not_entered_and_names_no_suit() -> None:
    before = game("OK 2 K 8 K", (0, 120))
    assert before.count == 28
    won = before.enter(Card("9S"))
    assert won.winner is not None and won.cards == before.cards


def test_no_card_is_entered_if_the_game_asks_for_none() -> None:
    over = game("OK J", (119, 0))
    for one in (over, History.of(over)):
        with pytest.raises(IllegalEvent, match="No card now: the game waits for the next game") as refused:
            one.enter(Card("5H"))
        assert refused.value.reason is RefusalReason.NOT_NOW


def test_the_cards_that_can_be_laid_keep_their_order() -> None:
    at_25 = game("OK 2 10 5 10")
    hand = [Card("7H"), Card("6S"), Card("KD"), Card("AC"), Card("6H")]
    assert at_25.legal_cards(hand) == (Card("6S"), Card("AC"), Card("6H"))
    assert at_25.legal_cards(hand[:1]) == at_25.legal_cards([]) == ()
    with pytest.raises(InvalidHand, match=r"write Card\('5H'\)"):
        at_25.legal_cards(["5H"])  # type: ignore[list-item]
    with pytest.raises(InvalidGame, match="no card can be laid now: the game waits for the starter"):
        game("OK").legal_cards(hand)


@pytest.mark.parametrize(
    ("rules", "each", "to_crib"),
    [
        (Rules(), 6, 0),
        (Rules(players=3), 5, 1),
        (Rules(players=4), 5, 0),
        (Rules("five-card"), 5, 0),
        (Rules("seven-card"), 7, 0),
    ],
)
def test_a_deal_is_that_of_the_form_that_is_played(rules: Rules, each: int, to_crib: int) -> None:
    """RULES.md 1: the cards dealt to each player, and with three players one to the crib."""
    dealt = deal(rules, Random(1))
    assert [len(hand) for hand in dealt.hands] == [each] * rules.players
    assert len(dealt.crib) == to_crib
    cards = [*(card for hand in dealt.hands for card in hand), *dealt.crib, dealt.starter, *dealt.rest]
    assert sorted(cards) == list(PACK)
    assert deal(rules, Random(1)) == dealt != deal(rules, Random(2))
    with pytest.raises(InvalidGame, match="is not a random generator"):
        deal(rules, 121)  # type: ignore[arg-type]


def test_a_game_is_a_table_as_text() -> None:
    table = Game.new(start=(34, 29), names=("Ann", "Bob")).apply(Event.deals(Seat(0)))
    table = table.enter(Card("5H")).enter(Card("KS")).enter(Card("5"))
    assert str(table).split("\n") == [
        "game 1 to 121, 0 deals played",
        "Ann: 36, before 34, games 0",
        "Bob: 29, before 0, games 0",
        "dealer: Ann",
        "starter: 5♥",
        "pile: K♠ 5, count 15",
        "Bob to act: the game waits for a card or go",
    ]
    assert str(game("OK J", (119, 0))).endswith("\nthe game is over")
    assert "seat 0 and seat 2: 0" in str(Game.new(Rules(players=4)))


@pytest.mark.parametrize("form", SOME_FORMS)
def test_every_value_has_one_short_line_and_a_game_eight(form: str) -> None:
    for before, event, after in walk(5, form, 120, second_thoughts=0.1):
        record = read_record(write_record(Setup(rules_of(form)), ()))
        for value in (
            *(event, after, after.timeline, after.game, after.game.rules, after.game.deal, record),
            *(after.past[-1:]),
            *after.game.entries[-1:],
            *(item for entry in after.game.entries[-1:] for item in after.game.items(entry)),
            *changes(before, after),
        ):
            assert len(repr(value)) < 200 and "\n" not in repr(value), repr(value)
        assert len(str(after.game).split("\n")) <= 8


@pytest.mark.parametrize("form", FORMS[::4])
def test_the_changes_of_a_record_are_those_of_its_last_moment(form: str) -> None:
    setup = Setup(rules_of(form, "target=61"))
    steps = list(walk(8, form, 200, second_thoughts=0.1))
    record = read_record(write_record(setup, [event for _, event, _ in steps]))
    told: list[engine.Change] = []
    for before, _, after in steps:
        for change in changes(before, after):
            if isinstance(change, engine.TakenBack):
                del told[len(told) - len(change.changes) :]
            else:
                told.append(change)
    assert list(record.changes()) == told


@pytest.mark.parametrize("form", SOME_FORMS)
def test_a_prompt_knows_how_it_is_answered(form: str) -> None:
    for match, _, _ in walk(6, form, 150):
        now = match.game
        wanted = {Asks.ANSWER: {Kind.YES, Kind.NO}, Asks.NOTHING: set()}.get(
            now.prompt.asks, {now.prompt.kind}
        )
        assert wanted <= now.accepts
        assert (now.prompt.asks is Asks.CARD) == bool(now.accepts & (set(TAKES) - {Kind.SUIT}))
        assert not now.has_deal or not now.prompt.between_deals
        if now.prompt.for_one_player and now.prompt.about is About.HAND and now.prompt is not Prompt.REST:
            assert now.to_act == now.hand_owner


def test_a_refusal_has_a_reason_that_a_program_can_tell_apart() -> None:
    reasons = {
        RefusalReason.NO_GO_YET: lambda: game("OK 2 10 J").apply(Event.go()),
        RefusalReason.NOT_NOW: lambda: game("OK 2").apply(Event.crib(Rank.FIVE)),
        RefusalReason.ALL_FOUR_ARE_OUT: lambda: game("OK 6 6 6 6").apply(Event.lay(Rank.SIX)),
        RefusalReason.CARD_IS_OUT: lambda: game("OK 6 H 6").apply(Event.suit(Suit.HEARTS)),
        RefusalReason.NO_SUCH_SEAT: lambda: game("").apply(Event.deals(Seat(7))),
        RefusalReason.NO_SUCH_SIDE: lambda: game("OK").apply(Event.peg(7, 1)),
        RefusalReason.NOT_ON_OFFER: lambda: game("OK").apply(Event.pack_cut()),
        RefusalReason.NOTHING_TO_UNDO: lambda: History.of(Game.new()).apply(Event.undo()),
        RefusalReason.MALFORMED: lambda: Event.lay(Suit.HEARTS),  # type: ignore[arg-type]
    }
    for reason, refused in reasons.items():
        with pytest.raises(IllegalEvent) as error:
            refused()
        assert error.value.reason is pickle.loads(pickle.dumps(error.value)).reason is reason


def test_every_message_has_a_reason() -> None:
    messages = {name for name in vars(RefusalWords) if not name.startswith("_")}
    assert messages <= {reason.value for reason in RefusalReason}


@pytest.mark.parametrize("words", ["OK", "OK 2 K 5"])
def test_the_entry_of_another_game_is_refused(words: str) -> None:
    foreign = game("OK 2 K 5 10 5 9").entries[-1]
    one: Any = game(words)
    with pytest.raises(InvalidGame, match="is not an entry of this game"):
        one.items(foreign)


@pytest.mark.parametrize(
    ("rules", "says"),
    [
        (Rules(players=3), "^the coach knows the six-card game for two$"),
        (Rules("five-card"), "^the coach knows the six-card game for two$"),
        (Rules(target=181), "games to 121 or fewer, not to 181"),
        (Rules(objective="first_loses"), "the first to reach the target wins"),
        (Rules(ace_11=True), "an ace counts one"),
        (Rules(track="points"), "needs the cards"),
    ],
)
def test_the_coach_knows_the_six_card_game_for_two(rules: Rules, says: str) -> None:
    for known in (Rules(), Rules(muggins=True, target=61), Rules(track="show")):
        assert is_known_to_coach(known)
        check_coach_knows(known)
    assert not is_known_to_coach(rules)
    with pytest.raises(InvalidGame, match=says):
        check_coach_knows(rules)


def test_a_claim_that_no_hand_counts_is_refused() -> None:
    claimed = game("OK K 2 4 6 8", rules=Rules(track="show", muggins=True))
    with pytest.raises(IllegalEvent, match=r"^No hand counts 30: the most is 29$"):
        claimed.apply(Event.claim(30))
    with pytest.raises(IllegalEvent, match=r"^No hand counts 19: count it again$"):
        claimed.apply(Event.claim(19))
