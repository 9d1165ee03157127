"""What is lowered from every ruleset at hand is described by its schema, can be read back, and can be drawn.

The small games and one large one hold nearly all that a program can be made of: `make test` looks at these, and of the
other large ones at the routines that hold anything else; `make soak` looks at all of them.
"""

import json
from dataclasses import is_dataclass
from pathlib import Path
from random import Random

import jsonschema
import pytest

from quarterdeck.api import Ruleset
from quarterdeck.base.findings.finding import Findings
from quarterdeck.program.form import instructions, values, world
from quarterdeck.program.form.as_dot import as_dot
from quarterdeck.program.form.as_json import program_as_json, schema
from quarterdeck.program.passes.order import optimised
from quarterdeck.workspace.pipeline.folders import ruleset_names
from tests.program.form.program_reading import ProgramDataError, program_from_json

TESTS = Path(__file__).parents[2]
SMALL = [
    str(TESTS / "language" / "base"),
    *(str(TESTS / "games" / name) for name in ("marbles", "regatta", "snowballs")),
]
LARGE = "easyships"
OTHERS = [name for name in ruleset_names() if name != LARGE]


def program_of(game):
    return Ruleset.open(game).built(Findings()).program


def as_data(program):
    return json.loads(json.dumps(program_as_json(program)))


@pytest.fixture(
    scope="module",
    params=[*SMALL, LARGE, *(pytest.param(name, marks=pytest.mark.soak) for name in OTHERS)],
    ids=lambda game: Path(game).name,
)
def program(request):
    return program_of(request.param)


@pytest.fixture(scope="module")
def forms(program):
    """Give a program as it is lowered and behind all passes, each with its data."""
    return [(form, as_data(form)) for form in (program, optimised(program))]


def one_of(validator, alternatives, data, _):
    """Look at the one alternative that a node names: all others want another name, so that it alone can be right.

    As it is written in the schema, each is looked at with all below it, which takes a minute for a large game.
    """
    there = NAMED.get(data.get("node"), ()) if validator.is_type(data, "object") else ()
    fitting = [one for one in alternatives if one["$ref"] in there]
    if len(fitting) != 1:
        yield jsonschema.ValidationError(f"{data!r} is none of {[one['$ref'] for one in alternatives]}")
    for one in fitting:
        yield from validator.descend(data, one)


def named(definitions):
    """Give, for each name that a node may have, the references under which it is found."""
    names = {
        f"#/$defs/{name}": made["properties"]["node"]["const"]
        for name, made in definitions.items()
        if "properties" in made
    }
    found = {name: {reference} for reference, name in names.items()}
    assert len(found) == len(names)
    for name, made in definitions.items():
        for one in made.get("oneOf", ()):
            found[names[one["$ref"]]].add(f"#/$defs/{name}")
    return found


NAMED = named(schema()["$defs"])
Validator = jsonschema.validators.extend(jsonschema.Draft202012Validator, {"oneOf": one_of})


def test_the_schema_is_a_schema():
    jsonschema.Draft202012Validator.check_schema(schema())


@pytest.mark.parametrize("place", [0, 1], ids=["lowered", "behind all passes"])
def test_the_program_is_as_its_schema_says(forms, place):
    faults = list(Validator(schema()).iter_errors(forms[place][1]))
    assert not faults, faults[0].message


def sorts_in(data):
    """Give the names of all nodes in some data."""
    found, left = set(), [data]
    while left:
        one = left.pop()
        if isinstance(one, dict):
            found.add(one.get("node"))
            left += one.values()
        elif isinstance(one, list):
            left += one
    return found


@pytest.mark.slow
def test_what_only_another_large_game_has_is_as_its_schema_says():
    """Both forms of every ruleset that is looked at as a whole are left out: the rest is found beside these."""
    whole = [form for game in (*SMALL, LARGE) for form in (program_of(game), optimised(program_of(game)))]
    known, validator = set().union(*(sorts_in(as_data(form)) for form in whole)), Validator(schema())
    routine = validator.evolve(schema={"$ref": "#/$defs/Routine", "$defs": schema()["$defs"]})
    for data in (as_data(form) for game in OTHERS for form in (program_of(game), optimised(program_of(game)))):
        others = [one for one in data["routines"] if not sorts_in(one) <= known]
        assert not [fault.message for one in others for fault in routine.iter_errors(one)]
        assert sorts_in(others) | known >= sorts_in(data)


@pytest.mark.parametrize("module", [values, instructions, world], ids=lambda module: module.__name__)
def test_every_class_of_a_program_is_in_the_schema(module):
    made = {name for name, one in vars(module).items() if is_dataclass(one) and one.__module__ == module.__name__}
    assert made <= set(schema()["$defs"])


def test_what_is_not_in_the_schema_is_refused():
    data = as_data(program_of("ships_and_sails"))
    data["routines"][0]["nonsense"] = 1
    assert list(Validator(schema()).iter_errors(data))


def test_a_program_that_is_read_back_is_the_same(forms):
    for form, data in forms:
        again = program_from_json(data)
        assert program_as_json(again) == data
        for part in ("world", "layout", "settings", "routines", "value_tables", "turn", "sites", "memos", "timeless"):
            assert getattr(again, part) == getattr(form, part), part


def damaged(data, seed):
    """Change one value somewhere in a document, or take it away."""
    draw, node = Random(seed), data
    while True:
        keys = list(node) if isinstance(node, dict) else list(range(len(node)))
        key = draw.choice(keys)
        if isinstance(node[key], dict | list) and node[key] and draw.random() < 0.9:
            node = node[key]
            continue
        if draw.random() < 0.3:
            del node[key]
        else:
            node[key] = draw.choice([None, -7, "odd", [], {}, {"node": "Program"}, {"node": "Number"}, [[1]]])
        return data


def test_what_is_no_program_is_refused_by_name(tmp_path):
    whole = json.dumps(program_as_json(program_of("ships_and_sails")))
    with pytest.raises(ProgramDataError, match="the format of the program is 2, not"):
        program_from_json({**json.loads(whole), "format": 2})
    refused = 0
    for seed in range(20):
        try:
            program_from_json(damaged(json.loads(whole), seed))
        except ProgramDataError:
            refused += 1
    assert refused > 5


def test_the_picture_shows_every_phase(program):
    drawn = as_dot(program)
    assert drawn == as_dot(program)
    for phase in program.turn.phases:
        assert f'"{phase.address}" [label="{phase.title or phase.address}"' in drawn
