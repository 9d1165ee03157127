"""Find what is wrong with tellings.

In: a `Checked` ruleset. Out: findings, each at its place in `told.yaml`: a rule that is not there, an address in the
prose that leads to nothing, a figure that stands in nothing that is told, an input in a term that the rule has not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches

from quarterdeck.checks.elements import elements_of
from quarterdeck.checks.meanings import Checked
from quarterdeck.diagnostics import Findings
from quarterdeck.names.addresses import Element
from quarterdeck.names.declared import Rule
from quarterdeck.names.text import text_of
from quarterdeck.pipeline.folders import Layer
from quarterdeck.rulebook.stories.carried_out import ToldExample
from quarterdeck.rulebook.telling.examples import (
    WORDS_OF_NUMBERS,
    ExampleTale,
    example_faults,
    examples_told,
    meaning_of,
    told_and_done,
    unfounded,
)
from quarterdeck.rulebook.telling.markdown import Interpolated, Link, Words
from quarterdeck.rulebook.telling.pins import by_pin, outdated, pins_of, unpinned
from quarterdeck.rulebook.telling.tellings import (
    Tale,
    can_be_told,
    chapters_told,
    members_named,
    pieces_of,
    rests_on,
    scenarios_told,
    tales_of,
)
from quarterdeck.rulebook.telling.writer import SLOT, inputs_in
from quarterdeck.ruleset.opened import Ruleset

QUOTED = re.compile(r'"[^"]*"')
FIGURE = re.compile(r"(?<![\w.])\d*d?\d+(?:\.\d+)?(?!\w)")


def faults_of_tellings(checked: Checked) -> Findings:
    """Find what is wrong with the tellings of a ruleset."""
    findings = Findings()
    known, tellable = elements_of(checked), can_be_told(checked.declared)
    for tale in tales_of(checked.declared).values():
        if tale.address not in tellable:
            if not checked.declared.variants:  # a variant may well take away what the ruleset below tells
                hint = _close(tale.address, dict.fromkeys(tellable))
                findings.add("QD702", f"there is no rule `{tale.address}` to be told", tale.span(), hint=hint)
            continue
        rule = checked.declared.rules.get(tale.address)
        if rule is not None:
            _term_fits(checked, tale, rule, findings)
        _cells_fit(checked, tale, findings)
        _says_fit(checked, tale, known, findings)
        for address in _leads_nowhere(tale, known):
            findings.add(
                "QD702",
                f"`{address}` leads to nothing",
                tale.span("cells" if tale.cells else "text"),
                hint=_close(address, known),
                rule=tale.address,
            )
        for figure in _unfounded(checked, tale, known):
            findings.add(
                "QD703",
                f"`{figure}` stands in nothing that is told here",
                tale.span("cells" if tale.cells else "text"),
                hint="write the address in braces of what has this number, or tell what the rule says",
                rule=tale.address,
            )
    _chapters_fit(checked, findings)
    _scenarios_fit(checked, known, findings)
    example_faults(checked, known, findings)
    return findings


def faults_of_examples(checked: Checked, done: Iterable[tuple[ExampleTale, ToldExample]]) -> Findings:
    """Find the figures with which examples are told and that are none of their own; `done` is what came of each."""
    findings, known = Findings(), elements_of(checked)
    hint = "say a figure of the example, of what came of it or of its rules, or work it out in the text: `8 / 2 = 4`"
    for tale, one in done:
        for figure in unfounded(checked, known, tale, one):
            message = f"`{figure}` stands neither in the example nor in what happens in it"
            findings.add("QD703", message, tale.span("text"), hint=hint, rule=tale.pin)
    return findings


def examples_not_for_release(ruleset: Ruleset) -> Findings:
    """Find tellings of examples that are not printed, that nobody has accepted, or that say figures of their own."""
    tales, done = examples_told(ruleset.declared), told_and_done(ruleset)
    layers, again = (
        ruleset.loaded.layers,
        f"see whether it still fits, then run `quarterdeck accept {ruleset.declared.name}`",
    )
    findings = Findings()
    if not ruleset.declared.variants:
        findings.extend(faults_of_examples(ruleset.checked, done))
    pins = pins_of(layers, by_pin(tales.values()))
    for tale, one in done:
        if tale.pin not in pins:
            message = f"nobody has accepted what is told of the example `{tale.name}`"
        elif pins[tale.pin] != meaning_of(one):
            message = f"the example `{tale.name}` comes to something else than when it was told"
        else:
            continue
        findings.add("QD704", message, tale.span(), hint=again, rule=tale.pin)
    return findings


def _chapters_fit(checked: Checked, findings: Findings) -> None:
    """Find chapters that are told and not there, and figures in what is told of them, which stand in no rule of it."""
    modules = checked.declared.modules
    for name, (told, document) in chapters_told(checked.declared).items():
        if name not in modules and not checked.declared.variants:
            message = f"there is no chapter `{name}` to be told"
            findings.add("QD702", message, document.places.key("chapters", name), hint=_close(name, modules))
        for figure in FIGURE.findall(" ".join(told.paragraphs)):
            hint = "leave it to the rules of the chapter"
            message = f"`{figure}` stands in nothing that is told here"
            findings.add("QD703", message, document.places.value("chapters", name, "text"), hint=hint)


def _scenarios_fit(checked: Checked, known: Mapping[str, Element], findings: Findings) -> None:
    """Find scenarios that are told and not there, facts in braces that they do not say, and figures typed into them."""
    scenarios = checked.declared.scenarios
    for name, (told, document) in scenarios_told(checked.declared).items():
        if name not in scenarios:
            if not checked.declared.variants:
                message = f"there is no scenario `{name}` to be told"
                findings.add("QD702", message, document.places.key("scenarios", name), hint=_close(name, scenarios))
            continue
        shape, place = scenarios[name].shape, document.places.value("scenarios", name, "text")
        facts = {"turn_limit": None, **shape.game, **shape.constants, **shape.options}
        for piece in pieces_of(told):
            if isinstance(piece, Link) and piece.address not in known:
                message = f"`{piece.address}` leads to nothing"
                findings.add("QD702", message, place, hint=_close(piece.address, known))
            if isinstance(piece, Interpolated) and piece.address not in facts:
                hint = _close(piece.address, facts) or f"it says {', '.join(facts)}"
                findings.add("QD702", f"the scenario `{name}` says no `{piece.address}`", place, hint=hint)
            for figure in FIGURE.findall(piece.text) if isinstance(piece, Words | Link) else ():
                hint = "write the name in braces of what has this number"
                findings.add("QD703", f"`{figure}` stands in nothing that is told here", place, hint=hint)


def not_for_release(checked: Checked, layers: list[Layer]) -> Findings:
    """Find the tellings that are not printed, or that nobody has accepted."""
    findings = Findings()
    tales = tales_of(checked.declared)
    again = f"see whether it still fits, then run `quarterdeck accept {checked.declared.name}`"
    for address in sorted(outdated(checked, layers, tales)):
        message = f"`{address}` means something else than when it was told; the book prints it from its nodes"
        findings.add("QD704", message, tales[address].span(), hint=again, rule=address)
    for address in sorted(unpinned(layers, tales) & can_be_told(checked.declared)):
        findings.add("QD704", f"nobody has accepted what is told of `{address}`", tales[address].span(), hint=again)
    return findings


def _term_fits(checked: Checked, tale: Tale, rule: Rule, findings: Findings) -> None:
    phrase = rule.node.phrase
    names = list(inputs_in(checked, phrase)) if phrase is not None else []
    for name in SLOT.findall(tale.shape.term or ""):
        if name not in names:
            hint = f"its phrase speaks of {', '.join(names) or 'no input'}"
            message = f"the words for `{tale.address}` say no `{name}`"
            findings.add("QD702", message, tale.span("term"), hint=hint, rule=tale.address)


def _says_fit(checked: Checked, tale: Tale, known: Mapping[str, Element], findings: Findings) -> None:
    """Find parts that a telling is to say and that are not there; a variant may well take one away."""
    for address in sorted(tale.said) if not checked.declared.variants else ():
        if address not in known:
            message, hint = f"there is no `{address}` to be said", _close(address, known)
            findings.add("QD702", message, tale.span("says"), hint=hint, rule=tale.address)


def _cells_fit(checked: Checked, tale: Tale, findings: Findings) -> None:
    """Find cells that are told and not there; a variant may well take away the row."""
    table = checked.declared.tables.get(tale.address)
    cells = {cell.address for row in table.rows for cell in row.cells} if table is not None else set()
    for address in tale.cells if not checked.declared.variants else ():
        if address not in cells:
            message, hint = f"there is no cell `{address}` to be told", _close(address, dict.fromkeys(sorted(cells)))
            findings.add("QD702", message, tale.span("cells"), hint=hint, rule=tale.address)


def _leads_nowhere(tale: Tale, known: Mapping[str, Element]) -> Iterator[str]:
    for piece in tale.pieces:
        if isinstance(piece, Link | Interpolated) and piece.address not in known:
            yield piece.address


def _unfounded(checked: Checked, tale: Tale, known: Mapping[str, Element]) -> Iterator[str]:
    """Give the numbers in the prose that stand in nothing that it tells."""
    founded: set[str] = set()
    for address in rests_on(checked, tale) if tale.is_pinned else ():
        if address in known:
            founded.update(FIGURE.findall(QUOTED.sub("", text_of(known[address])).replace("..", " ")))
            founded.update(FIGURE.findall(" ".join(members_named(checked, known[address]))))
    for piece in tale.pieces:
        if isinstance(piece, Words | Link):
            said = [*FIGURE.findall(piece.text), *re.findall(r"[a-z]+", piece.text.lower())]
            for one in said:
                figure = WORDS_OF_NUMBERS.get(one, one if one[-1].isdigit() else "")
                if figure and figure not in founded:
                    yield one


def _close(address: str, known: Mapping[str, object]) -> str:
    close = get_close_matches(address, known, 1)
    return f"did you mean `{close[0]}`?" if close else ""
