"""Check the standard questions of a ruleset: that each can be put, and that what it shows and answers means something.

In: a ruleset whose rules have no findings. Out: findings at the places of `questions.yaml`. Nothing is counted. With
variants only theirs are looked at: a question of the ruleset below may well not fit what a variant makes of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from quarterdeck.analysis.trial.answer_labels import hint_for, labels_of, sites_named
from quarterdeck.base.errors import UnknownError
from quarterdeck.base.findings.finding import Finding, Findings
from quarterdeck.base.near_names import did_you_mean
from quarterdeck.base.text import Span
from quarterdeck.engine.odds.inner_values import Inside
from quarterdeck.engine.run.arguments import parameters_of
from quarterdeck.engine.run.expressions import by_name, names_bound, things_called, with_parts
from quarterdeck.engine.run.situation import Place
from quarterdeck.engine.run.words import is_measured
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.addresses import former_addresses
from quarterdeck.language.declarations.symbol_table import Declared
from quarterdeck.language.documents import shapes
from quarterdeck.language.documents.document import Path, YamlDocument
from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.from_text import parse_expression
from quarterdeck.language.typing.expression_types import type_expression
from quarterdeck.language.typing.meanings import Checked
from quarterdeck.language.variants.voids import void_mention
from quarterdeck.program.form.instructions import Site
from quarterdeck.workspace.ruleset.grids import Case, cases_over, place_in, question_in, words_of
from quarterdeck.workspace.ruleset.rule_question import (
    RuleQuestion,
    address_of,
    asked,
    facts_of,
    questions_of,
)
from quarterdeck.workspace.ruleset.ruleset import Ruleset


def check_questions(ruleset: Ruleset, findings: Findings) -> None:
    """Put each standard question of a ruleset, or with variants of these, into its situation; it need only set up."""
    below = set(ruleset.loaded.layers[0].documents) if ruleset.loaded.variants else set()
    for document in ruleset.declared.documents:
        if isinstance(document.shape, shapes.Questions) and document.file not in below:
            for index, question in enumerate(document.shape.questions):
                check_question(ruleset, question, document, ("questions", index), findings)


def void_questions(declared: Declared) -> list[Finding]:
    """Give notes of the questions of the ruleset below that ask about what a variant took away."""
    found = []
    for question, place in questions_of(declared):
        if question.of not in declared.rules:
            note = void_mention(question.of, place("of"), declared, f"there is no rule `{question.of}`")
            found += [note] if note is not None else []
    return found


def check_question(
    ruleset: Ruleset,
    question: shapes.Question,
    document: YamlDocument,
    path: Path,
    findings: Findings,
) -> None:
    """Report a rule that is not there, facts that do not fit, expressions that mean nothing, choices nobody makes."""
    place = partial(document.places.value, *path)
    if not is_rule(ruleset.declared, question.of, place("of"), findings):
        return
    cases = cases_over(question.over, findings, partial(place, "over"))
    reasons = [Findings() for _ in cases]
    puts = [put_in(ruleset, question, case, place, found) for case, found in zip(cases, reasons, strict=True)]
    findings.extend(once_each(reasons, cases))
    put = puts[0] if puts else None
    if put is None:
        return
    inside = Inside(put.built.checked, put.built.program)
    for index, (title, text) in enumerate(question.columns):
        part: str | int = title if isinstance(question.show, dict) else index
        offsets, wrong = document.places.offsets(text, *path, "show", part), Findings()
        node = parse_expression(text, document.file, offsets, wrong)
        if node is not None and inside.called(text, question.of) is None:
            rule = ruleset.declared.rules[question.of]
            node, known = known_to(put, inside, node, wrong)
            type_expression(Checked(ruleset.declared), wrong, node, known, rule.module, question.of, is_asked=True)
        findings.extend(inside.with_hints(question.of, text, wrong))
    check_choices(put, question.choices, document, (*path, "choices"), findings)


def put_in(
    ruleset: Ruleset, question: shapes.Question, case: Case, place: Place, findings: Findings
) -> RuleQuestion | None:
    """Put a question into its situation, in one case of its grid."""
    facts = facts_of(ruleset.declared, question_in(question, ruleset.declared, case), place_in(case, place))
    return asked(ruleset, question.of, facts, findings)


def once_each(found: Sequence[Findings], cases: Sequence[Case]) -> Iterator[Finding]:
    """Give each error of some cases once, and of one that not all cases have, the first that has it."""
    places: dict[tuple[str, str, Span], list[tuple[Finding, Case]]] = {}
    for case, findings in zip(cases, found, strict=True):
        for one in findings:
            places.setdefault((one.code, one.message, one.span), []).append((one, case))
    for (one, case), *more in places.values():
        is_everywhere = len(more) + 1 == len(cases)
        yield one if is_everywhere else replace(one, message=f"{one.message}, where {words_of(case)}")


def is_rule(declared: Declared, name: str, span: Span, findings: Findings) -> bool:
    """Tell whether a question asks about a rule by its whole address; report what does not."""
    if name in declared.rules:
        return True
    try:
        known, hint = address_of(declared, name), ""
    except UnknownError as error:
        message, _, hint = str(error.args[0]).partition("; ")
        findings.add("QD601", message, span, hint=hint)
        return False
    if known in declared.rules:
        is_former = known == former_addresses(declared).get(name)
        why = "the rule now has another one" if is_former else f"`{name}` is only a part of it"
        findings.add(
            "QD601",
            f"a question needs the complete address of its rule, and {why}",
            span,
            hint=f"write `{known}`",
        )
    else:
        findings.add(
            "QD601",
            f"a question asks about one rule, and `{name}` is not a rule",
            span,
            hint="name a procedure, an effect or a definition that it runs",
        )
    return False


def known_to(
    put: RuleQuestion, inside: Inside, node: nodes.Expression, findings: Findings
) -> tuple[nodes.Expression, dict[str, types.Type]]:
    """Give what an expression may name: the inputs of the rule, all things by name, what the rule rolls and names.

    Parts of things are names of their own in the expression that is given with them.
    """
    known = {parameter.name: parameter.type for parameter in parameters_of(put.built.program, put.address)}
    bound = names_bound(node)
    wholes = things_called(put.situation, known, put.arguments)
    node, parts = with_parts(node, put.situation, {*known, *bound}, wholes)
    for name, thing in {**by_name(node, put.situation, {*known, *bound}, findings), **parts}.items():
        if name not in known:
            known[name] = types.Thing(put.built.program.layout.kind_at(thing))
    own = {name: kind for name, (kind, _) in inside.of_rule(put.address).items() if name not in bound}
    return node, {**own, **known}


def check_choices(
    put: RuleQuestion, choices: Mapping[str, Any], document: YamlDocument, path: Path, findings: Findings
) -> None:
    """Report answers to choices that there are none of, and answers that can never be given."""
    sites = [site for site in put.built.program.sites if site.sort == "choice"]
    names = labels_of(sites)
    for key, given in choices.items():
        if key not in names:
            hint = hint_for(key, names)
            place = document.places.key(*path, key)
            findings.add("QD601", f"there is no choice `{key}`", place, hint=hint, rule=put.address)
            continue
        for answer in given if isinstance(given, list) else [given]:
            if isinstance(answer, str) and not may_be_given(put, sites_named(key, sites), answer):
                place = document.places.value(*path, key)
                hint = did_you_mean(answer, put.situation.things)
                findings.add("QD601", f"there is no `{answer}` here", place, hint=hint, rule=put.address)


def may_be_given(put: RuleQuestion, sites: Sequence[Site], answer: str) -> bool:
    """Tell whether a word may be an answer to one of some choices: a thing, a member, a measured number, or none."""
    program = put.built.program
    for site in sites:
        match site.item:
            case types.EnumType(enum=enum):
                fits = answer in program.world.enums[enum].members
            case types.Thing(kind=kind_of_thing):
                fits = bool(put.situation.called(answer, kind_of_thing))
            case types.Numeric() as kind:
                fits = is_measured(kind) and any(sign.isdigit() for sign in answer)
            case _:
                fits = True
        if fits:
            return True
    return answer in ("none", "stop")
