"""A game → what there is to see of it. Pure: the same game always looks the same.

Nothing here knows pixels or lights; `firmware_py.render` draws it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from engine.cards import Rank
from engine.events import Kind
from engine.game import Game
from engine.match.history import History
from engine.rules import ELEVEN, LIMIT
from engine.state import Prompt
from firmware_py.input.entry import Entry
from firmware_py.player_names import PlayerNames
from firmware_py.view.calls import Call, calls
from firmware_py.view.hints import Hint
from firmware_py.view.prompts import prompt
from firmware_py.view.remarks import remarks

if TYPE_CHECKING:
    from firmware_py.input.picker import Grid
    from firmware_py.view.pages import Page


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


class Ended(NamedTuple):
    """A count of the play that the last press ended, at 31 or with a go.

    Attributes:
        count: what it came to.
        cards: its cards.
    """

    count: int  # type: ignore[assignment]  # the game's word; nobody counts items of an Ended
    cards: str


class View(NamedTuple):
    """What there is to see.

    Attributes:
        tracks: the sides, left to right.
        target: the game hole.
        dealer: the side that deals, None before the cut.
        to_act: the side a key is wanted from, None when the game is over.
        count: the count of the play, None outside it.
        cards: what lies on the table now: the cards of the count, the starter, the cards cut.
        calls: what was just counted, and what else there is to say of the last press.
        prompt: what is wanted now, in full.
        hints: the keys that answer; none where the prompt itself says what to press.
        refusal: why the last press was refused, None if it was not.
        notice: something else to say until the next press, such as a part that failed; None for nothing.
        legend: what the signs on the screen mean, until the first deal of a match is cut for.
        ended: the count that the last press ended, so that it can be read until the next one.
        page: what takes the whole screen: a count item by item, or a dialogue.
        winner: the side that has won.
        brief_prompt: the prompt for a screen, of which the first form that fits is shown; without any, the
            prompt itself.
        asks: a question stands that OK and GO answer.
        seat: the seat a key is wanted from, None when the game is over.
        seats: how many play.
        picker: what there is to see of the picker; None without a joystick, and where nothing is chosen.
    """

    tracks: tuple[Track, ...]
    target: int
    dealer: int | None
    to_act: int | None
    count: int | None  # type: ignore[assignment]  # the game's word; nobody counts items of a View
    cards: str
    calls: tuple[Call, ...]
    prompt: str
    hints: tuple[Hint, ...]
    refusal: str | None
    page: Page | None
    winner: int | None
    brief_prompt: tuple[str, ...] = ()
    asks: bool = False
    seat: int | None = None
    seats: int = 2
    picker: Grid | None = None
    notice: str | None = None
    ended: Ended | None = None
    legend: tuple[str, ...] = ()

    @property
    def message(self) -> str | None:
        """The refusal and the notice, in this order; None if there is neither."""
        return "; ".join(filter(None, (self.refusal, self.notice))) or None


_LEGEND = {
    2: ("◀ ▶ whose turn it is", "D the dealer"),
    3: ("lit score: whose turn", "D the dealer"),
}
"""What the signs mean, by the number of sides."""
_QUESTIONS = (Prompt.ACE, Prompt.FLUSH, Prompt.FLUSH_WITH_STARTER, Prompt.NOBS)


def view(
    history: History, entry: Entry | None = None, refusal: str | None = None, notice: str | None = None
) -> View:
    """Return what there is to see where a match stands.

    Args:
        history: the match.
        entry: what the keys have begun and not finished.
        refusal: why the last press was refused.
        notice: something else to say until the next press.
    """
    entry = entry or Entry()
    game = history.game
    rules = game.rules
    names = PlayerNames(game)
    wanted, told = prompt(game, entry.digits), remarks(history)
    return View(
        tracks=tuple(Track(names.sides[i], side.front, side.back) for i, side in enumerate(game.sides)),
        target=rules.target,
        dealer=None if game.dealer is None else rules.side_of(game.dealer),
        to_act=None if game.to_act is None else rules.side_of(game.to_act),
        count=game.count if game.deal and game.deal.play and game.prompt is not Prompt.REST else None,
        cards=_on_the_table(game),
        calls=(*calls(history, stays=not told), *told),
        prompt=wanted.said,
        hints=wanted.hints,
        refusal=refusal,
        page=_page(history, entry),
        winner=game.winner,
        brief_prompt=wanted.brief,
        seat=game.to_act,
        seats=rules.players,
        asks=entry.dialogue is None and (game.prompt in _QUESTIONS or _pack_offered(game)),
        picker=None if refusal or notice or entry.picker is None else _picker(history, entry),
        notice=notice,
        ended=_ended(history),
        legend=_LEGEND[rules.sides] if _first_cut(game) else (),
    )


def _first_cut(game: Game) -> bool:
    """Return whether the first deal of a match is still to be cut for."""
    return game.dealer is None and not any(side.games for side in game.sides)


def _page(history: History, entry: Entry) -> Page | None:
    if entry.dialogue is None and not entry.page:
        return None
    # Imported when the first page is turned to: the first frame need not wait for them.
    from firmware_py.view.pages import count_page, dialogue_page

    if entry.dialogue is not None:
        return dialogue_page(entry.dialogue, history)
    return count_page(history.game, entry.page)


def _picker(history: History, entry: Entry) -> Grid | None:
    from firmware_py.input.picker import grid  # for boards with a joystick alone

    return grid(entry, history)


def _pack_offered(game: Game) -> bool:
    return game.prompt is Prompt.STARTER and bool(game.offered)


def _on_the_table(game: Game) -> str:
    """The cards of the count, or the starter that was just turned up, or those cut."""
    if not game.deal:
        return " ".join(card.pretty for card in game.cards) if game.dealer is None or not game.deals else ""
    if not game.deal.play:
        return ""
    if len(game.deal_cards) == 1:
        return f"Starter {game.deal_cards[0].pretty}"
    return _pretty(game, game.deal.play.laid)


def _pretty(game: Game, places: Iterable[int]) -> str:
    return " ".join(game.deal_cards[place].pretty for place in places)


def _ended(history: History) -> Ended | None:
    """The count that the last press ended, while the play goes on; naming a suit takes nothing away."""
    game = history.game
    step = next((step for step in reversed(history.timeline.steps) if step.event.kind is not Kind.SUIT), None)
    if step is None or not (game.deal and game.deal.play) or game.winner is not None:
        return None
    was = step.before.deal and step.before.deal.play
    if not was or step.event.kind not in _COUNTED:
        return None
    pile, total = was.laid, was.total
    if step.event.kind is Kind.LAY and step.event.named is not None:
        card = len(step.before.deal_cards)
        worth = game.deal_cards[card].rank.counting_value
        if total + worth <= LIMIT:  # otherwise it was led to a new count
            pile, total = (*pile, card), total + worth
    elif step.event.kind in (Kind.YES, Kind.NO):
        total += ELEVEN if step.event.kind is Kind.YES else Rank.ACE.counting_value
    if not pile or game.deal.play.laid[: len(pile)] == pile:
        return None
    return Ended(total, _pretty(game, pile))


_COUNTED = (Kind.LAY, Kind.GO, Kind.YES, Kind.NO)
"""The events that can end a count; the answers are those to whether an ace is eleven."""
