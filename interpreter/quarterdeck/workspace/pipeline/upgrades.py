"""Bring a ruleset from the version of the language in which it is written to the present one.

In: the text of `ruleset.yaml`. Out: its new text, or findings. Texts are rewritten at the places of what is parsed, so
that every comment, blank and line end around them stays. The table has a step for each version; there is one so far,
and it names the version. A step that changes rules would be handed the other files as well.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.text import SourceFile
from quarterdeck.language.declarations.versions import is_known
from quarterdeck.language.documents import shapes
from quarterdeck.language.documents.document import YamlDocument
from quarterdeck.language.documents.from_yaml import parse_document

UNSAID = 0
"""What stands before the first version: a ruleset that names none."""


@dataclass(frozen=True)
class Upgrade:
    """A step to a version: what it does, and how it rewrites `ruleset.yaml`."""

    to: int
    does: str
    rewrite: Callable[[YamlDocument, int], str]


def name_version(head: YamlDocument, version: int) -> str:
    """Give the text of `ruleset.yaml` with the version behind the ruleset's name."""
    text, places = head.file.text, head.places
    end = places.value("ruleset").end
    if text[places.value().start] == "{":
        return f"{text[:end]}, language: {version}{text[end:]}"
    line = text.find("\n", end)
    line_end = "\r\n" if "\r\n" in text else "\n"
    indent = " " * (places.key("ruleset").column - 1)
    named = f"{indent}language: {version}{line_end}"
    return f"{text}{line_end}{named}" if line < 0 else f"{text[: line + 1]}{named}{text[line + 1 :]}"


UPGRADES = (Upgrade(1, "name the version of the language", name_version),)


def upgraded(file: SourceFile, findings: Findings) -> str:
    """Give the text of a `ruleset.yaml` in the present version of the language; as it is where it cannot be read."""
    found = Findings()
    for upgrade in UPGRADES:
        head = parse_document(file, found)
        if found or head is None or not isinstance(head.shape, shapes.RulesetHead) or not is_known(head, found):
            break
        if (head.shape.language or UNSAID) < upgrade.to:
            file = SourceFile(file.path, upgrade.rewrite(head, upgrade.to))
    findings.extend(found)
    return file.text
