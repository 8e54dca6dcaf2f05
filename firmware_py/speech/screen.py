"""Sentences about what the screen shows: the prompt, the notice, and pages such as the menu.

All lines of a page are read out when it opens, and later only the lines that change.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from engine.prompts import Prompt
from firmware_py.window.seen import Counting, Hint, SeenPage, SeenScreen

from .aloud import Aloud, speakable


def _lines(page: SeenPage, aloud: Aloud) -> Iterator[str]:
    yield ", ".join([aloud.text(page.title), *_place(page, aloud)])
    for left, right in page.spoken:
        yield from _row(left, right, aloud)
    if page.typed or page.letters:
        yield _typed(page, aloud)
    yield from keys_aloud(page.keys, aloud)


def _changed_lines(before: SeenPage, now: SeenPage, aloud: Aloud) -> Iterator[str]:
    """Yield sentences about everything that differs between two states of the same page.

    The titles of both states must be equal.

    Args:
        before: the page as it was when the voice last described it.
    """
    for old, new in zip_longest(before.spoken, now.spoken, fillvalue=("", "")):
        if old != new:
            is_same_option = old[0] == new[0] and new[1]
            yield from _row("" if is_same_option else new[0], new[1], aloud)
    if (before.typed, before.letters) != (now.typed, now.letters):
        is_next_question = before.spoken != now.spoken and not (now.typed or now.letters)
        if not is_next_question:
            yield _typed(now, aloud)
    yield from keys_aloud([hint for hint in now.keys if hint not in before.keys], aloud)
    if before.place != now.place:
        yield from _place(now, aloud)


def _place(page: SeenPage, aloud: Aloud) -> Iterator[str]:
    if page.place is not None:
        yield aloud.words.page_of(*page.place)


def _row(left: str, right: str, aloud: Aloud) -> Iterator[str]:
    between = " " if left.endswith(":") else ", "
    said = between.join(filter(None, (aloud.text(left), aloud.text(right))))
    if said:
        yield said


def _typed(page: SeenPage, aloud: Aloud) -> str:
    if page.typed:
        return aloud.words.number(int(page.typed))
    spelled = (aloud.text(letter) if letter.isdigit() else letter for letter in page.letters or "")
    return ", ".join(spelled) or aloud.words.NOTHING_TYPED


_MORE = "…"
"""The symbol that a joystick chooses to turn to the other page of keys."""


def news(before: SeenScreen | None, now: SeenScreen, aloud: Aloud, *, again: bool) -> Iterator[str]:
    """Yield sentences about the changes on the screen.

    Args:
        before: the previous screen, or None if nothing on the screen has been said yet.
        again: if True, say the prompt again even if it has not changed.
    """
    if now.page is not None:
        same_page = before is not None and before.page is not None and before.page.title == now.page.title
        if not same_page:
            yield from _lines(now.page, aloud)
        elif before is not None and before.page is not None:
            yield from _changed_lines(before.page, now.page, aloud)
        if before is None or before.code != now.code:
            yield from _code_aloud(now, aloud)
    elif before is None or before.page is not None:
        yield from prompt_aloud(None, now, aloud)
    elif again or (before.says, before.keys, before.to_act) != (now.says, now.keys, now.to_act):
        yield from prompt_aloud(before, now, aloud)
    if now.chosen is not None and (before is None or now.chosen != before.chosen):
        key = _chosen_key(now.chosen, aloud)
        is_alone = before is not None and before._replace(chosen=now.chosen) == now
        yield key if is_alone else aloud.words.joystick_is_on(key)  # a bare number would sound like a count


def whole_screen(now: SeenScreen, aloud: Aloud) -> Iterator[str]:
    """Yield sentences about everything on the screen.

    If a page such as the menu is open, describe this page. Otherwise, describe the cards on the table, the
    count and the prompt.
    """
    if now.page is not None:
        yield from _lines(now.page, aloud)
        yield from _code_aloud(now, aloud)
        return
    if now.table and not now.shows_starter:
        cards = aloud.words.cards_in_words(now.table)
        yield aloud.words.cards_cut(cards) if now.starter is None else aloud.words.on_the_table(cards)
    if now.starter is not None:
        yield aloud.words.starter_turned_up(now.starter)
    yield from aloud.count()
    yield from prompt_aloud(None, now, aloud)


def _code_aloud(now: SeenScreen, aloud: Aloud) -> Iterator[str]:
    """Say each letter by itself: it leaves time for typing, and no cached sentence reveals the code."""
    if now.code is not None:
        yield aloud.words.TYPE_THIS_CODE
        yield from map(aloud.words.letter_of_code, now.code)


def notice_aloud(before: SeenScreen | None, now: SeenScreen, aloud: Aloud) -> str | None:
    """Return the new notices on the screen as a sentence, or None if no notice is new.

    Args:
        before: the previous screen, or None if there is none.
    """
    old, new = () if before is None else before.notices, now.notices
    if new[: len(old)] == old:
        new = new[len(old) :]
    return aloud.text("; ".join(new)) if new else None


def prompt_aloud(before: SeenScreen | None, now: SeenScreen, aloud: Aloud) -> Iterator[str]:
    """Yield the prompt and the keys that answer it, each as a sentence to say.

    Args:
        before: the previous screen, or None if there is none. Parts of the prompt that have already been
            said, such as the cards entered so far, are not repeated.
    """
    yield from _question(before, now, aloud)
    if (
        before is None
        or before.keys != now.keys
        or before.prompt != now.prompt
        or before.to_act != now.to_act
    ):
        yield from keys_aloud(now.keys, aloud)


def keys_now(now: SeenScreen, aloud: Aloud) -> Iterator[str]:
    """Yield a sentence about the keys that do something now."""
    if now.page is not None:
        yield from keys_aloud(now.page.keys, aloud)
    elif now.can:
        yield aloud.text("; ".join(now.can))


_FEW_KEYS = 4
"""The largest number of keys that are a sentence each. More are one sentence, as in the menu."""


def keys_aloud(keys: Sequence[Hint], aloud: Aloud) -> Iterator[str]:
    """Yield a sentence for each key and its meaning, such as `OK: yes`, or one sentence for many keys.

    Args:
        keys: the labels of the keys, with their meanings.
    """
    if len(keys) > _FEW_KEYS:
        yield ", ".join(aloud.words.key_in_list(key, aloud.text(meaning)) for key, meaning in keys)
        return
    for key, meaning in keys:
        yield aloud.words.key_means(key, aloud.text(meaning))


def _chosen_key(label: str, aloud: Aloud) -> str:
    if label == _MORE:
        return aloud.words.MORE_KEYS
    return speakable(aloud.words.key(label), (), aloud.words)


def _question(before: SeenScreen | None, now: SeenScreen, aloud: Aloud) -> Iterator[str]:
    goes_on = before is not None and (before.prompt, before.to_act) == (now.prompt, now.to_act)
    if now.missing:
        others = now.keyed[:-1]
        if now.keyed and before is not None and goes_on and before.keyed[: len(others)] == others:
            yield aloud.words.missing(now.missing)
        else:
            yield _cards_wanted(now, aloud)
    elif now.prompt is Prompt.GAME_OVER:
        yield aloud.words.next_game_aloud([side.games for side in aloud.seen.sides])
    elif now.typed is not None and now.counting is not None:
        yield from _number_wanted(before if goes_on else None, now, now.counting, now.typed, aloud)
    else:
        yield aloud.text(now.says)


def _cards_wanted(now: SeenScreen, aloud: Aloud) -> str:
    words = aloud.words
    listed = ", ".join([*map(words.card_in_words, now.keyed), words.missing(now.missing)])
    if now.prompt is Prompt.CRIB or now.to_act is None:
        return words.cards_of_crib(listed).full
    name = aloud.seen.names[now.to_act]
    kept = now.prompt is Prompt.REST
    return (words.cards_kept(name, listed) if kept else words.cards_of_hand(name, listed)).full


def _number_wanted(
    before: SeenScreen | None, now: SeenScreen, counting: Counting, typed: str, aloud: Aloud
) -> Iterator[str]:
    words, name = aloud.words, aloud.seen.names[counting.seat]
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
