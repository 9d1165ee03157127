"""Find out what is written down in secret, so that there are pads for it.

In: a checked ruleset and a situation. Out: a pad for each phase and kind of thing for which a side chooses in secret: a
column for each choice, a row for each thing. A ruleset may say for which things a procedure is written down, and under
which heads.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from quarterdeck.engine.run.situation import Situation
from quarterdeck.language.checks.calls import called_in, calls_of
from quarterdeck.language.checks.logs import heads_of, log_of
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import Declared, Kind, Rule
from quarterdeck.language.syntax import nodes
from quarterdeck.print.forms.form_filling import is_one_of
from quarterdeck.prose.text.runs import upper_first
from quarterdeck.workspace.pipeline.build import Built

KEPT_IN_CACHE = True

ROWS = 8
"""So many things can be written on a blank pad."""


@dataclass(frozen=True)
class OrderPad:
    """What one side writes down in a phase: a column for each choice, a row for each thing, or for each turn.

    `about` are the addresses of the phase and of the procedures in which it is chosen.
    """

    title: str
    side: str
    heads: tuple[str, ...]
    names: tuple[str, ...]
    kind: str = ""
    about: tuple[str, ...] = ()


@dataclass
class Secrets:
    """The procedures of a phase in which a side chooses in secret, each with its heads on a pad."""

    title: str
    kind: str
    phase: str
    heads: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def together(self, addresses: Iterable[str]) -> tuple[str, ...]:
        """Give the heads of some procedures, each once."""
        return tuple(dict.fromkeys(head for address in addresses for head in self.heads[address]))


def order_pads(built: Built, situation: Situation) -> tuple[OrderPad, ...]:
    """Give the pads of all sides, in the order of the turn."""
    found = []
    layout, declared = built.program.layout, built.checked.declared
    for secrets in secrets_of(built):
        for side in layout.things("Side"):
            title = situation.names.get(side, "")
            if not situation.state[side]:
                continue
            if not secrets.kind:
                found.append(OrderPad(secrets.title, title, secrets.together(secrets.heads), ()))
                continue
            found += _pads_of(built, situation, secrets, declared.kinds[secrets.kind], side)
    return tuple(found)


def blank_pads(built: Built) -> tuple[OrderPad, ...]:
    """Give pads on which nothing is written, for all phases: what is written down for the same things stands on one."""
    found = []
    declared = built.checked.declared
    for secrets in secrets_of(built):
        log = log_of(declared, secrets.kind) if secrets.kind else None
        said = {declared.rule_named(name): where for name, where in (log.orders if log else {}).items()}
        written = {rule.address: where for rule, where in said.items() if rule is not None}
        together: dict[str, list[str]] = {}
        for address in secrets.heads:
            if written.get(address) is not False:
                together.setdefault(repr(written.get(address)), []).append(address)
        kind = declared.kinds.get(secrets.kind)
        names, head = (("",) * ROWS, upper_first(kind.one)) if kind is not None else ((), "")
        for addresses in together.values():
            about = (secrets.phase, *addresses)
            found.append(OrderPad(secrets.title, "", secrets.together(addresses), names, head, about))
    return _titled_apart(declared, found)


def _titled_apart(declared: Declared, pads: Sequence[OrderPad]) -> tuple[OrderPad, ...]:
    """Give pads of which no two have one title: behind it stands for what they are, or what is decided on them."""
    rules = [[declared.rules[one] for one in pad.about if one in declared.rules] for pad in pads]
    decided = [", ".join(upper_first(rule.name.replace("_", " ")) for rule in about) for about in rules]
    numbers = [str(number) for number, _ in enumerate(pads, 1)]
    titles = [pad.title for pad in pads]
    for telling in ([pad.kind for pad in pads], decided, numbers):
        titles = [
            f"{title}: {words}" if words and titles.count(title) > 1 else title
            for title, words in zip(titles, telling, strict=True)
        ]
    return tuple(replace(pad, title=title) for pad, title in zip(pads, titles, strict=True))


def _pads_of(built: Built, situation: Situation, secrets: Secrets, kind: Kind, side: int) -> Iterator[OrderPad]:
    """Give the pads of one side; things that write down the same stand on the same one."""
    together: dict[tuple[str, ...], list[str]] = {}
    for thing in built.program.layout.things(kind.name):
        if situation.state[thing] and situation.get(thing, f"{kind.name}.{kind.owner}") == side:
            wanted = [address for address in secrets.heads if _is_wanted(built, situation, kind, address, thing)]
            if heads := secrets.together(wanted):
                together.setdefault(heads, []).append(situation.names.get(thing, kind.one))
    for heads, names in together.items():
        title = situation.names.get(side, "")
        if len(names) == 1:
            yield OrderPad(f"{secrets.title}: {names[0]}", title, heads, ())
        else:
            yield OrderPad(secrets.title, title, heads, tuple(names), upper_first(kind.one))


def _is_wanted(built: Built, situation: Situation, kind: Kind, address: str, thing: int) -> bool:
    """Tell whether a procedure is written down for a thing."""
    declared = built.checked.declared
    log = log_of(declared, kind.name)
    for name, where in log.orders.items() if log is not None else ():
        rule = declared.rule_named(name)
        if rule is not None and rule.address == address:
            if isinstance(where, dict):
                return is_one_of(built, situation, kind, where, thing)
            asked = declared.rule_named(where) if isinstance(where, str) else None
            if asked is None:
                return bool(where)
            return bool(built.lowered_module.definition(asked.address)(situation.state, thing))
    return True


def secrets_of(built: Built) -> Iterator[Secrets]:
    """Give what is chosen in secret in each phase, and in none before it."""
    turn = built.checked.declared.turn
    seen: set[str] = set()
    for phase in turn.phases if turn is not None else ():
        found: dict[str, Secrets] = {}
        title = phase.title.text if phase.title else upper_first(phase.name.text.replace("_", " "))
        for address, choices in _chosen(built, phase, _is_secret(phase), seen):
            rule = built.checked.declared.rules[address]
            kind = _kind_of(built.checked.declared, rule)
            secrets = found.setdefault(kind, Secrets(title, kind, f"turn.{phase.name.text}"))
            secrets.heads[address] = heads_of(built.checked.declared, rule) or choices
        yield from found.values()


def _chosen(built: Built, phase: nodes.Node, secret: bool, seen: set[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Give the procedures that a phase or step leads to, with the heads of what is chosen in them in secret."""
    calls, rules = calls_of(built.checked), built.checked.declared.rules
    inner = [step for step in phase.walk() if isinstance(step, nodes.Step) and step is not phase]
    for step in inner:
        yield from _chosen(built, step, secret or _is_secret(step), seen)
    waiting = [called for _, called in called_in(built.checked, phase)][::-1]
    while waiting:
        address = waiting.pop()
        if address in seen:
            continue
        seen.add(address)
        waiting += [called for _, called in calls.made.get(address, ())][::-1]
        rule = rules.get(address)
        made = [node for node in rule.node.walk() if isinstance(node, nodes.Choose)] if rule is not None else []
        if choices := {one.name.text: _head(one) for one in made if secret or _is_secret(one)}:
            yield address, tuple(choices.values())


def _is_secret(node: nodes.Node) -> bool:
    """Tell whether a phase, step or choice says that it is secret."""
    return any(isinstance(option, nodes.InSecret) for option in getattr(node, "options", ()))


def _head(choice: nodes.Choose) -> str:
    """Give the heading of a choice: its name."""
    return upper_first(choice.name.text.replace("_", " "))


def _kind_of(declared: Declared, rule: Rule) -> str:
    """Give the kind of things that a procedure is about and that sides own; nothing where it is about a side."""
    for parameter in rule.parameters:
        kind = declared.kinds.get(parameter.type.kind) if isinstance(parameter.type, types.Thing) else None
        while kind is not None and kind.part_of:
            kind = declared.kinds.get(kind.part_of)
        if kind is not None and kind.owner:
            return kind.name
    return ""
