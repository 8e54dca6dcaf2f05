"""Sentences about what the screen shows: the prompt, the notice, and pages such as the menu.

All lines of a page are read out when it opens, and later only the lines that change.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

from engine.cards import Card
from engine.prompts import Prompt
from firmware_py.window.seen import SeenGame

from . import aloud
from .aloud import speakable

Row = tuple[str, str]
Keys = tuple[tuple[str, str], ...]


class SeenPage(NamedTuple):
    """A page that covers the game on the screen.

    Attributes:
        title: the title.
        rows: the rows to read aloud. Each row consists of a label, such as an option's name, and the
            text beside it, such as the option's value.
        keys: the keys that do something on the page, with their meanings.
        place: the number of the page and the total number of such pages, or None if it is the only one.
        typed: the digits typed so far, or None if the page does not ask for a number.
        letters: the letters typed so far, or None if the page does not ask for a name.
    """

    title: str
    rows: tuple[Row, ...] = ()
    keys: Keys = ()
    place: tuple[int, int] | None = None
    typed: str | None = None
    letters: str | None = None

    @classmethod
    def of(cls, page: Mapping[str, Any]) -> SeenPage:
        """Return the page described by a JSON object from the board's view file."""
        place = page.get("place")
        return cls(
            page["title"],
            tuple((left, right) for left, right in page.get("aloud", page["rows"])),
            tuple((key, meaning) for key, meaning in page["keys"]),
            (place[0], place[1]) if place else None,
            page.get("typed"),
            page.get("letters"),
        )


def lines(page: SeenPage, seen: SeenGame) -> Iterator[str]:
    """Yield the sentences to say when a page opens: the page's title, rows and keys."""
    yield ", ".join([_aloud(page.title, seen), *_place(page, seen)])
    for left, right in page.rows:
        yield from _row(left, right, seen)
    if page.typed or page.letters:
        yield _typed(page, seen)
    for key, meaning in page.keys:
        yield _key(key, meaning, seen)


def changed_lines(before: SeenPage, now: SeenPage, seen: SeenGame) -> Iterator[str]:
    """Yield sentences about everything that differs between two states of the same page.

    The titles of both states must be equal.

    Args:
        before: the page as it was when the voice last described it.
    """
    for old, new in zip_longest(before.rows, now.rows, fillvalue=("", "")):
        if old != new:
            is_same_option = old[0] == new[0] and new[1]
            yield from _row("" if is_same_option else new[0], new[1], seen)
    if (before.typed, before.letters) != (now.typed, now.letters):
        is_next_question = before.rows != now.rows and not (now.typed or now.letters)
        if not is_next_question:
            yield _typed(now, seen)
    for key, meaning in now.keys:
        if (key, meaning) not in before.keys:
            yield _key(key, meaning, seen)
    if before.place != now.place:
        yield from _place(now, seen)


def _place(page: SeenPage, seen: SeenGame) -> Iterator[str]:
    if page.place is not None:
        yield seen.words.page_of(*page.place)


def _row(left: str, right: str, seen: SeenGame) -> Iterator[str]:
    between = " " if left.endswith(":") else ", "
    said = between.join(filter(None, (_aloud(left, seen), _aloud(right, seen))))
    if said:
        yield said


def _typed(page: SeenPage, seen: SeenGame) -> str:
    if page.typed:
        return seen.words.number(int(page.typed))
    spelled = (_aloud(letter, seen) if letter.isdigit() else letter for letter in page.letters or "")
    return ", ".join(spelled) or seen.words.NOTHING_TYPED


def _key(key: str, meaning: str, seen: SeenGame) -> str:
    return seen.words.key_means(key, _aloud(meaning, seen))


def _aloud(text: str, seen: SeenGame) -> str:
    return speakable(text, seen.names, seen.words)


_MORE = "…"
"""The symbol that a joystick chooses to turn to the other page of keys."""


class Counting(NamedTuple):
    """The hand or crib that a prompt is about.

    Attributes:
        seat: the seat of its owner.
        crib: True for a crib, or False for a hand.
        claimed: the points that the owner claims, or None if the owner has not claimed any yet.
    """

    seat: int
    crib: bool
    claimed: int | None


class SeenScreen(NamedTuple):
    """The prompt, the cards on the table and the messages on the screen, according to the board's view file.

    The rest of the state of the game is in `SeenGame`.

    Attributes:
        prompt: the prompt's name.
        says: the prompt in words.
        keys: the keys that answer the prompt, with their meanings.
        table: the cards on the table: the cards in the running count, the starter, or the cards cut for the
            deal.
        starter: the starter, or None if it has not been turned up yet.
        to_act: the seat of the player who acts next, or None if the game is over.
        page: the page that is shown instead of the game, or None if the game is shown.
        notices: the messages to the players, oldest first.
        chosen: the label of the key that has been chosen with the joystick, or None if there is none.
        keyed: the cards entered so far, if the prompt asks for the cards of a hand or crib.
        missing: the number of cards in this hand or crib that have not been entered yet.
        typed: the digits typed so far, or None if the prompt does not ask for a number.
        counting: the hand or crib that the prompt is about, or None if the prompt is not about a count.
        code: the code that lets a phone join, or None if the screen does not show one.
        shows_starter: True if `table` contains only the starter, which has just been turned up.
    """

    prompt: str
    says: str
    keys: tuple[tuple[str, str], ...]
    table: tuple[Card, ...]
    starter: Card | None
    to_act: int | None
    page: SeenPage | None
    notices: tuple[str, ...]
    chosen: str | None
    keyed: tuple[Card, ...] = ()
    missing: int = 0
    typed: str | None = None
    counting: Counting | None = None
    code: str | None = None
    shows_starter: bool = False

    @classmethod
    def of(cls, view: Mapping[str, Any]) -> SeenScreen:
        """Return the screen that a view describes.

        Args:
            view: the JSON object from the board's view file. If the screen shows the code that lets phones
                join, the caller must add it as the item `code`, because the view file does not contain it.
        """
        counting = view.get("counting")
        return cls(
            view["prompt"],
            view["says"],
            tuple((key, meaning) for key, meaning in view["keys"]),
            tuple(map(Card.parse, view["table"])),
            None if view["starter"] is None else Card.parse(view["starter"]),
            view["to_act"],
            None if view["page"] is None else SeenPage.of(view["page"]),
            tuple(view.get("notices", ())),
            view["chosen"],
            tuple(map(Card.parse, view.get("keyed", ()))),
            view.get("missing", 0),
            view.get("typed"),
            counting and Counting(counting["seat"], counting["crib"], counting["claimed"]),
            view.get("code"),
            view.get("shows_starter", False),
        )


def news(before: SeenScreen | None, now: SeenScreen, seen: SeenGame, *, again: bool) -> Iterator[str]:
    """Yield sentences about the changes on the screen.

    Args:
        before: the previous screen, or None if nothing on the screen has been said yet.
        again: if True, say the prompt again even if it has not changed.
    """
    if now.page is not None:
        same_page = before is not None and before.page is not None and before.page.title == now.page.title
        if not same_page:
            yield from lines(now.page, seen)
        elif before is not None and before.page is not None:
            yield from changed_lines(before.page, now.page, seen)
        if before is None or before.code != now.code:
            yield from _code_aloud(now, seen)
    elif before is None or before.page is not None:
        yield from prompt_aloud(None, now, seen)
    elif again or (before.says, before.keys, before.to_act) != (now.says, now.keys, now.to_act):
        yield from prompt_aloud(before, now, seen)
    if now.chosen is not None and (before is None or now.chosen != before.chosen):
        key = _chosen_key(now.chosen, seen)
        is_alone = before is not None and before._replace(chosen=now.chosen) == now
        yield key if is_alone else seen.words.joystick_is_on(key)  # a bare number would sound like a count


def whole_screen(now: SeenScreen, seen: SeenGame) -> Iterator[str]:
    """Yield sentences about everything on the screen.

    If a page such as the menu is open, describe this page. Otherwise, describe the cards on the table, the
    count and the prompt.
    """
    if now.page is not None:
        yield from lines(now.page, seen)
        yield from _code_aloud(now, seen)
        return
    if now.table and not now.shows_starter:
        cards = seen.words.cards_in_words(now.table)
        yield seen.words.cards_cut(cards) if now.starter is None else seen.words.on_the_table(cards)
    if now.starter is not None:
        yield seen.words.starter_turned_up(now.starter)
    yield from aloud.count(seen)
    yield from prompt_aloud(None, now, seen)


def _code_aloud(now: SeenScreen, seen: SeenGame) -> Iterator[str]:
    """Say each letter by itself: it leaves time for typing, and no cached sentence reveals the code."""
    if now.code is not None:
        yield seen.words.TYPE_THIS_CODE
        yield from map(seen.words.letter_of_code, now.code)


def notice_aloud(before: SeenScreen | None, now: SeenScreen, seen: SeenGame) -> str | None:
    """Return the new notices on the screen as a sentence, or None if no notice is new.

    Args:
        before: the previous screen, or None if there is none.
    """
    old, new = () if before is None else before.notices, now.notices
    if new[: len(old)] == old:
        new = new[len(old) :]
    return speakable("; ".join(new), seen.names, seen.words) if new else None


def prompt_aloud(before: SeenScreen | None, now: SeenScreen, seen: SeenGame) -> Iterator[str]:
    """Yield the prompt and the keys that answer it, each as a sentence to say.

    Args:
        before: the previous screen, or None if there is none. Parts of the prompt that have already been
            said, such as the cards entered so far, are not repeated.
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
    """Yield a sentence for each key and its meaning, such as `OK: yes`.

    Args:
        keys: the labels of the keys, with their meanings.
    """
    for key, meaning in keys:
        yield seen.words.key_means(key, speakable(meaning, seen.names, seen.words))


def _chosen_key(label: str, seen: SeenGame) -> str:
    if label == _MORE:
        return seen.words.MORE_KEYS
    return speakable(seen.words.key(label), (), seen.words)


def _question(before: SeenScreen | None, now: SeenScreen, seen: SeenGame) -> Iterator[str]:
    goes_on = before is not None and (before.prompt, before.to_act) == (now.prompt, now.to_act)
    if now.missing:
        others = now.keyed[:-1]
        if now.keyed and before is not None and goes_on and before.keyed[: len(others)] == others:
            yield seen.words.missing(now.missing)
        else:
            yield _cards_wanted(now, seen)
    elif now.prompt == Prompt.GAME_OVER.value:
        yield seen.words.next_game_aloud(seen.games)
    elif now.typed is not None and now.counting is not None:
        yield from _number_wanted(before if goes_on else None, now, now.counting, now.typed, seen)
    else:
        yield speakable(now.says, seen.names, seen.words)


def _cards_wanted(now: SeenScreen, seen: SeenGame) -> str:
    words = seen.words
    listed = ", ".join([*map(words.card_in_words, now.keyed), words.missing(now.missing)])
    if now.prompt == Prompt.CRIB.value or now.to_act is None:
        return words.cards_of_crib(listed).full
    name = seen.names[now.to_act]
    kept = now.prompt == Prompt.REST.value
    return (words.cards_kept(name, listed) if kept else words.cards_of_hand(name, listed)).full


def _number_wanted(
    before: SeenScreen | None, now: SeenScreen, counting: Counting, typed: str, seen: SeenGame
) -> Iterator[str]:
    words, name = seen.words, seen.names[counting.seat]
    number = words.number(int(typed)) if typed else ""
    if before is not None and before.counting == counting and before.typed != typed:
        yield number or words.NOTHING_TYPED
        return
    if counting.claimed is not None:
        yield words.more_points_asked(name, counting.claimed)
    elif counting.crib:
        yield words.points_of_crib_asked(name)
    else:
        yield words.points_of_hand_asked(name)
    if number:
        yield number
