"""The view of a game: everything that a screen, the LEDs, the voice or the web page can present.

A view contains no pixels and no colours. The package `firmware_py.render` draws it.
"""

# Without `from __future__ import annotations`, which would make each of these classes slower to create.

from typing import TYPE_CHECKING, NamedTuple

from engine.cards import Card
from engine.change_types import AceCounted, CardLaid, CountRestarted, PlayEnded
from engine.events import Kind
from engine.game import Game
from engine.indices import DealIndex, Seat, Side
from engine.match.history import History
from engine.prompts import Asks, Prompt
from engine.scoring.pegs import skunk_line
from firmware_py.input.dialogue import Scene
from firmware_py.input.entry import KeyEntry, key_meanings
from firmware_py.input.page import Hint
from firmware_py.input.settings import KEYS_ALONE, Equipment
from firmware_py.words.in_use import PlayerNames, cards_in_row, words
from firmware_py.words.message import Message

from .calls import Call, calls, remarks
from .prompts import prompt_text

if TYPE_CHECKING:
    from firmware_py.input.dialogue import PhoneOffer
    from firmware_py.input.joystick import PickerView
    from firmware_py.input.page import Page
    from firmware_py.input.phone import PhonePicture


class Additions(NamedTuple):
    """Everything that add-ons supply for the board to show.

    Attributes:
        phones: the values shown by the dialogue that lets phones join, or None if they are not known yet.
        page: a page to show while no other is open, or None.
        prompt: what the players are asked to do, in place of the game's own prompt, or None.
        more_pages: the pages to which OK turns after those of the last counts.
        update: the page that says how far the update of the board is, or how it ended; None if there is none.
        hint: the sentences of the coach's hint; empty if there is none yet.
    """

    phones: "PhoneOffer | None" = None
    page: "Page | None" = None
    prompt: Message | None = None
    more_pages: "tuple[Page, ...]" = ()
    update: "Page | None" = None
    hint: tuple[str, ...] = ()

    def __or__(self, other: "Additions") -> "Additions":
        """Return the additions of two add-ons together. If both supply the same, the first one's is shown."""
        return Additions(
            self.phones or other.phones,
            self.page or other.page,
            self.prompt or other.prompt,
            self.more_pages + other.more_pages,
            self.update or other.update,
            self.hint or other.hint,
        )


NO_ADDITIONS = Additions()
"""The additions of a board without add-ons."""


class EndedCount(NamedTuple):
    """A count that the last key press ended, either because it reached 31 or because of a go.

    Attributes:
        total: the count that was reached.
        cards: the cards of the count, in the order in which they were played.
    """

    total: int
    cards: tuple[Card, ...]


def cards_on_table(game: Game) -> tuple[Card, ...]:
    """Return the cards that lie face up on the table.

    - Before the first deal: the cards cut for the deal.
    - After the starter has been turned up, until a card is played: the starter.
    - During the play: the cards in the current count.
    - At all other times: none.
    """
    if not game.deal:
        return tuple(game.cards) if game.dealer is None or not game.deals else ()
    if not game.deal.play:
        return ()
    if shows_starter(game):
        return (game.deal_cards[0],)
    return tuple(game.deal_cards[index] for index in game.deal.play.laid)


def shows_starter(game: Game) -> bool:
    """Return True if the starter has been turned up and no card has been played yet."""
    return game.deal is not None and game.deal.play is not None and len(game.deal_cards) == 1


def ended_count(history: History) -> EndedCount | None:
    """Return the count that the last key press ended, by reaching 31 or because of a go.

    Return None if the last key press did not end a count, or if the whole play or the game is over.
    """
    game = history.game
    step = next((step for step in reversed(history.timeline.steps) if step.event.kind is not Kind.SUIT), None)
    if step is None or not (game.deal and game.deal.play) or game.winner is not None:
        return None
    if not (step.before.deal and step.before.deal.play):
        return None
    laid, total = step.before.deal.play.laid, step.before.deal.play.total
    for change in (game.before_suit or game).changes:
        match change:
            case CardLaid(count=count):
                laid = (*laid, DealIndex(len(step.before.deal_cards)))
                total = total if count is None else count  # an ace may count later
            case AceCounted(count=count):
                total = count
            case CountRestarted() | PlayEnded() if laid:
                return EndedCount(total, tuple(game.deal_cards[index] for index in laid))
    return None


def legend(game: Game) -> tuple[str, ...]:
    """Return the explanations of the two symbols that mark the current player and the dealer.

    The symbols are explained only at the beginning of a match. Once the first dealer is known, the result is
    an empty tuple.
    """
    if game.dealer is not None or any(side.games for side in game.sides):
        return ()
    turn = words().TURN_OF_TWO_LEGEND if game.rules.sides == 2 else words().TURN_OF_THREE_LEGEND
    return turn, words().DEALER_LEGEND


class Track(NamedTuple):
    """A side's track on the board.

    Attributes:
        name: the side's name: the player's name, or both partners' names.
        front: the number of the hole that contains the front peg, which is the side's score. The start hole
            is number 0.
        back: the number of the hole that contains the back peg.
    """

    name: str
    front: int
    back: int


class View(NamedTuple):
    """Everything that the board can show or say at one moment.

    Attributes:
        tracks: each side's track, from left to right.
        target: the score that ends the game.
        dealer: the dealer's side, or None before the cut for deal.
        to_act: the side whose player acts next, or None if the game is over.
        running_count: the count of the play, or None if no cards are being played.
        cards: the cards on the table: the cards in the running count, the starter, or the cards cut for the
            deal.
        shows_starter: True if `cards` contains only the starter, which has just been turned up.
        ended_count: the count that the last key press ended, which is shown until the next key press, or
            None if the last key press did not end a count.
        calls: the calls for the points just scored, and all other remarks about the last key press.
        prompt: a full sentence that asks for a card, an answer or a number.
        prompt_forms: the forms of the prompt for the screen, from the longest to the shortest. The screen
            shows the first one that fits.
        hints: the keys that answer the prompt. The tuple is empty if the prompt itself says which keys to
            press.
        is_question: True if the board asks a question that is answered with OK or GO.
        refusal: the reason why the last key press was refused, or None if it was accepted.
        notices: all other messages to show until the next key press, such as a report of a failed part,
            oldest first.
        legend: the meanings of the symbols on the screen. The tuple is empty once the first dealer is known.
        page: the page that fills the whole screen, such as a dialogue or the details of a count, or None if
            the screen shows the game.
        phone: the code that lets phones join, shown instead of the page; None if there is none.
            Only the board's own screens show the code. Other programs see only the page.
        winner: the side that has won, or None if the game is not over.
        seat: the seat whose player acts next, or None if the game is over.
        players: the number of players.
        picker: the keys that can be chosen with the joystick, or None if there is no joystick or nothing to
            choose.
        begins_deal: True if the board waits for the cards to be dealt and the starter to be turned up.
        typed: the digits typed so far, or None if the prompt does not ask for a number.
        skunk_line: the score below which a loser is skunked; 0 if there are no skunks in the game.
        number: a number that changes with each new view.
    """

    tracks: tuple[Track, ...]
    target: int
    dealer: Side | None
    to_act: Side | None
    running_count: int | None
    cards: tuple[Card, ...]
    calls: tuple[Call, ...]
    prompt: str
    hints: tuple[Hint, ...]
    refusal: str | None
    page: "Page | None"
    winner: Side | None
    shows_starter: bool = False
    ended_count: EndedCount | None = None
    prompt_forms: tuple[str, ...] = ()
    is_question: bool = False
    seat: Seat | None = None
    players: int = 2
    picker: "PickerView | None" = None
    notices: tuple[str, ...] = ()
    legend: tuple[str, ...] = ()
    begins_deal: bool = False
    typed: str | None = None
    phone: "PhonePicture | None" = None
    skunk_line: int = 0
    number: int = 0

    @property
    def cards_text(self) -> str:
        """The cards on the table as text: those played, such as `8♥ 7 9`, or the starter: `Starter 5♥`."""
        cards = cards_in_row(self.cards)
        return words().starter_on_table(cards) if self.shows_starter else cards

    @property
    def notice(self) -> str | None:
        """All notices, joined by semicolons, or None if there is none."""
        return "; ".join(self.notices) or None

    @property
    def message(self) -> str | None:
        """The message to show: the reason why a key was refused, any other notice, or both.

        It is None if there is neither.
        """
        return "; ".join(filter(None, (self.refusal, self.notice))) or None


def view(
    history: History,
    entry: KeyEntry | None = None,
    refusal: str | None = None,
    notices: tuple[str, ...] = (),
    picker: "PickerView | None" = None,
    additions: Additions = NO_ADDITIONS,
    equipment: Equipment = KEYS_ALONE,
) -> View:
    """Return all that the board shows or says at the current moment of a match.

    The result depends only on the arguments.

    Args:
        entry: the unfinished input, e.g. a number being typed or an open dialogue.
        equipment: the parts and settings of the board, which determine the entries of the menu.
    """
    entry = entry or KeyEntry()
    game = history.game
    rules = game.rules
    names = PlayerNames(game)
    (prompt, hints), said = prompt_text(game, entry.digits), remarks(history)
    page = _page(history, entry, equipment, additions)
    asks_itself = page is not None or additions.prompt is None
    if page is None and additions.prompt is not None:
        prompt, hints = additions.prompt, ()
    in_play = game.deal and game.deal.play and game.prompt is not Prompt.REST
    return View(
        tracks=tuple(Track(names.sides[i], side.front, side.back) for i, side in enumerate(game.sides)),
        target=rules.target,
        dealer=None if game.dealer is None else rules.side_of(game.dealer),
        to_act=None if game.to_act is None else rules.side_of(game.to_act),
        running_count=game.count if in_play else None,
        cards=cards_on_table(game),
        shows_starter=shows_starter(game),
        ended_count=ended_count(history),
        calls=(*calls(history, stays=not said), *said),
        prompt=prompt.full,
        prompt_forms=prompt.forms,
        hints=hints,
        is_question=asks_itself and entry.dialogue is None and key_meanings(game).is_question,
        refusal=refusal,
        notices=notices,
        legend=legend(game),
        begins_deal=game.prompt is Prompt.STARTER,
        typed=entry.digits.text if game.prompt.asks is Asks.NUMBER else None,
        page=page or additions.page,
        phone=_phone_picture(entry, additions),
        winner=game.winner,
        seat=game.to_act,
        players=rules.players,
        picker=picker,
        skunk_line=skunk_line(rules),
    )


def _phone_picture(entry: KeyEntry, additions: Additions) -> "PhonePicture | None":
    phones, requests = additions.phones, entry.phone_requests
    if phones is None or phones.code is None or requests is None or requests.is_asking:
        return None
    from firmware_py.input.phone import phone_picture

    return phone_picture(phones)


def _page(history: History, entry: KeyEntry, equipment: Equipment, additions: Additions) -> "Page | None":
    if entry.dialogue is None and not entry.page:
        return None
    if entry.dialogue is not None:
        scene = Scene(history, equipment, additions.phones, additions.update, additions.hint)
        return entry.dialogue.page(scene)
    # Imported with the first page, so that the first frame appears sooner.
    from .counts import count_page

    return count_page(history.game, entry.page, additions.more_pages)
