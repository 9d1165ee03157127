"""One rule in one situation, given as plain data: what `odds`, `try` and differences ask about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quarterdeck.base.errors import UnknownError
from quarterdeck.base.findings.finding import Findings, RefusedError
from quarterdeck.base.near_names import did_you_mean
from quarterdeck.base.text import SourceFile, Span, is_file, read
from quarterdeck.engine.run.arguments import inputs_of, parameters_of, situation_of, types_of_inputs
from quarterdeck.engine.run.partly_known import UngivenError
from quarterdeck.engine.run.setup import set_up
from quarterdeck.engine.run.situation import Place, Situation, nowhere
from quarterdeck.language.declarations.addresses import former_addresses
from quarterdeck.language.declarations.symbol_table import Declared
from quarterdeck.language.documents import shapes
from quarterdeck.language.documents.document import Places, YamlDocument
from quarterdeck.language.documents.from_yaml import parse_document
from quarterdeck.language.documents.yaml import read_yaml
from quarterdeck.program.form.steps import addresses_of_steps, is_step, step_routine
from quarterdeck.workspace.pipeline.build import Built
from quarterdeck.workspace.ruleset.cell_names import CELL_GIVEN, is_cell
from quarterdeck.workspace.ruleset.ruleset import Ruleset

if TYPE_CHECKING:
    from quarterdeck.engine.odds.choices import Policy
    from quarterdeck.engine.odds.odds_questions import Odds, OddsQuestions, Shown

Given = Mapping[str, int | str | list[int | str]] | Sequence[int | str]
"""Faces, and names of what is drawn: by the roll or draw that they are for, or in order."""
PARTS = ("given", "things", "options", "constants", "board", "every")
ANSWERS = ("dice", "choices", "show")
OF_EXAMPLES = ("example", "title", "of", "note", "source", "expect", "changes", "refused")
"""What a worked example says besides, which is no fact."""
OF_STEPS = ("of", "note", "things", "given", *ANSWERS, "expect", "changes", "refused")
"""What one of the steps says that are carried out after a rule."""


class UngivenRefusalError(RefusedError):
    """What is refused because fields are read that nobody gave a value: `fields`."""

    def __init__(self, error: UngivenError, facts: Facts) -> None:
        super().__init__([error.finding(facts.place("given"))])
        self.fields = error.fields


@dataclass(frozen=True)
class Facts:
    """A situation: inputs and fields, things, options, constants, with the places of all values.

    `board` gives the board an edge; `situation` names a scenario that it begins from. Dice and choices may be written
    beside them, as in an example. `every` says by kind and field what things are of which nothing else is said.

    `of` is the rule that they are for, where they say so. `show` is what to show of the end. `then` are steps that
    follow, each with its rule; what is given there changes the state that those before have left.
    """

    given: Mapping[str, Any]
    things: Mapping[str, Any]
    options: Mapping[str, Any]
    constants: Mapping[str, Any]
    place: Place = nowhere
    board: Mapping[str, int] = field(default_factory=dict)
    situation: str = ""
    dice: Given = field(default_factory=dict)
    choices: Mapping[str, Any] | Sequence[Any] = field(default_factory=dict)
    every: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    standing: bool = False
    """Whether the choices are those of a question: each is given whenever it is asked for and may be given."""
    of: str = ""
    show: tuple[str, ...] = ()
    then: tuple[Facts, ...] = ()

    @property
    def cells(self) -> dict[str, Any]:
        """Return the changed cells of tables, by their names."""
        return {str(key): value for key, value in self.given.items() if is_cell(key)}

    @property
    def of_state(self) -> dict[str, Any]:
        """Return the inputs and fields."""
        return {key: value for key, value in self.given.items() if not is_cell(key)}

    def with_answers(self, answered: Mapping[str, Any]) -> Facts:
        """Return these facts with further answered values."""
        return replace(self, given={**self.given, **answered})

    def with_more(self, more: Facts) -> Facts:
        """Return these facts with others, which have priority."""

        def place(*path: str | int) -> Span:
            said = getattr(more, str(path[0]), None) if path else None
            is_more = path[1] in said if len(path) > 1 and isinstance(said, Mapping) else bool(said)
            return more.place(*path) if is_more else self.place(*path)

        return Facts(
            {**self.given, **more.given},
            {**self.things, **more.things},
            {**self.options, **more.options},
            {**self.constants, **more.constants},
            place,
            {**self.board, **more.board},
            more.situation or self.situation,
            more.dice or self.dice,
            more.choices or self.choices,
            {**self.every, **more.every},
            more.standing if more.choices else self.standing,
            more.of or self.of,
            more.show or self.show,
            more.then or self.then,
        )


NO_FACTS = Facts({}, {}, {}, {})
"""Nothing is given."""


@dataclass(frozen=True)
class RuleQuestion:
    """A rule with its inputs in a situation."""

    ruleset: Ruleset
    built: Built
    address: str
    situation: Situation
    arguments: list[Any]
    facts: Facts

    @classmethod
    def of(cls, ruleset: Ruleset, address: str, facts: Facts) -> RuleQuestion:
        """Put a rule into its situation, like `asked`.

        Raises:
            RefusedError: the ruleset has faults, or the facts do not fit it.
        """
        findings = Findings()
        found = asked(ruleset, address, facts, findings)
        if found is None:
            raise RefusedError(findings)
        return found

    @property
    def asking(self) -> OddsQuestions:
        """Return the counter of odds."""
        return self.ruleset.asking(self.built)

    @property
    def effects_wait(self) -> bool:
        """Tell whether the turn runs the rule only in a span."""
        return self.address in self.built.while_effects_wait

    def shown(self, columns: Iterable[tuple[str, str]]) -> list[Shown]:
        """Return the expressions to show, by the titles of their columns.

        Raises:
            RefusedError: one of them is invalid.
        """
        findings, given = Findings(), (self.arguments, self.situation)
        found = [self.asking.shown(self.address, text, *given, findings, title) for title, text in columns]
        findings.refuse()
        return [one for one in found if one is not None]

    def count(self, shown: Sequence[Shown], *, each: bool = False, goal: Shown | None = None, **how: Any) -> list[Odds]:
        """Count the shown values, together or `each` alone; by default the goal, or else everything that may change.

        The `goal` is what the best answers maximise. `how` are the answer, the budget and the progress of
        `OddsQuestions.ask`.

        Raises:
            RefusedError: it reads fields that nobody gave a value (`UngivenRefusalError`).
            UndecidedError: it asks for a decision, and there is no decider.
            BudgetError: it is larger than the budget allows.
            NotCountedError: it contains a construct that cannot be counted.
        """
        given = (self.address, self.arguments, self.situation)
        if "in_span" not in how:
            how["in_span"] = self.effects_wait
        try:
            shown = shown or ([goal] if goal is not None else [])
            if not shown:
                return self.asking.ask_each(*given, **how)
            parts = [[one] for one in shown] if each else [shown]
            return [self.asking.ask(*given, part, goal=goal, **how) for part in parts]
        except UngivenError as error:
            raise UngivenRefusalError(error, self.facts) from None

    def sample(self, shown: Sequence[Shown], times: int, seed: int, answer: Policy | None = None) -> Odds:
        """Sample random plays instead of counting.

        Raises:
            UndecidedError: it asks for a decision, and there is no decider.
            RefusedError: it reads fields that nobody gave a value (`UngivenRefusalError`).
        """
        try:
            given = (self.address, self.arguments, self.situation, shown, times, seed, self.effects_wait, answer)
            return self.asking.sample(*given)
        except UngivenError as error:
            raise UngivenRefusalError(error, self.facts) from None

    def inputs_among(self, addresses: Sequence[str], findings: Findings, step: Facts = NO_FACTS) -> list[Any] | None:
        """Return the inputs of the rule; what is an input of another one among the addresses is left to that.

        What a `step` gives goes before the facts of all.
        """
        inputs = {one: {p.name for p in parameters_of(self.built.program, one)} for one in addresses}
        others = frozenset().union(*inputs.values()) - inputs[self.address]
        shared = replace(self.facts, given={k: v for k, v in self.facts.of_state.items() if k not in others})
        facts = shared.with_more(step)
        rosters = self.ruleset.rosters(self.built)
        program = self.built.program
        return inputs_of(program, self.address, self.situation, rosters, facts.of_state, findings, facts.place)

    def after(self, step: Facts, situation: Situation, findings: Findings) -> Situation:
        """Return the situation in which a step begins: what it gives changes a copy of what was left."""
        for cell in step.cells:
            hint = "give it next to `then`, for all steps"
            findings.add(
                "QD207", f"`{cell}` is a cell of a table, which no step changes", step.place("given"), hint=hint
            )
        rosters, program = self.ruleset.rosters(self.built), self.built.program
        left = situation.copy()
        given, inputs = (step.things, step.of_state), types_of_inputs(program, [self.address])
        return situation_of(program, rosters, *given, findings, step.place, left, step.every, inputs)


def address_of(declared: Declared, name: str) -> str:
    """Give the address of a rule, a table, a phase, a step or the turn, from the address or the end of it.

    One that it had before it was renamed is found too. Between a phase and its step may stand a point or `/`.

    Raises:
        UnknownError: unknown name, or several are.
    """
    phases = [f"turn.{phase.name.text}" for phase in declared.turn.phases] if declared.turn else []
    known = ["turn", *phases, *addresses_of_steps(declared), *declared.tables, *declared.rules]
    name = name.replace("/", ".")
    if name in known:
        return name
    found = [address for address in known if address.endswith(f".{name}")]
    if not found:
        former = {was: now for was, now in former_addresses(declared).items() if now in known}
        found = list({now for was, now in former.items() if f".{was}".endswith(f".{name}")})
    if len(found) == 1:
        return found[0]
    if found:
        raise UnknownError(f"several are called `{name}`: {', '.join(sorted(found))}")
    hint = did_you_mean(name, [*known, *(address.rsplit(".", 1)[-1] for address in known)])
    raise UnknownError("; ".join(filter(None, [f"there is no rule, table, phase or step `{name}`", hint])))


def facts_from(text: str, findings: Findings) -> Facts:
    """Read facts from a file, or from text such as `thrower: Kim, throws: 3`; faults are findings."""
    named = CELL_GIVEN.sub(r'"\1": ', text)
    if is_file(text):
        source = read(Path(text), text)
    elif ":" not in named and text.strip(" {}"):
        hint = "as `child: Ann, Ann.wet: 2`, or the name of a file"
        place = Span(SourceFile("--given", text), 0, len(text))
        findings.add("QD207", f"there is no file `{text}`, and facts are written as `name: value`", place, hint=hint)
        return Facts({}, {}, {}, {})
    else:
        whole = "\n" in named or named.lstrip().startswith("{")
        source = SourceFile("--given", named if whole else f"{{{named}}}")
    data, places = read_yaml(source, findings)
    if data is None and not findings:
        data = {}
    if not isinstance(data, dict):
        if not findings:
            findings.add("QD207", "facts are written as `name: value`", places.value())
        return Facts({}, {}, {}, {}, places.value)
    known = (*PARTS, *OF_EXAMPLES, *ANSWERS, "situation", "then")
    if not any(key in known for key in data):
        return Facts(
            data, {}, {}, {}, lambda *path: places.value(*path[1:]) if path[:1] == ("given",) else places.value()
        )
    for key in data:
        if key not in known:
            hint = "inputs and fields are below `given` here, as `{given: {NAME: VALUE}, situation: NAME}`"
            hint = "`--of EXAMPLE/CASE` asks about one of them" if key == "cases" else hint
            findings.add("QD203", f"`{key}` is none of {', '.join(PARTS)}, situation", places.value(key), hint=hint)
    then = data.get("then") or []
    if not isinstance(then, list):
        findings.add("QD207", "`then` is a list of steps", places.value("then"), hint="as `then: [{of: RULE}]`")
        then = []
    steps = tuple(_step_from(step, partial(places.value, "then", at), findings) for at, step in enumerate(then))
    return replace(facts_in(data, places.value, findings), then=steps)


def _step_from(data: Any, place: Place, findings: Findings) -> Facts:
    """Return the facts of a step that follows others; faults are findings."""
    if not isinstance(data, dict) or not isinstance(data.get("of"), str):
        findings.add("QD207", "a step names its rule", place(), hint="as `{of: RULE, given: {NAME: VALUE}}`")
        return NO_FACTS
    for key in data:
        if key not in OF_STEPS:
            findings.add("QD203", f"`{key}` is none of {', '.join(OF_STEPS)}", place(key))
    return facts_in(data, place, findings)


def facts_in(data: Mapping[str, Any], place: Place, findings: Findings) -> Facts:
    """Return the facts that plain data hold, without the steps that follow; faults are findings."""
    parts = [data.get(part) or {} for part in PARTS]
    for part, value in zip(PARTS, parts, strict=True):
        if not isinstance(value, dict):
            findings.add("QD207", f"`{part}` is written as `name: value`", place(part))
    given, things, options, constants, board, every = (value if isinstance(value, dict) else {} for value in parts)
    for kind, fields in every.items():
        if not isinstance(fields, dict):
            findings.add("QD207", "`every` is written as `Kind: {field: value}`", place("every", kind))
    show = data.get("show") or []
    if not isinstance(show, list):
        findings.add("QD207", "`show` is a list of expressions", place("show"), hint="as `show: [Ann.wet]`")
        show = []
    return Facts(
        given,
        things,
        options,
        constants,
        place,
        board,
        str(data.get("situation") or ""),
        faces_of(data.get("dice"), findings, partial(place, "dice")),
        choices_of(data.get("choices"), findings, partial(place, "choices")),
        {kind: fields for kind, fields in every.items() if isinstance(fields, dict)},
        of=str(data.get("of") or ""),
        show=tuple(map(str, show)),
    )


def faces_from(text: str, findings: Findings) -> Given:
    """Read faces as `3, 5` or `throw: 3, splash.force: [5, 6]`; faults are findings."""
    data, places = flow("--dice", text, findings)
    return faces_of(data, findings, places.value)


def choices_from(text: str, findings: Findings) -> Mapping[str, Any] | Sequence[Any]:
    """Read answers as `Ben, none` or `target: Ben`; faults are findings."""
    data, places = flow("--choices", text, findings)
    return choices_of(data, findings, places.value)


def flow(name: str, text: str, findings: Findings) -> tuple[Any, Places]:
    """Read what is typed as an argument: names with values, or values alone, without the brackets of YAML."""
    text = text.strip()
    if not text.startswith(("{", "[")):
        text = f"{{{text}}}" if ":" in text else f"[{text}]"
    return read_yaml(SourceFile(name, text), findings)


def faces_of(data: Any, findings: Findings, place: Place) -> Given:
    """Give faces from plain data: a list in order, or by the roll that they are for; faults are findings."""
    if data is None:
        return {}
    if isinstance(data, list) and all(map(_is_face, data)):
        return data
    if isinstance(data, dict):
        wrong = [
            key for key, value in data.items() if not all(map(_is_face, value if isinstance(value, list) else [value]))
        ]
        if not wrong:
            return {str(key): value for key, value in data.items()}
        place = partial(place, wrong[0])
    findings.add(
        "QD207",
        "dice are faces in order, or faces by their roll",
        place(),
        hint="as `3, 5`, or `aim: 3, force: [5, 6]`",
    )
    return {}


def _is_face(value: Any) -> bool:
    return isinstance(value, int | str) and not isinstance(value, bool)


def choices_of(data: Any, findings: Findings, place: Place) -> Mapping[str, Any] | Sequence[Any]:
    """Give answers from plain data: a list in order, or by the choice that they are for; faults are findings."""
    if data is None:
        return {}
    if isinstance(data, list):
        return data
    if isinstance(data, dict):
        return {str(key): value for key, value in data.items()}
    findings.add(
        "QD207", "choices are answers in order, or answers by their choice", place(), hint="as `Ben`, or `target: Ben`"
    )
    return {}


def example_in(path: Path, name: str, findings: Findings) -> tuple[shapes.Example, Facts] | None:
    """Give a worked example, or one case of it, out of a file; nothing, with findings, if that holds no examples.

    Raises:
        UnknownError: there is no such example or case in the file.
    """
    document = parse_document(read(path, str(path)), findings)
    return None if document is None or findings else example_among([document], name)


def example_of(declared: Declared, name: str) -> tuple[shapes.Example, Facts]:
    """Give a worked example of a ruleset, or one case of it as `example/case` (its name, or its number from 1).

    Raises:
        UnknownError: there is no such example or case.
    """
    asked = [question.question for question, _ in questions_of(declared)]
    return example_among(declared.documents, name, asked)


def example_among(
    documents: Iterable[YamlDocument], name: str, besides: Iterable[str] | None = None
) -> tuple[shapes.Example, Facts]:
    """Give a worked example that stands in one of some documents, or one case of it.

    For an unknown name, the nearest of them and of questions `besides` is suggested.

    Raises:
        UnknownError: there is no such example or case.
    """
    wanted, _, case_name = name.partition("/")
    examples: dict[str, tuple[shapes.Example, Place]] = {}
    every: dict[str, Mapping[str, Mapping[str, Any]]] = {}
    for document in documents:
        if isinstance(document.shape, shapes.Example):
            examples[document.shape.example] = (document.shape, document.places.value)
        elif isinstance(document.shape, shapes.Examples):
            for index, one in enumerate(document.shape.examples):
                examples[one.example] = (one, partial(_place_in_file, document.places, index))
                every[one.example] = document.shape.every
    if wanted not in examples:
        hint = did_you_mean(wanted, [*examples, *(besides or ())], mark="")
        sorts = "example" if besides is None else "standard question or example"
        raise UnknownError("; ".join(filter(None, [f"there is no {sorts} {wanted}", hint])))
    example, place = examples[wanted]
    case = shapes.ExampleCase()
    if case_name or example.cases:
        cases = {case.name or str(number): case for number, case in enumerate(example.cases, 1)}
        if case_name and case_name not in cases:
            raise UnknownError(f"the example {wanted} has the cases {', '.join(cases)}")
        case = cases[case_name] if case_name else example.cases[0]
    facts = Facts(
        {**example.given, **case.given},
        {**example.things, **case.things},
        {**example.options, **case.options},
        {**example.constants, **case.constants},
        place,
        example.board,
        example.situation or "",
        together(example.dice, case.dice),
        together(example.choices, case.choices),
        every.get(wanted, {}),
        of=example.of,
        show=tuple(example.show),
        then=steps_of(example.then, place),
    )
    return example, facts


def steps_of(steps: Sequence[shapes.ExampleStep], place: Place) -> tuple[Facts, ...]:
    """Return the facts of the steps of a worked example that follow its rule."""
    return tuple(
        replace(
            NO_FACTS,
            of=step.of,
            given=step.given,
            things=step.things,
            dice=step.dice,
            choices=step.choices,
            show=tuple(step.show),
            place=partial(place, "then", number),
        )
        for number, step in enumerate(steps)
    )


def _place_in_file(places: Places, index: int, *path: str | int) -> Span:
    """Give the place of a part of an example of a file, or of what all of them share."""
    return places.key(*path) if path[:1] == ("every",) else places.value("examples", index, *path)


def together(shared: Any, own: Any) -> Any:
    """Give what a case says besides, or instead of, what its example says for all cases."""
    if isinstance(shared, (dict, Mapping)) and isinstance(own, (dict, Mapping)):  # dicts are known at once
        return {**shared, **own}
    return own or shared


def questions_of(declared: Declared) -> Iterator[tuple[shapes.Question, Place]]:
    """Return the standard questions of a ruleset and its variants, with the places of their parts."""
    for document in declared.documents:
        if isinstance(document.shape, shapes.Questions):
            for index, question in enumerate(document.shape.questions):
                if not declared.has_lost(f"questions.{question.question}"):
                    yield question, partial(document.places.value, "questions", index)


def question_called(declared: Declared, name: str) -> tuple[shapes.Question, Facts] | None:
    """Give a standard question; nothing if none has this name."""
    for question, place in questions_of(declared):
        if question.question == name:
            return question, facts_of(declared, question, place)
    return None


def facts_of(declared: Declared, question: shapes.Question, place: Place) -> Facts:
    """Return the situation of a standard question, as far as the ruleset knows it."""
    known = {name for kind in declared.kinds.values() for name in kind.fields}
    more = {key: value for key, value in question.if_known.items() if key.rpartition(".")[2] in known}
    given = {**question.given, **more}
    settings = question.options, question.constants
    return Facts(given, question.things, *settings, place, choices=question.choices, standing=True)


def asked(
    ruleset: Ruleset,
    address: str,
    facts: Facts,
    findings: Findings,
    further: Sequence[str] = (),
) -> RuleQuestion | None:
    """Put a rule into its situation; return none, with diagnostics, if the facts do not fit.

    Steps among the `further` addresses can run as well.

    Raises:
        RefusedError: the ruleset has errors.
    """
    there = situated(ruleset, facts, findings, (address, *further))
    if there is None:
        return None
    built, situation = there
    rosters = ruleset.rosters(built)
    arguments = inputs_of(built.program, address, situation, rosters, facts.of_state, findings, facts.place)
    return None if arguments is None else RuleQuestion(ruleset, built, address, situation, arguments, facts)


def situated(
    ruleset: Ruleset,
    facts: Facts,
    findings: Findings,
    addresses: Sequence[str] = (),
) -> tuple[Built, Situation] | None:
    """Give the program under the settings that are told, and the situation; nothing, with findings, if they do not fit.

    What facts say goes before what their scenario says. Steps of which the `addresses` are named can be carried out.
    """
    before = len(findings)
    scenario = ruleset.declared.scenarios.get(facts.situation)
    if facts.situation and scenario is None:
        known = ruleset.declared.scenarios
        hint = did_you_mean(facts.situation, known, f"the scenarios are: {', '.join(known) or 'none'}")
        message, about = f"there is no scenario `{facts.situation}`", f"scenarios.{facts.situation}"
        findings.add("QD601", message, facts.place("situation"), hint=hint, about=about)
        return None
    shape = scenario.shape if scenario else None
    built = ruleset.built(
        findings,
        {**(shape.options if shape else {}), **facts.options},
        {**(shape.constants if shape else {}), **facts.constants},
        {**(shape.board if shape else {}), **facts.board},
        facts.place,
    )
    if len(findings) == before:
        built = for_question(ruleset, built, facts, addresses, findings)
    if len(findings) > before:
        return None
    rosters = ruleset.rosters(built)
    start = set_up(built.program, scenario, rosters, findings) if scenario else None
    given = (facts.things, facts.of_state)
    inputs = types_of_inputs(built.program, addresses)
    situation = situation_of(built.program, rosters, *given, findings, facts.place, start, facts.every, inputs)
    return None if len(findings) > before else (built, situation)


def for_question(ruleset: Ruleset, built: Built, facts: Facts, addresses: Sequence[str], findings: Findings) -> Built:
    """Give a build in which the cells of the facts are set, and steps are routines; findings where that cannot be."""
    steps = [address for address in addresses if is_step(built.program, address)]
    if not facts.cells and not steps:
        return built
    from quarterdeck.workspace.ruleset.cells import with_cells  # with all that types and lowers

    key = id(built), repr((steps, sorted(facts.cells.items(), key=str)))
    if key not in ruleset.for_questions:
        before = len(findings)
        new = with_cells(built, facts.cells, findings, facts.place)
        if len(findings) > before:
            return built
        routines = {address: step_routine(new.program, address) for address in steps}
        program = replace(new.program, routines={**new.program.routines, **routines})
        ruleset.for_questions[key] = new.altered(program, new.checked, key[1])
    return ruleset.for_questions[key]
