"""A game → what there is to see of it. Pure: the same game always looks the same.

Nothing here knows pixels or lights; `firmware_py.render` draws it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.game import Entry as Scored
from engine.game import Game, Prompt, Skunk, Source
from engine.history import History
from engine.score import Item, Reason, call
from firmware_py.entry import Entry, Menu

NAMES = ("Left", "Right")
"""What the seats are called: where their scores stand on the screen."""

ROWS = 4
"""Rows of a page."""

YES_NO = "OK yes  GO no"


class Track(NamedTuple):
    """A side of the board.

    Attributes:
        name: what it is called.
        front: the hole of its front peg, 0 at the start: its score.
        back: the hole of its back peg.
    """

    name: str
    front: int
    back: int


class Call(NamedTuple):
    """Something just counted, or brought to light.

    Attributes:
        side: the side it concerns, None for both.
        said: in full, with names: `Left: fifteen two and a pair is four`.
        text: in full, without the name.
        brief: the same, short enough for a line.
    """

    side: int | None
    said: str
    text: str
    brief: str


class Page(NamedTuple):
    """A count, item by item.

    Attributes:
        title: whose, and what it came to.
        number: which page of how many: `1/3`.
        rows: what made it, and for how many points.
    """

    title: str
    number: str
    rows: tuple[tuple[str, str], ...]


class View(NamedTuple):
    """What there is to see.

    Attributes:
        tracks: the sides, left to right.
        target: the game hole.
        dealer: the side that deals, None before the cut.
        to_act: the side a key is wanted from, None when the game is over.
        count: the count of the play, None outside it.
        cards: what lies on the table now: the cards of the count, the starter, the cards cut.
        calls: what was just counted.
        prompt: what is wanted now.
        hint: the keys that answer, two spaces between them; None where they go without saying.
        refusal: why the last press was refused, None if it was not.
        page: a count item by item, where OK has paged to one.
        winner: the side that has won.
    """

    tracks: tuple[Track, ...]
    target: int
    dealer: int | None
    to_act: int | None
    count: int | None  # type: ignore[assignment]  # the game's word; nobody counts items of a View
    cards: str
    calls: tuple[Call, ...]
    prompt: str
    hint: str | None
    refusal: str | None
    page: Page | None
    winner: int | None


def view(
    history: History, entry: Entry | None = None, refusal: str | None = None, names: Sequence[str] = NAMES
) -> View:
    """What there is to see where a match stands, with what the keys have begun and why one was refused."""
    entry = entry or Entry()
    game = history.game
    rules = game.rules
    new = _just_scored(game)
    prompt, hint = _MENU.get(entry.menu) or _prompt(game, names)
    return View(
        tracks=tuple(Track(names[i], side.front, side.back) for i, side in enumerate(game.sides)),
        target=rules.target,
        dealer=None if game.dealer is None else rules.side_of(game.dealer),
        to_act=None if game.to_act is None else rules.side_of(game.to_act),
        count=game.count if game.deal and game.deal.play else None,
        cards=_on_the_table(game),
        calls=(*(_call(scored, names) for scored in new), *_remarks(game, names)),
        prompt=prompt,
        hint=hint,
        refusal=refusal,
        page=None if refusal else _page(game, entry.page, names),
        winner=game.winner,
    )


def transcript(game: Game, names: Sequence[str] = NAMES) -> tuple[str, ...]:
    """All calls of the game so far, oldest first."""
    return tuple(_call(scored, names).said for scored in game.entries)


_MENU = {
    Menu.OPEN: ("Menu: A new game", "A choose  GO leave"),
    Menu.NEW_GAME: ("A new game? Points and games go", YES_NO),
    Menu.REALLY: ("Really give this game up?", YES_NO),
}


def _just_scored(game: Game) -> tuple[Scored, ...]:
    """What the last press scored; in the play, and while the crib is keyed, what the last one to score did.

    Naming a suit takes nothing from the screen.
    """
    last = (game.unnamed or game).at - 1
    if game.entries and (game.prompt, game.entries[-1].source) in _STAYS:
        last = min(last, game.entries[-1].at)
    return tuple(scored for scored in game.entries if scored.at >= last)


def _call(scored: Scored, names: Sequence[str]) -> Call:
    """What was scored, as it is called."""
    aloud = call(scored.found, hand=scored.source in _OF_A_HAND)
    name = names[scored.seat]
    if scored.source not in _OF_A_HAND:
        reasons = ", ".join(found.reason.words for found in scored.found)
        return Call(scored.side, f"{name}: {aloud}", aloud, f"+{scored.points} {reasons}")
    crib = "crib " if scored.source is Source.CRIB else ""
    sums: dict[str, int] = {}
    for found in scored.found:
        short = _SHORT[found.reason]
        sums[short] = sums.get(short, 0) + found.points
    parts = ", ".join(f"{short} {points}" for short, points in sums.items()) or "nineteen"
    return Call(
        scored.side,
        f"{_whose(scored, names)} {scored.points}: {aloud}",
        f"{crib}{scored.points}: {aloud}",
        f"{crib}{scored.points}: {parts}",
    )


def _remarks(game: Game, names: Sequence[str]) -> list[Call]:
    """What else the last press brought to light: a go that was false, the end of the game."""
    remarks = []
    if game.false_go:
        seat, at = game.false_go
        text = f"false go: {game.cards[-1].pretty} at {at}"
        remarks.append(Call(game.rules.side_of(seat), f"{names[seat]}: {text}", text, text))
    if game.winner is not None:
        text = _result(game, names)
        remarks.append(Call(None, text, text, text))
    return remarks


_STAYS = ((Prompt.PLAY, Source.PLAY), (Prompt.CRIB, Source.HAND))
_OF_A_HAND = (Source.HAND, Source.CRIB)
_SHORT = {
    Reason.FIFTEEN: "15s",
    Reason.PAIR: "pairs",
    Reason.PAIR_ROYAL: "pairs",
    Reason.DOUBLE_PAIR_ROYAL: "pairs",
    Reason.RUN: "runs",
    Reason.FLUSH: "flush",
    Reason.NOBS: "nobs",
}


def _whose(scored: Scored, names: Sequence[str]) -> str:
    if scored.source is Source.PLAY:
        return names[scored.seat]
    return f"{names[scored.seat]}'s {scored.source.value}"


def _result(game: Game, names: Sequence[str]) -> str:
    """How a game ended: `Left wins!`, `Left: double skunk!`."""
    assert game.winner is not None
    how = {Skunk.SKUNK: ": a skunk", Skunk.DOUBLE: ": double skunk"}[game.skunk] if game.skunk else " wins"
    return f"{names[game.winner]}{how}!"


def _on_the_table(game: Game) -> str:
    """The cards of the count, or the starter that was just turned up, or those cut."""
    if not game.deal:
        return " ".join(card.pretty for card in game.cards)
    if not game.deal.play:
        return ""
    cards = game.deal_cards
    if len(cards) == 1:
        return f"Starter {cards[0].pretty}"
    return " ".join(cards[place].pretty for place in game.deal.play.laid)


def _prompt(game: Game, names: Sequence[str]) -> tuple[str, str | None]:
    """What is wanted, and the keys that answer where they are not plain."""
    who = names[game.to_act] if game.to_act is not None else ""
    match game.prompt:
        case Prompt.CUT_FOR_DEAL:
            again = len(game.cards) == game.rules.players
            return (f"A tie! Cut again: {who}" if again else f"Cut for deal: {who}"), None
        case Prompt.STARTER:
            return f"Starter? Deal: {who}", None
        case Prompt.PLAY:
            # Whose turn it is shows beside the count; words that stay need not be sent to the panel again.
            return "Card, or GO", None
        case Prompt.CRIB:
            return _crib_so_far(game), None
        case Prompt.GAME_OVER:
            games = "-".join(str(side.games) for side in game.sides)
            return f"OK: next game ({games})", None
    return _question(game, who), YES_NO


def _crib_so_far(game: Game) -> str:
    """What has been keyed of the crib and how much is to come: `Crib: 5♥ J _ _`."""
    assert game.deal is not None
    cards = [game.deal_cards[place].pretty for place in game.deal.crib]
    return " ".join(["Crib:", *cards, *"_" * (game.rules.crib - len(cards))])


def _question(game: Game, who: str) -> str:
    """A question about suits."""
    assert game.deal is not None
    crib = game.deal.counted == game.rules.players
    starter = game.deal_cards[0]
    if game.prompt is Prompt.FLUSH:
        return f"{who}: all one suit?"
    if game.prompt is Prompt.FLUSH_WITH_STARTER:
        return "Crib and starter one suit?" if crib else f"{who}: starter that suit too?"
    jack = f"the J{starter.suit.symbol}" if starter.suit else "J of the starter's suit"
    return f"{'Crib' if crib else who}: {jack}?"


def _page(game: Game, number: int, names: Sequence[str]) -> Page | None:
    """A page of the last counts; 0 is the board itself, and after the last page it comes again."""
    if not number:
        return None
    pages = [page for scored in _last_counts(game) for page in _pages(game, scored, names)]
    number %= len(pages) + 1
    if not number:
        return None
    title, rows = pages[number - 1]
    return Page(title, f"{number}/{len(pages)}", rows)


def _last_counts(game: Game) -> list[Scored]:
    """The counts that OK pages through: the hands of the last show, or what the last press to score made."""
    if not game.entries:
        return []
    last = game.entries[-1]
    if last.source not in _OF_A_HAND:
        return [scored for scored in game.entries if scored.at == last.at]
    counts: list[Scored] = []
    for scored in reversed(game.entries):
        # The deals are told apart by the play between them, which never passes without a point.
        if scored.source not in _OF_A_HAND:
            break
        counts.insert(0, scored)
    return counts


def _pages(game: Game, scored: Scored, names: Sequence[str]) -> list[tuple[str, tuple[tuple[str, str], ...]]]:
    """The title and the rows of each page that a count takes."""
    title = f"{_whose(scored, names)} {scored.points}"
    rows = [(_row(item), str(item.points)) for item in game.items(scored)] or [("nineteen", "0")]
    return [(title, tuple(rows[start : start + ROWS])) for start in range(0, len(rows), ROWS)]


def _row(item: Item) -> str:
    cards = " ".join(card.pretty for card in item.cards)
    return f"{item.reason.words} {cards}".rstrip()
