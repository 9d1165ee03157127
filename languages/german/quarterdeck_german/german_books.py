"""Give a book in German: what `quarterdeck` finds under the code `de`.

In: a ruleset and its words in German. Out: what `BookLanguage` asks for. What has no German words stays in English.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from quarterdeck.base.findings.finding import Findings
from quarterdeck.language.typing.meanings import Checked
from quarterdeck.prose.languages.book_language import BookLanguage
from quarterdeck.prose.overrides.override_writer import BookWriter
from quarterdeck.prose.overrides.worked_examples import Worked
from quarterdeck.prose.text.blocks import LinkTarget
from quarterdeck.workspace.ruleset.ruleset import Ruleset
from quarterdeck_german.frame import Framer
from quarterdeck_german.german_faults import faults_of_words
from quarterdeck_german.german_writer import GermanWriter
from quarterdeck_german.working import GermanWorked


@dataclass(frozen=True)
class GermanBooks:
    """Prints rules in German."""

    code: str = "de"
    name: str = "german"
    is_of_authors: bool = False

    def writer(self, ruleset: Ruleset, english: BookWriter) -> GermanWriter:
        """Give the writer of the German book; what an author tells stays in English."""
        return GermanWriter(ruleset.checked, english.tales, english.untold)

    def worked(self, writer: BookWriter, places: Mapping[str, LinkTarget], english: Worked) -> GermanWorked:
        """Give what makes the boxes of examples in German, or in English where a word is lacking."""
        return GermanWorked(english.ruleset, writer, places, english=english)

    def frame(self, writer: BookWriter) -> Framer:
        """Give the German frame, which knows the words of authors as well."""
        assert isinstance(writer, GermanWriter)
        return Framer(writer.vocabulary.prose)

    def check(self, checked: Checked) -> Findings:
        """Find what is wrong with the German words of a ruleset."""
        return faults_of_words(checked)

    def shown(self, ruleset: Ruleset, address: str) -> str:
        """Give what is at an address in German, or what lacks German words, each with the first that it lacks."""
        return "\n".join(_shown(ruleset, address))


def _shown(ruleset: Ruleset, address: str) -> Iterator[str]:
    writer = GermanWriter(ruleset.checked)
    if address:
        yield writer.said(address)
    else:
        told = sum(1 for section in writer.all_sections() if section.sort not in writer.ALWAYS_ENGLISH)
        yield f"{ruleset.name}: {told - len(writer.lacking)} of {told} elements are in German"
    holder = writer.section_of(address) if address else ""
    for lacking, word in writer.lacking.items():
        if lacking == holder:
            yield f"This is in English, since there are no German words for `{word}`."
        elif not address:
            yield f"  {lacking}: no German words for `{word}`"


GERMAN: BookLanguage = GermanBooks()
