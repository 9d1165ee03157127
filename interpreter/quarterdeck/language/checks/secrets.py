"""Check that what a side is asked and told depends only on what it may know.

In: a `Checked` ruleset. Out: findings that name the field. Values are followed through names, definitions, tables and
the arguments of procedures. Whose a thing is must be provable from the text: a side may know what stands on a thing
whose owner, as written, is the side that is asked, or is said to be that side by a condition around it. What is
revealed may be told from there on. What is rolled or chosen in secret is followed like a hidden field. What a side
learns from being asked at all, and from which things a loop goes through, is not followed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import assert_never, cast

from quarterdeck.base.findings.finding import Findings, Label
from quarterdeck.base.near_names import did_you_mean
from quarterdeck.base.text import Span
from quarterdeck.language.checks.calls import Home, called_in, homes_of
from quarterdeck.language.checks.knowledge import (
    EVERY,
    Knowledge,
    Known,
    Pairs,
    Scene,
    Secret,
    inputs,
    told_to_called,
)
from quarterdeck.language.declarations.closed_sorts import SeenBy
from quarterdeck.language.declarations.symbol_table import Declared, Field, Rule, Table
from quarterdeck.language.declarations.types import BOOLEAN, Thing
from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.sorts import AnyCallStatement, AnyStatement
from quarterdeck.language.typing import meanings
from quarterdeck.language.typing.meanings import Checked

ONE_OF_ALL = "all Side[0]"
"""The path of whichever side is put in order: no loop takes it."""
Holding = (
    nodes.Guarded | nodes.GuardedUnless | nodes.When | nodes.ForEach | nodes.ForNumbers | nodes.Repeat | nodes.Close
    | nodes.Step
)  # fmt: skip


def check_secrets(checked: Checked, findings: Findings) -> None:
    """Find hidden fields that may reach a side that may not know them."""
    for kind in checked.declared.kinds.values():
        for known in kind.fields.values():
            check_option(checked.declared, known, findings)
    LeakAnalysis(checked, findings, Knowledge(checked)).run()


def check_option(declared: Declared, known: Field, findings: Findings) -> None:
    """Report a field that is hidden under an option that does not exist."""
    option = known.seen_by.option
    if option and option not in declared.options:
        findings.add(
            "QD442",
            f"there is no option `{option}`, which hides `{known.address}`",
            known.span,
            hint=did_you_mean(option, declared.options, f"declare it: `option {option}: boolean = no`"),
            rule=known.address,
        )


@dataclass
class LeakAnalysis:
    """One run over a ruleset: what each side is asked and told."""

    checked: Checked
    findings: Findings
    knowledge: Knowledge
    starts: dict[str, Scene] = field(default_factory=dict)  # of procedures, effects, tables: what all callers agree on
    home: Home | None = None

    def run(self) -> None:
        """Go through setups, the phases in order, then rules and cells, callers first."""
        homes = list(homes_of(self.checked))
        turn = Scene()
        for home in homes:
            self.home = home
            if home.sort == "setup":
                self.block(home.statements, Scene())
            elif home.sort == "phase" and isinstance(home.parts[0], nodes.Phase):
                self.phase(home.parts[0], turn)
        for home in callers_first(self.checked, [h for h in homes if h.sort in ("procedure", "effect", "cell")]):
            self.home = home
            element = home.table.name if home.table else home.address
            begun = inputs(
                (*home.table.given, *home.table.keys) if home.table else home.rule.parameters if home.rule else ()
            )
            self.block(home.statements, self.starts.get(element, begun).inner())

    def report(self, value: Known, scene: Scene, place: Span, chooser: str | None, what: str) -> None:
        """Report secrets that come to a side that may not know them; without a chooser, to all sides."""
        asked = scene.same_as([chooser]) if chooser else frozenset()
        for secret in value.secrets:
            if scene.is_open(secret) or (asked & secret.owners and secret.known.seen_by.who != "nobody"):
                continue
            labels = [Label(secret.known.span, f"seen by {secret.known.seen_by}")]
            if secret.read != place:
                labels.insert(0, Label(secret.read, "read here"))
            who, hint = "all sides, some of which may not see it", "reveal it first, or remove it"
            if chooser is not None:
                who = "the side that decides, which may not see it"
                hint += "; or let the side that is asked be the owner of the thing, as written" if secret.owners else ""
            self.findings.add(
                "QD441",
                f"{what} may reveal `{secret.known.address}` to {who}",
                place,
                labels=labels,
                hint=hint,
                rule=self.home.address if self.home else "",
            )

    # --- statements

    def phase(self, phase: nodes.Phase | nodes.Step, outer: Scene) -> None:
        """Go through a phase or step; what it reveals is known to those behind it."""
        scene = outer.inner()
        for option in phase.options:
            match option:
                case nodes.ForEachSide(variable=variable):
                    scene.names[variable.text] = Known(variable.text)
                case nodes.AllSidesAtOnce():
                    scene.names["side"] = Known("side")
        self.block(phase.block, scene)
        outer.after(scene, always=True)

    def block(self, statements: Iterable[nodes.Statement], scene: Scene) -> None:
        """Go through statements in order."""
        for statement in statements:
            self.statement(statement, scene)

    def branch(
        self, statements: Iterable[nodes.Statement], scene: Scene, condition: nodes.Expression | None = None
    ) -> None:
        """Go through statements that may be left out."""
        inner = scene.inner()
        inner.equal |= self.knowledge.equalities(condition, scene)
        self.block(statements, inner)
        scene.after(inner, always=False)

    def statement(self, given: nodes.Statement, scene: Scene) -> None:
        node = cast("AnyStatement", given)
        match node:
            case nodes.Do() | nodes.LetResult() | nodes.Apply():
                self.carry_out(node, scene)
            case nodes.Finish(result=result) if result is not None:
                self.report(self.knowledge.of(result, scene), scene, result.span, None, "the result")
            case nodes.Choose():
                self.choose(node, scene)
            case nodes.Roll(name=name, secret=secret) | nodes.Check(name=name, secret=secret):
                if secret is not None:
                    self.keep(name, self.knowledge.of(secret.side, scene).path, scene)
            case nodes.DrawLot() | nodes.Peek():
                self.draw(node, scene)
            case (
                nodes.Announce(text=word) | nodes.Win(reason=word) | nodes.DrawnGame(reason=word)
                | nodes.Remove(reason=word)
            ):  # fmt: skip
                self.tell(word, scene)
            case nodes.Reveal(what=what):
                scene.revealed |= self.revealed_by(what, scene)
            case nodes.OrderSides(key=key):
                self.order(key, scene)
            case nodes.Require(condition=condition):
                scene.equal |= self.knowledge.equalities(condition, scene)
            case nodes.Let(name=name, value=value) | nodes.Tally(name=name, value=value):
                scene.names[name.text] = self.knowledge.of(value, scene)
            case nodes.Set(target=target, value=value):
                self.mixed(target, value, scene)
            case nodes.Add(target=target, amount=amount) | nodes.Take(target=target, amount=amount):
                self.mixed(target, amount, scene)
            case (
                nodes.Append() | nodes.Create() | nodes.Start() | nodes.RollOff() | nodes.Shuffle()
                | nodes.Stop() | nodes.Finish()
            ):  # fmt: skip
                pass
            case _:
                self.with_blocks(node, scene)

    def tell(self, word: nodes.Word | None, scene: Scene) -> None:
        """Look at what all sides are told in words."""
        for piece in self.knowledge.spoken(word):
            self.report(self.knowledge.of(piece, scene), scene, piece.span, None, "this")

    def order(self, key: nodes.Expression, scene: Scene) -> None:
        """Look at what the order of the sides tells all of them: by what they are put in order."""
        meaning = self.checked.meanings.get(key)
        if isinstance(meaning, meanings.FieldOf) and isinstance(key, nodes.Name):
            secrets = frozenset(
                {Secret(meaning.field, "", frozenset(), key.span)} if meaning.field.seen_by.hides else ()
            )
            told = Known(secrets=secrets)
        else:
            inner = scene.inner()
            inner.names["side"] = Known(ONE_OF_ALL)
            told = self.knowledge.of(key, inner)
        self.report(told, scene, key.span, None, "the order of the sides")

    def mixed(self, target: nodes.Expression, value: nodes.Expression, scene: Scene) -> None:
        """Let a name tell of what is put into it, beside what it told of before; fields are looked at where read."""
        if isinstance(target, nodes.Name):
            before = scene.names.get(target.word.text, Known())
            scene.names[target.word.text] = before.and_secrets([self.knowledge.of(value, scene)])

    def with_blocks(self, node: Holding, scene: Scene) -> None:
        """Go through a statement that holds others."""
        match node:
            case nodes.Guarded(statement=inner, condition=condition):
                self.branch([inner], scene, condition)
            case nodes.GuardedUnless(statement=inner):
                self.branch([inner], scene)
            case nodes.When(condition=condition, block=block, others=others, otherwise=otherwise):
                self.branch(block, scene, condition)
                for other in others:
                    self.branch(other.block, scene, other.condition)
                self.branch(otherwise.block if otherwise else (), scene)
            case nodes.ForEach():
                self.for_each(node, scene)
            case nodes.ForNumbers(variable=variable, low=low, high=high, block=block):
                inside = scene.inner()
                bounds = [self.knowledge.of(bound, scene) for bound in (low, high)]
                inside.names[variable.text] = Known().and_secrets(bounds)
                self.block(block, inside)
                scene.after(inside, always=False)
            case nodes.Repeat(block=block):
                self.branch(block, scene)
            case nodes.Close(block=block):
                self.block(block, scene)
            case nodes.Step():
                self.phase(node, scene)
            case _:
                assert_never(node)

    def revealed_by(self, what: nodes.Expression, scene: Scene) -> Pairs:
        """Give the fields that a `reveal` opens: the one that it names, or all of a thing."""
        meaning = self.checked.meanings.get(what)
        kind = self.checked.types.get(what)
        if isinstance(meaning, meanings.FieldOf) and isinstance(what, nodes.FieldAccess):
            path = self.knowledge.of(what.owner, scene).path
            return frozenset({(meaning.field.address, path)} if path else ())
        path = self.knowledge.of(what, scene).path
        if isinstance(kind, Thing) and path:
            return frozenset((known.address, path) for known in self.checked.declared.kinds[kind.kind].fields.values())
        return frozenset()

    def for_each(self, node: nodes.ForEach, scene: Scene) -> None:
        """Go through a loop, which a side may be asked to put in order."""
        inner = scene.inner()
        item = self.knowledge.take(node.variable.text, node.source, inner)
        inner.equal |= self.knowledge.equalities(node.condition, inner)
        listed = [self.knowledge.of(node.condition, inner)] if node.condition is not None else []
        for option in node.options:
            if isinstance(option, nodes.ChosenBy):
                chooser = self.knowledge.of(option.side, scene).path
                self.report(item.and_secrets(listed), inner, node.source.span, chooser, "the list to put in order")
        self.block(node.block, inner)
        scene.after(inner, always=False)
        if item.path.startswith("all ") and node.condition is None:
            scene.revealed |= {(address, EVERY) for address, thing in inner.revealed if thing == item.path}

    def choose(self, node: nodes.Choose, scene: Scene) -> None:
        """Look at all that a side is told when it is asked."""
        chooser = self.knowledge.of(node.chooser, scene).path
        inner = scene.inner()
        item = self.knowledge.take(node.name.text, node.source, inner)
        inner.equal |= self.knowledge.equalities(node.condition, inner)
        self.report(item, inner, node.source.span, chooser, "what is offered")
        told: list[tuple[nodes.Node | None, str]] = [(node.condition, "what is offered")]
        for requirement in node.requirements:
            told.append((requirement.condition, "what is refused, and why,"))
            told += [(piece, "the reason") for piece in self.knowledge.spoken(requirement.reason)]
        told += [(piece, "the question") for piece in self.knowledge.spoken(node.phrase)]
        told += [(option, "the question") for option in node.options if isinstance(option, nodes.Default | nodes.UpTo)]
        for part, what in told:
            if part is not None:
                found = self.knowledge.of(part, inner)
                new = replace(found, secrets=found.secrets - item.secrets)
                self.report(new, inner, part.span, chooser, what)
        scene.names[node.name.text] = replace(item, secrets=frozenset())
        if any(isinstance(option, nodes.InSecret) for option in node.options):
            self.keep(node.name, chooser, scene)
        scene.equal |= inner.equal

    def draw(self, node: nodes.DrawLot | nodes.Peek, scene: Scene) -> None:
        """Keep what is drawn in secret, or looked at, from all but the side that sees it."""
        scene.names[node.name.text] = Known()
        if isinstance(node, nodes.Peek):
            self.keep(node.name, self.knowledge.of(node.side, scene).path, scene)
        elif node.secret is not None:
            self.keep(node.name, self.knowledge.of(node.secret.side, scene).path, scene)

    def keep(self, name: nodes.Word, by: str, scene: Scene) -> None:
        """Keep a name's value from all but one side: it was chosen or rolled in secret."""
        value = scene.names.get(name.text, Known())
        address = self.home.address if self.home else ""
        known = Field(address, name.text, BOOLEAN, name.text, None, False, True, SeenBy("owner"), None, name.span)
        secret = Secret(known, value.path, scene.same_as([by]) if by else frozenset(), name.span)
        scene.names[name.text] = replace(value, secrets=value.secrets | {secret})

    def carry_out(self, node: AnyCallStatement, scene: Scene) -> None:
        """Keep how the called begins, in its own words: what holds for all callers, and the secrets that any gives."""
        if isinstance(node, nodes.LetResult):
            scene.names[node.name.text] = Known()  # a result is a value that all sides may know
        meaning = self.checked.meanings.get(node.call)
        if not isinstance(meaning, meanings.RuleCall | meanings.TableApplied):
            return
        target = meaning.rule if isinstance(meaning, meanings.RuleCall) else meaning.table
        parameters = target.parameters if isinstance(target, Rule) else target.given
        if len(meaning.arguments) < len(parameters):
            return  # some are not given, which is a finding already
        given = dict(zip([parameter.name for parameter in parameters], meaning.arguments, strict=False))
        lookup = node.call.callee if isinstance(node.call, nodes.Call) else node.call
        if isinstance(target, Table) and isinstance(lookup, nodes.Lookup):
            given |= dict(zip([key.name for key in target.keys], lookup.keys, strict=False))
        values = {name: self.knowledge.of(argument, scene) for name, argument in given.items()}
        names = {value.path: name for name, value in values.items() if value.path}
        start = Scene({name: self.given(name, value, scene, names) for name, value in values.items()})
        start.equal = frozenset(
            (a, b)
            for one, other in scene.equal
            if (a := told_to_called(one, names)) and (b := told_to_called(other, names))
        )
        start.revealed = frozenset(
            (address, thing) for address, path in scene.revealed if (thing := told_to_called(path, names))
        )
        element = target.address if isinstance(target, Rule) else target.name
        before = self.starts.get(element)
        if before is not None:
            start = Scene(
                {name: both(value, before.names.get(name, value)) for name, value in start.names.items()},
                start.equal & before.equal,
                start.revealed & before.revealed,
            )
        self.starts[element] = start

    @staticmethod
    def given(name: str, value: Known, scene: Scene, names: dict[str, str]) -> Known:
        """Give an argument in the words of the called."""
        secrets = frozenset(
            replace(
                secret,
                thing=told_to_called(secret.thing, names),
                owners=frozenset(path for owner in secret.owners if (path := told_to_called(owner, names))),
            )
            for secret in value.secrets
            if not scene.is_open(secret)
        )
        return Known(name, secrets, frozenset(path for o in value.owned if (path := told_to_called(o, names))))


def both(one: Known, other: Known) -> Known:
    """Give what is known of an input that may be either of two values."""
    return Known(one.path, one.secrets | other.secrets, one.owned & other.owned)


def callers_first(checked: Checked, homes: list[Home]) -> list[Home]:
    """Put homes in an order in which callers come before those whom they call; a circle is cut anywhere."""
    by_element: dict[str, list[Home]] = {}
    for home in homes:
        by_element.setdefault(home.table.name if home.table else home.address, []).append(home)
    order: list[str] = []
    seen: set[str] = set()

    def visit(element: str) -> None:
        if element in seen:
            return
        seen.add(element)
        for home in by_element.get(element, ()):
            for part in home.parts:
                for _, called in called_in(checked, part):
                    visit(called)
        order.append(element)

    for element in by_element:
        visit(element)
    return [home for element in reversed(order) for home in by_element.get(element, ())]
