"""The stages from files to a checked ruleset, in their order.

A stage takes what those before it have put into `Loaded` and adds to it; none changes what is there. The first that
finds nothing to work on ends the run. The table is what the command line times and shows, and what the documentation
prints.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from time import perf_counter

from quarterdeck.base.findings.finding import Finding, Findings
from quarterdeck.base.queries import QueryStore
from quarterdeck.base.text import SourceFile, Span
from quarterdeck.engine.plugins.reading import PluginFaultError
from quarterdeck.engine.plugins.registry import check as check_by_plugins
from quarterdeck.engine.plugins.registry import fit, plugins, refuse_idle
from quarterdeck.language.checks.order import run_checks
from quarterdeck.language.checks.tables import UNREACHED
from quarterdeck.language.declarations.declaring import Declaring
from quarterdeck.language.declarations.definition_key import DefinitionKey
from quarterdeck.language.declarations.plugin_functions import UnfitFunctionError, with_functions
from quarterdeck.language.declarations.symbol_table import Declared
from quarterdeck.language.declarations.versions import is_known
from quarterdeck.language.documents import shapes
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing.meanings import Checked
from quarterdeck.language.typing.whole_ruleset import check_types
from quarterdeck.language.variants.variant_order import head_of
from quarterdeck.workspace.pipeline.folders import (
    ALL_SAVED,
    Layer,
    asked_for,
    files_of_figures,
    find,
    has_variants,
    read_layer,
)
from quarterdeck.workspace.pipeline.load_result import KnownBelow, Loaded, Memory, ParsedLayer
from quarterdeck.workspace.pipeline.locks import check_locks, game_with, write_locks
from quarterdeck.workspace.pipeline.variants import (
    lay_all,
    named_by_variants,
    of_the_result,
    parse_layer,
    read_variants,
)


@dataclass(frozen=True)
class Stage:
    """One stage: what it does, why it stands where it does, and whether there was anything to do it to."""

    name: str
    run: Callable[[Loaded], bool]
    does: str
    reason: str


def load(game: str, memory: Memory | None = None, below: KnownBelow | None = None) -> Loaded:
    """Read, declare and check a ruleset with its variants; what a memory knows of it is not found out again.

    Nor is what is known of the ruleset `below` its variants, where its own files still say the same.

    Raises:
        NotFoundError: there is no ruleset or variant of that name.
    """
    loaded = Loaded(game, [], Findings(), memory=memory, below=below if has_variants(game) else None)
    for stage in STAGES:
        begun = perf_counter()
        goes_on = stage.run(loaded)
        loaded.times[stage.name] = perf_counter() - begun
        if not goes_on:
            break
    loaded.findings = loaded.findings.on_readable_lines().one_for_each_cause()
    return loaded


def read(loaded: Loaded) -> bool:
    """Read the files of the ruleset."""
    loaded.layers = [read_layer(find(loaded.game)[0], loaded.memory.unsaved if loaded.memory else ALL_SAVED)]
    return True


def parse(loaded: Loaded) -> bool:
    """Parse them.

    Where a file that declares things is no YAML at all, or the rules are of an unknown version of the language, the
    run ends: nearly every rule would miss something, or mean something else.
    """
    layer, memory = loaded.layers[0], loaded.memory
    if memory is not None and has_variants(loaded.game):
        loaded.below = memory.known_below(layer)
    elif loaded.below is not None and loaded.below.layer != layer:
        loaded.below = None
    if loaded.below is not None:
        loaded.pieces = loaded.below.pieces
        return True
    if memory is not None:
        memory.alone.begin()
    loaded.pieces = parse_layer(layer, loaded.findings, memory.alone if memory else None)
    is_ruleset = loaded.pieces.head is not None and loaded.pieces.head.sort == "ruleset"
    if not is_ruleset and not loaded.findings:
        loaded.findings.add("QD205", "the folder has no ruleset.yaml with the key `ruleset:`", loaded.pieces.start)
    if loaded.pieces.head is None or not is_ruleset or not is_known(loaded.pieces.head, loaded.findings):
        return False
    return not declares_what_is_lost(loaded.pieces)


def declares_what_is_lost(pieces: ParsedLayer) -> bool:
    """Tell whether a file that cannot be read would declare things that rules speak of."""
    known = {document.file.path for document in pieces.documents}
    lost = [file for file in pieces.layer.documents if file.path not in known]
    return any(file.text.lstrip().startswith(("components:", "table:", "rulings:")) for file in lost)


def declare(loaded: Loaded) -> bool:
    """Declare what the ruleset names."""
    assert loaded.pieces
    assert loaded.pieces.head
    head = loaded.pieces.head.shape
    assert isinstance(head, shapes.RulesetHead)
    if loaded.below is not None:
        loaded.findings.extend(loaded.below.findings)
        loaded.base = loaded.declared = with_figures(loaded.below.base, loaded.layers)
        return True
    declaring = Declaring(Declared(head.ruleset, head), loaded.findings)
    base = declaring.run(list(loaded.pieces.documents), list(loaded.pieces.files))
    loaded.base = loaded.declared = with_figures(base, loaded.layers)
    return True


def with_figures(declared: Declared, layers: list[Layer]) -> Declared:
    """Give a ruleset with the files of figures that its rosters name, as far as there are such files."""
    wanted = [roster.shape.derived_from for roster in declared.rosters.values()]
    return replace(declared, files_of_figures=files_of_figures(filter(None, wanted), layers))


def check(loaded: Loaded) -> bool:
    """Check the ruleset by itself."""
    assert loaded.base
    assert loaded.pieces
    memory, is_more = loaded.memory, has_variants(loaded.game)
    if loaded.below is not None:
        return True
    loaded.checked = check_types(loaded.base, loaded.findings, memory.alone if memory else None)
    if memory is None or is_more:
        run_checks(loaded.checked, loaded.findings)
    else:
        run_checks_held(memory, memory.alone, loaded.checked, loaded.findings)
        note_whether_sound(memory, loaded)
    loaded.below = KnownBelow(loaded.layers[0], loaded.pieces, loaded.base, tuple(loaded.findings))
    if memory is not None:
        memory.below[loaded.layers[0].folder] = loaded.below
    return is_more


def run_checks_held(memory: Memory, store: QueryStore, checked: Checked, findings: Findings) -> None:
    """Run the checks on a ruleset that is held: those that read no number only where more than numbers are others."""
    is_sound = memory.sound is not None and not findings
    run_checks(checked, findings, numbers_alone=is_sound and only_numbers_differ(memory.sound, checked.declared, store))


def note_whether_sound(memory: Memory, loaded: Loaded) -> None:
    """Remember a result in which nothing was found, for the next to be compared with."""
    memory.sound = None if loaded.findings or loaded.voids else loaded.declared


def read_variants_of(loaded: Loaded) -> bool:
    """Read and parse the variants, with those that they extend."""
    assert loaded.pieces
    folders = find(loaded.game)[1:]
    loaded.variants = read_variants(loaded.pieces, folders, loaded.findings, loaded.memory)
    asked = {folder.resolve() for folder in folders}
    loaded.named = [name for name, pieces in loaded.variants.items() if pieces.layer.folder.resolve() in asked]
    loaded.layers = [*loaded.layers, *(pieces.layer for pieces in loaded.variants.values())]
    return not any(declares_what_is_lost(pieces) for pieces in loaded.variants.values())


def lay_variants(loaded: Loaded) -> bool:
    """Lay the variants over the ruleset."""
    assert loaded.base
    loaded.declared = with_figures(lay_all(loaded.base, loaded.variants, loaded.findings), loaded.layers)
    check_locks(loaded.variants, loaded.base, loaded.findings)
    return True


def plug_in(loaded: Loaded) -> bool:
    """Let the plugins that were asked for, and those that variants name, take part.

    Where one is not there or not sound the run ends: what it would bring is spoken of elsewhere.
    """
    assert loaded.declared
    loaded.plugged = asked_for(loaded.game)[1]
    before = len(loaded.findings)
    wanted = [*loaded.plugged, *named_by_variants(loaded.variants, loaded.findings)]
    if len(loaded.findings) > before:
        return False
    try:
        for name in loaded.plugged:
            refuse_idle(name)
        loaded.declared = plugged(loaded.declared, wanted)
        fit(loaded.declared)
    except PluginFaultError as error:
        span = next(spans_of_need(loaded.variants), OF_PLUGINS)
        loaded.findings.add(UNSOUND, str(error), span, hint=MEND_IT)
        return False
    return True


def spans_of_need(variants: Mapping[str, ParsedLayer]) -> Iterator[Span]:
    """Give where variants say which plugins they need."""
    for pieces in variants.values():
        if pieces.head is not None and head_of(pieces.head).plugins:
            yield pieces.head.places.value("plugins")


UNSOUND = "QD521"
MEND_IT = "fix the plugin, use another version of it, or remove it"
"""A plugin that cannot be imported, or answers otherwise than it must."""
OF_PLUGINS = Span(SourceFile("plugins", ""), 0, 0)
"""Where such a finding stands, when no variant says that it needs the plugin."""


def plugged(declared: Declared, wanted: list[str]) -> Declared:
    """Give a ruleset in which plugins take part.

    Raises:
        PluginFaultError: one of them is not sound.
    """
    if not wanted:
        return declared
    found = plugins(wanted)
    try:
        return with_functions(replace(declared, plugins=found))
    except UnfitFunctionError as error:
        named = [one.name for one in found if any(hook.sort == "function" for hook in one.hooks)]
        raise PluginFaultError(f"the plugin {' or '.join(named)} {error}") from None


def check_always(loaded: Loaded) -> bool:
    """Check what comes of variants that apply to some games alone as if they applied to all.

    So a fault is shown as that of any other variant; what the condition adds is checked behind it. What no look-up
    reaches in the games to which a variant applies may well be reached in others.
    """
    assert loaded.base
    assert loaded.declared
    if not loaded.declared.conditions:
        return True
    found = Findings(list(loaded.findings))
    always = with_figures(lay_all(loaded.base, loaded.variants, Findings(), always=True), loaded.layers)
    always = plugged(always, [one.name for one in loaded.declared.plugins])
    run_checks(check_types(always, found), found)
    findings, _ = of_the_result(found, loaded.findings, loaded.layers[0], always)
    kept = (finding for finding in findings if finding.is_fault and finding.about != UNREACHED)
    loaded.findings.extend(kept)
    return True


def check_result(loaded: Loaded) -> bool:
    """Check the result as a whole."""
    assert loaded.declared
    found, memory = Findings(list(loaded.findings)), loaded.memory
    loaded.checked = check_types(loaded.declared, found, memory.result if memory else None)
    if memory is None:
        run_checks(loaded.checked, found)
    else:
        run_checks_held(memory, memory.result, loaded.checked, found)
    findings, loaded.voids = of_the_result(found, loaded.findings, loaded.layers[0], loaded.declared)
    loaded.findings.extend(once_in_conditions(findings, loaded))
    if not loaded.findings:
        try:
            check_by_plugins(loaded.checked, loaded.findings)
        except PluginFaultError as error:
            loaded.findings.add(UNSOUND, str(error), OF_PLUGINS, hint=MEND_IT)
    if memory is not None:
        note_whether_sound(memory, loaded)
    return True


def once_in_conditions(findings: list[Finding], loaded: Loaded) -> Iterator[Finding]:
    """Give findings, of those in the condition of a variant each once: it stands before all that the variant changes.

    Where something was found already with the variants laid for all games, the rest of them may follow from that.
    """
    assert loaded.declared
    conditions = [node.span for node in loaded.declared.conditions.values()]
    seen = set()
    known = {(finding.code, finding.message) for finding in loaded.findings}
    for finding in findings:
        if any(finding.span.lies_in(one) for one in conditions):
            if (finding.code, finding.span) in seen:
                continue
            seen.add((finding.code, finding.span))
        elif conditions and (finding.code, finding.message) in known:
            continue
        yield finding


STAGES = (
    Stage("read", read, "read the ruleset's files", "first: nothing else looks at the disk for them"),
    Stage("parse", parse, "rules text and YAML to nodes", "file by file, before anything knows of another file"),
    Stage(
        "declare", declare, "names, addresses and types", "behind parsing all files: a name may be used before its file"
    ),
    Stage("check", check, "the ruleset alone", "before variants, so that its own faults are not laid at their door"),
    Stage(
        "variants",
        read_variants_of,
        "read and parse variants",
        "behind the ruleset: what they extend is seen only in them",
    ),
    Stage("lay", lay_variants, "additions and amendments", "over declared names, since amendments go by address"),
    Stage(
        "plug in", plug_in, "hooks of the plugins named", "behind variants, whose addresses a plugin may hook as well"
    ),
    Stage(
        "check always",
        check_always,
        "variants with a condition, as if it held",
        "before the result, so that what a variant says is judged before in which games it counts",
    ),
    Stage(
        "check result",
        check_result,
        "the ruleset with its variants",
        "last: findings that only the result has are the variants'",
    ),
)


def accept(variant: str) -> tuple[Loaded, list[str]]:
    """Write the locks of the variants named, unless something is wrong with them.

    Gives what was loaded, and the paths written.

    Raises:
        NotFoundError: there is no such variant.
    """
    loaded = load(game_with(variant))
    kept = Findings([finding for finding in loaded.findings if finding.code not in ("QD511", "QD512", "QD513")])
    loaded.findings = kept
    if kept or loaded.base is None or not loaded.named:
        return loaded, []
    return loaded, [str(path) for path in write_locks(loaded.variants, loaded.base, loaded.named)]


def only_numbers_differ(before: Declared | None, now: Declared, store: QueryStore) -> bool:
    """Tell whether two versions of a ruleset differ in numbers that stand in rules, and in nothing else."""
    if before is None or before.documents != now.documents:
        return False
    names = ("modules", "kinds", "options", "constants", "arcs", "clocks", "rosters", "scenarios", "rulings")
    if any(getattr(before, name).keys() != getattr(now, name).keys() for name in (*names, "rules", "tables")):
        return False
    typed: list[DefinitionKey] = [key for name, key in store.done if name == "type"]
    return all(key.sort == "rule" and says_as_but_for_numbers(before.rules, now.rules, key.name) for key in typed)


def says_as_but_for_numbers(before: Mapping[str, object], now: Mapping[str, object], address: str) -> bool:
    """Tell whether a rule says what it said, whatever numbers stand in it."""
    one, other = before.get(address), now.get(address)
    return nodes.same(getattr(one, "node", None), getattr(other, "node", None), but_for=(nodes.NumberLiteral,))
