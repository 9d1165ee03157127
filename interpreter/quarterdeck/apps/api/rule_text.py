"""The text of rules: in words, and in its canonical format.

In: an opened ruleset and an address, or the text of a file of rules. Out: text.
"""

from __future__ import annotations

from quarterdeck.base.findings.finding import Findings, RefusedError
from quarterdeck.base.text import SourceFile
from quarterdeck.language.syntax.from_text import parse_file
from quarterdeck.language.syntax.printer import format_file
from quarterdeck.workspace.ruleset.rule_question import address_of
from quarterdeck.workspace.ruleset.ruleset import Ruleset

HOW_WRITTEN = "QD107"
"""The code of text that is not in the canonical format."""


def rule_in_english(ruleset: Ruleset, address: str) -> str:
    """Return what the rulebook says of a rule, table, phase or step, as plain lines.

    Raises:
        UnknownError: there is no such address, or it is ambiguous.
        RefusedError: the ruleset has errors.
    """
    from quarterdeck.prose.english.english_writer import said  # what writes English takes long to import

    ruleset.refuse_faults()
    return said(ruleset.checked, address_of(ruleset.declared, address))


def format_rules(text: str, name: str = "text.rules") -> str:
    """Return the text of a file of rules in its canonical format; `name` is that of the file in diagnostics.

    Raises:
        RefusedError: it cannot be parsed.
    """
    findings, file = Findings(), SourceFile(name, text)
    parse_file(file, findings)
    if faults := [one for one in findings if one.code != HOW_WRITTEN]:
        raise RefusedError(faults)
    return format_file(file)
