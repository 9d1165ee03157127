"""Write the pages of the handbook that the program itself knows: commands, documents in YAML, and the names of Python.

`conf.py` calls `write_pages` before each build; the pages are in `docs/reference`, which git does not track.
"""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import Field, fields, is_dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, get_args

from quarterdeck import api
from quarterdeck.apps.api.commands import COMMANDS
from quarterdeck.apps.cli.main import GROUPS, NO_DEFAULT, app
from quarterdeck.base.findings import codes
from quarterdeck.language.documents.documents_schema import schema_of_documents

FOLDER = Path(__file__).resolve().parent / "reference"
TASKS: dict[str, tuple[str, str]] = {
    "Open and check": (
        "Ruleset check explain rule_in_english format_rules",
        "programs.md#open-and-check",
    ),
    "Try a rule": ("Facts facts try_rule", "programs.md#try-a-rule"),
    "Compute odds": ("count count_over questions_of answered", "programs.md#compute-odds"),
    "Play and explain": (
        "play replay open_game resume_game GameHeldOpen open_journal KeptGame why",
        "programs.md#play-and-replay",
    ),
    "Run many battles": ("battles Workers", "programs.md#run-many-battles"),
    "Tune a number": ("sensitivity tune tune_in_battle", "tuning.md#from-python"),
    "Compare": ("diff errata variants witnesses_between compare", "programs.md#compare"),
    "Print": ("print_book print_sheets", "programs.md#print"),
    "Run worked examples": ("run_examples", "programs.md#run-worked-examples"),
    "Export things": ("export_things", "programs.md#export-things"),
    "Create and amend": (
        "new_game new_variant amend accept schema_of",
        "programs.md#create-and-amend",
    ),
}
"""For each task: its functions and main classes, and the page that the tests run."""
OBJECTS = {
    "Answer": "as_data is_good problems",
    "Facts": "",
    "Finding": "code message span hint rule labels is_fault",
    "Findings": "",
    "GameHeldOpen": "question answer stop go_on undo entries header result turn seen_by state_hash thing_hashes close",
    "KeptGame": "journal changes fault story luck why",
    "SourceFile": "path text",
    "Ruleset": "open name findings scenarios declared checked",
    "Workers": "executor slots",
}
"""The fields, methods and properties of the classes of which programs use only these."""
NOT_DESCRIBED = (
    "base.plain_data",
    "language",
    "program",
    "backends",
    "engine.run",
    "engine.plugins",
    "workspace.ruleset",
)
"""Where classes are at home that results refer to and that may change without notice."""


def write_pages() -> None:
    """Write all pages."""
    FOLDER.mkdir(exist_ok=True)
    pages = {"command-line": command_line, "yaml-documents": yaml_documents, "python-api": python_api}
    for name, page in pages.items():
        (FOLDER / f"{name}.md").write_text(page(), "utf-8")
    write_codes()


# --- commands


def command_line() -> str:
    """Return what `--help` says of each command, by purpose."""
    text = app.generate_docs(output_format="markdown")
    for default in NO_DEFAULT:
        text = text.replace(f" *[default: {default}]*", "")
    text = text.replace("*[choices: , ", "*[choices: ")
    parts = {
        match[1]: match[2].strip()
        for match in re.finditer(r"^## quarterdeck (\S+)\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    }
    lines = ["# Command line", "", "Exit codes and the JSON of each command are in [Data](../data.md).", ""]
    for group in GROUPS:
        lines += [f"## {group}", ""]
        for name, command in COMMANDS.items():
            if command.group == group:
                example = f"quarterdeck {command.example}"
                text = re.sub(r"^#+ ", "#### ", parts[name].removesuffix(f"Example: {example}"), flags=re.MULTILINE)
                lines += [f"### `quarterdeck {name}`", "", text, "", "Example:", "", "```sh", example, "```", ""]
    return "\n".join(lines)


# --- documents


def yaml_documents() -> str:
    """Return the keys of each document and of the records in it, from the schema that editors use."""
    shapes = schema_of_documents()["$defs"]
    lines = [
        "# YAML documents",
        "",
        "All keys of all documents. [A ruleset](../ruleset.md) explains what they mean. Keys in bold are required.",
        "Editors check documents against the same schema: [editors](../editors.md).",
    ]
    for name, shape in sorted(shapes.items()):
        lines += ["", f"## {name}", "", shape.get("description", "").replace("|", "\\|")]
        if properties := shape.get("properties"):
            lines += ["", "| key | value |", "| --- | --- |"]
            required = shape.get("required", ())
            for key, value in properties.items():
                shown = f"**`{key}`**" if key in required else f"`{key}`"
                lines.append(f"| {shown} | {value_of(value)} |")
    return "\n".join(lines) + "\n"


def value_of(shape: Mapping[str, Any]) -> str:
    """Say what a key may hold."""
    match shape:
        case {"$ref": str(ref)}:
            name = ref.rpartition("/")[2]
            return f"[{name}](#{name.lower()})"
        case {"anyOf": list(choices)} | {"oneOf": list(choices)}:
            return " or ".join(dict.fromkeys(filter(None, map(value_of, choices))))
        case {"enum": list(words)}:
            return ", ".join(f"`{json.dumps(word) if isinstance(word, bool) else word}`" for word in words)
        case {"const": word}:
            return f"`{word}`"
        case {"type": "array"}:
            return f"list of {value_of(shape.get('items', {})) or 'values'}"
        case {"type": "object", "additionalProperties": dict(values)}:
            return f"names with {value_of(values) or 'values'}"
        case {"type": str(kind)}:
            return "" if kind == "null" else kind
        case {"type": list(kinds)}:
            return " or ".join(kind for kind in kinds if kind != "null")
    return "any value"


# --- Python


def python_api() -> str:
    """Return the functions by task with the records that they return, then the errors that they raise."""
    named = {name: getattr(api, name) for name in api.__all__}
    errors = [name for name, value in named.items() if isinstance(value, type) and issubclass(value, Exception)]
    left = {name: value for name, value in named.items() if name not in errors}
    lines = [
        "# Python API",
        "",
        "Tests run the [examples](../programs.md) of each task. Import the names from `quarterdeck.api`.",
        "Records with the note *Returned only* are parts of results, and cannot be imported there.",
        "",
    ]
    described: set[type] = {value for value in left.values() if isinstance(value, type)}
    for task, (names, page) in TASKS.items():
        main = [(name, left.pop(name)) for name in names.split()]
        lines += [f"## {task}", "", f"[Examples](../{page})", ""]
        for name, value in main:
            lines += entry(name, value)
        for record in sorted(records_of([value for _, value in main]), key=lambda one: one.__name__):
            if left.pop(record.__name__, None) or record not in described:
                lines += entry(record.__name__, record, is_returned=record not in described)
            described.add(record)
    assert not left, f"no task in docs/reference_pages.py has {list(left)}"
    lines += ["## Errors", "", "Every error is a `UserError`.", ""]
    for name in sorted(errors):
        lines += entry(name, named[name])
    return "\n".join(lines)


def records_of(values: Iterable[object]) -> set[type]:
    """Return the records in the results of functions, methods and properties, and the records in those."""
    found: set[type] = set()
    waiting = list(values)
    while waiting:
        value = waiting.pop()
        for annotation in annotations_of(value):
            space = vars(import_module(home_of(value)))
            named = [space.get(word) for word in re.findall(r"\w+", str(annotation))]
            for one in [part for name in named for part in (get_args(name) or (name,))]:
                if is_dataclass(one) and isinstance(one, type) and one not in found and not belongs(one, NOT_DESCRIBED):
                    found.add(one)
                    waiting.append(one)
    return found


def belongs(value: type, homes: Sequence[str]) -> bool:
    """Tell whether a class is defined in one of some modules or below them."""
    home = value.__module__.removeprefix("quarterdeck.")
    return any(f"{home}.".startswith(f"{one}.") for one in homes)


def annotations_of(value: object) -> list[object]:
    """Return the types of what a function returns, or of the fields, methods and properties of a class."""
    if not isinstance(value, type):
        return [inspect.signature(value).return_annotation]  # type: ignore[arg-type]
    found = [inspect.signature(part).return_annotation for _, part in public_parts(value)]
    return [*found, *(field.type for field in public_fields(value))]


def home_of(value: object) -> str:
    """Return the name of the module in which a function or class is defined."""
    return str(inspect.unwrap(value).__module__)  # type: ignore[arg-type]


def public_fields(kind: type) -> list[Field[Any]]:
    """Return the fields of a record that programs may use; those with metadata serve printing."""
    known = OBJECTS.get(kind.__name__)
    every = fields(kind) if is_dataclass(kind) else ()
    return [one for one in every if not one.metadata and (known is None or one.name in known.split())]


def public_parts(kind: type) -> list[tuple[str, Callable[..., Any]]]:
    """Return the methods and properties of a class that programs may use, by their names."""
    known = OBJECTS.get(kind.__name__)
    found: list[tuple[str, Callable[..., Any]]] = []
    for own in [one for one in vars(kind) if not one.startswith("_")] if known is None else known.split():
        part = inspect.getattr_static(kind, own, None)
        called = getattr(part, "fget", None) or getattr(part, "func", None) or getattr(part, "__func__", part)
        if inspect.isfunction(called) and called.__doc__:
            found.append((own, called))
    return found


def entry(name: str, value: object, *, is_returned: bool = False) -> list[str]:
    """Return the heading, signature, docstring, fields, methods and properties of one name."""
    lines = [f"### `{name}`", ""]
    if inspect.isfunction(value):
        lines += ["```python", signature(name, value), "```", ""]
    lines += ["*Returned only.*", ""] if is_returned else []
    lines += [docstring(value), ""]
    if isinstance(value, type) and (known := public_fields(value)):
        lines += ["| field | type |", "| --- | --- |"]
        lines += [f"| `{field.name}` | `{str(field.type).replace('|', chr(92) + '|')}` |" for field in known]
        lines.append("")
    if isinstance(value, type) and not issubclass(value, Exception):
        lines += [f"- `{own}`: {in_a_line(docstring(part))}" for own, part in public_parts(value)]
        lines.append("")
    return lines


def in_a_line(text: str) -> str:
    """Return a docstring in one line, with the errors in a sentence."""
    return re.sub(r"\*\*Raises\*\* - ", "Raises ", " ".join(text.split()))


def signature(name: str, function: Callable[..., Any]) -> str:
    """Return the head of a function, an argument a line where it is long."""
    plain = inspect.signature(function)
    arguments: list[str] = []
    for parameter in plain.parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and "*" not in arguments:
            arguments.append("*")
        default = (
            ""
            if parameter.default is parameter.empty
            else " = ..."
            if callable(parameter.default)
            else f" = {parameter.default!r}"
        )
        arguments.append(f"{parameter.name}: {parameter.annotation}{default}")
    returned = "" if plain.return_annotation is plain.empty else f" -> {plain.return_annotation}"
    line = f"{name}({', '.join(arguments)}){returned}"
    if len(line) <= 88:
        return line
    return f"{name}(\n" + "".join(f"    {argument},\n" for argument in arguments) + f"){returned}"


def docstring(value: object) -> str:
    """Return a docstring as Markdown: sections of Google style become bold words and lists."""
    text = inspect.getdoc(value) or ""
    lines: list[str] = []
    for line in text.splitlines():
        if line in ("Args:", "Raises:", "Returns:", "Yields:", "Attributes:"):
            lines += [f"**{line[:-1]}**", ""]
        elif found := re.match(r"^    (\w+): (.*)", line):
            lines.append(f"- `{found[1]}`: {found[2]}")
        else:
            lines.append(line.strip() if line.startswith("    ") else line)
    return "\n".join(lines)


# --- codes


def write_codes() -> None:
    """Copy the pages of the codes, which the package owns, with an index that says what each means.

    They are in no list of pages: each page of the site would repeat it, and takes twice as long to make.
    """
    folder = FOLDER / "codes"
    folder.mkdir(exist_ok=True)
    titles = codes.titles()
    for code in titles:
        (folder / f"{code}.md").write_text(
            "---\norphan: true\n---\n\n"
            + (codes.PAGES / f"{code}.md").read_text("utf-8").rstrip()
            + "\n\n[All diagnostics](index.md)\n",
            "utf-8",
        )
    rows = "\n".join(f"| [{code}]({code}.md) | {title} |" for code, title in titles.items())
    text = (
        "# Diagnostics\n\n`quarterdeck explain CODE` prints the same pages.\n\n"
        f"| code | meaning |\n| --- | --- |\n{rows}\n"
    )
    (folder / "index.md").write_text(text, "utf-8")
