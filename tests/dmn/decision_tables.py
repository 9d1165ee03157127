"""Write a decision table of DMN as a table by condition, and ask it.

A table becomes a ruleset of one table and no definition. Texts are members of an enum; ranked ones of a ladder.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

from quarterdeck.base.findings.finding import Findings
from quarterdeck.workspace.ruleset.ruleset import Ruleset
from tests.dmn.feel import NoFeelError, value_of

STEP = 10_000
NUMBERS = f"-100000000000..100000000000 in steps of {1 / STEP:.4f}"
NO_NUMBER = -99_999
TAKES = {"UNIQUE": "one", "ANY": "same", "PRIORITY": "highest", "FIRST": "first", "RULE ORDER": "all"}
COLLECTS = {"SUM": "sum", "MIN": "least", "MAX": "greatest", "COUNT": "count"}
INTERVAL = re.compile(r"([\[\](])(.+)\.\.(.+)([\])\[])", re.DOTALL)
SIGN = re.compile(r"(<=|>=|<|>)\s*(.+)", re.DOTALL)


class NoTableError(Exception):
    """A decision table is no table by condition, and why."""


def text_in(node: Element | None) -> str:
    """Give the text of a node."""
    return (node.text or "").strip() if node is not None else ""


def parts(text: str) -> list[str]:
    """Give what is separated by commas outside of quotes and brackets."""
    found, depth, quoted, now = [], 0, False, ""
    for sign in text:
        quoted ^= sign == '"'
        depth += 0 if quoted else (sign in "([") - (sign in ")]")
        if sign == "," and not depth and not quoted:
            found.append(now)
            now = ""
        else:
            now += sign
    return [one.strip() for one in (*found, now)]


@dataclass
class DecisionTable:
    """One decision table: what is written of it, and the ruleset that it becomes once somebody asks."""

    node: Element
    space: str
    texts: list[str]
    keys: dict[str, str] = field(default_factory=dict)
    """The names of keys by what they are: input expressions, then what cells compare them with."""
    ruleset: Ruleset | None = None
    kinds: dict[str, str] = field(default_factory=dict)
    failure: str = ""

    def all(self, name: str) -> list[Element]:
        """Give the nodes of a name below the table."""
        return self.node.findall(self.space + name)

    @property
    def inputs(self) -> list[str]:
        """Give the expressions of the inputs."""
        return [text_in(one.find(f"{self.space}inputExpression/{self.space}text")) for one in self.all("input")]

    @property
    def outputs(self) -> list[str]:
        """Give the names of the results; a single one has none."""
        names = [one.get("name") or "" for one in self.all("output")]
        return [f"result_{at}" for at, _ in enumerate(names)] if len(names) > 1 else ["gives"]

    @property
    def takes(self) -> str:
        """Give what counts of the rows that apply."""
        policy, how = self.node.get("hitPolicy") or "UNIQUE", self.node.get("aggregation") or ""
        result = "" if len(self.outputs) == 1 else f" {self.outputs[0]}"
        if policy == "COLLECT":
            return COLLECTS.get(how, "all")
        if policy == "OUTPUT ORDER":
            return f"all, highest{result} first"
        return TAKES[policy] + (result if policy == "PRIORITY" else "")

    def ranked(self, at: int) -> list[str]:
        """Give the texts of an output by which rows are ranked, the least first."""
        listed = text_in(self.all("output")[at].find(f"{self.space}outputValues/{self.space}text"))
        return [one.strip('"') for one in parts(listed)][::-1] if "highest" in self.takes and listed else []

    # --- cells

    def key(self, expression: str) -> str:
        """Give the name of the key for an expression."""
        return self.keys.setdefault(expression, f"k{len(self.keys)}")

    def said(self, text: str) -> str:
        """Give a value: a number, a text as a member, yes or no, or another key."""
        if re.fullmatch(r"-?\d+(\.\d+)?", text):
            return text
        if re.fullmatch(r'"[^"]*"', text):
            return f"s{self.texts.index(text[1:-1])}"
        if text in ("true", "false"):
            return "yes" if text == "true" else "no"
        if re.match(r'(?:date|time|date and time|duration)\("', text):
            return str(value_of(text, {}))
        if re.fullmatch(r"[A-Za-z][\w .\-']*", text):
            return self.key(text)
        raise NoTableError(f"`{text}` is no value")

    def cell(self, text: str, scope: Mapping[str, Any]) -> str | list[str] | None:
        """Give what a cell asks of its key; nothing where it asks nothing."""
        if text in ("-", ""):
            return None
        if (inner := re.fullmatch(r"not\s*\((.+)\)", text, re.DOTALL)) is not None:
            found = self.cell(inner[1], scope)
            return f"not {found}" if isinstance(found, str) else f"not [{', '.join(found or ())}]"
        several = parts(text)
        if len(several) > 1:
            return [one for part in several if isinstance(one := self.cell(part, scope), str)]
        if (between := INTERVAL.fullmatch(text)) is not None:
            signs = ">=" if between[1] == "[" else ">", "<=" if between[4] == "]" else "<"
            return f"{signs[0]} {self.said(between[2].strip())} and {signs[1]} {self.said(between[3].strip())}"
        if (compared := SIGN.fullmatch(text)) is not None:
            return f"{compared[1]} {self.said(compared[2].strip())}"
        found = self.said(text)
        is_list = text in self.keys and isinstance(scope.get(text), list)
        return f"in {found}" if is_list else found

    # --- the ruleset

    def kind_of(self, expression: str, value: Any) -> str:
        """Give the type of a key, by a value that it has or else by what cells compare it with."""
        if value is None:
            at = self.inputs.index(expression) if expression in self.inputs else -1
            rules = self.all("rule")
            cells = [text_in(one.findall(f"{self.space}inputEntry")[at].find(f"{self.space}text")) for one in rules]
            told = " ".join(cells) if at >= 0 else ""
            value = "" if '"' in told else True if re.search(r"\b(true|false)\b", told) else Fraction(0)
        if isinstance(value, list):
            return "list of Text"
        return "boolean" if isinstance(value, bool) else "Text" if isinstance(value, str) else NUMBERS

    def gives(self, at: int, values: list[str]) -> str:
        """Give the type of a result, by the values that rows give."""
        if self.ranked(at):
            return f"Rank{at}"
        if all(value in ("yes", "no") for value in values):
            return "boolean"
        if any(re.fullmatch(r"s\d+", value) for value in values):
            return "Text"
        if self.takes == "count":
            return f"0..{len(values)}"
        if not all(re.fullmatch(r"-?\d+(\.\d+)?", value) for value in values):
            known = {name: self.kinds.get(name, NUMBERS) for name in values}
            return next(iter(known.values()))
        numbers = [Fraction(value) for value in values]
        total = sum(numbers) if self.takes == "sum" else 0
        return f"{min(0, *map(int, numbers), NO_NUMBER)}..{int(max(*numbers, total, 0)) + 1} in steps of {1 / STEP:.4f}"

    def rows(self, scope: Mapping[str, Any]) -> Iterator[tuple[dict[str, Any], list[str]]]:
        """Give what each row asks and gives."""
        for expression in self.inputs:
            self.key(expression)
        for rule in self.all("rule"):
            entries = rule.findall(f"{self.space}inputEntry")
            asked: dict[str, Any] = {}
            for expression, entry in zip(self.inputs, entries, strict=True):
                cell = self.cell(text_in(entry.find(f"{self.space}text")), scope)
                if cell is not None:
                    asked[self.keys[expression]] = cell
            given = []
            for at, entry in enumerate(rule.findall(f"{self.space}outputEntry")):
                told = text_in(entry.find(f"{self.space}text"))
                ranked = self.ranked(at)
                given.append(f"r{at}_{ranked.index(told.strip(chr(34)))}" if ranked else self.said(told))
            yield asked, given

    def document(self, scope: Mapping[str, Any], *, otherwise: bool) -> str:
        """Write the table."""
        rows = list(self.rows(scope))
        self.kinds = {
            name: self.kind_of(expression, asked(expression, scope)) for expression, name in self.keys.items()
        }
        kinds = {name: self.gives(at, [given[at] for _, given in rows]) for at, name in enumerate(self.outputs)}
        lines = ["table_by_condition: asked", "title: Asked", "chapter: t", "source: {document: notes, place: x}"]
        lines += ["apart: it is asked from outside", f"takes: {self.takes}", "key:"]
        lines += [f"  {name}: {self.kinds[name]}" for name in self.keys.values()]
        of_one = kinds.get("gives")
        lines += [f"gives: {of_one}"] if of_one else ["gives:", *(f"  {name}: {kind}" for name, kind in kinds.items())]
        lines.append("rows:")
        for number, (conditions, given) in enumerate(rows):
            values = {} if self.takes == "count" else dict(zip(self.outputs, given, strict=True))
            cells = {**conditions, **values}
            lines += [f"  row{number}:", *(f"    {key}: {written(cell)}" for key, cell in cells.items())]
        if otherwise:
            last = {name: self.nothing(at, kind) for at, (name, kind) in enumerate(kinds.items())}
            lines += ["  otherwise:", *(f"    {key}: {written(cell)}" for key, cell in last.items())]
        return "\n".join(lines) + "\n"

    def nothing(self, at: int, kind: str) -> str:
        """Give the result where no row applies: what the table says, or what stands for none."""
        told = text_in(self.all("output")[at].find(f"{self.space}defaultOutputEntry/{self.space}text"))
        if told:
            return self.said(told)
        return {"Text": "nothing", "boolean": "no", f"Rank{at}": f"r{at}_nothing"}.get(kind, str(NO_NUMBER))

    def build(self, folder: Path, scope: Mapping[str, Any]) -> Ruleset:
        """Make the ruleset.

        Raises:
            NoTableError: the table cannot be written, or something is found in what is written.
        """
        folder.mkdir(parents=True, exist_ok=True)
        ranks = {at: self.ranked(at) for at, _ in enumerate(self.outputs)}
        ladders = "".join(
            f"  Rank{at}: {{ladder: [{', '.join([f'r{at}_nothing', *(f'r{at}_{n}' for n, _ in enumerate(one))])}]}}\n"
            for at, one in ranks.items()
            if one
        )
        members = ", ".join(["nothing", *(f"s{at}" for at, _ in enumerate(self.texts))])
        (folder / "components.yaml").write_text(f"components: t\nenums:\n  Text: [{members}]\n{ladders}", "utf-8")
        (folder / "t.rules").write_text('rules t "T" cites "x"\n', "utf-8")
        head = "ruleset: t\nlanguage: 1\ntitle: T\ndocuments: {notes: {title: Notes}}\ndice: [d6]\nchapters: [t]\n"
        (folder / "ruleset.yaml").write_text(head, "utf-8")
        for otherwise in (False, True):
            (folder / "asked.yaml").write_text(self.document(scope, otherwise=otherwise), "utf-8")
            found = Ruleset.open(str(folder))
            faults = [one for one in found.findings if one.code not in ("QD421", "QD423", "QD701", "QD403")]
            if not any(one.code == "QD401" for one in faults):
                break
        if faults:
            raise NoTableError(f"{faults[0].code}: {faults[0].message}")
        self.ruleset = found
        return found

    def ask(self, folder: Path, scope: Mapping[str, Any]) -> Any:
        """Give what the table says of a situation."""
        ruleset = self.ruleset or self.build(folder, scope)
        given = [self.encoded(asked(expression, scope)) for expression in self.keys]
        module = ruleset.built(Findings()).module()
        names = [text_in_name(one) for one in self.all("output")]
        results = []
        for at, output in enumerate(self.outputs):
            address = "t.asked" if output == "gives" else f"t.asked.{output}"
            value, table = module.definition(address)([], *given), ruleset.declared.rules[address].by_condition
            assert table is not None
            results.append(self.decoded(at, str(table.gives), value))
        if len(results) == 1:
            return results[0]
        if isinstance(results[0], list):
            return [dict(zip(names, row, strict=True)) for row in zip(*results, strict=True)]
        return dict(zip(names, results, strict=True))

    def encoded(self, value: Any) -> Any:
        """Give a value as the program has it."""
        if isinstance(value, bool):
            return int(value)
        if isinstance(value, list):
            return tuple(self.encoded(one) for one in value)
        if isinstance(value, str):
            return self.texts.index(value) + 1 if value in self.texts else 0
        return int(value * STEP) if value is not None else -100_000_000_000 * STEP

    def decoded(self, at: int, kind: str, value: Any) -> Any:
        """Give a value of the program as DMN has it."""
        if isinstance(value, list | tuple):
            return [self.decoded(at, kind, one) for one in value]
        if kind == "boolean":
            return bool(value)
        if kind.startswith(("Text", "Rank")):
            known = self.texts if kind == "Text" else self.ranked(at)
            return known[value - 1] if value > 0 else None
        number = Fraction(value, STEP if "steps" in kind or "." in kind.replace("..", "") else 1)
        return None if number == NO_NUMBER else number


def text_in_name(output: Element) -> str:
    """Give the name of an output."""
    return output.get("name") or ""


def asked(expression: str, scope: Mapping[str, Any]) -> Any:
    """Give the value of a key; nothing where it is not known."""
    try:
        return value_of(expression, scope)
    except (NoFeelError, TypeError, KeyError):
        return None


def written(cell: str | list[str]) -> str:
    """Give a cell as YAML."""
    if isinstance(cell, list):
        return "[" + ", ".join(written(one) for one in cell) + "]"
    return f'"{cell}"'
