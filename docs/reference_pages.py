"""Write the pages of the handbook that the program itself knows: commands, documents in YAML, and the names of Python.

`conf.py` calls `write_pages` before each build; the pages are in `docs/reference`, which git does not track.
"""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

from quarterdeck import api
from quarterdeck.apps.cli.main import EXAMPLES, GROUPS, NO_DEFAULT, app
from quarterdeck.base.findings import codes
from quarterdeck.language.documents.documents_schema import schema_of_documents

FOLDER = Path(__file__).resolve().parent / "reference"
TASKS: dict[str, tuple[str, str, str]] = {
    "Open and check": (
        "Ruleset check explain rule_in_english format_rules",
        "analysis.trial.checkup base.findings apps.api.explaining",
        "programs.md#open-and-check",
    ),
    "Try a rule": (
        "Facts facts try_rule",
        "analysis.trial.requests workspace.ruleset.rule_question",
        "programs.md#try-a-rule",
    ),
    "Compute odds": (
        "count count_over questions_of answered",
        "engine.odds apps.api.asking",
        "programs.md#compute-odds",
    ),
    "Play and explain": (
        "play open_game resume_game replay open_journal why",
        "workspace.games engine.sitting analysis.why apps.api.playing apps.api.keeping print.boards",
        "programs.md#play-and-replay",
    ),
    "Run many battles": ("battles", "analysis.battles", "programs.md#run-many-battles"),
    "Tune a number": ("sensitivity tune tune_in_battle", "analysis.tuning", "tuning.md#from-python"),
    "Compare": (
        "diff errata variants witnesses_between compare",
        "analysis.diff analysis.witnesses apps.api.comparing apps.api.pairing print.errata apps.comparison",
        "programs.md#compare",
    ),
    "Print": ("print_book print_sheets", "apps.api.printing", "programs.md#print"),
    "Run worked examples": (
        "run_examples",
        "apps.api.example_runs analysis.mutants analysis.trial.rule_trial",
        "programs.md#run-worked-examples",
    ),
    "Export things": ("export_things", "analysis.exports", "programs.md#export-things"),
    "Create and amend": (
        "new_game new_variant amend accept schema_of",
        "analysis.scaffold apps.api.accepting",
        "programs.md#create-and-amend",
    ),
}
"""For each task: its functions and main classes, the modules of its results, and the page that the tests run."""


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
    for group, commands in GROUPS.items():
        lines += [f"## {group}", ""]
        for name in commands:
            text = re.sub(r"^#+ ", "#### ", parts[name].removesuffix(f"Example: {EXAMPLES[name]}"), flags=re.MULTILINE)
            lines += [f"### `quarterdeck {name}`", "", text, "", "Example:", "", "```sh", EXAMPLES[name], "```", ""]
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
    """Return the functions by task, then the records that they return and the errors that they raise."""
    named = {name: getattr(api, name) for name in api.__all__}
    errors = [name for name, value in named.items() if isinstance(value, type) and issubclass(value, Exception)]
    left = {name: value for name, value in named.items() if name not in errors}
    lines = ["# Python API", "", "Everything is in `quarterdeck.api`. [Examples](../programs.md) are run by tests.", ""]
    for task, (names, modules, page) in TASKS.items():
        lines += [f"## {task}", "", f"[Examples](../{page})", ""]
        for name in names.split():
            lines += entry(name, left.pop(name))
        results = [name for name, value in left.items() if belongs(value, modules)]
        for name in sorted(results):
            lines += entry(name, left.pop(name), with_fields=True)
    assert not left, f"no task in docs/reference_pages.py has {list(left)}"
    lines += ["## Errors", ""]
    for name in sorted(errors):
        lines += entry(name, named[name])
    return "\n".join(lines)


def belongs(value: object, modules: str) -> bool:
    """Tell whether a class is defined in one of some modules or below them."""
    home = getattr(value, "__module__", "").removeprefix("quarterdeck.")
    return inspect.isclass(value) and any(f"{home}.".startswith(f"{module}.") for module in modules.split())


def entry(name: str, value: object, *, with_fields: bool = False) -> list[str]:
    """Return the heading, signature, docstring, methods and perhaps fields of one name."""
    lines = [f"### `{name}`", ""]
    if inspect.isfunction(value):
        lines += ["```python", signature(name, value), "```", ""]
    lines += [docstring(value), ""]
    if with_fields and is_dataclass(value) and isinstance(value, type):
        lines += ["| field | type |", "| --- | --- |"]
        lines += [f"| `{field.name}` | `{str(field.type).replace('|', chr(92) + '|')}` |" for field in fields(value)]
        lines.append("")
    if isinstance(value, type) and not issubclass(value, Exception):
        for own, method in vars(value).items():
            called = getattr(value, own)
            if (
                not own.startswith("_")
                and (inspect.isfunction(method) or isinstance(method, classmethod))
                and called.__doc__
            ):
                lines += [f"- `{own}`: {' '.join(docstring(called).split())}"]
        lines.append("")
    return lines


def signature(name: str, function: Callable[..., Any]) -> str:
    """Return the head of a function, an argument a line where it is long."""
    whole = inspect.signature(function)
    line = f"{name}{whole}"
    if len(line) <= 88:
        return line
    arguments: list[str] = []
    for parameter in whole.parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and "*" not in arguments:
            arguments.append("*")
        arguments.append(str(parameter))
    returned = f" -> {whole.return_annotation}" if whole.return_annotation is not whole.empty else ""
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
            "---\norphan: true\n---\n\n" + (codes.PAGES / f"{code}.md").read_text("utf-8"), "utf-8"
        )
    rows = "\n".join(f"| [{code}]({code}.md) | {title} |" for code, title in titles.items())
    text = (
        "# Diagnostics\n\n`quarterdeck explain CODE` prints the same pages.\n\n"
        f"| code | meaning |\n| --- | --- |\n{rows}\n"
    )
    (folder / "index.md").write_text(text, "utf-8")
