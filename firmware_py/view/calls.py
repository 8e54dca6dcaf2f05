"""The sentences about a key press: the calls for the points scored, in the words players use, and remarks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.cards import Card
from engine.deals import Entry, FalseGo, Source
from engine.events import Event, Kind
from engine.game import Game
from engine.indices import Side
from engine.match.history import History, Replacement
from engine.match.timeline import Step
from engine.scoring.calling import Part, call_hand, call_pegged, parts_called, parts_of_hand
from engine.scoring.hands_and_crib import nineteen_is_a_joke
from engine.scoring.items import JUDGED, Finding, Reason, total
from firmware_py.words.in_use import PlayerNames, games_won, result, words

from .prompts import points_kept


def hand_in_short(findings: Sequence[Finding]) -> tuple[str, ...]:
    """Return up to three short forms of a hand's count, from the longest to the shortest.

    For example, the forms may be `15s 4, double run 8`, `15s 4, runs 8` and `15s 4+8`. For a hand without
    points, return an empty tuple.
    """
    parts = tuple(parts_of_hand(findings))
    if not parts:
        return ()
    by_kind: dict[Reason, int] = {}
    for part in parts:
        by_kind[part.kind] = by_kind.get(part.kind, 0) + part.points
    if len(by_kind) == 1:
        return (words().points_by_name(_by_name(parts)),)
    sums = words().points_added(tuple(by_kind.values()), with_fifteens=Reason.FIFTEEN in by_kind)
    return words().points_by_name(_by_name(parts)), words().points_by_kind(by_kind), sums


def _by_name(parts: Sequence[Part]) -> tuple[tuple[Part, int, int], ...]:
    """Return, for each name, one of the combinations, their number, and the points they score together."""
    same: dict[str, list[Part]] = {}
    for part in parts:
        same.setdefault(words().part_in_short(part), []).append(part)
    return tuple((some[0], len(some), sum(part.points for part in some)) for some in same.values())


class Call(NamedTuple):
    """A sentence about the last key press: either the call for points that were scored, or another remark.

    Attributes:
        side: the side that the sentence is about, or None if it is about everyone or if `text` names the
            player.
        said: the complete sentence, including names, such as `Left: fifteen for two`.
        text: the sentence for the screen. If `side` is set, the name is omitted.
        short_forms: the forms for a single line on the screen, from the longest to the shortest. The screen
            shows the first one that fits. The last form always fits, however long the names are.
        figures: a form with digits, such as `15 for 2`; empty if the sentence has no such form.
    """

    side: Side | None
    said: str
    text: str
    short_forms: tuple[str, ...]
    figures: str = ""


def calls(history: History, *, stays: bool = True, apart_from: Sequence[Entry] = ()) -> tuple[Call, ...]:
    """Return the sentences that announce the points scored with the last key press.

    The result is empty if the last key press corrected an earlier one, and key presses in between had to be
    discarded.

    Args:
        stays: if True, and no points were scored, return the sentences for earlier points that are still on
            the screen.
        apart_from: points to leave out.
    """
    if history.dropped:
        return ()
    scored = _just_scored(history.game, stays=stays)
    return tuple(call_of(history.game, entry) for entry in scored if entry not in apart_from)


def call_of(game: Game, entry: Entry) -> Call:
    """Return the call for points that were scored."""
    side = entry.side if game.rules.players == 2 else None
    if is_for_hand(entry):
        said, text, forms = _hand(game, entry)
    else:
        said, text, forms = _points(game, entry)
    return Call(side, said, text if side is not None else said, forms, "" if is_for_hand(entry) else forms[0])


def is_for_hand(entry: Entry) -> bool:
    """Return True if an entry records the points of a hand or crib."""
    return entry.source in (Source.HAND, Source.CRIB)


def side_or_player(game: Game, entry: Entry) -> str:
    """Return the name of the player who scored the points in `entry`.

    For points that were changed manually, return the side's name instead.
    """
    return PlayerNames(game).sides[entry.side] if entry.seat is None else scorer(game, entry)


def scorer(game: Game, entry: Entry) -> str:
    """Return the name of the player who scored some points.

    For a manual correction, return the name of the side's first player.
    """
    return PlayerNames(game).seats[entry.side if entry.seat is None else entry.seat]


def pegged(entry: Entry) -> str:
    """Return the points that a hand scored, e.g. `6`, or `4 of 6` if only four of six points were pegged."""
    count = total(entry.findings)
    return str(count) if entry.points == count else words().points_of_count(entry.points, count)


def called_low(game: Game, entry: Entry) -> bool:
    """Return True if `entry` records points for a card in the play, and the player called too few of them.

    In this case the board does not reveal the missed points.
    """
    low = entry.points < total(entry.findings) and entry.score < game.rules.target
    return low and entry.source is Source.PLAY


def hand_aloud(game: Game, entry: Entry) -> str:
    """Return the call for a hand or crib, in the words players use, e.g. `fifteen two and a pair is four`."""
    rules = game.rules
    return call_hand(
        entry.findings,
        nineteen=nineteen_is_a_joke(rules, crib=entry.source is Source.CRIB),
        grouped=rules.calls_by_kind,
        words=words(),
    )


def pegged_aloud(game: Game, entry: Entry) -> str:
    """Return the call for points that were not scored by a hand or crib, e.g. `fifteen for two`.

    The player's name is not included.
    """
    return call_pegged(_called(game, entry), entry.count, words=words())


def _called(game: Game, entry: Entry) -> tuple[Finding, ...]:
    if called_low(game, entry):
        return (Finding(entry.findings[0].reason, entry.points),)
    return entry.findings


def _hand(game: Game, entry: Entry) -> tuple[str, str, tuple[str, ...]]:
    """Return the call with the owner's name, the call without it, and ever shorter forms for the screen."""
    name, points, aloud = scorer(game, entry), _hand_points(game, entry), hand_aloud(game, entry)
    counts, count = hand_in_short(entry.findings) or (aloud,), total(entry.findings)
    if entry.source is Source.HAND:
        said, text = words().hand_called(name, points, aloud), words().hand_alone(points, aloud)
        forms = words().hand_forms(points, counts, count)
    else:
        said, text = words().crib_called(name, points, aloud), words().crib_alone(points, aloud)
        forms = words().crib_forms(points, counts, count)
    return said, text, forms if game.rules.players == 2 else words().named_forms(name, forms)


def _hand_points(game: Game, entry: Entry) -> str:
    """Return e.g. `6`, `6, 4 to go out` if only four were needed to win, or `2 of 6` if two were claimed."""
    count = total(entry.findings)
    if entry.points < count and entry.score == game.rules.target:
        return words().points_to_go_out(count, entry.points)
    return pegged(entry)


def _points(game: Game, entry: Entry) -> tuple[str, str, tuple[str, ...]]:
    name = side_or_player(game, entry)
    if entry.by is not None:
        claimant = PlayerNames(game).seats[entry.by]
        forms = words().wrong_claim_forms(entry.points, claimant)
        said = words().wrong_claim_called(name, entry.points, claimant)
        return said, forms[0], forms if game.rules.players == 2 else words().named_forms(name, forms)
    if entry.source is Source.SCORE_SET:
        text, forms = words().score_set(entry.score), words().score_set_forms(entry.score)
    else:
        text, forms = pegged_aloud(game, entry), _figures(_called(game, entry), entry.count)
    if game.rules.players > 2:
        forms = tuple(words().points_called(scorer(game, entry), form) for form in forms)
    return words().points_called(name, text), text, forms


def _figures(items: Sequence[Finding], count: int) -> tuple[str, ...]:
    """Return, for a run of three with the last card, `25 for 3, 1 for last`, `25 for 4` and `+4`."""
    parts = parts_called(items, count, str, words=words())
    points = total(items)
    together = (words().reached(str(count), str(points)),) if len(parts) > 1 else ()
    if items[0].reason in JUDGED:
        together = (f"{points:+} {words().reason(items[0].reason)}",)
    return words().figures_joined(parts), *together, f"{points:+}"


def _just_scored(game: Game, *, stays: bool) -> tuple[Entry, ...]:
    last = (game.before_suit or game).at - 1
    if stays and game.entries and game.entries[-1].source in points_kept(game.prompt):
        last = min(last, game.entries[-1].at)
    return tuple(entry for entry in game.entries if entry.at >= last)


def remarks(history: History) -> tuple[Call, ...]:
    """Return the remarks about the last key press, such as a false go or the result of the game.

    The calls for the points that the key press scored are not included.
    """
    game = history.game
    said = []
    if _first_lead_matches_starter(game):
        see_one = words().SEE_ONE_PLAY_ONE
        said.append(Call(None, see_one, see_one, (see_one,)))
    if game.false_go:
        said.append(_false_go(game, game.false_go))
    if history.dropped:
        said.append(_dropped(history))
    begins = game.prompt.between_deals and game.winner is None and not game.entries
    if begins and any(side.games for side in game.sides):
        said.append(_games(game))
    if game.winner is not None:
        won = result(game)
        said.append(Call(None, won.full, won.full, won.forms))
    return tuple(said)


def _first_lead_matches_starter(game: Game) -> bool:
    if game.deal is None or game.deal.play is None or len(game.deal_cards) != 2:
        return False
    starter, led = game.deal_cards
    return starter.rank is led.rank


def said(before: History, event: Event, after: History) -> tuple[str, ...]:
    """Return the sentences about a key press: its points and remarks, or what it took back or put back.

    Calls and remarks about earlier key presses, which the screen may still show, are left out.
    """
    if event.kind is Kind.UNDO:
        return (words().taken_back_press(_noun_aloud(before.past[-1], before.game)),)
    old = remarks(before)
    new = [call.said for call in calls(after, stays=False, apart_from=before.game.entries)]
    new += [remark.said for remark in remarks(after) if remark not in old]
    if event.kind is Kind.REDO:
        new.insert(0, words().put_back(_noun_aloud(before.undone[-1], after.game)))
    return tuple(new)


def _noun_aloud(step: Step | Replacement, later: Game) -> str:
    from firmware_py.input.correction import press_as_noun

    if isinstance(step, Replacement):
        step = Step(step.applied, step.event, step.timeline.game)
    return press_as_noun(step, later, aloud=True)


def false_go(game: Game, found: FalseGo, card: Card) -> str:
    """Return the remark about a player who said go and could have played `card`.

    An example is `Left said go at 25 but had a 6`.
    """
    return words().false_go(PlayerNames(game).seats[found.seat], found.said_at, card)


def _false_go(game: Game, found: FalseGo) -> Call:
    card = game.cards[-1]
    said = false_go(game, found, card)
    if game.rules.players == 2:
        text = words().false_go_alone(found.said_at, card)
        forms = words().false_go_alone_forms(found.said_at, card)
        return Call(game.rules.side_of(found.seat), said, text, forms)
    return Call(None, said, said, words().false_go_forms(PlayerNames(game).seats[found.seat], found.said_at))


def dropped(history: History) -> str:
    """Return the remark about the key presses that were dropped because a correction made them impossible.

    An example is `The last press, Right's go, no longer fits and was dropped.`
    """
    assert history.dropped is not None
    from firmware_py.input.correction import press_as_noun

    return words().dropped(len(history.dropped.steps), press_as_noun(*_first_dropped(history), aloud=True))


def _dropped(history: History) -> Call:
    assert history.dropped is not None
    from firmware_py.input.correction import press_as_noun

    first = press_as_noun(*_first_dropped(history))
    forms = words().dropped_forms(len(history.dropped.steps), first)
    return Call(None, dropped(history), forms[0], forms)


def _first_dropped(history: History) -> tuple[Step, Game]:
    correction = history.past[-1]
    assert history.dropped is not None and isinstance(correction, Replacement)
    return history.dropped.steps[0], correction.timeline.game


def _games(game: Game) -> Call:
    names = PlayerNames(game).sides
    won = [(name, side.games) for name, side in zip(names, game.sides, strict=True)]
    text = words().match_so_far_in_short(games_won(game))
    return Call(None, words().match_so_far(won), text, (text,))
