"""The parts of the screen besides the game: the prompt, the page that covers the game, and the notice."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from engine.cards import Card
from firmware_py.speech.narration import standing
from firmware_py.speech.narration.page_aloud import Page, changed_lines, lines
from firmware_py.speech.narration.seen_game import SeenGame
from firmware_py.speech.narration.speakable import speakable

_CARDS = ("rest", "hand", "crib")
"""The prompts that list the cards entered so far, with an underscore for each missing card."""
_LIST = re.compile(r"^(?P<before>.*?) ?(?P<cards>(?:(?<!\S)(?:(?:10|[2-9AJQK])[♠♥♦♣]?|_)(?: |$))+)$")
_MORE = "…"
"""The symbol that a joystick chooses to turn to the other page of keys."""
_TYPED = re.compile(r"^(?P<before>.*?)(?P<number>\d*)_$")


class Screen(NamedTuple):
    """Everything on the screen except the state of the game.

    Attributes:
        prompt: the name of the prompt.
        says: the prompt in words.
        keys: the keys that answer the prompt, with their meanings.
        table: the cards on the table: the cards of the running count, the starter, or the cards cut for the
            deal.
        starter: the starter, or None if it has not been turned up yet.
        to_act: the seat of the player who acts next, or None if the game is over.
        page: the page that covers the game, or None if there is none.
        notice: a message to the players, or None if there is none.
        chosen: the label of the key that has been chosen with the joystick, or None if there is none.
    """

    prompt: str
    says: str
    keys: tuple[tuple[str, str], ...]
    table: tuple[Card, ...]
    starter: Card | None
    to_act: int | None
    page: Page | None
    notice: str | None
    chosen: str | None

    @classmethod
    def of(cls, view: Mapping[str, Any]) -> Screen:
        """Return the screen that the JSON object from the board's view file describes."""
        return cls(
            view["prompt"],
            view["says"],
            tuple((key, meaning) for key, meaning in view["keys"]),
            tuple(map(Card.parse, view["table"])),
            None if view["starter"] is None else Card.parse(view["starter"]),
            view["to_act"],
            None if view["page"] is None else Page.of(view["page"]),
            view["notice"],
            view["chosen"],
        )


def news(before: Screen | None, now: Screen, seen: SeenGame, *, again: bool) -> Iterator[str]:
    """Yield sentences about the changes on the screen.

    Args:
        before: the previous screen, or None if nothing on the screen has been said yet.
        now: the current screen.
        seen: the current game.
        again: if True, say the prompt again even if it has not changed.
    """
    if now.page is not None:
        same_page = before is not None and before.page is not None and before.page.title == now.page.title
        if not same_page:
            yield from lines(now.page, seen)
        elif before is not None and before.page is not None:
            yield from changed_lines(before.page, now.page, seen)
    elif before is None or before.page is not None:
        yield from prompt_aloud(None, now, seen)
    elif again or (before.says, before.keys, before.to_act) != (now.says, now.keys, now.to_act):
        yield from prompt_aloud(before, now, seen)
    if now.chosen is not None and (before is None or now.chosen != before.chosen):
        key = seen.words.MORE_KEYS if now.chosen == _MORE else speakable(now.chosen, (), seen.words)
        is_alone = before is not None and before._replace(chosen=now.chosen) == now
        yield key if is_alone else seen.words.joystick_is_on(key)  # a bare number would sound like a count


def whole_screen(now: Screen, seen: SeenGame) -> Iterator[str]:
    """Yield sentences that read out the whole screen.

    They read out the page that covers the screen, if any, or otherwise the cards, the count and the prompt.
    """
    if now.page is not None:
        yield from lines(now.page, seen)
        return
    if now.table and now.table != (now.starter,):
        yield seen.words.on_the_table(seen.words.cards_in_words(now.table))
    if now.starter is not None:
        yield seen.words.starter_turned_up(now.starter)
    yield from standing.count(seen)
    yield from prompt_aloud(None, now, seen)


def notice_aloud(before: Screen | None, now: Screen, seen: SeenGame) -> str | None:
    """Return the new part of the notice as a sentence, or None if there is nothing new in it."""
    if not now.notice or (before is not None and before.notice == now.notice):
        return None
    notice = now.notice
    if before is not None and before.notice:
        notice = notice.removeprefix(f"{before.notice}; ")
    return speakable(notice, seen.names, seen.words)


def prompt_aloud(before: Screen | None, now: Screen, seen: SeenGame) -> Iterator[str]:
    """Yield the prompt and the keys that answer it, each as a sentence to say.

    Args:
        before: the previous screen, or None if there is none. Parts of the prompt that were said then, such
            as the cards already entered, are not repeated.
        now: the current screen.
        seen: the current game.
    """
    yield from _question(before, now, seen)
    if (
        before is None
        or before.keys != now.keys
        or before.prompt != now.prompt
        or before.to_act != now.to_act
    ):
        yield from keys_aloud(now.keys, seen)


def keys_aloud(keys: Sequence[tuple[str, str]], seen: SeenGame) -> Iterator[str]:
    """Yield a sentence for each key and its meaning, such as `OK: yes`."""
    for key, meaning in keys:
        yield seen.words.key_means(key, speakable(meaning, seen.names, seen.words))


def _question(before: Screen | None, now: Screen, seen: SeenGame) -> Iterator[str]:
    words, names = seen.words, seen.names
    listed = _LIST.match(now.says) if now.prompt in _CARDS else None
    typed = _TYPED.match(now.says)
    if listed:
        missing = listed["cards"].split().count("_")
        keyed = [card for card in listed["cards"].split() if card != "_"]
        goes_on = before is not None and before.says.startswith(" ".join([listed["before"], *keyed[:-1]]))
        if goes_on and keyed:
            yield words.missing(missing)
            return
        cards = [speakable(card, (), words) for card in keyed]
        yield f"{speakable(listed['before'], names, words)} {', '.join([*cards, words.missing(missing)])}"
    elif typed:
        previous = _TYPED.match(before.says) if before is not None else None
        number = words.number(int(typed["number"])) if typed["number"] else ""
        if previous and previous["before"] == typed["before"] and previous["number"] != typed["number"]:
            yield number or words.NOTHING_TYPED
            return
        yield f"{speakable(typed['before'].rstrip(' +'), names, words)} {number}".strip()
    else:
        yield speakable(now.says, names, words)
