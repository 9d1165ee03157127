"""What rules roll and name on the way, for whoever counts: by which labels it goes, and what was heard of it.

In: a program, a rule that is asked about, and labels such as `to_hit`, `to_hit.natural`, `share`, `pierce.shell`. Out:
a program that tells of each at a site of its own, to be counted or played; and the values of labels that were told.
What is rolled or named several times is a list in its order; of checks the successes are added up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any, Literal

from quarterdeck.base.findings.finding import Finding, Findings
from quarterdeck.base.leading import steps_to
from quarterdeck.base.near_names import near_names
from quarterdeck.base.text import NOWHERE
from quarterdeck.engine.odds.trees import Observed
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.types import RollType, Type
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing.meanings import Checked
from quarterdeck.program.form import instructions as op
from quarterdeck.program.form import values as val
from quarterdeck.program.form.instructions import Block, Site
from quarterdeck.program.form.program import Program
from quarterdeck.program.form.walking import walk
from quarterdeck.program.passes.telling import NATURAL, Named, Naming, names_of, told

Fold = Literal["all", "first", "last", "sum"]
FIRST = ".first"
ROLL_PARTS = ("total", "natural", "successes")
MISSING = NOT_ROLLED, NOT_REACHED = "not rolled", "not reached"
MOST_NAMED = 12
"""So many labels are named where none fits."""
HEARD = "#heard"


@dataclass(frozen=True)
class InsideLabel:
    """Something inside rules that can be shown: what it is called, which names it means, their type, and how often.

    `fold` says what is kept where it comes several times: all values in their order, the first or last, or their sum.
    """

    text: str
    places: frozenset[Named]
    type: Type
    fold: Fold

    @property
    def missing(self) -> str:
        """Say what is the matter where there is no value."""
        return NOT_ROLLED if any("." in name for _, name in self.places) else NOT_REACHED


Heard = Mapping[InsideLabel, Any]
"""The value of each label that was heard of: of those that keep all a tuple of them."""


@dataclass
class Inside:
    """What can be shown of the inside of a program's rules."""

    checked: Checked
    program: Program

    @cached_property
    def names(self) -> dict[Named, Type]:
        """Give all names with their types, those of rolls as the checks of the ruleset know them."""
        rolls = {
            (address, node.name.text): kind
            for address, rule in self.checked.declared.rules.items()
            for node in rule.node.walk()
            if isinstance(node, nodes.Roll | nodes.Check) and isinstance(kind := self.checked.types.get(node), RollType)
        }
        found = names_of(self.program)
        for (address, name), kind in found.items():
            roll, _, part = name.partition(".")
            known = rolls.get((address, roll))
            if part in ("natural", "successes") and known is not None:
                found[address, name] = (known.natural if part == "natural" else known.successes) or kind
        return found

    def called(self, text: str, asked: str) -> InsideLabel | None:
        """Give what a label means: a name or a roll of the rule asked about, or `rule.name`; nothing for all else.

        Of a roll `.first` after it means its first throw.
        """
        of_all = self.called(text.removesuffix(FIRST), asked) if text.endswith(FIRST) else None
        if of_all is not None and of_all.fold == "all" and all("." in name for _, name in of_all.places):
            return replace(of_all, text=text, fold="first")
        if not text.replace(".", "").replace("_", "").isalnum():
            return None
        found: list[Named] = []
        for wanted in (text, f"{text}.total"):  # a roll is what it comes to
            found = found or [(of, name) for of, name in self.names if of == asked and name == wanted]
        for wanted in (text, f"{text}.total"):
            found = found or [
                (of, name)
                for of, name in self.names
                if len(wanted) > len(name) and f".{of}.{name}".endswith(f".{wanted}")
            ]
        if not found:
            return None
        kind = self.names[found[0]]
        fold: Fold = "sum" if found[0][1].endswith(".successes") else "all"
        return InsideLabel(text, frozenset(name for name in found if self.names[name] == kind), kind, fold)

    def of_rule(self, address: str) -> dict[str, tuple[Type, dict[str, InsideLabel]]]:
        """Give what expressions about a rule may name: by the name its type, and its labels by the names of locals."""
        found: dict[str, tuple[Type, dict[str, InsideLabel]]] = {}
        own = {name: kind for (routine, name), kind in self.names.items() if routine == address}
        for name, kind in own.items():
            roll, _, part = name.partition(".")
            fold: Fold = "sum" if part == "successes" else "last"
            label = InsideLabel(name, frozenset([(address, name)]), kind, fold)
            if not part:
                found[name] = (kind, {name: label})
            elif part == "total":
                natural, successes = own.get(f"{roll}.natural", NATURAL), own.get(f"{roll}.successes")
                assert isinstance(kind, types.Number | types.Ratio)
                assert isinstance(natural, types.Number)
                assert successes is None or isinstance(successes, types.Number)
                found[roll] = (RollType(kind, natural, successes), {**found.get(roll, (kind, {}))[1], name: label})
            else:
                known, labels = found.get(roll, (kind, {}))
                found[roll] = (known, {**labels, name: label})
        return found

    def with_hints(self, address: str, text: str, findings: Findings) -> Iterator[Finding]:
        """Give findings about a text that means nothing, with what can be shown."""
        label = self.nearest(address, text, exactly=True)
        hint = f"did you mean `{label}`?" if label else ""
        others = sorted({known for known in self.labels(address) if "." in known and known in text}, key=len)
        if others and others[-1] != text:
            hint = f"a roll or name of another rule can only be shown alone: `{others[-1]}`"
        for one in findings:
            yield one if one.code != "QD310" else replace(one, hint=hint or one.hint or self.hint(address, text))

    def hint(self, address: str, text: str) -> str:
        """Say what can be shown where a text means nothing: what is nearest, or all that a rule rolls and names."""
        label = self.nearest(address, text, exactly=False)
        if label:
            return f"did you mean `{label}`?"
        known = list(dict.fromkeys(self.labels(address)))
        more = ", ..." if len(known) > MOST_NAMED else ""
        named = [f"what {address} rolls and names: {', '.join(known[:MOST_NAMED])}{more}"] if known else []
        return "; ".join(["any field can be shown, as `thing.field`, of a part `thing.part.field`", *named])

    def nearest(self, address: str, text: str, *, exactly: bool) -> str:
        """Give the label of a called rule that a text means without saying so, or one that is written nearly alike."""
        known = list(dict.fromkeys(self.labels(address)))
        before, _, part = text.rpartition(".")
        roll, end = (before, f".{part}") if before and part in ROLL_PARTS else (text, "")
        found = [label for label in known if label.endswith(f".{roll}")][:1]
        found = found or ([] if exactly else near_names(roll, known, 1, 0.8))
        return f"{found[0]}{end}" if found else ""

    def labels(self, address: str) -> Iterator[str]:
        """Give what can be shown by its label: rolls and names of the rule itself, then of what it calls."""
        for routine in self.reached(address):
            before = "" if routine == address else f"{routine.rpartition('.')[2]}."
            for of, name in self.names:
                if of == routine:
                    yield f"{before}{name.removesuffix('.total').removesuffix('.natural')}"

    def reached(self, address: str) -> list[str]:
        """Give a rule and all that it carries out, itself first."""
        return list(steps_to([address], self.carried_out_by))

    def carried_out_by(self, address: str) -> Iterator[str]:
        """Give what a rule carries out by itself."""
        program = self.program
        holder = program.routines.get(address) or program.turn.nodes.get(address)
        for part in walk(holder.block if holder is not None else ()):
            match part:
                case op.Call(address=called):
                    yield called
                case op.CallRow(table=table):
                    yield from program.acting_tables[table].cells.values()


# --- what tells, and what is heard


@dataclass
class Hearing:
    """Labels by the sites at which a program tells of them, and what becomes of several values of one."""

    program: Program
    labels: tuple[InsideLabel, ...]
    sites: dict[InsideLabel, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Give each label a site behind those of the rules."""
        first = len(self.program.sites)
        self.sites = {label: first + at for at, label in enumerate(self.labels)}

    @property
    def shown(self) -> frozenset[str]:
        """Give the sites as what is shown is named."""
        return frozenset(f"roll {site}" for site in self.sites.values())

    def counted(self) -> Program:
        """Give the program to count: it gives the results of the sites that were added."""

        def tell(one: Naming) -> Block:
            sites = (site for label, site in self.sites.items() if (one.routine, one.name) in label.places)
            return tuple(op.Result(one.span, site, one.value) for site in sites)

        found = told(self.program, self.wanted, tell)
        more = [Site(site, label.text, "roll", "", NOWHERE) for label, site in self.sites.items()]
        return replace(found, sites=[*found.sites, *more])

    def played(self, heard: list[tuple[int, Any]]) -> Program:
        """Give the program to play: it puts what it tells into a list."""
        hooked = list(self.program.hooked)

        def tell(one: Naming) -> Iterator[op.Assign]:
            for label, site in self.sites.items():
                if (one.routine, one.name) in label.places:
                    hooked.append(partial(_note, heard, site))
                    noted = val.Hooked(val.ANY_WHOLE, len(hooked) - 1, (one.value,), (), one.state)
                    yield op.Assign(one.span, HEARD, noted)

        found = told(self.program, self.wanted, lambda one: tuple(tell(one)))
        return replace(found, hooked=hooked)

    @property
    def wanted(self) -> frozenset[Named]:
        """Give the names that are to be told of."""
        return frozenset().union(*(label.places for label in self.labels))

    def joined(self, before: Observed, more: Iterable[tuple[int, Any]]) -> Observed:
        """Give what was told with what came after it: one entry for a sum, the first or the last, all others in order.

        Of different sites the order means nothing, and is always the same.
        """
        folds = {site: label.fold for label, site in self.sites.items()}
        folded: dict[int, Any] = {}
        rest: list[tuple[int, Any]] = []
        for site, value in (*before, *more):
            fold = folds.get(site, "all")
            if fold == "all":
                rest.append((site, value))
            elif fold == "first":
                folded.setdefault(site, value)
            else:
                folded[site] = folded.get(site, 0) + value if fold == "sum" else value
        return (*sorted(folded.items()), *sorted(rest, key=lambda entry: entry[0]))

    def heard(self, entries: Iterable[tuple[int, Any]]) -> Heard:
        """Give the values of the labels that were told of."""
        labels = {site: label for label, site in self.sites.items()}
        found: dict[InsideLabel, Any] = {}
        for site, value in self.joined((), entries):
            label = labels.get(site)
            if label is not None and label.fold == "all":
                found[label] = (*found.get(label, ()), value)
            elif label is not None:
                found[label] = value
        return found


def _note(heard: list[tuple[int, Any]], site: int, state: list[int], value: Any) -> int:
    heard.append((site, tuple(value) if isinstance(value, list) else value))
    return 0
