"""The checks beyond types, in their order, with the reason for each place.

In: a `Checked` ruleset. Out: findings, and how long each check took. This table is what the pipeline runs and what
the command line shows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

from quarterdeck.base.findings.finding import Findings
from quarterdeck.language.checks.advice import check_advice, check_advised
from quarterdeck.language.checks.answers import check_answers
from quarterdeck.language.checks.cases import check_cases
from quarterdeck.language.checks.closes import check_closes
from quarterdeck.language.checks.condition_tables import check_condition_tables
from quarterdeck.language.checks.duties import check_duties
from quarterdeck.language.checks.facts import check_facts
from quarterdeck.language.checks.figures import check_figures_filled
from quarterdeck.language.checks.flow import check_flow
from quarterdeck.language.checks.ledger_checks import check_ledgers
from quarterdeck.language.checks.logs import check_logs
from quarterdeck.language.checks.name_clashes import check_own_names
from quarterdeck.language.checks.results import check_results
from quarterdeck.language.checks.same_words import check_same_words
from quarterdeck.language.checks.secrets import check_secrets
from quarterdeck.language.checks.simultaneous import check_simultaneous
from quarterdeck.language.checks.spans import check_spans
from quarterdeck.language.checks.tables import UNREACHED, check_tables
from quarterdeck.language.checks.unread_names import check_unread_names
from quarterdeck.language.checks.usage import check_used
from quarterdeck.language.checks.without_effect import check_without_effect
from quarterdeck.language.typing.meanings import Checked


@dataclass(frozen=True)
class RulesetCheck:
    """One check: what it looks for, why it stands here, and whether it makes sense only where nothing else is wrong.

    Of two rulesets that differ in the numbers of their rules alone it finds the same, unless it `reads_numbers`.
    """

    name: str
    run: Callable[[Checked, Findings], None]
    looks_for: str
    reason: str
    needs_all: bool = False
    reads_numbers: bool = False


CHECKS = (
    RulesetCheck(
        "tables",
        check_tables,
        "gaps, overlaps, dead rows, values that break a rise or fall",
        "first: it needs nothing but types, and a hole in a table is the commonest slip of a copyist",
        reads_numbers=True,
    ),
    RulesetCheck(
        "tables by condition",
        check_condition_tables,
        "situations without a row, rows that contradict each other, rows that never count",
        "behind tables, and before cases, which leave the rows of a table to it",
        reads_numbers=True,
    ),
    RulesetCheck(
        "flow",
        check_flow,
        "recursion, loops without a bound, what is never reached",
        "before all checks that follow calls: it says where those calls go round in a circle",
        reads_numbers=True,
    ),
    RulesetCheck(
        "results",
        check_results,
        "procedures that may end without their result",
        "behind flow, which knows what leaves a rule",
    ),
    RulesetCheck(
        "cases",
        check_cases,
        "conditions that decide nothing, cases and branches that never apply, gaps, cases that compete",
        "after flow, which knows what leaves a rule",
        reads_numbers=True,
    ),
    RulesetCheck(
        "spans",
        check_spans,
        "changes that are no effects, nested spans, effects whose order matters",
        "behind flow, since it follows the same calls",
        reads_numbers=True,
    ),
    RulesetCheck(
        "closes",
        check_closes,
        "what stands behind the close of a phase, at the close of what is none, or looks back where nothing waited",
        "behind spans, which leave out what stands at the close",
    ),
    RulesetCheck(
        "simultaneous",
        check_simultaneous,
        "decks and fields of the game that all sides would change at once, sides that roll off or all win in secret",
        "behind flow, since it follows the same calls",
    ),
    RulesetCheck(
        "secrets",
        check_secrets,
        "hidden fields in what a side is asked or told",
        "behind flow, since it follows values through the same calls",
    ),
    RulesetCheck(
        "advice",
        check_advice,
        "advice for no choice, and rules that lean on advice",
        "behind flow, since it follows the same calls",
    ),
    RulesetCheck(
        "logs",
        check_logs,
        "log sheets that speak of what there is not",
        "anywhere: it needs nothing but names",
    ),
    RulesetCheck(
        "figures",
        check_figures_filled,
        "figures of a roster that are read and that no column fills",
        "behind flow, since it follows the same calls",
    ),
    RulesetCheck(
        "answers",
        check_answers,
        "what is said of answers to choices that there are not, or in words that mean nothing there",
        "anywhere: what is known where a choice is made is found with its types",
    ),
    RulesetCheck(
        "own names",
        check_own_names,
        "two of one name among phases, steps, requirements, modifiers, cases, examples or questions",
        "anywhere: it needs nothing but names",
    ),
    RulesetCheck(
        "same words",
        check_same_words,
        "two fields, members, rules of a chapter, tables or sides that the book calls by the same words",
        "behind own names: what is declared twice has the same words too",
    ),
    RulesetCheck(
        "facts",
        check_facts,
        "the same fact stated twice and differing",
        "behind all checks of what rules do: it compares what they say",
        reads_numbers=True,
    ),
    RulesetCheck(
        "without effect",
        check_without_effect,
        "modifiers, limits, throws, amounts and loops that change nothing",
        "only where every type is sound, as it compares their ranges; where numbers are varied, one may change nothing",
        needs_all=True,
    ),
    RulesetCheck(
        "used",
        check_used,
        "what is declared and used by nothing, or reached by no turn",
        "only where every definition could be read: one that is lost makes others look unused",
        needs_all=True,
    ),
    RulesetCheck(
        "unread names",
        check_unread_names,
        "rolls, choices, values and tallies of rules that nothing reads",
        "only where every statement could be read: one that is lost may be the reader",
        needs_all=True,
    ),
    RulesetCheck(
        "advised",
        check_advised,
        "choices of variants without advice",
        "only where every definition could be read: the advice may be what is lost",
        needs_all=True,
    ),
    RulesetCheck(
        "duties",
        check_duties,
        "digits in prose, rules without a source, references that lead nowhere",
        "last: it is about the book, and speaks of a ruleset that is otherwise sound",
        needs_all=True,
    ),
    RulesetCheck(
        "ledger",
        check_ledgers,
        "addresses, rulings and sections in ledgers that are not there, paragraphs that stand twice",
        "behind duties, which see that rules have sources: it sees that sources have rules",
        needs_all=True,
    ),
)


def run_checks(checked: Checked, findings: Findings, *, numbers_alone: bool = False) -> dict[str, float]:
    """Run all checks that make sense; give the seconds that each took.

    Of a definition of which lines could not be read, nothing is reported: those lines may say what seems to be missing.
    With `numbers_alone` the ruleset differs from one in which nothing was found in numbers of its rules alone.
    """
    sound = not findings
    partial = checked.declared.partial
    times = {}
    for check in CHECKS:
        if (check.needs_all and not sound) or (numbers_alone and not check.reads_numbers):
            continue
        begun, before = perf_counter(), len(findings)
        check.run(checked, findings)
        if partial:
            new = findings.gathered[before:]
            known = [one for one in new if not any(one.span.lies_in(part) for part in partial)]
            findings.gathered[before:] = [one for one in known if one.about != UNREACHED]
        times[check.name] = perf_counter() - begun
    return times
