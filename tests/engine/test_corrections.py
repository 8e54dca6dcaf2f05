"""Corrections of earlier events, after which all later events are applied again."""

from itertools import islice
from random import Random

import pytest

from engine import Event, Game, History, IllegalEvent, Kind, Prompt, Rank, Reason, Rules, Suit
from engine.deals import Entry, Missed
from engine.match.record_lines import read_event
from tests.support.random_matches import AT, EVERY_EVENT, SOME_FORMS, walk
from tests.support.words import history, scored

# Pone K 8 K 6, dealer 4 5 10 10, starter 3.
QUIET = "OK 3 K 4 8 5 K 10 6 10"
BEGINS = (Kind.NEXT_GAME, Kind.NEW_GAME)
BACK, AGAIN = Event(Kind.UNDO), Event(Kind.REDO)


def corrected(match: History, text: str) -> History:
    """Return the match after a correction such as `change 2 lay 5`.

    The first number is the index, in the current deal, of the event to correct.
    """
    word, number, *rest = text.split()
    return match.apply(read_event(" ".join([word, str(match.this_deal[int(number)].at), *rest])))


# -- a correction leads to the game that the right events would have led to

Dropped = tuple[Event, int, str]  # the first event dropped, how many, and why


def dropped(match: History) -> Dropped | None:
    if match.dropped is None:
        return None
    return match.dropped.steps[0].event, len(match.dropped.steps), match.dropped.why


def replayed_with(
    match: History, correction: Event
) -> tuple[Game, list[tuple[int, Entry]], Dropped | None] | None:
    """Replay the current game with a correction. Return None if the corrected event is refused.

    Otherwise return the game, the score entries and the dropped events, if any. Each score entry comes with
    the number of events applied before it.
    """
    line = match.timeline.steps
    entered = [(step.applied, step.event, step.before) for step in line]
    number = next(number for number, step in enumerate(line) if step.at == correction.numbers[0])
    new = [(match.applied, correction.other, None)] if correction.other else []
    later = entered[number + (correction.kind is not Kind.PUT_IN) :]
    game = line[0].before
    scored: list[tuple[int, Entry]] = []
    pressed: dict[int, int] = {}
    for done, (press, event, before) in enumerate([*entered[:number], *new, *later]):
        meant = event if before is None else adapted(event, before, game)
        if meant is None:
            continue
        pressed[game.at] = press
        try:
            game = game.apply(meant)
        except IllegalEvent as error:
            if event is correction.other and done == number:
                return None
            return game, scored, (event, number + len(new) + len(later) - done, str(error))
        scored = [(pressed[entry.at], entry) for entry in game.entries]
    return game, scored, None


def adapted(event: Event, before: Game, game: Game) -> Event | None:
    """Return an event in the form that fits the game after a correction, or None if it no longer fits.

    An answer fits only if the game still asks the same question. A call or a claim of missed points fits only
    if the same card's missed points can still be called or claimed.

    Args:
        event: an event after the one that was corrected.
        before: the game just before the event, without the correction.
        game: the game at the same point, with the correction.
    """
    if event.kind in (Kind.YES, Kind.NO):
        return event if question(before) == question(game) else None
    if event.kind in (Kind.CALL, Kind.TAKE):
        were, are = [
            one.points_to_call if event.kind is Kind.CALL else one.points_to_take for one in (before, game)
        ]
        return event if were and are and missed_card(were) == missed_card(are) else None
    moved = {(Kind.LAY, Prompt.REST): Kind.REST, (Kind.REST, Prompt.PLAY): Kind.LAY}
    return event._replace(kind=moved.get((event.kind, game.prompt), event.kind))


def missed_card(missed: Missed) -> tuple[int, bool]:
    """Return the index, in the deal, of the card that scored the missed points, and a flag.

    The flag is False if all these points are for go or last card, and True otherwise.
    """
    return missed.card, any(found.reason not in (Reason.GO, Reason.LAST_CARD) for found in missed.findings)


def question(game: Game) -> tuple[object, ...]:
    """Return the game's prompt, followed by the card or cards that the prompt asks about, if any."""
    deal = game.deal
    if deal is None or game.to_act is None:
        return (game.prompt,)
    if game.prompt is Prompt.ACE and deal.play:
        return (game.prompt, deal.play.laid[-1])
    crib = deal.counted == game.rules.players
    return (game.prompt, deal.crib if crib else deal.hands[game.to_act])


def at_random(chance: Random, match: History) -> Event:
    step = chance.choice(match.this_deal)
    likely = [event for event in AT[step.before.prompt] if event.kind is step.event.kind]
    other = chance.choice(likely or EVERY_EVENT) if chance.random() < 0.8 else chance.choice(EVERY_EVENT)
    kind = chance.choice([Kind.CHANGE, Kind.CHANGE, Kind.PUT_IN, Kind.TAKE_OUT])
    if kind is Kind.PUT_IN and chance.random() < 0.5:
        other = Event(Kind.GO)
    return Event(kind, numbers=(step.at,), other=None if kind is Kind.TAKE_OUT else other)


@pytest.mark.parametrize("form", SOME_FORMS)
def test_a_corrected_game_is_the_game_with_the_right_events(form: str) -> None:
    done = 0
    chance = Random(0)
    for _, _, match in islice(walk(0, form, 150, second_thoughts=0.05), 3, None, 6):
        if not match.this_deal:
            continue
        for _ in range(3):
            correction = at_random(chance, match)
            if correction.other and correction.other.kind in BEGINS:
                continue
            wanted = replayed_with(match, correction)
            if wanted is None:
                with pytest.raises(IllegalEvent):
                    match.apply(correction)
                continue
            after = match.apply(correction)
            game, pegs, lost = wanted
            assert (after.game, dropped(after)) == (game, lost)
            assert list(after.pegged) == pegs
            assert after.applied == match.applied + 1
            done += 1
            if chance.random() < 0.3 and after.this_deal:
                match = after  # and this correction is corrected next
    assert done > 20


@pytest.mark.parametrize("form", SOME_FORMS)
def test_undo_takes_the_whole_correction_back_and_redo_puts_it_in_again(form: str) -> None:
    chance = Random(form)
    for _, _, match in islice(walk(9, form, 150), 5, None, 5):
        if not match.this_deal:
            continue
        try:
            after = match.apply(at_random(chance, match))
        except IllegalEvent:
            continue
        back = after.apply(BACK)
        assert (back.timeline, back.past, back.dropped) == (match.timeline, match.past, None)
        again = back.apply(AGAIN)
        assert (again.timeline, again.past, again.applied) == (after.timeline, after.past, after.applied + 2)
        assert again.pegged == after.pegged


# -- cards, gos and suits


# -- events that become impossible


def test_events_that_become_impossible_are_dropped_and_reported() -> None:
    match = history("OK 2 5 5 5 5")
    after = corrected(match, "change 0 starter 5")
    why = "All four fives are already out"
    assert dropped(after) == (Event(Kind.LAY, Rank.FIVE), 1, why)
    assert (after.game.count, len(after.game.deal_cards)) == (15, 4)
    assert scored(after.game) == [(0, 2), (1, 8)]


# -- which events can be corrected, and which can be inserted


def test_only_events_of_this_deal_can_be_corrected() -> None:
    match = history(f"{QUIET} A A 2 2 9 K")
    assert [step.event.kind for step in match.this_deal] == [Kind.STARTER, Kind.LAY]
    last = match.this_deal[-1].at
    for index in (0, 1, last - 2, last + 1, last + 100):
        with pytest.raises(IllegalEvent, match="only events of this deal can be corrected"):
            match.apply(Event(Kind.TAKE_OUT, numbers=(index,)))
    assert corrected(match, "change 0 starter 8").game.deal_cards[0].rank is Rank.EIGHT
    assert corrected(match, "change 1 lay 8").game.deal_cards[1].rank is Rank.EIGHT


def test_the_last_deal_can_be_corrected_until_the_next_starter() -> None:
    match = history(f"{QUIET} A A 2 2")
    assert match.game.prompt is Prompt.STARTER
    assert len(match.this_deal) == len(QUIET.split()) - 1 + 4
    # The crib A A 2 2 with a 3 counts 16, a quadruple run; A A 2 K counts a double run and two fifteens.
    after = corrected(match, f"change {len(match.this_deal) - 1} crib K")
    assert (after.game.entries[-1].points, after.game.prompt) == (12, Prompt.STARTER)


def test_points_of_this_deal_can_be_corrected_when_only_points_are_kept() -> None:
    match = history("OK", rules=Rules(track="points"))
    for event in (
        Event(Kind.PEG, numbers=(0, 4)),
        Event(Kind.DEAL_OVER),
        Event(Kind.PEG, numbers=(1, 7)),
        Event(Kind.PEG, numbers=(0, 2)),
    ):
        match = match.apply(event)
    assert [step.event.kind for step in match.this_deal] == [Kind.DEAL_OVER, Kind.PEG, Kind.PEG]
    assert [side.front for side in corrected(match, "change 1 peg 1 8").game.sides] == [6, 8]
    with pytest.raises(IllegalEvent, match="only events of this deal can be corrected"):
        match.apply(Event(Kind.TAKE_OUT, numbers=(1,)))


@pytest.mark.parametrize("other", ["undo", "redo", "take-out 1", "change 1 go", "next-game", "new-game"])
def test_undo_redo_corrections_and_new_games_cannot_be_inserted(other: str) -> None:
    match = history("OK 2 K")
    inner = read_event(other)
    for kind in (Kind.CHANGE, Kind.PUT_IN):
        with pytest.raises(IllegalEvent, match=f"A correction cannot put in {inner.kind.value}"):
            match.apply(Event(kind, numbers=(match.this_deal[1].at,), other=inner))


def test_a_correction_that_is_refused_changes_nothing() -> None:
    match = history("OK 2 K 5")
    for text in ("change 1 go", "change 0 lay 5", "change 2 yes", "put-in 1 crib 5"):
        with pytest.raises(IllegalEvent):
            corrected(match, text)
    assert match == history("OK 2 K 5")


def test_a_correction_ends_redo() -> None:
    match = corrected(history("OK 2 K 5 UNDO"), "change 1 lay Q")
    assert match.undone == ()
    assert str(match.game.deal_cards[-1]) == "Q"
    assert match.game.deal_cards[-1].suit is None
    assert corrected(match.apply(Event(Kind.SUIT, Suit.HEARTS)), "change 2 suit S").game.deal_cards[-1].suit
