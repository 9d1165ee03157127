"""Let what a variant changes count only in the games that its `only_when:` says.

In: the ruleset below a variant, and the same with the variant laid over it. Out: a ruleset that is the one where the
condition holds and the other where it does not. What the variant adds is there in every game and asked for in those
alone; what it takes away stays, and is not asked for in those. What there is in a game whatever happens (fields,
figures, how a table is keyed) cannot depend on a condition: that is a finding, at the line of the variant.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import Kind, Option, Rule
from quarterdeck.language.documents import shapes
from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.nodes import same
from quarterdeck.language.variants.conditional_tables import ConditionalTables, Sides
from quarterdeck.language.variants.conditions import KEY
from quarterdeck.language.variants.merging import Merging, aligned, listed_cases
from quarterdeck.language.variants.rewrite import done

Part = TypeVar("Part", nodes.Phase, nodes.Step)


class Conditional(Sides):
    """One variant that counts under a guard, merged with what is below it."""

    def settle(self) -> None:
        """Merge both rulesets into the one of the ground."""
        self.rules()
        self.turn()
        tables = ConditionalTables(self.amended, self.below, self.guard)
        tables.settle()
        self.guarded += tables.guarded
        self.options()
        self.components()
        self.documents()
        self.note_what_stays()
        own = self.amended.name
        amends = any(one.variant == own and one.deed in ("amend", "remove", "move") for one in self.now.amended)
        if not (self.guarded or amends or self.amended.findings):
            span = self.amended.variant.places.key(KEY)
            message = f"nothing that `{self.amended.name}` changes depends on its condition"
            hint = "remove it, or change the ruleset: test the condition where your additions are used"
            self.amended.report("QD518", message, span, hint)

    # --- rules

    def rules(self) -> None:
        """Merge every rule that is another; those that are gone stay."""
        below, now = self.below.rules, self.now.rules
        for address, was in below.items():
            rule = now.get(address)
            if rule is None:
                now[address] = was
                self.guarded += 1
            elif not same(rule.node, was.node):
                now[address] = self.merged_rule(rule, self.as_original(was, rule))
                self.guarded += 1
        for address, rule in list(now.items()):
            if rule.speaks_as and address not in below:
                now[address] = self.merged_original(rule, below[rule.speaks_as])
        order = [*below, *(address for address in now if address not in below)]
        self.now.rules = {address: now[address] for address in order}

    def as_original(self, was: Rule, rule: Rule) -> Rule:
        """Give the rule below as one that does its original, where the rule above it goes on with that."""
        kept = [
            one for key, one in self.now.rules.items() if one.speaks_as == rule.address and key not in self.below.rules
        ]
        if not kept:
            return was
        (original,) = kept
        span, node = self.guard.span, was.node
        names = tuple(nodes.Name(span, nodes.Word(span, parameter.name)) for parameter in was.parameters)
        call = nodes.Call(span, nodes.Name(span, nodes.Word(span, original.address)), names)
        if isinstance(node, nodes.Define | nodes.Advice):
            return replace(was, node=replace(node, cases=nodes.SingleCase(node.cases.span, call)))
        statements = node.body.statements if node.body else ()
        head = tuple(statement for statement in statements if isinstance(statement, nodes.Require))
        body = node.body or nodes.Body(node.span, (), ())
        return replace(was, node=replace(node, body=replace(body, statements=(*head, *done(span, call, was)))))

    def merged_original(self, original: Rule, was: Rule) -> Rule:
        """Merge what goes on as an original, where the variant changes parts of that as well."""
        if isinstance(was.node, nodes.Procedure | nodes.Effect) and was.node.body:
            rest = tuple(s for s in was.node.body.statements if not isinstance(s, nodes.Require))
            was = replace(was, node=replace(was.node, body=replace(was.node.body, statements=rest)))
        return original if same(original.node, was.node) else self.merged_rule(original, was)

    def merged_rule(self, rule: Rule, was: Rule) -> Rule:
        """Give a rule that is one if the condition holds, and another where it does not."""
        new, old = rule.node, was.node
        if type(new) is not type(old) or len(rule.parameters) != len(was.parameters):
            self.cannot(rule.address, f"the kind of the rule `{rule.address}`", "add a rule of another name")
            return was
        if not same(new.phrase, old.phrase):
            hint = "keep its words: they apply in every game"
            self.cannot(rule.address, f"the words of `{rule.address}`", hint)
        merging = Merging(self.guard)
        if isinstance(new, nodes.Procedure | nodes.Effect):
            assert isinstance(old, nodes.Procedure | nodes.Effect)
            if rule.result != was.result:
                hint = "give it the same type: one that both results fit"
                self.cannot(rule.address, f"the type of `{rule.address}`", hint)
            statements = merging.block(*((one.body.statements if one.body else ()) for one in (new, old)))
            body = replace(new.body or old.body or nodes.Body(new.span, (), ()), statements=statements)
            return replace(rule, node=replace(new, body=body))
        assert isinstance(old, nodes.Define | nodes.Advice)
        if isinstance(new, nodes.Advice) and isinstance(old, nodes.Advice) and not same(new.among, old.among):
            self.cannot(rule.address, f"the list `among` of `{rule.address}`", "leave `among` as it is")
        if not self.rows_can_be_merged(rule, was):
            return was
        result, written = self.wider(rule, was)
        made = replace(new, type=written, cases=merging.definition(new.cases, old.cases))  # type: ignore[arg-type]  # advice may say none
        return replace(rule, result=result, node=made)

    def rows_can_be_merged(self, rule: Rule, was: Rule) -> bool:
        """Report what of a table by condition cannot hang on the condition of a variant: rows alone can."""
        new, old = (one.by_condition.takes if one.by_condition is not None else "" for one in (rule, was))
        if not new and not old:
            return True
        what = f"what `{rule.address}` takes of its rows"
        if new == old:
            last = [cases_of(one.node)[-1] for one in (rule, was) if isinstance(one.node, nodes.Define)]
            is_same = same(last[0].value, last[1].value) and same(last[0].condition, last[1].condition)
            ends = [one for one in last if not isinstance(one.condition, nodes.IfCase)]
            if new == "first" or is_same or not ends:
                return True
            what = f"what `{rule.address}` gives otherwise"
        self.cannot(rule.address, what, "add a table of another name, and use it if the condition holds")
        return False

    def wider(self, rule: Rule, was: Rule) -> tuple[types.Type | None, nodes.WrittenType | None]:
        """Give the wider of two types; what both give must fit it."""
        new, old = rule.node, was.node
        assert isinstance(new, nodes.Define | nodes.Advice)
        assert isinstance(old, nodes.Define | nodes.Advice)
        one, other = rule.result, was.result
        for wide, written in ((one, new.type), (other, old.type)):
            if one is None or other is None or (holds(wide, one) and holds(wide, other)):
                return wide, written
        hint = f"let it give what holds both {one} and {other}"
        self.cannot(rule.address, f"whether `{rule.address}` gives {one} or {other}", hint)
        return one, new.type

    # --- the turn

    def turn(self) -> None:
        """Merge the phases of the turn, and the steps in them."""
        new, old = self.now.turn, self.below.turn
        if new is None or old is None or same(new, old):
            return
        self.guarded += 1
        self.refuse_moves("turn", names_of(new.phases), names_of(old.phases))
        phases: list[nodes.Phase] = []
        known = {phase.name.text for phase in old.phases}, {phase.name.text for phase in new.phases}
        for pair, (news, olds) in aligned(new.phases, old.phases, lambda phase: phase.name.text):  # type: ignore[attr-defined]
            for guard, some, others in ((self.guard, news, known[0]), (-self.guard, olds, known[1])):
                for phase in some:
                    if phase.name.text not in others:
                        phases.append(replace(phase, block=Merging(guard).block(phase.block, ())))
                    elif some is news:
                        phases.append(phase)  # one that moves, which is refused
            if pair is not None:
                phases.append(self.merged_phase(*pair))
        self.now.turn = replace(new, phases=tuple(phases))

    def merged_phase(self, new: nodes.Phase, old: nodes.Phase) -> nodes.Phase:
        """Merge what is done in a phase; what it is called and how it is gone through is the same in all games."""
        address = f"turn.{new.name.text}"
        self.refuse_frame(address, new, old)
        steps = [{s.name.text: s for s in phase.block if isinstance(s, nodes.Step)} for phase in (new, old)]
        self.refuse_moves(address, list(steps[0]), list(steps[1]))
        for name in steps[0].keys() & steps[1].keys():
            self.refuse_frame(f"{address}.{name}", steps[0][name], steps[1][name])
        return replace(new, block=Merging(self.guard).block(new.block, old.block))

    def refuse_frame(self, address: str, new: Part, old: Part) -> None:
        """Report what a phase or step is called, or how it is gone through, where that differs."""
        if not (same(new.title, old.title) and same(new.options, old.options)):
            hint = "keep its title and the parts after the commas, or add one of another name"
            self.cannot(address, f"the title and the order of `{address}`", hint)

    def refuse_moves(self, address: str, new: list[str], old: list[str]) -> None:
        """Report phases or steps that both have in another order."""
        both = [name for name in new if name in old]
        if both != [name for name in old if name in new]:
            moved = next(a for a in both if both.index(a) != [name for name in old if name in new].index(a))
            done = [a for a in self.now.amended if a.variant == self.amended.name and a.deed == "move"]
            place = next((a.address for a in done if a.address.startswith(f"{address}.")), f"{address}.{moved}")
            hint = "remove it, and add one of another name at the other place that does the same"
            self.cannot(place, f"the place of `{place}`", hint)

    # --- what is there in every game

    def options(self) -> None:
        """Let what a yes-or-no option begins with hang on the condition; keep what others begin with."""
        found = {}
        for name, was in self.below.options.items():
            option = self.now.options.get(name)
            found[name] = was
            if option is None or not same(option.value, was.value):
                self.guarded += 1
            if option is not None and not same(option.value, was.value):
                found[name] = self.merged_option(option, was)
        self.now.options = {**found, **{key: one for key, one in self.now.options.items() if key not in found}}

    def merged_option(self, option: Option, was: Option) -> Option:
        """Give an option that begins in one way if the condition holds, and in another where it does not."""
        address = f"{was.module}.{was.name}"
        asked = {part.text for part in self.guard.condition.walk() if isinstance(part, nodes.Word)}
        if not isinstance(was.type, types.Boolean):
            hint = "amend the rules that read the option, or set it in the scenario"
            self.cannot(address, f"the default of the option `{was.name}`, which is not yes or no,", hint)
        elif asked & self.now.options.keys():
            hint = "use only facts of the scenario in the condition, or amend the rules that read the option"
            self.cannot(address, f"the default of the option `{was.name}`, which reads other options,", hint)
        else:
            value = self.begins(option.value, was.value)
            return replace(was, value=value, node=replace(was.node, value=value))
        return was

    def begins(self, new: nodes.Expression, old: nodes.Expression) -> nodes.Expression:
        """Give what a yes-or-no option begins with."""
        match new, old:
            case nodes.Yes(), nodes.No():
                return self.guard.alone()
            case nodes.No(), nodes.Yes():
                return (-self.guard).alone()
        return self.guard.either(new, old)

    def components(self) -> None:
        """Keep the fields, enums, constants and arcs of the ruleset below, beside those that are added."""
        now, below = self.now, self.below
        for name, enum in below.enums.items():
            if now.enums[name].members[: len(enum.members)] != enum.members:
                self.cannot(name, f"the list of members of `{name}`", "give it the members of both")
        for shelf, before in (("constants", "Game."), ("arcs", "arcs.")):
            for name, was in getattr(below, shelf).items():
                if getattr(now, shelf).get(name) != was:
                    self.cannot(f"{before}{name}", f"the declaration of `{name}`", "add one of another name")
        for name, kind in below.kinds.items():
            now.kinds[name] = self.kept_kind(now.kinds[name], kind)

    def kept_kind(self, kind: Kind, was: Kind) -> Kind:
        """Give a kind with the fields that it has below, and those that are added."""
        for name, known in was.fields.items():
            is_now = kind.fields.get(name)
            if is_now is not None and replace(is_now, changed_by=known.changed_by) != known:
                hint = "add a field of another name, and let rules read that one if the condition holds"
                self.cannot(known.address, f"the type of the field `{known.address}`", hint)
            self.guarded += is_now is None
        return replace(kind, fields={**was.fields, **{k: f for k, f in kind.fields.items() if k not in was.fields}})

    def documents(self) -> None:
        """Keep the documents of the ruleset below, beside those of the variant; no figure hangs on a condition."""
        now, below = self.now, self.below
        for sort, name in (("rosters", "roster"), ("scenarios", "scenario"), ("rulings", "ruling")):
            was, found = getattr(below, sort), getattr(now, sort)
            own: dict[str, Any] = {key: one for key, one in found.items() if key not in was}
            for one in now.amended:
                if (
                    one.variant == self.amended.name
                    and one.deed == "amend"
                    and one.address in {f"{sort}.{k}" for k in was}
                ):
                    self.cannot(one.address, f"the {name} `{one.address}`", f"add a {name} of another name")
            setattr(now, sort, {**was, **own})
        for one in now.amended:
            if one.variant == self.amended.name and one.address.startswith("rosters.") and one.address.count(".") > 2:
                self.refuse_figure(one.address)
        mine = {id(document) for document in below.documents}
        folder = self.amended.variant.file.path.rpartition("/")[0]
        own_documents = [d for d in now.documents if id(d) not in mine and d.file.path.startswith(f"{folder}/")]
        tables = [d for d in own_documents if not (isinstance(d.shape, shapes.Table) and d.shape.replaces)]
        now.documents = [*below.documents, *tables]

    def refuse_figure(self, address: str) -> None:
        """Report a figure of a thing in a roster below, unless it is that of a field that the variant adds."""
        _, roster, *rest = address.split(".")
        kind = self.below.kinds.get(self.below.rosters[roster].kind) if roster in self.below.rosters else None
        if kind is not None and rest[-1] in kind.fields:
            hint = "add a field for it with the figures, and let rules read that one if the condition holds"
            self.cannot(address, f"the figure `{address}`", hint)

    def note_what_stays(self) -> None:
        """Write down that what is taken away stays for other games: it is changed, and not gone."""
        own = self.amended.name
        self.now.amended = tuple(
            replace(one, deed="amend") if one.variant == own and one.deed == "remove" else one
            for one in self.now.amended
        )


def names_of(phases: tuple[nodes.Phase, ...]) -> list[str]:
    """Give the names of phases."""
    return [phase.name.text for phase in phases]


def cases_of(node: nodes.Define | nodes.Advice) -> tuple[nodes.Case, ...]:
    """Give the cases of a definition; a single value is the case `otherwise`."""
    return listed_cases(nodes.base_of(node.cases))


def holds(wide: types.Type | None, narrow: types.Type | None) -> bool:
    """Tell whether one type holds all values of another."""
    if isinstance(wide, types.Number) and isinstance(narrow, types.Number):
        alike = (wide.step, wide.unit) == (narrow.step, narrow.unit)
        return alike and wide.low <= narrow.low and narrow.high <= wide.high
    return wide == narrow
