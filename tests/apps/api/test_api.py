"""What programs may use says of itself what it gives, in which units and shapes, and what it raises."""

from __future__ import annotations

import ast
import dataclasses
import inspect
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from quarterdeck import api
from quarterdeck.apps.api.commands import COMMANDS
from quarterdeck.base.findings.finding import Findings

RAISES = re.compile(r"^\s*Raises:\n((?:\s{8,}.*\n?)+)", re.MULTILINE)
RAISED = re.compile(r"^\s+(\w+): \S", re.MULTILINE)


def functions() -> Iterator[tuple[str, object]]:
    """Give each function, and each method and property of a class, by its name."""
    for name in api.__all__:
        thing = getattr(api, name)
        if inspect.isclass(thing):
            for key, part in vars(thing).items():
                if not key.startswith("_") and isinstance(part, property | classmethod) | inspect.isfunction(part):
                    yield f"{name}.{key}", getattr(part, "fget", getattr(part, "__func__", part))
        else:
            yield name, thing


def raised(thing: object) -> set[str]:
    found = RAISES.search(f"{thing.__doc__}\n")
    return set(RAISED.findall(found[1])) if found else set()


@pytest.mark.parametrize("name", api.__all__)
def test_every_name_says_what_it_is(name):
    thing = getattr(api, name)
    doc = thing.__doc__ or ""
    assert doc.strip().split("\n")[0].rstrip().endswith((".", ":", ",", ";"))
    assert not doc.startswith(f"{name}("), "what a dataclass says of itself says nothing"
    assert "TODO" not in doc


def test_every_method_says_what_it_gives():
    assert [name for name, thing in functions() if not (thing.__doc__ or "").strip()] == []


def test_whatever_is_raised_can_be_caught_by_its_name():
    """Each error in a docstring is a name of the interface, and each error of the interface is in a docstring."""
    promised = {name for _, thing in functions() for name in raised(thing)}
    exceptions = {n for n in api.__all__ if inspect.isclass(getattr(api, n)) and issubclass(getattr(api, n), Exception)}
    builtin = {"KeyError", "OSError"}
    assert promised - builtin - exceptions == set()
    assert exceptions - promised == {"UserError"}, "the base of all others"


def test_records_are_frozen():
    """Whoever holds one may keep it; only a ruleset is none, since it keeps what was built of it."""
    records = {name for name in api.__all__ if dataclasses.is_dataclass(getattr(api, name))}
    thawed = {name for name in records if not getattr(api, name).__dataclass_params__.frozen}
    assert thawed == {"Ruleset"}


def test_everything_is_typed():
    untyped = []
    for name, thing in functions():
        signature = inspect.signature(thing)  # type: ignore[arg-type]
        parts = [one.annotation for key, one in signature.parameters.items() if key not in ("self", "cls")]
        if inspect.Signature.empty in (*parts, signature.return_annotation):
            untyped.append(name)
    assert untyped == []


def test_the_names_are_few():
    """A person can learn them. A record inside a result is described with it, and is not importable (decision 71)."""
    assert len(api.__all__) <= 90
    functions_alone = {name for name in api.__all__ if not inspect.isclass(getattr(api, name))}
    assert len(functions_alone) <= 40


def test_names_come_from_the_stub_alone():
    """Type checkers are told what a program finds; a part of the interpreter is imported when it is used."""
    stub = ast.parse(Path(api.__file__).with_suffix(".pyi").read_text("utf-8"))
    (told,) = (one.value for one in stub.body if isinstance(one, ast.Assign))
    assert sorted(ast.literal_eval(told)) == api.__all__ == dir(api)
    with pytest.raises(AttributeError, match="no_such_name"):
        getattr(api, "no_such_name")  # noqa: B009
    code = "import sys, quarterdeck.api as api; api.schema_of; print('quarterdeck.apps.terminal' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


# --- a ruleset that has faults is refused with them, whatever is asked of it

SNOWBALLS = Path(__file__).parents[2] / "games" / "snowballs"
FAULTY = {
    "a rule speaks of no kind that there is": "\neffect bear(child: Child) {\n    create baby in children\n}\n",
    "a rule changes no field that there is": "\neffect bear(child: Child) {\n    add 1 to child.moods\n}\n",
    "a rule cannot be read": "\neffect bear(child: Child)\n    add\n",
}
ASKED_OF = {
    "address": "no_such_rule",
    "outcome": "chance(no)",
    "number": "no_such_number",
    "goal": "chance(no) = 10%",
    "over": {"no": "1..2"},
    "show": ["no"],
    "scenario": "no_such_scenario",
    "name": "no_such_scenario",
    "what": "no_such_scenario",
    "folder": Path("no_such_folder"),
    "path": Path("no_such_file"),
    "facts": api.facts(),
    "question": None,
    "place": lambda *_path: None,
    "budget": 10,
    "options": {},
}


def taking_rulesets() -> list[str]:
    """Give the functions that are given an opened ruleset, and the methods of one."""
    kinds = ("Ruleset", "Sequence[Ruleset]")
    found = [
        name
        for name, thing in functions()
        if not inspect.isclass(thing)
        and any(one.annotation in kinds for one in inspect.signature(thing).parameters.values())  # type: ignore[arg-type]
    ]
    return [*found, "Ruleset.built", "Ruleset.scenario", "Ruleset.faults_of_rosters"]


@pytest.fixture(scope="module", params=FAULTY)
def faulty(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> api.Ruleset:
    game = shutil.copytree(SNOWBALLS, tmp_path_factory.mktemp("faulty") / "snowballs")
    rules = next(iter(sorted((game / "rules").iterdir())))
    rules.write_text(rules.read_text("utf-8") + FAULTY[request.param], "utf-8")
    return api.Ruleset.open(str(game))


@pytest.fixture(scope="module")
def unreadable(tmp_path_factory: pytest.TempPathFactory) -> api.Ruleset:
    game = tmp_path_factory.mktemp("unreadable")
    (game / "ruleset.yaml").write_text("- no head\n", "utf-8")
    return api.Ruleset.open(str(game))


def refused(name: str, ruleset: api.Ruleset) -> list[api.Finding]:
    """Ask something of a ruleset; give the findings with which it is refused."""
    thing = dict(functions())[name]
    given = dict[str, object]()
    for key, one in inspect.signature(thing).parameters.items():  # type: ignore[arg-type]
        if one.default is inspect.Parameter.empty or one.annotation in ("Ruleset", "Sequence[Ruleset]"):
            of_ruleset = {"Sequence[Ruleset]": [ruleset], "Findings": Findings()}
            given[key] = of_ruleset.get(one.annotation, ASKED_OF.get(key, ruleset))
    with pytest.raises(api.RefusedError) as caught:
        thing(**given)  # type: ignore[operator]
    return caught.value.findings


def test_rulesets_are_given_to_what_counts_plays_and_prints():
    wanted = {"try_rule", "count", "count_over", "play", "battles", "compare", "diff", "errata", "print_book"}
    wanted |= {
        "print_sheets",
        "sensitivity",
        "tune",
        "tune_in_battle",
        "witnesses_between",
        "answered",
        "run_examples",
        "export_things",
        "rule_in_english",
    }
    assert wanted - set(taking_rulesets()) == set()


@pytest.mark.parametrize("name", taking_rulesets())
def test_a_ruleset_with_faults_is_refused_with_them(name, faulty):
    """That the address, the scenario or the number is not there either is not what is said: it may be at fault."""
    assert faulty.faults
    assert refused(name, faulty) == list(faulty.findings)


@pytest.mark.parametrize("name", [*taking_rulesets(), "Ruleset.declared", "Ruleset.checked"])
def test_a_ruleset_that_cannot_be_read_is_refused(name, unreadable):
    assert refused(name, unreadable) == list(unreadable.findings) != []


def test_a_scenario_that_is_not_there_cannot_be_opened():
    with pytest.raises(api.OpeningError, match="there is no scenario no_such_scenario"):
        api.play(api.Ruleset.open(str(SNOWBALLS)), "no_such_scenario")


def test_the_handbook_names_the_function_for_each_command():
    page = (Path(__file__).parents[3] / "docs" / "programs.md").read_text("utf-8")
    rows = page.partition("| command | function |")[2].partition("\n\n")[0].splitlines()[2:]
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]
    assert [command.strip("`") for command, _ in cells] == list(COMMANDS)
    for command, function in cells:
        names = [name for name in re.findall(r"`(\w+)`", function) if not name.endswith("()")]
        assert (names == []) is function.startswith("none"), command
        assert [name for name in names if not callable(getattr(api, name, None))] == [], command
