"""The web page's files. They are read into memory once, and the server sends no other files."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from html import escape
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import NamedTuple

from firmware_py.serve.page_labels import page_labels
from firmware_py.words.english import English

_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}


class PageFile(NamedTuple):
    """One of the web page's files.

    Attributes:
        media_type: the media type that the server sends with the file.
        content: the contents of the file.
        tag: the entity tag, which changes whenever the contents change.
    """

    media_type: str
    content: bytes
    tag: str


def page_files(
    words: English, *, has_form: bool = False, has_keys: bool = False, from_menu: bool = True
) -> Mapping[str, PageFile]:
    """Return the web page's files, keyed by URL path. The path `/` is the page itself.

    Args:
        words: the message catalogue of the page.
        has_form: True if the page includes a form for entering the code that lets a phone join.
        has_keys: True if the page includes a keypad for phones that have joined.
        from_menu: True if players get the code for joining from the board's menu, False if from a terminal.
    """
    texts = {
        "LANGUAGE": words.LANGUAGE,
        "TITLE": words.PAGE_TITLE,
        "NEEDS_SCRIPT": words.PAGE_NEEDS_SCRIPT,
        "HAS_FORM": "yes" if has_form else "no",
        "HAS_KEYS": "yes" if has_keys else "no",
        "LABELS": json.dumps(page_labels(words, from_menu=from_menu)),
    }
    return files_in(files("firmware_py.serve") / "page", texts)


def files_in(folder: Traversable, texts: Mapping[str, str]) -> Mapping[str, PageFile]:
    """Return the web page files in a folder, keyed by URL path.

    The file `index.html` has the path `/`. In it, each placeholder in double braces is replaced.

    Args:
        folder: the folder.
        texts: the strings that replace the placeholders, keyed by the placeholders' names.
    """
    found = {}
    for file in folder.iterdir():
        media_type = _TYPES.get(Path(file.name).suffix)
        if media_type is None:
            continue
        content = file.read_bytes()
        if file.name == "index.html":
            content = _with_texts(content.decode(), texts).encode()
        tag = f'"{hashlib.sha256(content).hexdigest()[:16]}"'
        path = "/" if file.name == "index.html" else f"/{file.name}"
        found[path] = PageFile(media_type, content, tag)
    return found


def _with_texts(page: str, texts: Mapping[str, str]) -> str:
    for name, text in texts.items():
        page = page.replace("{{" + name + "}}", escape(text, quote=True))
    return page
