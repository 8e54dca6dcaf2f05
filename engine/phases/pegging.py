"""Pegging: record points, move the pegs, end the game at the target, pass the deal (RULES.md 1, 5 and 7)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.change_types import Change, DealBegun, GameWon, Points, ScoreSet
from engine.deals import Entry, Source
from engine.indices import Seat, Side
from engine.options import FIVE_CARD
from engine.prompts import Prompt
from engine.rules import Rules
from engine.scoring.items import Finding, Item, total
from engine.scoring.pegs import Pegs, games_won, skunk_at, winner
from engine.state import State

_GREAT = 24
"""The least points of a hand or a crib that a game's end reports."""


def peg(
    game: State,
    seat: Seat,
    source: Source,
    findings: Iterable[Finding],
    *,
    most: int | None = None,
    limit: int | None = None,
    count: int = 0,
    by: Seat | None = None,
) -> State:
    """Peg points for a player's side, and return the resulting game.

    Args:
        findings: what the points are for, each with its full value. They refer to cards by their index in
            the deal.
        most: the maximum number of points to peg; None for no maximum.
        limit: the last hole that the front peg may reach with these points; None for the target.
        count: the count including the card that scores; 0 if the points are not scored by a card in the play.
        by: the player whose wrong claim gives these points to the other side; None if no claim was wrong.
    """
    findings = tuple(findings)
    points = total(findings) if most is None else min(total(findings), most)
    side = game.rules.side_of(seat)
    before = game.sides[side]
    after = before.advance(points, game.rules.target_of(side) if limit is None else limit)
    first = game.deal.first if game.deal and any(one.indices for one in findings) else 0
    pegged = after.front - before.front
    return enter(
        game, Entry(game.at, source, seat, side, pegged, after.front, findings, count, by, first), after
    )


def enter(game: State, entry: Entry, pegs: Pegs) -> State:
    """Enter points, and move the side's pegs. The game is over if the front peg reaches the target."""
    game = _entered(game, entry)
    if not entry.points:
        return game
    game = game.with_pegs(entry.side, pegs)
    if entry.points > 0:
        game = _close_missed(game, entry.side)
    return _won(game, entry.side) if pegs.front == game.rules.target_of(entry.side) else game


def _entered(game: State, entry: Entry) -> State:
    if entry.source is Source.SCORE_SET:
        told: Change = ScoreSet(entry.side, entry.score, entry.points)
    else:
        items = tuple(Item.of(finding, game.cards[entry.first :]) for finding in entry.findings)
        told = Points(
            entry.side, entry.seat, entry.points, entry.score, entry.source, items, entry.count, entry.by
        )
    return game._replace(entries=(*game.entries, entry), changes=(*game.changes, told))


def _close_missed(game: State, side: Side) -> State:
    """End the opponents' right to take points that a side missed earlier, because the side has now pegged.

    Points that became available to the opponents with the current event can still be taken.
    """
    deal = game.deal
    if not deal or not deal.missed:
        return game
    missed = tuple(
        one
        for one in deal.missed
        if game.rules.side_of(one.seat) != side or one.opened is None or one.opened == game.at
    )
    return game.with_deal(deal._replace(missed=missed))


def _won(game: State, reached: Side) -> State:
    rules = game.rules
    won = winner(reached, game.sides, rules)
    best_loser = max(pegs.front for side, pegs in enumerate(game.sides) if side != won)
    skunk = skunk_at(best_loser, rules)
    pegs = game.sides[won]
    game = game.with_pegs(won, pegs._replace(games=pegs.games + games_won(skunk, rules)))
    games, scores = zip(*((side.games, side.front) for side in game.sides), strict=True)
    told = GameWon(won, skunk, games, scores, _great_hands(game))
    return game.tell(told)._replace(prompt=Prompt.GAME_OVER, to_act=None, winner=won, skunk=skunk)


def _great_hands(game: State) -> tuple[tuple[int, ...], ...]:
    """Return the points of each side's great hands and cribs, with those that were not pegged."""
    found: tuple[list[int], ...] = tuple([] for _ in game.sides)
    for entry in game.entries:
        if entry.source in (Source.HAND, Source.CRIB) and total(entry.findings) >= _GREAT:
            found[entry.side].append(total(entry.findings))
    return tuple(map(tuple, found))


def three_for_last(rules: Rules) -> int:
    """Return the points that the non-dealer gets before the first hand, or 0 if the rules grant none."""
    return 3 if rules.game == FIVE_CARD and rules.three_for_last else 0


def await_deal(game: State, dealer: Seat, *, taken: bool = False) -> State:
    """Return a copy of the game that waits for `dealer` to deal, out of turn if `taken` is True."""
    follows_cards = game.rules.follows_cards
    return game.tell(DealBegun(dealer, taken))._replace(
        prompt=Prompt.STARTER if follows_cards else Prompt.IDLE,
        dealer=dealer,
        to_act=dealer,
        offered=game.rules.pack_is_offered and follows_cards,
        taken=taken,
    )


def pass_deal(game: State) -> State:
    """Pass the deal to the left, or back to a dealer who dealt out of turn (RULES.md 6, cut offer)."""
    dealer = game.current_dealer
    return await_deal(game, dealer if game.taken else game.left_of(dealer))


def deal_over(game: State) -> State:
    """End the deal in a game where players enter only points, not cards."""
    return pass_deal(game._replace(deals=game.deals + 1))
