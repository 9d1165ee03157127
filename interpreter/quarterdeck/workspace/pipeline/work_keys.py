"""What a piece of work on a ruleset rests on, as one hash: the key under which what came of it may be kept.

In: a ruleset without faults, and the addresses that the work begins with. Out: a key that is another as soon as
anything is that could make the work come to something else. Each rule, table and the turn is a piece of text by itself;
all other text is the ground, on which everything rests, with the interpreter's own files. Work on a rule rests on the
ground, on the rules and tables that are reached from it by calls, and on those that lead to it, since they say
whether effects wait where it is carried out. With variants or plugins everything rests on every file.

Who calls whom is asked of what every name was found to mean (`language.checks.calls`), so a call that somebody adds
counts. Comments and blank lines of a piece belong to it: that makes work be done again too often, never too seldom.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b

from quarterdeck.base.leading import steps_to
from quarterdeck.language.checks.calls import TURN, called_in, calls_of
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing.meanings import Checked
from quarterdeck.workspace.pipeline.load_result import Loaded
from quarterdeck.workspace.pipeline.ruleset_cache import interpreter

UNREAD = frozenset("example examples told questions pictures".split())
"""Sorts of documents that nothing reads while rules are carried out; who rests on a part of one says so himself."""
DIGEST = 16
_NAME = re.compile(r"[A-Za-z_]\w*")


@dataclass
class WorkKeys:
    """Gives keys for work on one ruleset."""

    loaded: Loaded
    checked: Checked

    def key(self, addresses: Iterable[str], *facts: object) -> str:
        """Give the key of work that begins with some addresses, and with `facts` whose representation says them.

        Rules and tables of which the facts speak by name are reached as well.
        """
        begun, told = sorted(addresses), repr(facts)
        roots = {*map(self.element, begun)}
        reached = self.reached((*roots, *self.named_in(told)))
        texts = [(one, self.pieces.get(one, "")) for one in sorted(reached)]
        above = [(one, self.pieces.get(one, "")) for one in sorted(self.leading_to(roots) - reached)]
        return hashed(self.ground, repr((begun, texts, above, told)))

    def element(self, address: str) -> str:
        """Give the rule or table that has an address; phases and steps belong to the turn, and are no rules."""
        declared = self.checked.declared
        is_own = address in declared.rules or address in declared.tables
        return TURN if address.startswith(f"{TURN}.") and not is_own else address

    def reached(self, roots: Iterable[str]) -> set[str]:
        """Give all that is reached from some elements, and from what stands in the ground."""
        return calls_of(self.checked).to_reach([*roots, *self.from_the_ground])

    def leading_to(self, elements: Iterable[str]) -> set[str]:
        """Give what carries out some elements, near or far."""
        return set(steps_to(elements, self.callers.get))

    def named_in(self, words: str) -> Iterator[str]:
        """Give the rules and tables whose names stand in some words."""
        for name in {*_NAME.findall(words)} & self.by_name.keys():
            yield from self.by_name[name]

    @cached_property
    def by_name(self) -> dict[str, list[str]]:
        """Give rules and tables by the last of their names."""
        found: dict[str, list[str]] = {}
        for address in (
            *(rule.address for rule in self.checked.declared.rules.values()),
            *self.checked.declared.tables,
        ):
            found.setdefault(address.rpartition(".")[2], []).append(address)
        return found

    @cached_property
    def callers(self) -> dict[str, set[str]]:
        """Give for each element what carries it out: procedures, effects, tables and the turn; definitions do not."""
        rules = self.checked.declared.rules
        found: dict[str, set[str]] = {}
        for caller, made in calls_of(self.checked).made.items():
            rule = rules.get(caller)
            if rule is None or rule.sort in ("procedure", "effect"):
                for _, called in made:
                    found.setdefault(called.rstrip("?"), set()).add(caller.rstrip("?"))
        return found

    @cached_property
    def from_the_ground(self) -> tuple[str, ...]:
        """Give what the ground calls: rosters, scenarios, and what fields, facts and options begin with."""
        declared = self.checked.declared
        homes = [home.element for home in calls_of(self.checked).homes if home.sort in ("roster", "setup")]
        starts: list[nodes.Node | None] = [
            one.start for kind in declared.kinds.values() for one in kind.fields.values()
        ]
        starts += [one.start for one in declared.constants.values()]
        starts += [one.value for one in declared.options.values()]
        found = [called for one in starts if one is not None for _, called in called_in(self.checked, one)]
        return (*homes, *(one.rstrip("?") for one in found))

    @cached_property
    def is_apart(self) -> bool:
        """Tell whether rules can be told apart: not where variants or plugins are laid over them."""
        declared = self.checked.declared
        return len(self.loaded.layers) == 1 and not declared.variants and not declared.plugins

    @cached_property
    def pieces(self) -> dict[str, str]:
        """Give the text of each rule, of each table and of the turn, up to where the next one begins."""
        return self._parted[0]

    @property
    def rest(self) -> list[str]:
        """Give what of the files of rules is no piece: heads of files, options, all that has no rule."""
        return self._parted[1]

    @cached_property
    def ground(self) -> str:
        """Give the hash of all on which everything rests."""
        if not self.is_apart:
            return self.loaded.key
        declared, (layer,) = self.checked.declared, self.loaded.layers
        unread = {document.file.path for document in declared.documents if document.sort in UNREAD}
        tables = {table.document.file.path for table in declared.tables.values()}
        documents = [one for one in layer.documents if one.path not in unread | tables]
        files = [*documents, *layer.data.values(), *declared.files_of_figures.values()]
        names = (*declared.rules, *declared.tables, *((one.path, one.text) for one in files))
        return hashed(interpreter(), repr((layer.name, names, self.rest, sorted(self.checked.timers.items()))))

    @cached_property
    def _parted(self) -> tuple[dict[str, str], list[str]]:
        """Give the pieces by address, and what of the files of rules is none."""
        found: dict[str, str] = {}
        rest: list[str] = []
        declared = self.checked.declared
        if not self.is_apart:
            return found, rest
        of_units = {id(rule.node): rule.address for rule in declared.rules.values()} | {id(declared.turn): TURN}
        starts: dict[str, list[tuple[int, str]]] = {}
        for module in declared.modules.values():
            for unit in module.units:
                starts.setdefault(unit.span.file.path, []).append((unit.span.start, of_units.get(id(unit), "")))
        for file in self.loaded.layers[0].rules:
            begun = sorted(starts.get(file.path, ()))
            ends = [*(start for start, _ in begun), len(file.text)]
            rest += [file.path, file.text[: ends[0]]]
            for (start, address), end in zip(begun, ends[1:], strict=True):
                if address:
                    found[address] = f"{found.get(address, '')}{file.text[start:end]}"
                else:
                    rest.append(file.text[start:end])
        found.update((table.name, table.document.file.text) for table in declared.tables.values())
        return found, rest


def hashed(*parts: str) -> str:
    """Give a hash of some texts, each told from the next."""
    digest = blake2b(digest_size=DIGEST)
    for part in parts:
        digest.update(f"{len(part)}\0{part}".encode("utf-8", "surrogatepass"))
    return digest.hexdigest()
