"""The words of a key file as events, for tests of the engine that read like a game at the table.

Only the keys that make an event are known: ranks, suits, `GO`, `OK`, `UNDO`, `REDO`, and `NEW` for the
menu's new game. What a word makes depends on the prompt, as DESIGN.md has it.
"""

from engine import events
from engine.cards import Rank, Suit
from engine.events import Event
from engine.game import Entry, Game, Prompt
from engine.history import History
from tests import oracle

RANKED = {
    Prompt.CUT_FOR_DEAL: events.Cut,
    Prompt.STARTER: events.Starter,
    Prompt.PLAY: events.Lay,
    Prompt.CRIB: events.CribCard,
}
QUESTIONS = (Prompt.FLUSH, Prompt.FLUSH_WITH_STARTER, Prompt.NOBS)
PLAIN: dict[str, Event] = {"UNDO": events.Undo(), "REDO": events.Redo(), "NEW": events.NewGame()}
WORDS = (*oracle.RANKS, *oracle.SUITS, "GO", "OK", *PLAIN)


def event_of(word: str, prompt: Prompt) -> Event | None:
    """The event that a key makes at a prompt, None where it makes none."""
    if word in oracle.SUITS:
        return events.SuitNamed(Suit.parse(word))
    if word in oracle.RANKS:
        return RANKED[prompt](Rank.parse(word)) if prompt in RANKED else None
    if word in PLAIN:
        return PLAIN[word]
    if prompt in QUESTIONS:
        return events.Reply(yes=word == "OK")
    if word == "OK":
        return {Prompt.CUT_FOR_DEAL: events.FirstSeatDeals(), Prompt.GAME_OVER: events.NextGame()}.get(prompt)
    return events.Go() if prompt is Prompt.PLAY else None


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
