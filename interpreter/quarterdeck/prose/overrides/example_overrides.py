"""Worked examples that an author tells: which they are, whether they still fit what happens, and what is unfounded.

In: a `Checked` ruleset, and examples that were carried out. Out: `ExampleTale`s by the names of their cases, hashes of
what happened, and findings. A telling may say the figures of the example itself, of what happened, of the rules that
were carried out with the definitions and tables that these ask, and whatever it works out before the reader's eyes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache

from quarterdeck.analysis.trial.bench import ExampleRunner
from quarterdeck.analysis.trial.cases import PARTS, Case, cases_of
from quarterdeck.analysis.trial.trace_text import trace_lines
from quarterdeck.base.decimals import shown
from quarterdeck.base.text import Span, is_in_a_name
from quarterdeck.engine.run.happenings import Called, Happening, Rolled, RowUsed
from quarterdeck.language.checks.elements import elements_of
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.addresses import Element
from quarterdeck.language.declarations.symbol_table import Declared
from quarterdeck.language.documents import shapes
from quarterdeck.language.documents.document import YamlDocument
from quarterdeck.language.meaning.canonical_form import hashed
from quarterdeck.language.meaning.element_text import text_of
from quarterdeck.language.typing.meanings import Checked
from quarterdeck.prose.overrides.figures import WORDS_OF_NUMBERS, leads_nowhere
from quarterdeck.prose.overrides.markdown import Interpolated, MarkdownPassage, Piece, all_pieces, passages
from quarterdeck.prose.overrides.rule_overrides import all_told, asked_by, members_named
from quarterdeck.prose.overrides.sums import THOUSANDS, sums_in
from quarterdeck.prose.overrides.variant_effects import laid_over
from quarterdeck.prose.stories.example_run import ToldExample, carried_out
from quarterdeck.workspace.ruleset.ruleset import Ruleset

_FIGURE = re.compile(r"(?<![\w.])\d*d?\d+(?:\.\d+)?")


@dataclass(frozen=True, eq=False)
class ExampleTale:
    """What is said of one case of a worked example in `told.yaml`; it goes by the name that `test` prints."""

    name: str
    shape: shapes.ExampleTelling
    document: YamlDocument

    @cached_property
    def passages(self) -> tuple[MarkdownPassage, ...]:
        """Give its prose."""
        return passages(self.shape.text) if self.shape.text else ()

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """Give all words, links and values of its prose."""
        return tuple(all_pieces(self.passages))

    @cached_property
    def prose(self) -> str:
        """Give its words in one line; what stands in braces is left out."""
        return " ".join("" if isinstance(piece, Interpolated) else piece.text for piece in self.pieces)

    @property
    def is_pinned(self) -> bool:
        """Tell whether it says what happens."""
        return bool(self.shape.text)

    @property
    def pin(self) -> str:
        """Give the address under which it is pinned."""
        return f"examples.{self.name}"

    def span(self, *path: str) -> Span:
        """Give the place of the telling, or of a part of it."""
        return self.document.places.value("examples", self.name, *path)


def examples_told(declared: Declared) -> dict[str, ExampleTale]:
    """Give what is told of examples by the names of their cases."""
    known = all_told(declared, lambda told: told.examples)
    return {name: ExampleTale(name, shape, document) for name, (shape, document) in known.items()}


@dataclass(frozen=True)
class TriedTale:
    """A telling of an example that is there, what came of that, or `why` it is not what the example says."""

    tale: ExampleTale
    done: ToldExample | None
    why: str = ""


def told_and_tried(ruleset: Ruleset) -> list[TriedTale]:
    """Carry out the examples that are told and that are there."""
    bench, cases = ExampleRunner(ruleset), {case.name: case for case in cases_of(ruleset.declared)}
    found = []
    for tale in examples_told(ruleset.declared).values():
        case = cases.get(tale.name) if tale.is_pinned else None
        if case is not None:
            done = carried_out(bench, case)
            found.append(TriedTale(tale, done, why_not(bench, case) if done is None else ""))
    return found


def told_and_done(ruleset: Ruleset) -> list[tuple[ExampleTale, ToldExample]]:
    """Carry out the examples that are told; those that are not there, or do not come to what they say, are left out."""
    return [(one.tale, one.done) for one in told_and_tried(ruleset) if one.done is not None]


def why_not(bench: ExampleRunner, case: Case) -> str:
    """Say the first of what is not as an example says."""
    outcome = bench.run(case)
    found = (*(one.message for one in outcome.findings), *(one.message for one in outcome.problems))
    return next(iter(found), "")


def meaning_of(done: ToldExample) -> str:
    """Give the hash of what an example says and of all that happened when it was carried out."""
    return done.once("meaning", lambda: hashed((*_facts(done.case), *_what_happened(done))))


def _what_happened(done: ToldExample) -> Iterator[str]:
    """Give a line for all that happened; of a modifier that changed nothing there is nothing to tell."""
    yield from trace_lines(done.outcome.prepared.put.situation, map(_as_it_counts, done.outcome.events))


def _as_it_counts(event: Happening) -> Happening:
    if not isinstance(event, Rolled):
        return event
    return replace(event, modifiers=tuple(one for one in event.modifiers if one.applied))


def _facts(case: Case) -> Iterator[str]:
    """Give the facts of an example, each part as one text that is the same for the same facts."""
    yield f"{case.of} {case.situation}"
    for part in ("board", "every", *PARTS):
        value = getattr(case, part)
        if value:
            yield f"{part}: {json.dumps(value, sort_keys=True, default=str, ensure_ascii=False)}"


# --- what is wrong with them


def fits_no_more(checked: Checked, known: Mapping[str, Element], tale: ExampleTale, done: ToldExample) -> bool:
    """Tell whether a variant is laid over a telling that leads to what it took away, or says what it made otherwise."""
    if not laid_over(checked.declared, tale.document.file):
        return False
    return any(leads_nowhere(tale.pieces, known)) or bool(unfounded(checked, known, tale, done))


def unfounded(checked: Checked, known: Mapping[str, Element], tale: ExampleTale, done: ToldExample) -> list[str]:
    """Give the figures that an example is told with and that are none of its own, in their order."""
    said = THOUSANDS.sub("", tale.prose)
    founded = {result for one in sums_in(tale.prose) if one.holds for result in one.results}
    founded |= {*done.once("figures", lambda: tuple(sorted(_figures_of(checked, known, done))))}
    words = [one[0] for one in _FIGURE.finditer(said) if not is_in_a_name(said, *one.span())]
    words += re.findall(r"[a-z]+", said.lower())
    return [one for one in dict.fromkeys(words) if (number := _number(one)) and number not in founded]


def _number(word: str) -> str:
    """Give the figure that a word is; nothing where it is none."""
    if word in WORDS_OF_NUMBERS:
        return WORDS_OF_NUMBERS[word]
    return word if word[-1].isdigit() else ""


def _figures_of(checked: Checked, known: Mapping[str, Element], done: ToldExample) -> set[str]:
    """Give all figures of an example: of its facts, of what happened, and of its rules."""
    texts = [
        *_facts(done.case),
        *_what_happened(done),
        *done.case.called.values(),
        *done.outcome.prepared.put.situation.things,
    ]
    found = _figures_in(texts)
    for address in rules_carried_out(checked, done):
        if address in known:
            found |= _figures_at(checked, address)
    return found | {*_values_read(done), *_keys_looked_up(done)} | {figure.lstrip("0") for figure in found}


@lru_cache(2048)
def _figures_at(checked: Checked, address: str) -> frozenset[str]:
    """Give the figures of a rule or table; many examples ask the same ones."""
    element = elements_of(checked)[address]
    return frozenset(_figures_in([text_of(element).replace("..", " "), *members_named(checked, element)]))


def _figures_in(texts: Iterable[str]) -> set[str]:
    return {figure for words in texts for figure in _FIGURE.findall(THOUSANDS.sub("", words))}


def _values_read(done: ToldExample) -> Iterator[str]:
    """Give the numbers that the rules read of the things of an example, as they are written."""
    layout, state = done.outcome.prepared.put.built.program.layout, done.outcome.prepared.put.situation.state
    for slot in done.outcome.read:
        known = types.without_none(layout.types[layout.slots[slot]]) if layout.slots[slot] in layout.types else None
        if isinstance(known, types.Number):
            yield shown(abs(Fraction(state[slot], max(1, known.step))))


def _keys_looked_up(done: ToldExample) -> Iterator[str]:
    """Give the numbers by which the rows of acting tables were found, as they are written."""
    for event in done.outcome.events:
        for _, kind, value in event.keys if isinstance(event, RowUsed) else ():
            if isinstance(kind, types.Number):
                yield shown(abs(Fraction(value, max(1, kind.step))))


def rules_carried_out(checked: Checked, done: ToldExample) -> tuple[str, ...]:
    """Give the rules and tables of an example: what was called, and the definitions and tables that this asks."""
    waiting = [done.address, *(one.address for one in done.outcome.events if isinstance(one, Called))]
    waiting += [one.table for one in done.outcome.events if isinstance(one, RowUsed)]
    called, found = set(waiting), dict[str, bool]()
    while waiting:
        address = waiting.pop()
        rule = checked.declared.rules.get(address)
        if address in found or (rule is not None and rule.sort != "define" and address not in called):
            continue
        found[address] = True
        waiting += asked_by(checked, address)
    return tuple(found)
