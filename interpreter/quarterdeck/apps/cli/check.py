"""`quarterdeck check`: every finding of every stage."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Annotated

from cyclopts import Parameter

from quarterdeck.analysis.trial.checkup import check as checked
from quarterdeck.apps.cli.json_output import print_json
from quarterdeck.apps.cli.progress_line import progress_line
from quarterdeck.base.findings.finding import Finding
from quarterdeck.workspace.pipeline.ruleset_cache import kept_with


def check(
    game: str,
    *,
    release: Annotated[bool, Parameter(negative="")] = False,
    json: Annotated[bool, Parameter(name="--json", negative="")] = False,
) -> int:
    """Report every error in a ruleset and its variants, in one run.

    Args:
        game: a ruleset: its name, `name+variant+variant`, or the path of a folder.
        release: also report outdated or unaccepted prose overrides, and text that the book has no words for.
        json: print the problems as JSON.
    """
    with progress_line(f"checking the rules of {game}") as progress:
        found = checked(game, progress)
        unchecked: list[str] = []
        if not found.findings:
            findings, languages = kept_with(
                game, "prose overrides for release" if release else "prose overrides", lambda: _found(game, release)
            )
            found = replace(found, findings=(*findings, *_of_words(game, languages, unchecked)))
    if json:
        print_json(found)
    elif found.findings:
        from rich.console import Console

        from quarterdeck.base.findings.printer import show_other_first

        show_other_first(found.findings, Console())
        count = len(found.findings)
        print(f"{game}: {count} problem{'s' if count != 1 else ''}")
    else:
        print(f"{game}: no problems")
        for one in found.not_encoded:
            print(f"not encoded: {one.place}, {one.what} ({one.reason})")
    if not json:
        for words in unchecked:
            print(f"not checked: {words}")
        for note in (*found.uncounted, *found.void):
            print(f"{note.code}: {note.message}, {note.span.file.path}:{note.span.line}")
    return 1 if found.findings else 0


def _of_words(game: str, languages: Sequence[str], unchecked: list[str]) -> Iterator[Finding]:
    """Give what is wrong with the words for other languages; why those of a language are `unchecked` is added there.

    It is not kept: languages are distributions of their own, of which the key of what is kept knows nothing.
    """
    for code in languages:
        from quarterdeck.prose.languages.installed_languages import LanguageError, book_language
        from quarterdeck.workspace.ruleset.ruleset import Ruleset

        try:
            yield from book_language(code).check(Ruleset.open(game).checked)
        except LanguageError as error:
            unchecked.append(str(error))


def _found(game: str, release: bool) -> tuple[tuple[Finding, ...], tuple[str, ...]]:
    """Give what is wrong with what the book tells, and for which languages there are words.

    Before a release what the book does not tell any more, and what it has no words for, is wrong too.
    """
    # Few rulesets tell rules, and what does so takes long to import.
    from quarterdeck.language.checks.logs import logs_in
    from quarterdeck.language.documents.shapes import WordsDocument
    from quarterdeck.workspace.ruleset.rule_question import questions_of
    from quarterdeck.workspace.ruleset.ruleset import Ruleset

    ruleset = Ruleset.open(game)
    found: tuple[Finding, ...] = ()
    if release:
        from quarterdeck.prose.english.duties import missing_words
        from quarterdeck.prose.overrides.spelling_faults import mixed_spelling

        found = (*missing_words(ruleset.checked), *mixed_spelling(ruleset))
    if any(ruleset.declared.of_sort("told")):
        from quarterdeck.prose.overrides.override_faults import (
            examples_not_for_release,
            faults_of_tellings,
            not_for_release,
        )

        found = (*found, *faults_of_tellings(ruleset.checked))
        if release:
            found = (
                *found,
                *not_for_release(ruleset.checked, ruleset.loaded.layers),
                *examples_not_for_release(ruleset),
            )
    if any(log.called for _, log in logs_in(ruleset.declared)):
        from quarterdeck.print.book.form_references import faults_of_called

        found = (*found, *faults_of_called(ruleset))
    if any(ruleset.declared.of_sort("pictures")):
        from quarterdeck.print.pictures.gallery import faults_of_pictures

        found = (*found, *faults_of_pictures(ruleset))
    if any(question.in_the_book for question, _ in questions_of(ruleset.declared)):
        from quarterdeck.print.probes.counting import faults_of_probes

        found = (*found, *faults_of_probes(ruleset))
    words = (document.shape for document in ruleset.declared.of_sort("words"))
    return found, tuple(sorted({shape.words for shape in words if isinstance(shape, WordsDocument)}))
