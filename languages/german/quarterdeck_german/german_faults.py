"""Find what is wrong with the German words of a ruleset.

In: a `Checked` ruleset. Out: findings, each at its place in `words.de.yaml`: words for something that is not there, a
noun without an article, a clause without a verb, a slot for something that a rule is not given.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches

from quarterdeck.base.findings.finding import Findings
from quarterdeck.language.declarations.addresses import told_elements
from quarterdeck.language.declarations.symbol_table import Declared
from quarterdeck.language.documents import shapes
from quarterdeck.language.documents.document import YamlDocument
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing.meanings import Checked
from quarterdeck_german.grammar import FormError, clause, noun_of, slots_in
from quarterdeck_german.vocabulary import words_documents

ABSENT, MISWRITTEN = "QD706", "QD707"


def faults_of_words(checked: Checked) -> Findings:
    """Find what is wrong with the German words of a ruleset."""
    findings = Findings()
    declared = checked.declared
    known, names = addresses_of(declared), frozenset(names_in(checked))
    said = " ".join(" ".join(text.split()) for text in texts_of(declared))
    for shape, document in words_documents(declared):
        if not is_below(declared, document):
            absent(known, names, said, shape, document, findings)
        for sort, address, fault in forms_of(declared, shape.nouns, shape.names, shape.clauses):
            if sort == "names" or address in known:
                findings.add(MISWRITTEN, fault, document.places.value(sort, address), hint=HINTS[sort])
    return findings


def is_below(declared: Declared, document: YamlDocument) -> bool:
    """Tell whether words are of a ruleset below variants, which may take away or write anew what has them."""
    folders = {head.file.path.rpartition("/")[0] for head in declared.variant_heads.values()}
    return bool(declared.variants) and document.file.path.rpartition("/")[0] not in folders


def absent(
    known: Mapping[str, bool],
    names: frozenset[str],
    said: str,
    shape: shapes.WordsDocument,
    document: YamlDocument,
    findings: Findings,
) -> None:
    """Report words for something that is not there."""
    key = document.places.key
    for sort, found in (("nouns", shape.nouns), ("clauses", shape.clauses), ("texts", shape.texts)):
        for address in (address for address in found if address not in known):
            message = f"there is no `{address}` to have German words"
            findings.add(ABSENT, message, key(sort, address), hint=_close(address, known))
    for name in shape.names:
        bare = name.removesuffix("*")
        if bare not in names and not (bare.rpartition(".")[0] in known and bare.rpartition(".")[2] in names):
            message = f"nothing in the rules is called `{name}`"
            findings.add(ABSENT, message, key("names", name), hint=_close(bare, dict.fromkeys(names)))
    for english in shape.prose:
        words = " ".join(english.split())
        if words not in said and words.replace(" ", "_") not in said:  # or the name of an example, as it is printed
            message = f"`{english}` stands nowhere in the ruleset"
            hint = "write the English as it stands there, letter by letter"
            findings.add(ABSENT, message, key("prose", english), hint=hint)


HINTS = {
    "nouns": "write the article, the noun and its plural, as in `das Kind / Kinder`",
    "names": "write the article, the noun and its plural, as in `das Kind / Kinder`",
    "clauses": "write the subject, a line, the verb, as in `{child} | läuft/laufen`",
}


def forms_of(
    declared: Declared, nouns: Mapping[str, str], names: Mapping[str, str], clauses: Mapping[str, str]
) -> Iterator[tuple[str, str, str]]:
    """Give what is written otherwise than it must be: the sort of words, their address, what is wrong."""
    for sort, words in (("nouns", nouns), ("names", names)):
        for address, written in words.items():
            try:
                noun_of(written)
            except FormError as fault:
                yield sort, address, str(fault)
    for address, written in clauses.items():
        try:
            clause(written, **dict.fromkeys(slots_in(written), ""))
        except FormError as fault:
            yield "clauses", address, str(fault)
    for sort, words in (("nouns", nouns), ("clauses", clauses)):
        for address, written in words.items():
            rule = declared.rules.get(address)
            given = {one.name for one in rule.parameters} if rule is not None else {"it"}
            for slot in slots_in(written):
                if slot.removesuffix("*") not in given:
                    yield sort, address, f"`{address}` is given no `{slot}`"


def addresses_of(declared: Declared) -> dict[str, bool]:
    """Give every address that may have German words: elements, chapters, members, columns of tables."""
    found = dict.fromkeys(told_elements(declared), True)
    found |= {f"chapters.{name}": True for name in declared.modules}
    for enum in declared.enums.values():
        found |= {f"{enum.name}.{member}": True for member in enum.members}
    for table in declared.tables.values():
        found |= {f"{table.name}.{name}": True for name, _, _ in table.columns}
    return found


def bodies_of(declared: Declared) -> Iterator[nodes.Node]:
    """Give every node of rules that stands by itself."""
    yield from (rule.node for rule in declared.rules.values())
    if declared.turn is not None:
        yield declared.turn
    for table in declared.tables.values():
        for cell in (cell for row in table.rows for cell in row.cells):
            yield from (*cell.statements, *([cell.value] if cell.value is not None else []))


def names_in(checked: Checked) -> Iterator[str]:
    """Give the names that rules give to what they speak of."""
    for rule in checked.declared.rules.values():
        yield from (parameter.name for parameter in rule.parameters)
    for table in checked.declared.tables.values():
        yield from (key.name for key in table.keys)
        yield from (parameter.name for parameter in table.given)
    for body in bodies_of(checked.declared):
        for part in checked.walk(body):
            if isinstance(part, nodes.Word) and part.text.isidentifier():
                yield part.text
    yield "side"


def texts_of(declared: Declared) -> Iterator[str]:
    """Give the text of every file of a ruleset in which an author writes."""
    files = {document.file.path: document.file for document in declared.documents if document.sort != "words"}
    for body in bodies_of(declared):
        files.setdefault(body.span.file.path, body.span.file)
    for module in declared.modules.values():
        if module.header is not None:
            files.setdefault(module.header.span.file.path, module.header.span.file)
    yield from (file.text for file in files.values())


def _close(address: str, known: Iterable[str]) -> str:
    close = get_close_matches(address, list(known), 1)
    return f"did you mean `{close[0]}`?" if close else ""
