"""Find what is wrong with tellings.

In: a `Checked` ruleset. Out: findings, each at its place in `told.yaml`: a rule that is not there, an address in the
prose that leads to nothing, a number that the described rules do not contain, an input in a term that the rule has not.
What a variant has made otherwise that is laid over a telling is none of these: the telling is not printed there, which
is said before a release.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from quarterdeck.analysis.trial.cases import cases_in, cases_of
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.near_names import did_you_mean
from quarterdeck.base.text import Span
from quarterdeck.language.checks.elements import elements_of
from quarterdeck.language.declarations.addresses import Element
from quarterdeck.language.declarations.symbol_table import Rule
from quarterdeck.language.typing.meanings import Checked
from quarterdeck.prose.overrides.example_overrides import (
    ExampleTale,
    examples_told,
    fits_no_more,
    meaning_of,
    told_and_tried,
    unfounded,
)
from quarterdeck.prose.overrides.figures import figures_in, figures_of_nothing, leads_nowhere
from quarterdeck.prose.overrides.markdown import Interpolated, Link, Words, odd_items, passages
from quarterdeck.prose.overrides.override_writer import SLOT, inputs_in
from quarterdeck.prose.overrides.pins import by_pin, outdated, pins_of, unpinned
from quarterdeck.prose.overrides.rule_overrides import (
    RuleOverride,
    can_be_told,
    chapters_told,
    pieces_of,
    scenarios_told,
    tales_of,
)
from quarterdeck.prose.overrides.sums import sums_in
from quarterdeck.prose.overrides.variant_effects import is_taken_away, laid_over
from quarterdeck.prose.stories.example_run import ToldExample
from quarterdeck.workspace.pipeline.folders import Layer
from quarterdeck.workspace.ruleset.ruleset import Ruleset


def faults_of_tellings(checked: Checked) -> Findings:
    """Find what is wrong with the tellings of a ruleset."""
    findings = Findings()
    known, tellable = elements_of(checked), can_be_told(checked.declared)
    for tale in tales_of(checked.declared).values():
        lines_fit(tale.shape.text, tale.span("text"), findings, tale.address)
        if tale.address in tellable:
            _tale_fits(checked, tale, known, findings)
        elif not is_taken_away(checked.declared, tale.address, tale.document.file):
            hint = _close(tale.address, dict.fromkeys(tellable))
            findings.add("QD702", f"there is no rule `{tale.address}`", tale.span(), hint=hint)
    _chapters_fit(checked, findings)
    _scenarios_fit(checked, known, findings)
    _examples_fit(checked, known, findings)
    return findings


def _tale_fits(checked: Checked, tale: RuleOverride, known: Mapping[str, Element], findings: Findings) -> None:
    """Find errors in the prose of an existing rule, table or option."""
    rule, place = checked.declared.rules.get(tale.address), tale.span("cells" if tale.cells else "text")
    if rule is not None:
        _term_fits(checked, tale, rule, findings)
    _cells_fit(checked, tale, findings)
    _says_fit(checked, tale, known, findings)
    for address in leads_nowhere(tale.pieces, known):
        if not is_taken_away(checked.declared, address, tale.document.file):
            hint = _close(address, known)
            findings.add("QD702", f"`{address}` leads to nothing", place, hint=hint, rule=tale.address)
    over = laid_over(checked.declared, tale.document.file)
    for figure, path in figures_of_nothing(checked, tale, known) if not over else ():
        hint = "write the address with this number in braces, or describe what the rule says"
        message = f"`{figure}` does not occur in the described rules"
        findings.add("QD703", message, tale.span(*path), hint=hint, rule=tale.address)


def faults_of_examples(checked: Checked, done: Iterable[tuple[ExampleTale, ToldExample]]) -> Findings:
    """Find the figures with which examples are told and that are none of their own; `done` is what came of each.

    What a variant is laid over may say what is so no more.
    """
    findings, known = Findings(), elements_of(checked)
    hint = "use a number of the example, its result or its rules, or calculate it in the text: `8 / 2 = 4`"
    for tale, one in done:
        if not laid_over(checked.declared, tale.document.file):
            for figure in unfounded(checked, known, tale, one):
                message = f"`{figure}` occurs neither in the example nor in its events"
                findings.add("QD703", message, tale.span("text"), hint=hint, rule=tale.pin)
    return findings


def _examples_fit(checked: Checked, known: Mapping[str, Element], findings: Findings) -> None:
    """Find examples that are told and not there, addresses that lead nowhere, and sums that do not come out."""
    declared = checked.declared
    names, written = ({case.name for case in found} for found in (cases_of(declared), cases_in(declared.documents)))
    for tale in examples_told(declared).values():
        file = tale.document.file
        lines_fit(tale.shape.text, tale.span("text"), findings, tale.pin)
        if tale.name not in names:
            if tale.name not in written or not laid_over(declared, file):  # else a variant took it away, or its rule
                place, hint = tale.document.places.key("examples", tale.name), _hint_for(tale.name, names)
                findings.add("QD702", f"there is no example `{tale.name}`", place, hint=hint)
            continue
        for address in leads_nowhere(tale.pieces, known):
            if not is_taken_away(declared, address, file):
                message = f"`{address}` leads to nothing"
                findings.add("QD702", message, tale.span("text"), hint=_close(address, known), rule=tale.pin)
        for one in sums_in(tale.prose):
            if not one.holds:
                hint = "correct the result; only a fraction may be rounded"
                findings.add("QD710", f"`{one.words}` is wrong", tale.span("text"), hint=hint)


def _hint_for(name: str, names: set[str]) -> str:
    cases = sorted(one for one in names if one.startswith(f"{name}["))
    if cases:
        return f"describe one of its cases: {', '.join(f'`{one}`' for one in cases[:6])}"
    return _close(name, dict.fromkeys(sorted(names)))


def examples_not_for_release(ruleset: Ruleset) -> Findings:
    """Find tellings of examples that are not printed, that nobody has accepted, or that say figures of their own."""
    checked, name = ruleset.checked, ruleset.declared.name
    tried = told_and_tried(ruleset)
    done = [(one.tale, one.done) for one in tried if one.done is not None]
    findings, known = faults_of_examples(checked, done), elements_of(checked)
    pins = pins_of(ruleset.loaded.layers, by_pin(one.tale for one in tried))
    for one in tried:
        tale, hint = one.tale, f"check that it is still right, then run `quarterdeck accept {name}`"
        if one.done is None:
            message, hint = f"the example `{tale.name}` fails: {one.why}", _hint_to_tell(checked, tale)
        elif tale.pin in pins and pins[tale.pin] != meaning_of(one.done):
            message = f"the example `{tale.name}` has another result since its prose was written"
        elif fits_no_more(checked, known, tale, one.done):
            message = f"the prose of the example `{tale.name}` mentions something that no longer happens"
            hint = _hint_to_tell(checked, tale)
        elif tale.pin not in pins:
            message = f"nobody has accepted the prose of the example `{tale.name}`"
        else:
            continue
        findings.add("QD704", message, tale.span(), hint=hint, rule=tale.pin)
    return findings


def _hint_to_tell(checked: Checked, tale: ExampleTale) -> str:
    """Say what to do about an example that cannot be told as it was."""
    over = laid_over(checked.declared, tale.document.file)
    if not over:
        return "fix the example, or remove its prose"
    where = " or ".join(f"`{one}`" for one in over)
    return f"describe an example of {where} instead, and write `omit: yes` for this one there; or only that"


def _chapters_fit(checked: Checked, findings: Findings) -> None:
    """Find prose for chapters that do not exist, and numbers in the prose of chapters."""
    modules = checked.declared.modules
    for name, (told, document) in chapters_told(checked.declared).items():
        if name not in modules and not is_taken_away(checked.declared, name, document.file):
            message = f"there is no chapter `{name}`"
            findings.add("QD702", message, document.places.key("chapters", name), hint=_close(name, modules))
        for figure in figures_in(" ".join(told.paragraphs)):
            hint = "leave the number to the rules of the chapter"
            message = f"`{figure}` does not occur in the described rules"
            findings.add("QD703", message, document.places.value("chapters", name, "text"), hint=hint)


def _scenarios_fit(checked: Checked, known: Mapping[str, Element], findings: Findings) -> None:
    """Find scenarios that are told and not there, facts in braces that they do not say, and figures typed into them."""
    scenarios = checked.declared.scenarios
    for name, (told, document) in scenarios_told(checked.declared).items():
        if name not in scenarios:
            if not is_taken_away(checked.declared, f"scenarios.{name}", document.file):
                message = f"there is no scenario `{name}`"
                findings.add("QD702", message, document.places.key("scenarios", name), hint=_close(name, scenarios))
            continue
        shape, place = scenarios[name].shape, document.places.value("scenarios", name, "text")
        lines_fit(told.text, place, findings)
        facts = {"turn_limit": None, **shape.game, **shape.constants, **shape.options}
        pieces, over = pieces_of(told), laid_over(checked.declared, document.file)
        for address in leads_nowhere((one for one in pieces if isinstance(one, Link)), known):
            if not is_taken_away(checked.declared, address, document.file):
                findings.add("QD702", f"`{address}` leads to nothing", place, hint=_close(address, known))
        for piece in pieces:
            if isinstance(piece, Interpolated) and piece.address not in facts and not over:
                hint = _close(piece.address, facts) or f"it has {', '.join(facts)}"
                findings.add("QD702", f"the scenario `{name}` has no `{piece.address}`", place, hint=hint)
            for figure in figures_in(piece.text) if isinstance(piece, Words | Link) else ():
                hint = "write the name of the fact with this number in braces"
                findings.add("QD703", f"`{figure}` does not occur in the described rules", place, hint=hint)


def not_for_release(checked: Checked, layers: list[Layer]) -> Findings:
    """Find the tellings that are not printed, or that nobody has accepted."""
    findings = Findings()
    tales = tales_of(checked.declared)
    again = f"check that it is still right, then run `quarterdeck accept {checked.declared.name}`"
    for address in sorted(outdated(checked, layers, tales)):
        message = f"the meaning of `{address}` has changed since its prose was written; the book prints generated text"
        findings.add("QD704", message, tales[address].span(), hint=again, rule=address)
    for address in sorted(unpinned(layers, tales) & can_be_told(checked.declared)):
        findings.add("QD704", f"nobody has accepted the prose of `{address}`", tales[address].span(), hint=again)
    return findings


def lines_fit(text: str | None, place: Span, findings: Findings, rule: str = "") -> None:
    """Find lines that are read as items of a list and are none."""
    for item in odd_items(passages(text or "")):
        line = re.search(rf"^[ ]*{re.escape(item.mark)} .*$", place.text, re.MULTILINE)
        start = place.start + (len(line[0]) - len(line[0].lstrip()) + line.start() if line else 0)
        span = Span(place.file, start, start + len(item.mark)) if line else place
        message = f"a line that begins with `{item.mark}` starts a step of its own"
        hint = "break the line elsewhere if it is not a step; number steps 1, 2, 3, or all of them 1"
        findings.add("QD711", message, span, hint=hint, rule=rule)


def _term_fits(checked: Checked, tale: RuleOverride, rule: Rule, findings: Findings) -> None:
    phrase = rule.node.phrase
    names = list(inputs_in(checked, phrase)) if phrase is not None else []
    for name in SLOT.findall(tale.shape.term or ""):
        if name not in names:
            hint = f"its phrase contains {', '.join(names) or 'no input'}"
            message = f"the phrase of `{tale.address}` does not contain `{name}`"
            findings.add("QD702", message, tale.span("term"), hint=hint, rule=tale.address)


def _says_fit(checked: Checked, tale: RuleOverride, known: Mapping[str, Element], findings: Findings) -> None:
    """Find parts that a telling is to say and that are not there."""
    for address in sorted(tale.said):
        if address not in known and not is_taken_away(checked.declared, address, tale.document.file):
            message, hint = f"`says:` names `{address}`, which does not exist", _close(address, known)
            findings.add("QD702", message, tale.span("says"), hint=hint, rule=tale.address)


def _cells_fit(checked: Checked, tale: RuleOverride, findings: Findings) -> None:
    """Find cells that are told and not there."""
    table = checked.declared.tables.get(tale.address)
    cells = {cell.address for row in table.rows for cell in row.cells} if table is not None else set()
    for address in tale.cells:
        if address not in cells and not is_taken_away(checked.declared, address, tale.document.file):
            message, hint = f"there is no cell `{address}`", _close(address, dict.fromkeys(sorted(cells)))
            findings.add("QD702", message, tale.span("cells"), hint=hint, rule=tale.address)


def _close(address: str, known: Mapping[str, object]) -> str:
    return did_you_mean(address, known)
