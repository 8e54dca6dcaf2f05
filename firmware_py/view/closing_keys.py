"""The keys that close a dialogue or a page that covers the game on the screen."""

from __future__ import annotations

from engine.match.history import History
from firmware_py.input.entry import KeyEntry
from firmware_py.input.keys import Key
from firmware_py.view.additions import NO_ADDITIONS, Additions


def closing_keys(entry: KeyEntry, history: History, additions: Additions = NO_ADDITIONS) -> tuple[Key, ...]:
    """Return the keys that must be pressed to close the open dialogue or page, if any.

    In a dialogue, the only key is MENU, which closes the dialogue or goes back one step. On pages that show
    points item by item, press OK once for each page from the open one to the last.

    Args:
        entry: the unfinished input, including the open dialogue or page.
        history: the match so far.
        additions: everything that the add-ons supply for the board to show. The coach's pages come after the
            pages that show the counts.
    """
    if entry.dialogue is not None:
        return (Key.MENU,)
    if not entry.page:
        return ()
    from firmware_py.view.count_pages import count_page  # the first frame need not wait for the pages

    presses = 0
    while count_page(history.game, entry.page + presses, additions.advice):
        presses += 1
    return (Key.OK,) * presses
