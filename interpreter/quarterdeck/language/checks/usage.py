"""Check that everything declared is used, and that play leads to it.

In: a `Checked` ruleset without faults of syntax or names. Out: findings. Used is what the turn, advice, the setup of a
scenario, a worked example or the derivation of a roster leads to; without a turn every procedure counts as used. Where
there is a turn, play must lead to it as well: what only worked examples name, and what only such rules speak of, is
unreached, unless it says that it stands apart; and what says so must not be reached. A field of a thing in a roster or
scenario is there for the reader, unless rules change it and none reads it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.text import Span
from quarterdeck.language.checks.calls import Calls, calls_of
from quarterdeck.language.checks.reach import Speaking, Uses, is_on_a_choice, reach_from, roots_of_play
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import Declared, Field
from quarterdeck.language.documents import shapes
from quarterdeck.language.typing.meanings import Checked

MOST_NAMED = 3


def check_used(checked: Checked, findings: Findings) -> None:
    """Find definitions, tables, fields and words that nothing leads to, and those that no turn leads to."""
    UseCheck(checked, findings, calls_of(checked), rules_in_examples(checked.declared)).run()


@dataclass(frozen=True)
class Declaration:
    """Something that may be unused: what it is called, where it stands, and how its author says that it stands apart.

    `apart` is why it stands apart, and `saying` how that is said, both empty where it is not or cannot be.
    """

    what: str
    address: str
    span: Span
    apart: str = ""
    saying: str = ""


IN_RULES = 'write `apart "why"` after its words if it is for players only'
IN_YAML = "add `apart: why` if it is for players only"


@dataclass
class UseCheck:
    """One look for what is unused; `tried` are the rules that worked examples are about."""

    checked: Checked
    findings: Findings
    calls: Calls
    tried: set[str]

    @property
    def declared(self) -> Declared:
        return self.checked.declared

    def run(self) -> None:
        """Report all that is unused or unreached."""
        self.elements()
        self.fields()
        self.words()

    # --- what is found

    def report(self, one: Declaration, unused: str, unreached: str, is_reached_by_turn: bool) -> None:
        """Report what is unused, else unreached, for the reasons given; or what says for nothing that it stands apart.

        Args:
            one: What is judged.
            unused: Why it is unused, or nothing where it is used.
            unreached: Why play does not reach it, or nothing where it does.
            is_reached_by_turn: Whether play reaches it without what stands apart.
        """
        if one.apart:
            if self.declared.turn and is_reached_by_turn:
                message = f"{one.what} is marked `apart`, but play uses it"
                hint = "remove `apart`, or the use in play"
                self.findings.add("QD426", message, one.span, hint=hint, rule=one.address)
        elif unused:
            message = f"{one.what} is unused: {unused}"
            self.findings.add("QD421", message, one.span, hint="use it, or remove it", rule=one.address)
        elif self.declared.turn and unreached:
            message = f"{one.what} is not reached by the turn: {unreached}"
            hint = ", ".join(["call it in play", *([one.saying] if one.saying else []), "or remove it"])
            self.findings.add("QD425", message, self.blamed(one), hint=hint, rule=one.address)

    def blamed(self, one: Declaration) -> Span:
        """Give the place at which a variant amends what is unreached, or where it stands."""
        for amended in self.declared.amended:
            if amended.deed in ("add", "amend") and f"{amended.address}.".startswith(f"{one.address}."):
                return amended.span
        return one.span

    # --- what is reached

    @cached_property
    def apart(self) -> set[str]:
        """Give the elements that say that they stand apart."""
        rules = {address for address, rule in self.declared.rules.items() if rule.apart}
        return rules | {name for name, table in self.declared.tables.items() if table.apart}

    @cached_property
    def roots(self) -> set[str]:
        """Give the elements at which play begins."""
        return set(roots_of_play(self.checked, self.calls))

    @cached_property
    def by_turn(self) -> frozenset[str]:
        """Give what play reaches by itself."""
        return reach_from(self.checked, self.calls, self.roots)

    @cached_property
    def by_players(self) -> frozenset[str]:
        """Give what play reaches, by itself and through what stands apart."""
        return reach_from(self.checked, self.calls, self.roots | self.apart) if self.apart else self.by_turn

    @cached_property
    def uses(self) -> tuple[Uses, Uses, Uses]:
        """Give what is spoken of anywhere, by what players reach and plugins, and by what the turn reaches.

        What a plugin reads may well stand apart: the rules are there without it.
        """
        speaking = Speaking(self.checked, self.calls)
        by_players = Uses.together([speaking.within(self.by_players), speaking.plugins])
        return speaking.everywhere(), by_players, speaking.within(self.by_turn)

    # --- rules and tables

    def elements(self) -> None:
        """Report rules and tables that nothing leads to, and those to which no turn does."""
        roots = {root.rstrip("?") for root in (*self.roots, *self.apart, *self.begun())}
        used = self.calls.to_reach(list(roots))
        for address, rule in self.declared.rules.items():
            if self.declared.function_of_plugin(address) is not None:
                continue  # it is there for whoever wants it
            one = Declaration(f"`{rule.name}`", address, rule.node.path[-1].span, rule.apart, IN_RULES)
            self.element(one, "" if address in used else self.only_unused(address) or "nothing uses it")
        for name, table in self.declared.tables.items():
            span = table.document.places.value("table")
            one = Declaration(f"the table `{name}`", name, span, table.apart, IN_YAML)
            self.element(one, "" if name in used else self.only_unused(name) or "no rule looks it up")

    def element(self, one: Declaration, unused: str) -> None:
        """Report a rule or table."""
        unreached = "" if one.address in self.by_players else self.why_unreached(one.address)
        self.report(one, unused, unreached, one.address in self.by_turn)

    def begun(self) -> Iterator[str]:
        """Give the elements that are used because of what they are, or because a worked example is about them."""
        for address, rule in self.declared.rules.items():
            begins = is_on_a_choice(rule.node) or (rule.sort == "procedure" and not self.declared.turn)
            if begins or self.tried & {address, rule.name}:
                yield address

    def why_unreached(self, address: str) -> str:
        """Say what does lead to an element that play does not reach."""
        rule = self.declared.rules.get(address)
        if rule is not None and is_on_a_choice(rule.node):
            return "its choice is never made"
        if f"{address}?" in self.by_players:
            return "it is only tested with `allowed`"
        return self.only_unused(address) or "only worked examples use it"

    def only_unused(self, address: str) -> str:
        """Name the other unused elements that alone use an element; nothing if there are none."""
        leading = [one for one in self.leading.get(address, []) if one != address]
        if not leading:
            return ""
        if len(leading) == 1:
            return f"only `{leading[0]}` uses it, and it is unused too"
        named = [f"`{one}`" for one in leading[:MOST_NAMED]] + (["others"] if len(leading) > MOST_NAMED else [])
        return f"only {', '.join(named[:-1])} and {named[-1]} use it, and they are unused too"

    @cached_property
    def leading(self) -> dict[str, list[str]]:
        """Give the elements that call each element."""
        found: dict[str, list[str]] = {}
        for home in self.calls.homes:
            for _, called in (*self.calls.made[home.element], *self.calls.said[home.element]):
                leading = found.setdefault(called.rstrip("?"), [])
                if home.element not in leading:
                    leading.append(home.element)
        return found

    # --- fields

    def fields(self) -> None:
        """Report fields that no rule reads; what a roster fills in and no rule changes is there for the reader."""
        given = names_given(self.declared)
        everywhere, by_players, by_turn = self.uses
        for kind in self.declared.kinds.values():
            for known in kind.fields.values():
                if self.of_the_frame(known):
                    continue
                one = Declaration(f"`{known.address}`", known.address, known.span, known.apart, IN_YAML)
                unreached = self.idle(known, by_players, given, "rules of play change it, but none reads it")
                self.report(
                    one,
                    self.idle(known, everywhere, given, "rules change it, but none reads it"),
                    unreached.replace("no rule reads it", "no rule of play reads it"),
                    known.address in by_turn.read,
                )

    def idle(self, known: Field, uses: Uses, given: set[str], changed: str) -> str:
        """Say why a field is for nothing, where some uses are all; nothing where it is for something."""
        if known.address in uses.read:
            return ""
        if known.address in uses.changed:
            return changed
        return "" if known.name in given else "no rule reads it, and no roster sets it"

    def of_the_frame(self, known: Field) -> bool:
        """Tell whether a field says whose a thing is, or holds its parts."""
        kind = self.declared.kinds[known.kind]
        item = known.type.item if isinstance(known.type, types.ListType) else known.type
        part = isinstance(item, types.Thing) and self.declared.kinds[item.kind].part_of == kind.name
        return part or known.name == (kind.owner or "").split(".")[0]

    # --- words

    def words(self) -> None:
        """Report options, constants, enums, kinds, arcs, units and clocks that nothing speaks of."""
        declared = self.declared
        for option in declared.options.values():
            what, span = f"the option `{option.name}`", option.node.name.span
            self.word(Declaration(what, option.name, span, option.apart, IN_RULES), "no rule uses it")
        for constant in declared.constants.values():
            what = f"the constant `{constant.name}`"
            self.word(Declaration(what, constant.name, constant.span), "no rule uses it")
        for enum in declared.enums.values():
            self.word(Declaration(f"the enum `{enum.name}`", enum.name, enum.span), "nothing has this type")
        for arc in declared.arcs.values():
            self.word(Declaration(f"the arc `{arc.name}`", arc.name, arc.span), "no rule uses it")
        for kind in declared.kinds.values():
            if kind.name not in ("Side", "Game"):
                one = Declaration(f"the kind `{kind.name}`", kind.name, kind.span, kind.apart, IN_YAML)
                self.word(one, "no rule and no field uses it")
        for document in declared.of_sort("components"):
            assert isinstance(document.shape, shapes.Components)
            for sort, names in (("units", document.shape.units), ("clocks", document.shape.clocks)):
                for name in names:
                    span = document.places.key(sort, name)
                    self.word(Declaration(f"the {sort[:-1]} `{name}`", name, span), "nothing uses it as a unit")

    def word(self, one: Declaration, why: str) -> None:
        """Report a word that nothing speaks of, or no rule of play."""
        everywhere, by_players, by_turn = (uses.names for uses in self.uses)
        why_unreached = "" if one.address in by_players else "only unused parts mention it"
        self.report(one, "" if one.address in everywhere else why, why_unreached, one.address in by_turn)


def rules_in_examples(declared: Declared) -> set[str]:
    """Give the rules that worked examples are about, as the examples name them."""
    found: set[str] = set()
    for document in declared.documents:
        match document.shape:
            case shapes.Example(of=of, then=then):
                found.update((of, *(step.of for step in then)))
            case shapes.Examples(examples=examples):
                found.update(of for example in examples for of in (example.of, *(step.of for step in example.then)))
    return found


def names_given(declared: Declared) -> set[str]:
    """Give the names of fields that rosters and scenarios fill in."""
    found: set[str] = set()
    for document in declared.documents:
        match document.shape:
            case shapes.Roster(things=things, columns=columns, derive=derive, part_lists=part_lists):
                found.update(name for thing in things.values() for name in thing)
                found.update(columns, columns.values(), derive, part_lists)
                found.update(name for parts in part_lists.values() for part in parts for name in part)
                found.update(key for thing in things.values() for value in thing.values() for key in inner_names(value))
            case shapes.Scenario(sides=sides):
                for side in sides.values():
                    found.update(side.fields)
                    found.update(name for several in side.things.values() for thing in several for name in thing)
    return found


def inner_names(value: object) -> Iterator[str]:
    """Give the keys of lists of mappings: the fields of parts."""
    for item in value if isinstance(value, list) else [value]:
        if isinstance(item, dict):
            yield from (str(key) for key in item)
