"""The stages from files to a checked ruleset, in their order."""

from __future__ import annotations

from dataclasses import dataclass

from quarterdeck.checks.kinds import check_kinds
from quarterdeck.checks.meanings import Checked
from quarterdeck.checks.order import run_checks
from quarterdeck.diagnostics import Findings
from quarterdeck.names.declared import Declared
from quarterdeck.names.from_documents import Declaring
from quarterdeck.pipeline.folders import Layer, find, read_layer
from quarterdeck.source import Span
from quarterdeck.source.text import SourceFile
from quarterdeck.syntax.from_text import parse_file
from quarterdeck.tables import shapes
from quarterdeck.tables.from_yaml import parse_document


@dataclass
class Loaded:
    """A ruleset with all that was found out about it."""

    game: str
    layers: list[Layer]
    findings: Findings
    declared: Declared | None = None
    checked: Checked | None = None


def load(game: str) -> Loaded:
    """Read, declare and check a ruleset with its variants."""
    layers = [read_layer(folder) for folder in find(game)]
    loaded = Loaded(game, layers, Findings())
    base = layers[0]
    documents = [d for file in base.documents if (d := parse_document(file, loaded.findings))]
    files = [parse_file(file, loaded.findings) for file in base.rules]
    head = next((d.shape for d in documents if isinstance(d.shape, shapes.RulesetHead)), None)
    if head is None:
        if not loaded.findings:
            loaded.findings.add(
                "QD205", "the folder has no ruleset.yaml that says `ruleset:`", Span(SourceFile(base.name, ""), 0, 0)
            )
        return loaded
    declared = Declared(head.ruleset, head)
    loaded.declared = Declaring(declared, loaded.findings).run(documents, files)
    loaded.checked = check_kinds(loaded.declared, loaded.findings)
    run_checks(loaded.checked, loaded.findings)
    return loaded
