"""`muggins rules`: the rules in force, a section of the rules as plain text, or the meaning of a word.

The rules are those of engine/RULES.md, which comes with the package. They are printed without the marks of
Markdown and without references to sources, so that they can be read aloud: each paragraph, each step and
each row of a table is a paragraph.
"""

from __future__ import annotations

import re
import textwrap
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from importlib.resources import files as files_of

from engine.errors import shown
from engine.options import OPTIONS
from firmware_py.config import files
from firmware_py.config.build import load
from firmware_py.input.questions import option_row, options_in_force
from firmware_py.reports.saved_games import read_played
from firmware_py.system.errors import UsageError
from firmware_py.system.output import show
from firmware_py.words.in_use import words

from .options import WIDTH, Command, add_journal, add_json

_Entry = tuple[str, ...]
"""A text from the rules about one subject: a title, followed by paragraphs."""


def _rules_options(parser: ArgumentParser) -> None:
    parser.add_argument(
        "about",
        nargs="*",
        metavar="SECTION|WORD",
        help="the number or heading of a section, a word of the game, or an option "
        "(default: the rules of the saved game or of a new one, and the sections)",
    )
    add_journal(parser)
    add_json(parser)


def rules(options: Namespace) -> None:
    """Print the rules in force and a list of the sections, or what the rules say about a section or word."""
    sections = _sections()
    if not options.about:
        _show_in_force(options, [title for title, *_ in sections])
        return
    about = " ".join(options.about)
    entries = _entries(sections)
    found = entries.get(about.strip().lower())
    if found is None:
        near = get_close_matches(about.lower(), [name for name in entries if not name.isdigit()])
        if near:
            raise UsageError(f"the rules do not explain {shown(about)}: did you mean {' or '.join(near)}?")
        raise UsageError(f"the rules do not explain {shown(about)}: 'muggins rules glossary' lists the words")
    if options.json:
        show({"about": found[0], "text": found[1:]})
    else:
        lines = found if len(found) > 2 else (": ".join(found),)
        show("\n".join(textwrap.fill(line, WIDTH, break_on_hyphens=False) for line in lines))


def _show_in_force(options: Namespace, titles: Sequence[str]) -> None:
    try:
        now, heading = read_played(options.journal).history.game.rules, words().RULES_OF_SAVED_GAME
    except UsageError:
        if options.journal:
            raise
        now, heading = load(files.found()).setup.rules, words().RULES_OF_NEW_GAME
    names = options_in_force(now)
    if options.json:
        values = {name: OPTIONS[name].write(getattr(now, name)) for name in names}
        show({"players": now.players, "options": values, "sections": titles})
        return
    rows = (option_row(name, now) for name in names)
    listed = [f"{words().PLAYERS}: {now.players}", *(f"{row.left}: {row.right}" for row in rows)]
    show("\n".join([heading, *listed, words().SECTIONS_OF_RULES, *titles]))


def _entries(sections: Sequence[_Entry]) -> dict[str, _Entry]:
    """Return all that can be asked for, keyed in lower case. What a word means comes before a section."""
    found: dict[str, _Entry] = {}
    for option in OPTIONS.values():
        name, values = words().option(option.name), words().option_value(option.name, option.allowed)
        found[name] = found[option.name] = (name, f"{option.about} ({values})")
    for section in sections:
        number, _, heading = section[0].lower().partition(". ")
        found |= dict.fromkeys((number, heading, heading.removeprefix("the ")), section)
    _, *glossary = sections[-1]
    for row in glossary:
        names, _, meaning = row.partition(": ")
        found |= dict.fromkeys((names.lower(), *names.lower().split(", ")), (names, meaning))
    return found


def _sections() -> list[_Entry]:
    text = files_of("engine").joinpath("RULES.md").read_text(encoding="utf-8")
    titles_and_bodies = (part.split("\n", 1) for part in text.split("\n## ")[1:])
    return [(title, *_paragraphs(body)) for title, body in titles_and_bodies]


def _paragraphs(markdown: str) -> Iterator[str]:
    columns: list[str] = []
    for line in _whole_lines(markdown):
        if not line.startswith("|"):
            columns = []
            if line:
                yield _plain(re.sub("^(- |### )", "", line))
            continue
        cells = [_plain(cell) for cell in line.removeprefix("|").removesuffix("|").split("|")]
        if not columns:
            columns = cells
        elif not cells[0].startswith("---"):
            yield _row_in_words(columns, cells)


def _whole_lines(markdown: str) -> list[str]:
    """Return the lines of a text, after joining those that belong to the same paragraph."""
    found = [""]
    for line in markdown.splitlines():
        if found[-1] and line and not re.match(r"[|#]|- |\d+\. ", line):
            found[-1] += f" {line.strip()}"
        else:
            found.append(line)
    return found


def _row_in_words(columns: Sequence[str], cells: Sequence[str]) -> str:
    if len(cells) == 2:
        return ": ".join(cells)
    named = [f"{column}: {cell}" for column, cell in zip(columns[1:], cells[1:], strict=True) if cell]
    return f"{cells[0]}. {'; '.join(named)}"


_SOURCE = re.compile(r"(?:[A-Z]\d+x?|ACC|\w*Hoyle|Enq|EB\d+|Bic|Wiki|CC|Foster|BSD)(?:[ ,]+(?:\d\S*|and))*")
_REFERENCES = re.compile(rf" \({_SOURCE.pattern}(?:[ ,]+{_SOURCE.pattern})*\)")
"""References to sources and to worked cases in parentheses, such as ` (S3, ACC 6.3b)` or ` (P4)`."""


def _plain(markdown: str) -> str:
    text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", markdown)
    text = text.replace("…", "...")  # before lines are broken, because some terminals have no such sign
    return _REFERENCES.sub("", re.sub(r"\*\*|\*|`|†", "", text)).strip()


COMMANDS = {"rules": Command(rules, _rules_options, speaks_to_players=True)}
