"""The words of a key file as events, for tests of the engine that read like a game at the table.

Only the keys that make an event are known: ranks, suits, `GO`, `OK`, `UNDO`, `REDO`, and `NEW` for the
menu's new game. What a word makes depends on the prompt, as DESIGN.md has it.
"""

from engine.cards import Rank, Suit
from engine.events import Event, Kind
from engine.game import Entry, Game, Prompt
from engine.history import History
from tests import oracle

RANKED = {
    Prompt.CUT_FOR_DEAL: Kind.CUT,
    Prompt.STARTER: Kind.STARTER,
    Prompt.PLAY: Kind.LAY,
    Prompt.CRIB: Kind.CRIB,
}
QUESTIONS = (Prompt.FLUSH, Prompt.FLUSH_WITH_STARTER, Prompt.NOBS)
PLAIN: dict[str, Event] = {"UNDO": Event(Kind.UNDO), "REDO": Event(Kind.REDO), "NEW": Event(Kind.NEW_GAME)}
WORDS = (*oracle.RANKS, *oracle.SUITS, "GO", "OK", *PLAIN)


def event_of(word: str, prompt: Prompt) -> Event | None:
    """The event that a key makes at a prompt, None where it makes none."""
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
            Prompt.CUT_FOR_DEAL: Event(Kind.FIRST_SEAT_DEALS),
            Prompt.GAME_OVER: Event(Kind.NEXT_GAME),
        }.get(prompt)
    return Event(Kind.GO) if prompt is Prompt.PLAY else None


def history(words: str, start: tuple[int, int] = (0, 0)) -> History:
    """The match after these keys, every one of which must make an event."""
    match = History(Game.new(start=start))
    for word in words.split():
        event = event_of(word, match.game.prompt)
        assert event is not None, f"{word} makes no event at {match.game.prompt}"
        match = match.apply(event)
    return match


def game(words: str, start: tuple[int, int] = (0, 0)) -> Game:
    """The game after these keys."""
    return history(words, start).game


def scored(game: Game) -> list[tuple[int, int]]:
    """Who pegged what, in order."""
    return [(entry.side, entry.points) for entry in game.entries if entry.found]


def reasons(game: Game, entry: Entry) -> list[tuple[str, int, str]]:
    """The items of an entry: each reason, its points and its cards as words."""
    return [(item.reason.value, item.points, " ".join(map(str, item.cards))) for item in game.items(entry)]
