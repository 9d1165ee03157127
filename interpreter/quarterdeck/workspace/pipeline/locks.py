"""Locks: what a variant was written against, so that it notices when that has changed underneath.

`quarterdeck accept VARIANT` writes `amends.lock` beside `variant.yaml`: for each address that the variant amends or
removes, the hash of meaning of what the ruleset has there (with the variants that this one extends, but no others) and
its text. From then on the variant is refused when a meaning has changed, and both versions are shown; new words below
it change nothing. A variant without a lock is laid over whatever is there: locks are for variants that somebody
maintains.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from difflib import ndiff
from pathlib import Path

from quarterdeck.base import resources
from quarterdeck.base.findings.finding import Findings, Label
from quarterdeck.base.leading import steps_to
from quarterdeck.base.text import SourceFile, Span, UnreadableError, read
from quarterdeck.language.declarations.addresses import Element, elements, former_addresses, present_address
from quarterdeck.language.declarations.declaring import Declaring
from quarterdeck.language.declarations.symbol_table import Declared, Rule
from quarterdeck.language.documents.document import Places
from quarterdeck.language.documents.yaml import read_yaml
from quarterdeck.language.meaning.canonical_form import VERSION
from quarterdeck.language.meaning.element_text import text_of
from quarterdeck.language.meaning.fingerprint import fingerprint_of, fingerprints
from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.from_text import parse_unit
from quarterdeck.language.variants.variant_order import extended_by, head_of
from quarterdeck.workspace.pipeline.folders import NotFoundError, has_variants
from quarterdeck.workspace.pipeline.load_result import ParsedLayer
from quarterdeck.workspace.pipeline.variants import lay_all

FILE = "amends.lock"
FIRST = 1
"""The version of locks that do not name theirs."""
SPEAKS_OF_ORIGINAL = re.compile(r"\boriginal\b")


@dataclass(frozen=True)
class Accepted:
    """What stood at an address when a variant was accepted."""

    meaning: str
    text: str


@dataclass(frozen=True)
class Lock:
    """What `amends.lock` says: what stood where, and the version of the hashes."""

    accepted: Mapping[str, Accepted]
    version: int = VERSION

    def is_unchanged(self, address: str, element: Element | None, meaning: str | None, ground: Declared) -> bool:
        """Tell whether what is at an address is certainly what was accepted."""
        was = self.accepted[address]
        if self.version == VERSION or element is None:
            return was.meaning == meaning
        if SPEAKS_OF_ORIGINAL.search(was.text):
            return False
        if isinstance(element.thing, Rule):
            return meaning_of_text(was.text, element.thing, ground) == meaning
        return was.text == text_of(element)


def meaning_of_text(text: str, rule: Rule, ground: Declared) -> str | None:
    """Give the hash of a rule that would say what a text says; nothing where it is none."""
    node = parse_unit(SourceFile(rule.address, f"{text}\n"), 0, len(text) + 1, Findings())
    if not isinstance(node, nodes.Define | nodes.Procedure | nodes.Effect | nodes.Advice):
        return None
    said = Declaring(ground, Findings()).made_rule(node, rule.address, rule.module, ())
    return fingerprint_of(ground, said)


def lock_of(name: str, variants: Mapping[str, ParsedLayer], base: Declared) -> dict[str, Accepted]:
    """Give what a variant amends and removes, as it is below."""
    ground = ground_of(name, variants, base)
    addresses = sorted(address for address, _ in amended_by(name, variants, ground))
    meanings, known = fingerprints(ground, addresses), elements(ground)
    return {a: Accepted(meanings[a], text_of(known[a])) for a in addresses if a in meanings}


def ground_of(name: str, variants: Mapping[str, ParsedLayer], base: Declared) -> Declared:
    """Give what a variant is written against: the ruleset with the variants that it extends, near and far."""

    def below(one: str) -> set[str]:
        head = variants[one].head
        return set(extended_by(head_of(head))) & variants.keys() if head else set()

    wanted = steps_to([name], below)
    return lay_all(base, {key: variants[key] for key in variants if wanted.get(key)}, Findings())


def amended_by(name: str, variants: Mapping[str, ParsedLayer], ground: Declared) -> Iterator[tuple[str, Span]]:
    """Give the addresses that a variant amends and removes, each with the first place where it does so.

    Who changes statements or columns leans on the whole of the rule or table that they stand in; what a variant makes
    of its own is nothing below it.
    """
    result, known = lay_all(ground, {name: variants[name]}, Findings(), always=True), elements(ground)
    found: dict[str, Span] = {}
    for one in result.amended:
        if one.variant == name and (one.deed in ("amend", "remove") or (one.within and one.deed != "lean")):
            found.setdefault(one.element, one.span)
    yield from ((address, span) for address, span in found.items() if address in known)


def written(name: str, lock: Mapping[str, Accepted]) -> str:
    """Give a lock as YAML."""
    lines = [f"# What `{name}` amends, as of the last `quarterdeck accept`."]
    lines += [f"meaning: {VERSION}", "amends:"]
    for address, accepted in sorted(lock.items()):
        lines += [f"  {json.dumps(address)}:", f"    meaning: {json.dumps(accepted.meaning)}", "    text: |"]
        lines += [f"      {line}" if line else "" for line in accepted.text.split("\n")]
    return "\n".join(lines) + "\n"


def check_locks(variants: Mapping[str, ParsedLayer], base: Declared, findings: Findings) -> None:
    """Refuse every variant with a lock below which something has changed."""
    for name, pieces in variants.items():
        path = pieces.layer.folder / FILE
        if path.is_file() and (file := readable(path, f"{pieces.layer.name}/{FILE}")):
            data, places = read_yaml(file, findings)
            again = f"run `quarterdeck accept {name}` again"
            lock = lock_in(data)
            if lock is None:
                findings.add("QD513", "this is not a lock of a variant", places.value(), hint=again)
            elif lock.version > VERSION:
                message = "this lock was written by a later version of Quarterdeck"
                findings.add("QD513", message, places.value("meaning"), hint=f"take that one, or {again}")
            else:
                check_lock(name, lock, places, variants, base, findings)


def readable(path: Path, shown: str) -> SourceFile | None:
    """Give a file; nothing where it cannot be read, which is found when its folder is read."""
    try:
        return read(path, shown)
    except UnreadableError:
        return None


def lock_in(data: object) -> Lock | None:
    """Give what a lock says; nothing where it is none."""
    amends = data.get("amends") or {} if isinstance(data, dict) and "amends" in data else None
    if not (isinstance(data, dict) and isinstance(amends, dict)):
        return None
    version = data.get("meaning", FIRST)
    if not isinstance(version, int) or version < FIRST:
        return None
    found = {}
    for address, entry in amends.items():
        if not (
            isinstance(entry, dict) and isinstance(entry.get("meaning"), str) and isinstance(entry.get("text"), str)
        ):
            return None
        found[str(address)] = Accepted(entry["meaning"], entry["text"].rstrip("\n"))
    return Lock(found, version)


def check_lock(
    name: str,
    lock: Lock,
    places: Places,
    variants: Mapping[str, ParsedLayer],
    base: Declared,
    findings: Findings,
) -> None:
    """Compare what is below a variant with what was there when it was accepted."""
    ground = ground_of(name, variants, base)
    amended = list(amended_by(name, variants, ground))
    meanings = fingerprints(ground, [address for address, _ in amended])
    known, former = elements(ground), former_addresses(ground)
    here = {present_address(address, former): address for address in lock.accepted}
    again = f"run `quarterdeck accept {name}`"
    suggest_new_addresses(lock, ground, findings)
    for address, span in amended:
        if address not in here:
            findings.add(
                "QD512",
                f"`{address}` has not been accepted",
                span,
                hint=f"check that it is right, then {again}",
                rule=address,
            )
            continue
        element = known.get(address)
        if not lock.is_unchanged(here[address], element, meanings.get(address), ground):
            labels = [
                Label(_first_line(places.value("amends", here[address], "text")), "as it was when it was accepted")
            ]
            labels += [Label(element.span, "as it is now")] if element else []
            was, now = lock.accepted[here[address]].text, text_of(element) if element else ""
            findings.add(
                "QD511",
                f"`{address}`, which `{name}` amends, {what_is_wrong(lock, was == now)}",
                span,
                labels=labels,
                hint=f"check that the variant is still right, then {again}\n{differences(was, now)}".rstrip(),
                rule=address,
            )


def suggest_new_addresses(lock: Lock, ground: Declared, findings: Findings) -> None:
    """Name in the hint about an unknown address what has the meaning now that was accepted there."""
    unknown = {at: one for at, one in enumerate(findings.gathered) if one.code == "QD501" and one.about}
    if not unknown or lock.version != VERSION:
        return
    known = fingerprints(ground, list(elements(ground)))
    for address, accepted in lock.accepted.items():
        now = [one for one, meaning in known.items() if meaning == accepted.meaning]
        for at, one in unknown.items():
            if len(now) == 1 and now != [address] and one.about == address:
                findings.gathered[at] = replace(one, hint=f"the text in {FILE} is that of `{now[0]}` now")


def what_is_wrong(lock: Lock, reads_the_same: bool) -> str:
    """Say why something may not be what was accepted."""
    if lock.version == VERSION:
        means = "means something else than when it was accepted, though it reads the same"
        return means if reads_the_same else "is not what it was when it was accepted"
    if reads_the_same:
        return "speaks of an original that this lock, of an older version, does not show"
    return "reads otherwise than when it was accepted, and a lock of an older version knows no more than its words"


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


def write_locks(variants: Mapping[str, ParsedLayer], base: Declared, names: list[str]) -> list[Path]:
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
    if has_variants(variant):
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
