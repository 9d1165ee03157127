"""What a value gives away: the hidden fields that it depends on, of which things, and whose they are.

In: expressions of a `Checked` ruleset, and the `Scene` in which they stand. Out: `Known`. A thing is told by the path
that the text uses for it: `child`, `child.side`, `all Child[3]` for the one that the third loop or choice takes from
all children, `some[4]` for one that the fourth takes from a list without a path. No path means that the text does not
say which thing it is; then its owner cannot be proven.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from quarterdeck.base.text import Span
from quarterdeck.language.checks.calls import demands
from quarterdeck.language.declarations.symbol_table import Field, Parameter, Rule, Table
from quarterdeck.language.declarations.types import ListType, Thing, Type
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing import meanings
from quarterdeck.language.typing.meanings import Checked

EVERY = "*"  # in place of a path: the field of all things
Pairs = frozenset[tuple[str, str]]


@dataclass(frozen=True)
class Secret:
    """A hidden field that a value may depend on: of which thing, and the paths by which the text names its owner."""

    known: Field
    thing: str
    owners: frozenset[str]
    read: Span = field(compare=False)


@dataclass(frozen=True)
class Known:
    """What is known of a value: its path, the secrets that it depends on, and who owns it (or all in it), by path."""

    path: str = ""
    secrets: frozenset[Secret] = frozenset()
    owned: frozenset[str] = frozenset()

    def and_secrets(self, others: Iterable[Known]) -> Known:
        """Give the same value, depending on what others depend on as well."""
        return replace(self, secrets=self.secrets.union(*(other.secrets for other in others)))


@dataclass
class Scene:
    """What holds at a place: names, sides that are the same, and what has been revealed (field, thing)."""

    names: dict[str, Known] = field(default_factory=dict)
    equal: Pairs = frozenset()
    revealed: Pairs = frozenset()

    def inner(self) -> Scene:
        """Give the scene of a block."""
        return Scene(dict(self.names), self.equal, self.revealed)

    def after(self, inner: Scene, always: bool) -> None:
        """Take over what a block did to outer names; where it is always gone through, also what it revealed."""
        for name, value in self.names.items():
            self.names[name] = value.and_secrets([inner.names[name]])
        if always:
            self.revealed |= {pair for pair in inner.revealed if pair[1] == EVERY or cut_root(pair[1])[0] in self.names}

    def is_open(self, secret: Secret) -> bool:
        """Tell whether a secret has been revealed."""
        return bool(self.revealed & {(secret.known.address, secret.thing), (secret.known.address, EVERY)})

    def same_as(self, paths: Iterable[str]) -> frozenset[str]:
        """Give all paths that are said to be the same as one of some."""
        found = set(paths)
        while more := {b for pair in self.equal for a, b in (pair, pair[::-1]) if a in found} - found:
            found |= more
        return frozenset(found)


@dataclass
class Knowledge:
    """What the expressions of one ruleset give away; what definitions and tables do is worked out once."""

    checked: Checked
    made: dict[str, Known] = field(default_factory=dict)
    working: set[str] = field(default_factory=set)
    numbers: dict[nodes.Node, int] = field(default_factory=dict)

    def of(self, node: nodes.Node, scene: Scene) -> Known:
        """Give what is known of an expression."""
        meaning = self.checked.meanings.get(node)
        match meaning:
            case meanings.Local(name=name):
                return scene.names.get(name, Known())
            case meanings.RollPart(roll=name):
                return replace(scene.names.get(name, Known()), path="")
            case meanings.Pool(kind=pool):
                return Known(f"all {pool.name}")
            case meanings.FieldOf(field=known) if isinstance(node, nodes.FieldAccess):
                return self.read(node, known, scene)
            case meanings.RuleCall(rule=rule, arguments=arguments):
                return self.said_by_caller(self.definition(rule), rule.parameters, arguments, scene)
            case meanings.Allowed(rule=rule, arguments=arguments):
                return self.said_by_caller(self.requirements(rule), rule.parameters, arguments, scene)
            case meanings.Expected(value=value):
                return self.of(value, scene)
            case meanings.GatherCall():
                return self.gathered(meaning, scene)
            case meanings.TableValue(table=table) if isinstance(node, nodes.Lookup):
                return self.cells(table).and_secrets(self.of(key, scene) for key in node.keys)
            case meanings.BeforeValue(value=value):
                return self.of(value, scene)
        if isinstance(node, nodes.Grouped):
            return self.of(node.inner, scene)
        return Known().and_secrets(self.of(part, scene) for part in node.children())

    def read(self, node: nodes.FieldAccess, known: Field, scene: Scene) -> Known:
        owner = self.of(node.owner, scene)
        owners = self.owners(owner, known.kind, scene)
        part = self.kind_in(known.type) in self.parts_of(known.kind)
        found = Known(
            f"{owner.path}.{known.name}" if owner.path else "", owner.secrets, owners if part else frozenset()
        )
        if not known.seen_by.hides:
            return found
        return replace(found, secrets=found.secrets | {Secret(known, owner.path, owners, node.span)})

    def owners(self, thing: Known, kind: str, scene: Scene) -> frozenset[str]:
        """Give the paths by which the text names the owner of a thing."""
        owner = self.checked.declared.kinds[kind].owner
        paths = set(thing.owned)
        if thing.path and kind == "Side":
            paths.add(thing.path)
        elif thing.path and owner:
            paths.add(f"{thing.path}.{owner}")
        return scene.same_as(paths)

    def parts_of(self, kind: str) -> set[str]:
        """Give the kinds of the parts of a thing."""
        return {known.name for known in self.checked.declared.kinds.values() if known.part_of == kind}

    @staticmethod
    def kind_in(found: Type | None) -> str:
        """Give the kind of a thing, or of all things in a list."""
        item = found.item if isinstance(found, ListType) else found
        return item.kind if isinstance(item, Thing) else ""

    def take(self, name: str, source: nodes.Node, scene: Scene) -> Known:
        """Give one value of a list to the name by which a loop, choice or gathering takes it."""
        known = self.of(source, scene)
        number = self.numbers.setdefault(source, len(self.numbers) + 1)
        item = replace(known, path=f"{known.path or 'some'}[{number}]")
        kind = self.kind_in(self.checked.types.get(source))
        if kind:
            named = self.owners(replace(item, owned=frozenset()), kind, scene)
            scene.equal |= {(one, other) for one in named for other in item.owned}
        scene.names[name] = item
        return item

    def gathered(self, meaning: meanings.GatherCall, scene: Scene) -> Known:
        inner = scene.inner()
        item = self.take(meaning.variable, meaning.source, inner)
        inner.equal |= self.equalities(meaning.condition, inner)
        key = meaning.ranking.key if meaning.ranking else None
        parts = [self.of(part, inner) for part in (meaning.condition, meaning.value, key) if part is not None]
        if meaning.value is not None or meaning.how not in ("first", "all"):
            return Known("", item.secrets).and_secrets(parts)
        kind = self.kind_in(self.checked.types.get(meaning.source))
        owners = self.owners(item, kind, inner) if kind else frozenset()
        owned = frozenset(path for path in owners if not path.startswith(item.path))
        if meaning.how == "first":
            scene.equal |= inner.equal
        return Known(item.path if meaning.how == "first" else "", item.secrets, owned).and_secrets(parts)

    def equalities(self, node: nodes.Expression | None, scene: Scene) -> Pairs:
        """Give the sides that a condition says to be the same, where it holds."""
        match node:
            case nodes.Grouped(inner=inner):
                return self.equalities(inner, scene)
            case nodes.And(operands=operands):
                return frozenset(pair for operand in operands for pair in self.equalities(operand, scene))
            case nodes.Compare(left=left, sign=sign, right=right) if sign.text == "is":
                if self.checked.types.get(left) in (Thing("Side"), Thing("Side", True)):
                    one, other = self.of(left, scene).path, self.of(right, scene).path
                    return frozenset({(one, other)} if one and other else ())
        return frozenset()

    # --- definitions, tables, requirements: worked out once, in the words of their own inputs

    def definition(self, rule: Rule) -> Known:
        if not isinstance(rule.node, nodes.Define | nodes.Advice):
            return Known()
        return self.once(rule.address, *nodes.asked_in(rule.node.cases), inputs(rule.parameters))

    def requirements(self, rule: Rule) -> Known:
        """Give what the answer to `allowed` depends on: the conditions and reasons at the head of a procedure."""
        body = getattr(rule.node, "body", None)
        scene = inputs(rule.parameters)
        asked: list[nodes.Expression] = []
        for statement in demands(body.statements) if isinstance(body, nodes.Body) else ():
            if isinstance(statement, nodes.Let):
                scene.names[statement.name.text] = self.of(statement.value, scene)
            elif isinstance(statement, nodes.Require):
                asked += [statement.condition, *self.spoken(statement.reason)]
        return self.once(f"{rule.address}?", [], asked, scene)

    def cells(self, table: Table) -> Known:
        values = [cell.value for row in table.rows for cell in row.cells if cell.value is not None]
        return self.once(table.name, [], values, inputs((*table.keys, *table.given)))

    def once(
        self, element: str, results: list[nodes.Expression], others: list[nodes.Expression], scene: Scene
    ) -> Known:
        """Work out what results have in common, and what all depend on; a circle adds nothing to itself."""
        if element in self.working:
            return Known()
        if element not in self.made:
            self.working.add(element)
            names = set(scene.names)
            found = [self.of(result, scene) for result in results]
            path = found[0].path if len(found) == 1 and cut_root(found[0].path)[0] in names else ""
            owned = frozenset.intersection(*(value.owned for value in found)) if found else frozenset()
            owned = frozenset(path for path in owned if cut_root(path)[0] in names)
            depends = [*found, *(self.of(other, scene) for other in others)]
            self.made[element] = Known(path, owned=owned).and_secrets(depends)
            self.working.discard(element)
        return self.made[element]

    def said_by_caller(
        self, found: Known, parameters: tuple[Parameter, ...], arguments: tuple[nodes.Expression, ...], scene: Scene
    ) -> Known:
        """Say in the words of the caller what is known in the words of the called."""
        values = [self.of(argument, scene) for argument in arguments]
        given = {parameter.name: value for parameter, value in zip(parameters, values, strict=False)}
        paths = {name: value.path for name, value in given.items()}
        secrets = []
        for secret in found.secrets:
            thing = given.get(secret.thing) or Known(replaced_root(secret.thing, paths))
            owners = {path for owner in secret.owners if (path := replaced_root(owner, paths))}
            owners |= self.owners(thing, secret.known.kind, scene)
            secrets.append(replace(secret, thing=thing.path, owners=scene.same_as(owners)))
        owned = frozenset(path for owner in found.owned if (path := replaced_root(owner, paths)))
        return Known(replaced_root(found.path, paths), frozenset(secrets), owned).and_secrets(values)

    def spoken(self, word: nodes.Word | None) -> list[nodes.Expression]:
        """Give the expressions in the braces of a phrase."""
        pieces = self.checked.phrases.get(word, ()) if word is not None else ()
        return [piece for piece in pieces if isinstance(piece, nodes.Expression)]


def inputs(parameters: Iterable[Parameter | object]) -> Scene:
    """Give the scene in which a rule begins: its inputs by their own names."""
    names = [str(getattr(parameter, "name", "")) for parameter in parameters]
    return Scene({name: Known(name) for name in names})


def replaced_root(path: str, paths: dict[str, str]) -> str:
    """Give a path that begins with an input as the caller says it; nothing where the caller has no path for it."""
    root, rest = cut_root(path)
    if root not in paths:
        return path
    return paths[root] + rest if paths[root] else ""


def cut_root(path: str) -> tuple[str, str]:
    """Cut a path behind its first name."""
    end = next((i for i, sign in enumerate(path) if sign in ".["), len(path))
    return path[:end], path[end:]


def told_to_called(path: str, names: dict[str, str]) -> str:
    """Give a path as the called says it, from an input on; nothing where it begins with no argument."""
    if path == EVERY:
        return path
    for known in sorted(names, key=len, reverse=True):
        if path == known or (path.startswith(known) and path[len(known)] in ".["):
            return names[known] + path[len(known) :]
    return ""
