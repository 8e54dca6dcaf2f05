"""Convert words for keys into events, so that engine tests read like a game at the table.

Only keys that produce an event are known: ranks, suits, `GO`, `OK`, `UNDO`, `REDO`, and `NEW`, which starts
a new game with the same rules, as the menu does. As on the board, the same key can produce different events
at different prompts.

Cards written as text.
"""

from collections.abc import Sequence

from engine.cards import Card, Rank, Suit
from engine.deals import Entry
from engine.events import Event, Kind
from engine.game import Game
from engine.match.history import History
from engine.prompts import Prompt
from engine.rules import Rules
from tests.support import oracle

RANKED = {
    Prompt.CUT_FOR_DEAL: Kind.CUT,
    Prompt.STARTER: Kind.STARTER,
    Prompt.PLAY: Kind.LAY,
    Prompt.REST: Kind.REST,
    Prompt.HAND: Kind.HAND,
    Prompt.CRIB: Kind.CRIB,
}
QUESTIONS = (Prompt.ACE, Prompt.FLUSH, Prompt.FLUSH_WITH_STARTER, Prompt.NOBS)
PLAIN: dict[str, Event] = {"UNDO": Event(Kind.UNDO), "REDO": Event(Kind.REDO), "NEW": Event(Kind.NEW_GAME)}
WORDS = (*oracle.RANKS, *oracle.SUITS, "GO", "OK", *PLAIN)


def event_of(word: str, prompt: Prompt) -> Event | None:
    """Return the event that a key produces at a prompt, or None if the key does nothing there."""
    if word in oracle.SUITS:
        return Event(Kind.SUIT, Suit.parse(word))
    if word in oracle.RANKS:
        return Event(RANKED[prompt], Rank.parse(word)) if prompt in RANKED else None
    if word in PLAIN:
        return PLAIN[word]
    if prompt in QUESTIONS:
        return Event(Kind.YES if word == "OK" else Kind.NO)
    if word == "OK":
        return {
            Prompt.CUT_FOR_DEAL: Event(Kind.DEALS, numbers=(0,)),
            Prompt.STARTER: Event(Kind.PACK_CUT),
            Prompt.REVEAL: Event(Kind.REVEAL),
            Prompt.IDLE: Event(Kind.DEAL_OVER),
            Prompt.GAME_OVER: Event(Kind.NEXT_GAME),
        }.get(prompt)
    kinds = {Prompt.PLAY: Kind.GO, Prompt.STARTER: Kind.PACK_TAKEN}
    return Event(kinds[prompt]) if prompt in kinds else None


def history(words: str, start: Sequence[int] = (), rules: Rules | None = None) -> History:
    """Return the match after pressing these keys, each of which must produce an event.

    Args:
        words: the keys, separated by spaces.
        start: the scores at the start of the first game; if empty, every score is 0.
        rules: the rules; None for the standard game.
    """
    match = History.of(Game.new(rules, start))
    for word in words.split():
        event = event_of(word, match.game.prompt)
        assert event is not None, f"{word} makes no event at {match.game.prompt}"
        match = match.apply(event)
    return match


def game(words: str, start: Sequence[int] = (), rules: Rules | None = None) -> Game:
    """Return the game after pressing these keys, each of which must produce an event.

    Args:
        words: the keys, separated by spaces.
        start: the scores at the start of the game; if empty, every score is 0.
        rules: the rules; None for the standard game.
    """
    return history(words, start, rules).game


def scored(game: Game) -> list[tuple[int, int]]:
    return [(entry.side, entry.points) for entry in game.entries if entry.findings]


def reasons(game: Game, entry: Entry) -> list[tuple[str, int, str]]:
    """Return the kind, points and cards of each part of a score, e.g. `("pair", 2, "5H 5S")` for a pair."""
    return [(item.reason.value, item.points, " ".join(map(str, item.cards))) for item in game.items(entry)]


def cards(text: str) -> tuple[Card, ...]:
    """Return the cards in a text such as `5H 10D J`."""
    return tuple(map(Card.parse, text.split()))
