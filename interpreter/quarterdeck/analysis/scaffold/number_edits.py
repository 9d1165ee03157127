"""Write another value of a number into a variant: as an amendment, or where the variant says the number itself.

In: a ruleset in which a number is another. Out: a file of the last variant that says so, and an `AmendmentDraft`.
Before anything is written the variants are laid with it and checked: what would then be wrong is refused.
"""

from __future__ import annotations

from quarterdeck.analysis.scaffold.amending import (
    AmendmentDraft,
    FileChange,
    changed_file,
    element_at,
    in_a_document,
    name_of,
    refuse_amended,
    refuse_faults,
    variant_to_write,
    write_change,
)
from quarterdeck.analysis.scaffold.in_documents import REPLACES, EntryDraft, said_in
from quarterdeck.analysis.scaffold.refusals import DraftRefusedError
from quarterdeck.analysis.scaffold.yaml_text import entry_of
from quarterdeck.base import decimals
from quarterdeck.base.findings.finding import RefusedError
from quarterdeck.language.documents import shapes
from quarterdeck.language.syntax.printer import print_expression
from quarterdeck.workspace.alterations.altered_ruleset import VariedRuleset
from quarterdeck.workspace.alterations.numbers import NumberNode, WrittenNumber, with_number
from quarterdeck.workspace.pipeline.load_result import ParsedLayer
from quarterdeck.workspace.ruleset.ruleset import Ruleset


def write_value(varied: VariedRuleset) -> AmendmentDraft:
    """Write the value of a number into the last variant of a game.

    Raises:
        DraftRefusedError: no variant is named, or it amends the same, or a part of it, in another way.
        RefusedError: there would be findings that there are not now.
        OSError: the file cannot be written.
    """
    number, base = varied.number, varied.base
    variant = variant_to_write(base, number.address)
    found, element = element_at(base, number.address)
    change = change_of(varied, variant)
    if varied.faults_of_value:
        raise RefusedError(list(varied.faults_of_value))
    refuse_faults(base, variant, change)
    path = write_change(variant, change)
    return AmendmentDraft(found, element.sort, name_of(variant), path, change.line, change.added)


def refuse_to_write(ruleset: Ruleset, number: WrittenNumber) -> None:
    """Do nothing where another value of a number can be written into the last variant of a game.

    Raises:
        DraftRefusedError: no variant is named, or it amends the same, or a part of it, in another way; or somebody
            else decides the number, so that what the rules say of it would change nothing.
    """
    variant = variant_to_write(ruleset, number.address)
    if number.decided:
        is_so = f"{number.name} is {decimals.shown(number.value)} here, as {number.decided} decides"
        raise DraftRefusedError(f"{is_so}: an amendment would change nothing; omit --write, and change it there")
    if not stands_in(variant, number):
        refuse_amended(ruleset, variant, *element_at(ruleset, number.address))


def change_of(varied: VariedRuleset, variant: ParsedLayer) -> FileChange:
    """Give the file of a variant that says another value.

    Raises:
        DraftRefusedError: the variant amends the same, or a part of it, in another way.
    """
    number, base = varied.number, varied.base
    if stands_in(variant, number):
        return changed_in_place(varied)
    refuse_amended(base, variant, *element_at(base, number.address))
    if number.holder[0] == "constant":
        return in_a_document(variant, constant_beginning(varied, name_of(variant)))
    return changed_file(varied, variant, *element_at(varied, number.address))


def stands_in(variant: ParsedLayer, number: WrittenNumber) -> bool:
    """Tell whether a variant says a number itself."""
    return number.span.file in {*variant.layer.rules, *variant.layer.documents}


def changed_in_place(varied: VariedRuleset) -> FileChange:
    """Give the file in which a number stands with another one in its place; all else in it stays as it is."""
    number = varied.number
    assert isinstance(number.node, NumberNode)
    new = with_number(number.node, varied.value)
    assert new is not None
    span, file = number.span, number.span.file
    end = span.start + len(span.text.rstrip())
    text = file.text[: span.start] + print_expression(new) + file.text[end:]
    added = text.split("\n")[span.line - 1] + "\n"
    return FileChange(file.path.partition("/")[2], text, span.line, added, is_new=False)


def constant_beginning(varied: VariedRuleset, variant: str) -> EntryDraft:
    """Give an entry of the components by which a constant begins with another value."""
    name, declared = varied.number.holder[1], varied.base.declared
    file = declared.constants[name].span.file
    document = next(one for one in declared.of_sort("components") if one.file == file)
    assert isinstance(document.shape, shapes.Components)
    shape = document.shape.constants[name]
    said = {**said_in(shape), "start": decimals.shown(varied.value), **REPLACES}
    return EntryDraft("components", "components", {"components": variant}, ("constants", name), entry_of(said))
