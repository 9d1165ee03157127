"""Find where a ruleset lacks the words that its book needs.

In: a `Checked` ruleset. Out: findings. Play needs no phrases, and a ruleset without them is sound; its book is not.
"""

from __future__ import annotations

from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.text import Span
from quarterdeck.language.typing.meanings import Checked
from quarterdeck.prose.english.english_writer import EnglishWriter
from quarterdeck.prose.text.blocks import Section
from quarterdeck.prose.text.runs import CODE


def missing_words(checked: Checked) -> Findings:
    """Find rules and options without a phrase, and whatever else can only be shown as it is written."""
    findings = Findings()
    for address, rule in checked.declared.rules.items():
        if rule.node.phrase is None and rule.stands_alone:
            hint = f'write a phrase after it, as in `{rule.name}(child: Child) "{{child}} throws"`'
            report(findings, f"`{rule.name}`", rule.node.path[-1].span, hint, address)
    for option in checked.declared.options.values():
        if option.node.phrase is None:
            hint = "write a phrase after its value: what holds if the option is in use"
            report(findings, f"the option `{option.name}`", option.node.name.span, hint)
    writer = EnglishWriter(checked)
    for section in writer.all_sections():
        unsaid_in(writer, section, findings)
    return findings


def report(findings: Findings, what: str, span: Span, hint: str, rule: str = "") -> None:
    """Report one thing that has no words."""
    findings.add("QD701", f"the book has no words for {what}", span, hint=hint, rule=rule)


def unsaid_in(writer: EnglishWriter, section: Section, findings: Findings) -> None:
    """Report what a section shows as it is written."""
    element = writer.elements.get(section.address)
    if element is None:
        return
    shown = {run.words: True for text in section.texts() for run in text if run.style == CODE}
    for words in shown:
        report(findings, f"`{words}`", element.span, "use other words", section.address)
