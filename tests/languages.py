"""Where the languages stand that are distributions of their own, for tests that read sources."""

from __future__ import annotations

import inspect
from pathlib import Path

from quarterdeck.prose.languages.english_books import ENGLISH
from quarterdeck.prose.languages.installed_languages import book_languages

FOLDERS = {one.name: Path(inspect.getfile(type(one))).parent for one in book_languages() if one is not ENGLISH}
"""The folders of installed languages by their names; `make install` installs those of this project."""
