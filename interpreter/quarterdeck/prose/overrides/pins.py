"""Pins: what a telling was written for, so that it is not printed once that has become something else.

`quarterdeck accept GAME` writes `told.lock` beside each `told.yaml`: for every telling the hash of all that it rests on
(`tellings.meanings_of`), for that of an example of all that happens in it. A telling that has
no pin is taken at its word, as a variant without a lock is.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path

from quarterdeck.base.findings.finding import Findings
from quarterdeck.language.checks.elements import elements_of
from quarterdeck.language.documents.yaml import read_yaml
from quarterdeck.language.meaning.canonical_form import VERSION
from quarterdeck.language.typing.meanings import Checked
from quarterdeck.prose.overrides.example_overrides import ExampleTale, meaning_of
from quarterdeck.prose.overrides.figures import figures_of_nothing, leads_nowhere
from quarterdeck.prose.overrides.rule_overrides import RuleOverride, can_be_told, meanings_of, tales_of
from quarterdeck.prose.overrides.variant_effects import laid_over
from quarterdeck.prose.stories.example_run import ToldExample
from quarterdeck.workspace.pipeline.folders import Layer
from quarterdeck.workspace.pipeline.locks import readable
from quarterdeck.workspace.pipeline.work_cache import WorkCache
from quarterdeck.workspace.pipeline.work_keys import hashed

FILE = "told.lock"
TELLING = "meaning of a telling"
Pinned = dict[Path, list[str]]
"""Addresses that were accepted, by the file in which they are pinned."""


def pins_of(layers: list[Layer], tales: Mapping[str, RuleOverride | ExampleTale]) -> dict[str, str]:
    """Give the pins of tellings by address, those of each telling from its own layer; of an older version none."""
    found: dict[str, str] = {}
    for layer in layers:
        own = [address for address, tale in tales.items() if tale.document.file in layer.documents]
        path = layer.folder / FILE
        if own and path.is_file() and (file := readable(path, f"{layer.name}/{FILE}")):
            data, _ = read_yaml(file, Findings())
            told = data.get("told") if isinstance(data, dict) else None
            is_ours = isinstance(told, dict) and isinstance(data, dict) and data.get("meaning") == VERSION
            pinned = told if is_ours and isinstance(told, dict) else dict.fromkeys(own, "")
            found |= {address: str(pinned[address]) for address in own if address in pinned}
    return found


def outdated(
    checked: Checked, layers: list[Layer], tales: Mapping[str, RuleOverride], kept: WorkCache | None = None
) -> frozenset[str]:
    """Give the addresses of the rules that mean something else than when they were told; meanings may be `kept`.

    So does one whose prose leads to what a variant took away that is laid over it; and where nobody has accepted it,
    one that says figures which are not there with the variant.
    """
    pins, tellable = pins_of(layers, tales), can_be_told(checked.declared)
    pinned = [tales[address] for address in sorted(pins.keys() & tellable)]
    meanings = meanings_of(checked, pinned) if kept is None else meanings_kept(checked, pinned, kept)
    changed = {address for address, meaning in meanings.items() if pins[address] != meaning}
    over = {one.document.file: bool(laid_over(checked.declared, one.document.file)) for one in tales.values()}
    known = elements_of(checked) if any(over.values()) else {}
    for address, tale in tales.items():
        if over[tale.document.file] and address in tellable:
            is_void = any(leads_nowhere(tale.pieces, known))
            if is_void or (address not in pins and any(figures_of_nothing(checked, tale, known))):
                changed.add(address)
    return frozenset(changed)


def meanings_kept(checked: Checked, tales: Iterable[RuleOverride], kept: WorkCache) -> dict[str, str]:
    """Give what `meanings_of` does, from what is kept where it can; those that are not are worked out together."""
    keys = {tale: kept.cache_keys.key([tale.address], hashed(repr(tale.shape))) for tale in tales if tale.is_pinned}
    new = meanings_of(checked, [tale for tale, key in keys.items() if not kept.knows(TELLING, key)])
    return {tale.address: kept.once(TELLING, key, partial(new.__getitem__, tale.address)) for tale, key in keys.items()}


def unpinned(layers: list[Layer], tales: Mapping[str, RuleOverride | ExampleTale]) -> frozenset[str]:
    """Give the addresses of the rules and examples of which nobody has accepted what is told."""
    return frozenset(address for address, tale in tales.items() if tale.is_pinned) - pins_of(layers, tales).keys()


def by_pin(tales: Iterable[ExampleTale]) -> dict[str, ExampleTale]:
    """Give tellings of examples by the addresses under which they are pinned."""
    return {tale.pin: tale for tale in tales}


def write_pins(checked: Checked, layers: list[Layer], done: Sequence[tuple[ExampleTale, ToldExample]] = ()) -> Pinned:
    """Write the pins of what tells rules and examples, of the ruleset alone or of its variants.

    `done` are the examples that are told, as they were carried out. Give the addresses by file.
    """
    tales: dict[str, RuleOverride | ExampleTale] = {**tales_of(checked.declared)}
    own_layers = layers[:1] if not checked.declared.variants else layers[1:]
    known = can_be_told(checked.declared)
    meanings = meanings_of(checked, (tale for tale in tales_of(checked.declared).values() if tale.address in known))
    meanings |= {tale.pin: meaning_of(one) for tale, one in done}
    tales |= by_pin(tale for tale, _ in done)
    written = {}
    for layer in own_layers:
        own = sorted(address for address in meanings if tales[address].document.file in layer.documents)
        if own:
            path = layer.folder / FILE
            lines = [f"# What `{layer.name}` tells, as of the last `quarterdeck accept`."]
            lines += [f"meaning: {VERSION}", "told:"]
            lines += [f"  {_key(address)}: {json.dumps(meanings[address])}" for address in own]
            path.write_text("\n".join(lines) + "\n", "utf-8")
            written[path] = own
    return written


def _key(address: str) -> str:
    """Give an address as a key of YAML: as it is, or in quotes where it holds more than words and dots."""
    return address if re.fullmatch(r"[\w.]+", address) else json.dumps(address, ensure_ascii=False)
