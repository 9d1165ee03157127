"""Locks: what a variant was written against, so that it notices when that has changed underneath.

`quarterdeck accept VARIANT` writes `amends.lock` beside `variant.yaml`: for each address that the variant amends or
removes, the hash of meaning of what the ruleset has there (with the variants that this one extends, but no others) and
its text. From then on the variant is refused when a meaning has changed, and both versions are shown; new words below
it change nothing. A variant without a lock is laid over whatever is there: locks are for variants that somebody
maintains.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import ndiff
from pathlib import Path

from quarterdeck import resources
from quarterdeck.diagnostics import Findings, Label
from quarterdeck.names.addresses import elements, former_addresses, present_address
from quarterdeck.names.declared import Declared
from quarterdeck.names.layers import head_of
from quarterdeck.names.meaning import meanings_of
from quarterdeck.names.text import text_of
from quarterdeck.pipeline.folders import NotFoundError
from quarterdeck.pipeline.loaded import Pieces
from quarterdeck.pipeline.variants import lay_all
from quarterdeck.source import Span
from quarterdeck.source.text import read
from quarterdeck.tables.document import Places
from quarterdeck.tables.yaml import read_yaml

FILE = "amends.lock"


@dataclass(frozen=True)
class Accepted:
    """What stood at an address when a variant was accepted."""

    meaning: str
    text: str


def lock_of(name: str, variants: Mapping[str, Pieces], base: Declared) -> dict[str, Accepted]:
    """Give what a variant amends and removes, as it is below."""
    ground = ground_of(name, variants, base)
    meanings, known = meanings_of(ground), elements(ground)
    addresses = sorted(address for address, _ in amended_by(name, variants, ground))
    return {a: Accepted(meanings[a], text_of(known[a])) for a in addresses if a in meanings}


def ground_of(name: str, variants: Mapping[str, Pieces], base: Declared) -> Declared:
    """Give what a variant is written against: the ruleset with the variants that it extends, near and far."""
    wanted: set[str] = set()
    waiting = [name]
    while waiting:
        head = variants[waiting.pop()].head
        more = set(head_of(head).extends.split("+")[1:]) & variants.keys() - wanted - {name} if head else set()
        wanted |= more
        waiting += more
    return lay_all(base, {key: variants[key] for key in variants if key in wanted}, Findings())


def amended_by(name: str, variants: Mapping[str, Pieces], ground: Declared) -> Iterator[tuple[str, Span]]:
    """Give the addresses that a variant amends and removes, each with the place where it does so."""
    result = lay_all(ground, {name: variants[name]}, Findings())
    yield from ((a.address, a.span) for a in result.amended if a.variant == name and a.deed in ("amend", "remove"))


def written(name: str, lock: Mapping[str, Accepted]) -> str:
    """Give a lock as YAML."""
    lines = [f"# What `{name}` amends, as it was when `quarterdeck accept` was last told that all is well.", "amends:"]
    for address, accepted in sorted(lock.items()):
        lines += [f"  {json.dumps(address)}:", f"    meaning: {json.dumps(accepted.meaning)}", "    text: |"]
        lines += [f"      {line}" if line else "" for line in accepted.text.split("\n")]
    return "\n".join(lines) + "\n"


def check_locks(variants: Mapping[str, Pieces], base: Declared, findings: Findings) -> None:
    """Refuse every variant with a lock below which something has changed."""
    for name, pieces in variants.items():
        path = pieces.layer.folder / FILE
        if path.is_file():
            data, places = read_yaml(read(path, f"{pieces.layer.name}/{FILE}"), findings)
            accepted = accepted_in(data)
            if accepted is None:
                again = f"run `quarterdeck accept {name}` again"
                findings.add("QD513", "this is no lock of a variant", places.value(), hint=again)
            else:
                check_lock(name, accepted, places, variants, base, findings)


def accepted_in(data: object) -> dict[str, Accepted] | None:
    """Give what a lock says; nothing where it is none."""
    amends = data.get("amends") or {} if isinstance(data, dict) and "amends" in data else None
    if not isinstance(amends, dict):
        return None
    found = {}
    for address, entry in amends.items():
        if not (
            isinstance(entry, dict) and isinstance(entry.get("meaning"), str) and isinstance(entry.get("text"), str)
        ):
            return None
        found[str(address)] = Accepted(entry["meaning"], entry["text"].rstrip("\n"))
    return found


def check_lock(
    name: str,
    lock: Mapping[str, Accepted],
    places: Places,
    variants: Mapping[str, Pieces],
    base: Declared,
    findings: Findings,
) -> None:
    """Compare what is below a variant with what was there when it was accepted."""
    ground = ground_of(name, variants, base)
    meanings, known, former = meanings_of(ground), elements(ground), former_addresses(ground)
    here = {present_address(address, former): address for address in lock}
    again = f"run `quarterdeck accept {name}`"
    for address, span in amended_by(name, variants, ground):
        if address not in here:
            findings.add(
                "QD512",
                f"`{address}` is not among what was accepted",
                span,
                hint=f"see that all is well, then {again}",
                rule=address,
            )
            continue
        before = lock[here[address]]
        if before.meaning != meanings.get(address):
            now = text_of(known[address]) if address in known else ""
            labels = [
                Label(_first_line(places.value("amends", here[address], "text")), "as it was when it was accepted")
            ]
            labels += [Label(known[address].span, "as it is now")] if address in known else []
            findings.add(
                "QD511",
                f"`{address}`, which `{name}` amends, is not what it was when it was accepted",
                span,
                labels=labels,
                hint=f"see whether the variant still fits, then {again}\n{differences(before.text, now)}",
                rule=address,
            )


def _first_line(span: Span) -> Span:
    """Give the first line of a block of text in YAML, behind the sign that begins it."""
    start = span.text.find("\n") + 1
    start += len(span.text[start:]) - len(span.text[start:].lstrip())
    end = span.text.find("\n", start)
    return Span(span.file, span.start + start, span.start + end if end > 0 else span.end)


def differences(before: str, now: str) -> str:
    """Give the lines that were there (-) and those that are there now (+)."""
    lines = ndiff(before.split("\n"), now.split("\n"))
    return "\n".join(f"    {line.rstrip()}" for line in lines if line[0] in "-+")


def write_locks(variants: Mapping[str, Pieces], base: Declared, names: list[str]) -> list[Path]:
    """Write the locks of some variants; give their paths."""
    paths = []
    for name in names:
        path = variants[name].layer.folder / FILE
        path.write_text(written(name, lock_of(name, variants, base)), "utf-8")
        paths.append(path)
    return paths


def game_with(variant: str) -> str:
    """Give the game in which a variant is to be accepted.

    `name+variant` as it stands, a folder, or a name that only one ruleset has.

    Raises:
        NotFoundError: no ruleset has such a variant, or several have.
    """
    if "+" in variant:
        return variant
    folder = Path(variant)
    if (folder / "variant.yaml").is_file():
        beside = folder.resolve().parent.parent
        if (beside / "ruleset.yaml").is_file():
            return f"{beside}+{folder.resolve()}"
        data, _ = read_yaml(read(folder / "variant.yaml", "variant.yaml"), Findings())
        extends = str(data.get("extends", "")) if isinstance(data, dict) else ""
        return f"{extends.partition('+')[0]}+{folder.resolve()}"
    found = (
        sorted(resources.rulesets_folder().glob(f"*/variants/{variant}/variant.yaml")) if variant.isidentifier() else []
    )
    if len(found) != 1:
        said = ", ".join(f"{path.parents[2].name}+{variant}" for path in found)
        raise NotFoundError(
            f"several rulesets have a variant {variant}: {said}"
            if found
            else f"no ruleset has a variant called {variant}"
        )
    return f"{found[0].parents[2].name}+{variant}"
