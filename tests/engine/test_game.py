"""A game from the cut to its end: who deals, which events are taken, pegs, skunks (RULES.md 1, 2, 5, 7)."""

from copy import deepcopy

import pytest

from engine.cards import Rank
from engine.entries import Source
from engine.errors import IllegalEvent, InvalidRules
from engine.events import Event, Kind
from engine.game import Game
from engine.game_state import Prompt
from engine.pegs import Pegs
from engine.rules import Rules
from engine.skunks import Skunk
from tests.support import cases
from tests.support.walks import AT, EVERY_EVENT, FORMS, NOT_WHEN_OVER, SUITS, walk
from tests.support.words import game, reasons, scored

# Case E4: pone K 8 K 6, dealer 4 5 10 10, starter 3; pairs and no jacks, so that nothing is asked.
QUIET = "OK 3 K 4 8 5 K 10 6 10"

NEW_GAME = Event(Kind.NEW_GAME)
NEVER_REFUSED = (Kind.CUT, Kind.STARTER, Kind.YES, Kind.NO, Kind.REVEAL, Kind.DEAL_OVER, Kind.NEXT_GAME)

# With muggins, numbers are typed: those rows are for the keys.
ENDS = [case for case in cases.end_cases() if "muggins" not in case.options]


def test_a_new_game_waits_for_the_cut() -> None:
    new = Game.new()
    assert (new.prompt, new.to_act, new.dealer, new.winner) == (Prompt.CUT_FOR_DEAL, 0, None, None)
    assert new.sides == (Pegs(), Pegs())
    assert (new.count, new.deals, new.entries, new.deal_cards) == (0, 0, (), ())


@pytest.mark.parametrize("start", [(-1, 0), (0, 121), (121, 121), (0,), (0, 0, 0), (1000, 0)])
def test_points_that_no_game_in_progress_has_are_refused(start: tuple[int, ...]) -> None:
    """DESIGN.md, Commands: `--start` gives each side points before the first deal; 121 would have won."""
    with pytest.raises(InvalidRules) as caught:
        Game.new(start=start)
    given = ",".join(map(str, start))
    assert str(caught.value) == f"start cannot be {given}: give 2 numbers from 0 to 120"


def test_points_before_the_first_deal() -> None:
    assert Game.new(start=(120, 7)).sides == (Pegs(front=120), Pegs(front=7))
    assert Game.new(start=()).sides == Game.new().sides


# The cut and the starter


@pytest.mark.parametrize(
    ("words", "dealer", "to_act"),
    [
        ("K", None, 1),
        ("A K", 0, 0),
        ("K A", 1, 1),
        ("10 9", 1, 1),
        ("Q K", 0, 0),
        ("5 5", None, 0),
        ("5 5 9", None, 1),
        ("5 5 9 8", 1, 1),
        ("5 5 A A 2 3", 0, 0),
        ("OK", 0, 0),
        ("A OK", 0, 0),
        ("K K OK", 0, 0),
    ],
)
def test_the_cut(words: str, dealer: int | None, to_act: int) -> None:
    """RULES.md 1: lowest deals, a tie is cut again by everybody; DESIGN.md: OK, also amid a cut, seat 0."""
    cut = game(words)
    assert (cut.dealer, cut.to_act) == (dealer, to_act)
    assert cut.prompt is (Prompt.CUT_FOR_DEAL if dealer is None else Prompt.STARTER)


def test_cut_cards_are_not_cards_of_the_deal() -> None:
    """DESIGN.md, small print: four of the rank cut may follow, and no more."""
    assert game("5").deal_cards == ()
    after = game("5 5 5 6 5 5 5 5")
    assert [str(card) for card in after.cards] == ["5", "5", "5", "5"]
    assert after.deal_cards == after.cards
    with pytest.raises(IllegalEvent, match="All four fives are already out"):
        after.apply(Event(Kind.LAY, Rank.FIVE))


def test_his_heels_are_pegged_before_the_play() -> None:
    """RULES.md 2: a starter jack, 2 for the dealer at once, and not again in the show."""
    after = game("K A J")
    assert scored(after) == [(1, 2)]
    assert reasons(after, after.entries[0]) == [("his_heels", 2, "J")]
    assert (after.entries[0].source, after.entries[0].seat) == (Source.HEELS, 1)
    assert (after.prompt, after.to_act) == (Prompt.PLAY, 0)
    assert game("K A Q").entries == ()


# The pegs (RULES.md 7)


def test_the_back_peg_goes_where_the_front_one_stood() -> None:
    """RULES.md 7: (0,0), (6,0), (8,6); here 2 for his heels, a pair, and fifteen by the dealer."""
    stood = []
    for words in ("OK", "OK J", "OK J Q Q", "OK J Q Q 2"):
        side = game(words).sides[0]
        stood.append((side.front, side.back))
    assert stood == [(0, 0), (2, 0), (4, 2), (4, 2)]


def test_the_last_hop_stops_in_the_game_hole() -> None:
    """RULES.md 7: from 115 more than 6 gives (121,115); the dealer's hand is 9."""
    side = game(QUIET, (113, 0)).sides[0]
    assert (side.front, side.back) == (121, 115)


# The end


@pytest.mark.parametrize("case", ENDS, ids=lambda case: case.id)
def test_a_row_of_the_end(case: cases.EndCase) -> None:
    """All but E5: the winner, the scores, the skunk, and nothing pegged after the win."""
    rules = Rules.parse([f"{name}={value}" for name, value in case.options.items()], players=case.players)
    after = game(" ".join(case.words), case.start, rules)
    assert (after.prompt.value, after.winner) == (case.prompt, case.winner)
    assert (after.to_act is None) == (case.winner is not None)
    assert tuple(side.front for side in after.sides) == case.scores
    won = [case.games if number == case.winner else 0 for number in range(rules.sides)]
    assert (after.skunk and after.skunk.value, [side.games for side in after.sides]) == (case.skunk, won)
    assert scored(after) == list(case.entries)
    assert case.reason in [reason for reason, _, _ in reasons(after, after.entries[-1])]


@pytest.mark.parametrize(
    ("loser", "skunk", "games"),
    [
        (0, Skunk.DOUBLE, 4),
        (60, Skunk.DOUBLE, 4),
        (61, Skunk.SKUNK, 2),
        (90, Skunk.SKUNK, 2),
        (91, None, 1),
        (120, None, 1),
    ],
)
@pytest.mark.parametrize("winner", [0, 1])
def test_the_skunk_lines(winner: int, loser: int, skunk: Skunk | None, games: int) -> None:
    """RULES.md 5 and E11: under 91 a skunk, under 61 a double; on the line is safe."""
    start = (120, loser) if winner == 0 else (loser, 120)
    after = game("OK J" if winner == 0 else "K A J", start)
    assert (after.winner, after.skunk) == (winner, skunk)
    assert after.sides[winner] == Pegs(121, 120, games)
    assert after.sides[1 - winner] == Pegs(loser)


def test_the_count_stands_as_it_was_when_the_play_is_won() -> None:
    """DESIGN.md, Commands: count 0 outside the play, when the play is won as it stood."""
    assert game("OK 2 K 5", (119, 0)).count == 15
    assert game("OK J", (119, 0)).count == 0
    assert game(QUIET).count == 0
    assert game("OK 2 K 5 OK", (119, 0)).count == 0


@pytest.mark.parametrize(("words", "dealer"), [("OK J", 1), ("K A J", 0), ("OK 2 K K", 1)])
def test_the_loser_deals_the_next_game(words: str, dealer: int) -> None:
    """RULES.md 1: loser deals first; all pegs at the start, the games won kept, no deal finished."""
    over = game(words, (119, 119))
    after = over.apply(Event(Kind.NEXT_GAME))
    assert (after.prompt, after.dealer, after.to_act) == (Prompt.STARTER, dealer, dealer)
    assert (after.winner, after.skunk, after.entries, after.deals, after.count) == (None, None, (), 0, 0)
    assert after.sides == tuple(Pegs(games=side.games) for side in over.sides)
    assert sum(side.games for side in after.sides) == 1
    begun = after.apply(Event(Kind.STARTER, Rank.FOUR))
    assert [str(card) for card in begun.cards] == ["4"]


def test_a_new_game_from_the_menu_forgets_the_match() -> None:
    over = game("OK J OK 5 5", (119, 0))
    after = over.apply(Event(Kind.NEW_GAME))
    new = Game.new()
    assert (after.prompt, after.sides, after.dealer, after.cards) == (new.prompt, new.sides, None, ())
    assert (after.deal, after.entries, after.winner, after.at) == (None, (), None, over.at + 1)


def test_what_was_scored_keeps_its_cards_through_the_next_deals() -> None:
    """DESIGN.md, Commands: `pegged` is that of the game in progress, with the cards of each item."""
    first, second = game(f"{QUIET} A A 2 2"), game(f"{QUIET} A A 2 2 9 H 8 8 Q S")
    for entry in first.entries:
        assert reasons(second, entry) == reasons(first, entry)
    assert reasons(second, second.entries[-1]) == [("pair", 2, "8 8")]


def test_the_deals_counted_are_those_of_the_game() -> None:
    """DESIGN.md, Commands: finished deals; one that 121 cut short is not."""
    assert game(f"{QUIET} A A 2").deals == 0
    assert game(f"{QUIET} A A 2 2").deals == 1
    # Pone has 3 of the first deal, and wins the second as its dealer with his heels.
    won = game(f"{QUIET} A A 2 2 J", (0, 117))
    assert (won.winner, won.deals) == (1, 1)
    # Case E4: won on the dealer's hand.
    assert game(QUIET, (110, 116)).deals == 0


# Events


@pytest.mark.parametrize("form", FORMS)
def test_an_event_is_taken_where_the_prompt_takes_it_and_nowhere_else(form: str) -> None:
    """DESIGN.md, Keys and Prompts: refused, with the reason, and nothing changes; the old value never."""
    for number, (before, _, _) in enumerate(walk(1, form, 120)):
        if number % 3 == 0:
            check_every_event(before.game)


def test_the_forms_lead_to_every_prompt() -> None:
    seen = {after.game.prompt for form in FORMS for _, _, after in walk(1, form, 120)}
    assert seen == set(Prompt)


def check_every_event(now: Game) -> None:
    """Every event either leads on from here, or is refused in one line."""
    before = deepcopy(now)
    for event in EVERY_EVENT:
        try:
            after = now.apply(event)
        except IllegalEvent as refused:
            check_reason(str(refused))
            assert event.kind not in NEVER_REFUSED or event not in AT[now.prompt]
        else:
            assert event in (*AT[now.prompt], *SUITS, NEW_GAME) or (
                event in NOT_WHEN_OVER and now.prompt is not Prompt.GAME_OVER
            )
            assert after.at == now.at + 1
            if event.kind is Kind.SUIT:
                assert after.cards[-1].suit is event.named
        assert now == before


def check_reason(why: str) -> None:
    """A line without a full stop, ready for the screen."""
    assert why
    assert why.isprintable()
    assert not why.endswith(".")
