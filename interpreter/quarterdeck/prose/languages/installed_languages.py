"""Find the languages that books may be in: English, and what installed distributions bring.

In: entry points of the group `quarterdeck.languages`, each the code of a language and a `BookLanguage`. Out: the
language of a code. A language is imported when somebody asks for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib.metadata import EntryPoint, entry_points

from quarterdeck.base.errors import UserError
from quarterdeck.engine.plugins.reading import FAILURES, one_line
from quarterdeck.prose.languages.book_language import BookLanguage

GROUP = "quarterdeck.languages"
_BUILT_IN = EntryPoint("en", "quarterdeck.prose.languages.english_books:ENGLISH", GROUP)
DISTRIBUTIONS: Mapping[str, str] = {"de": "quarterdeck-german", "german": "quarterdeck-german"}
"""The distributions of this project that bring a language, by its code and by its name."""


class LanguageError(UserError):
    """A language is not installed, or its distribution cannot be imported."""


def installed_languages() -> Mapping[str, EntryPoint]:
    """Give the languages that are installed, by their codes; none of them is imported."""
    found = sorted(entry_points(group=GROUP), key=lambda entry: entry.name)
    return {entry.name: entry for entry in (*found, _BUILT_IN)}


def book_language(code: str) -> BookLanguage:
    """Import the language of a code.

    Raises:
        LanguageError: it is not installed, or cannot be imported.
    """
    installed = installed_languages()
    if code not in installed:
        raise LanguageError(_not_installed(code, list(installed)))
    try:
        language: BookLanguage = installed[code].load()
    except FAILURES as error:
        raise LanguageError(f"the language {code} cannot be imported: {one_line(error)}") from error
    return language


def language_named(name: str) -> BookLanguage:
    """Import the language of an English name.

    Raises:
        LanguageError: none of the installed ones has it, or one cannot be imported.
    """
    languages = list(book_languages())
    found = next((one for one in languages if one.name == name), None)
    if found is None:
        raise LanguageError(_not_installed(name, [one.name for one in languages]))
    return found


def book_languages() -> Iterator[BookLanguage]:
    """Import all installed languages.

    Raises:
        LanguageError: one cannot be imported.
    """
    return map(book_language, installed_languages())


def _not_installed(wanted: str, installed: list[str]) -> str:
    hint = f"pip install {DISTRIBUTIONS[wanted]}" if wanted in DISTRIBUTIONS else f"there are {', '.join(installed)}"
    return f"the language {wanted} is not installed: {hint}"
