"""A season: the evenings in a club's folder, added up. Of each player's evenings, the best can count alone.

Each evening is ranked as its page ranked it, with its byes, and each player's row of it is a scorecard. The
season's row of a player is the sum of those that count, and the rows are ranked as those of an evening are;
only the games between two players decide nothing. Skunks, great hands and good scorecards are those of all
evenings. Players without names are left out, because nobody knows who they were.
"""

from __future__ import annotations

import html
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from firmware_py.journal.archive import utc
from firmware_py.reports.scorecard import GOOD_CARD, Scorecard, ScorecardRow, best_rows
from firmware_py.system.errors import UsageError
from firmware_py.system.output import csv_text
from firmware_py.words.english import English

from .evening_file import kept_evening
from .page_objects import in_numbers
from .results import Results
from .results_file import RESULTS, read_evenings
from .rounds import evening_standings


class Season(NamedTuple):
    """A season.

    Attributes:
        evenings: the day on which each evening with a result began, in UTC by the club's clock.
        best: the number of evenings that count for each player; None if all count.
        rows: a row for each player, best first, the sum of the evenings that count.
        points: each player's game points on each evening; None if the player was not there.
        numbers: what clubs mention, a line for each kind.
    """

    evenings: Sequence[str]
    best: int | None
    rows: Sequence[ScorecardRow]
    points: dict[str, list[int | None]]
    numbers: list[str]

    def heading(self, words: English) -> list[str]:
        """Return the headings of the columns: place, name, evenings played, and the sums."""
        place, name, *sums = words.CLUB_STANDING_COLUMNS
        return [place, name, words.CLUB_EVENINGS, *sums]

    def cells(self, row: ScorecardRow) -> list[int | str]:
        """Return a player's cells below these headings."""
        points = self.points[row.name]
        return [row.place, row.name, len(points) - points.count(None), *row.cells]

    def each_evening(self, row: ScorecardRow) -> list[int | str]:
        """Return a player's game points on each evening, and an empty text for an evening without them."""
        return ["" if points is None else points for points in self.points[row.name]]


def read_season(folder: Path, best: int | None, words: English) -> Season:
    """Return the season of the evenings in a club's folder, and in the clubs' folders directly inside it.

    Args:
        best: the number of each player's best evenings that count; None if all count.

    Raises:
        UsageError: there are no results in the folder, or they cannot be read.
    """
    folders = [path.parent for path in (*sorted(folder.glob(RESULTS)), *sorted(folder.glob(f"*/{RESULTS}")))]
    days, evenings = [], []
    for each in folders:
        for results, after in read_evenings(each):
            if rows := _evening_rows(each, results, after, words):
                days.append(utc(results.counting(after)[0].ended)[:_DAY])
                evenings.append(rows)
    if not evenings:
        raise UsageError(f"{folder}: there are no results of a club here: name the folder of {RESULTS}")
    spelt: dict[str, str] = {}
    cards: dict[str, dict[int, ScorecardRow]] = defaultdict(dict)
    for number, rows in enumerate(evenings):
        for row in rows:
            name = spelt.setdefault(row.name.casefold(), row.name)
            cards[name][number] = row._replace(name=name)
    season = Scorecard()
    for own in cards.values():
        for row in best_rows(own.values())[:best]:
            season.add_row(row)
    points = {
        name: [own[number].game_points if number in own else None for number in range(len(evenings))]
        for name, own in cards.items()
    }
    return Season(days, best, season.rows(), points, _numbers(cards, words))


_DAY = len("2026-11-21")


def _evening_rows(folder: Path, results: Results, after: int, words: English) -> list[ScorecardRow]:
    standings, _ = evening_standings(kept_evening(folder, after), results, words)
    named = {name for each in results.counting(after) for name in standings.spelt(each.names)}
    return [row for row in standings.rows() if row.name in named and row.games]


def _numbers(cards: dict[str, dict[int, ScorecardRow]], words: English) -> list[str]:
    everything = Scorecard()
    good, all_won = Counter[str](), Counter[str]()
    for name, own in cards.items():
        for row in own.values():
            everything.add_row(row)
        good[name] = sum(row.game_points >= GOOD_CARD for row in own.values())
        all_won[name] = sum(row.has_won_all for row in own.values())
    return in_numbers(everything.rows(), good, all_won, words)


def season_object(season: Season) -> dict[str, Any]:
    """Return the object that `muggins club season --json` prints."""
    players = [{**row._asdict(), "points": season.points[row.name]} for row in season.rows]
    return {
        "evenings": list(season.evenings),
        "best": season.best,
        "players": players,
        "numbers": season.numbers,
    }


def season_csv(season: Season, words: English) -> str:
    """Return the season as CSV, with a line for each player and a column for each evening."""
    table: list[list[Any]] = [[*season.heading(words), *season.evenings]]
    for row in season.rows:
        *about, _, _, _ = season.cells(row)
        numbers = [row.spread, row.plus, row.spread - row.plus]  # without signs, for spreadsheets
        table.append([*about, *numbers, *season.each_evening(row)])
    return csv_text(table)


def season_text(season: Season, words: English) -> str:
    """Return the season as a table in text, with what clubs mention below it."""
    table: list[Sequence[object]] = [season.heading(words), *map(season.cells, season.rows)]
    rows = [[str(cell) for cell in row] for row in table]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join(
            cell.ljust(width) if place == 1 else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
    said = words.club_season(len(season.evenings), season.best)
    return "\n".join([said, "", *lines, *([""] if season.numbers else []), *season.numbers])


def season_page(season: Season, words: English) -> str:
    """Return the season as a page of HTML that needs no other file."""

    def row(tag: str, cells: Sequence[object]) -> str:
        return f"<tr>{''.join(f'<{tag}>{html.escape(str(cell))}</{tag}>' for cell in cells)}</tr>"

    title = html.escape(words.CLUB_SEASON)
    lines = "".join(f"<li>{html.escape(line)}</li>" for line in season.numbers)
    body = "\n".join(row("td", [*season.cells(each), *season.each_evening(each)]) for each in season.rows)
    return f"""<!doctype html>
<html lang="{words.LANGUAGE}">
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>{title}</title>
<style>
body {{ font: 100%/1.4 system-ui, sans-serif; margin: 1rem; }}
div {{ overflow-x: auto; }} table {{ border-collapse: collapse; }}
th, td {{ padding: .3rem .6rem; text-align: end; border-bottom: 1px solid gray; }}
th:nth-child(2), td:nth-child(2) {{ text-align: start; }}
</style>
<h1>{title}</h1>
<p>{html.escape(words.club_season(len(season.evenings), season.best))}</p>
<div role="region" tabindex="0" aria-label="{title}"><table>
<thead>{row("th", [*season.heading(words), *season.evenings])}</thead>
<tbody>
{body}
</tbody></table></div>
<ul>{lines}</ul>
</html>"""
