"""Load the files of the club's web page. Some of them are shared with a board's page."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.resources import files

from firmware_py.club.club_labels import club_labels
from firmware_py.serve.page_files import PageFile, files_in
from firmware_py.words.english import English

SHARED = ("/colours.css", "/icon.svg", "/labels.js", "/stream.js")
"""The files that the club's page shares with a board's page."""


def club_files(words: English) -> Mapping[str, PageFile]:
    """Return the files of the club's page, keyed by URL path. The path `/` is the page itself.

    Args:
        words: the message catalogue for the text on the page.
    """
    texts = {
        "LANGUAGE": words.LANGUAGE,
        "TITLE": words.CLUB_TITLE,
        "NEEDS_SCRIPT": words.PAGE_NEEDS_SCRIPT,
        "LABELS": json.dumps(club_labels(words)),
    }
    shared = files_in(files("firmware_py.serve") / "page", {})
    return {**{path: shared[path] for path in SHARED}, **files_in(files("firmware_py.club") / "page", texts)}
