"""Try one rule: carry it out with dice and decisions given, and keep what came of it.

In: a program with its traced functions, a situation, arguments, dice and choices. Out: the state after, the result,
what happened, and what the dice or choices lacked. What is compared with it is the business of
`analysis.trial.assertions`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any

from quarterdeck.analysis.trial.answer_labels import ChoiceFaultError, LabelledDice, ScriptedChoices
from quarterdeck.backends.python.faults import told_with_rule
from quarterdeck.backends.python.module import PrintedModule
from quarterdeck.backends.python.runtime import RulesFaultError
from quarterdeck.base.plain_data import SchemaName
from quarterdeck.engine.run.dice import DiceFaultError
from quarterdeck.engine.run.game import RecordFaultError
from quarterdeck.engine.run.happenings import Happening
from quarterdeck.engine.run.partly_known import PartlyKnownState
from quarterdeck.engine.run.plain_values import Plain, PlainValues
from quarterdeck.engine.run.questions import Question
from quarterdeck.engine.run.situation import Situation
from quarterdeck.engine.run.thing_names import without_name_of
from quarterdeck.engine.run.trace import TracedContext
from quarterdeck.program.form.program import Program

Path = tuple[str, ...]


GivenValue = Annotated[
    Plain | PlainValues,
    SchemaName("given", "A value as an example gives it: one of the rules, or several by their names."),
]


@dataclass(frozen=True)
class ComparedValue:
    """A value that an example expects, or that was found, and its words."""

    value: GivenValue
    text: str


@dataclass(frozen=True)
class Problem:
    """One thing that is not as an example says: in words, and where in the example, by path.

    What was expected and found is null where no values were compared.
    """

    message: str
    path: Path
    expected: ComparedValue | None = None
    found: ComparedValue | None = None


@dataclass
class Tried:
    """What came of carrying out one rule in one situation."""

    before: Situation
    after: Situation
    result: Any = None
    events: list[Happening] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    revealed: dict[tuple[str, int], tuple[int, ...]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    asked: list[Question] = field(default_factory=list)
    context: TracedContext | None = None
    ungiven: tuple[int, ...] = ()
    """Slots that were read though nobody gave them a value, in the order in which they were."""


def try_rule(
    program: Program,
    module: PrintedModule,
    address: str,
    situation: Situation,
    arguments: Sequence[Any],
    dice: LabelledDice,
    choices: ScriptedChoices,
    in_span: bool,
    kind: type[TracedContext] = TracedContext,
    *,
    watched: bool = False,
) -> Tried:
    """Carry out a rule, a table's row, a phase or a whole turn; what dice or choices lack is a problem.

    `module` is a traced one. With `in_span` the rule reads the state before, as it does in play. What is given and was
    not used is for the caller to tell, with `not_used`: there may be more to carry out. Where it is `watched`, what
    is read and was not given is noted.
    """
    is_watched = watched and bool(situation.ungiven)
    state = PartlyKnownState(situation.state, situation.ungiven) if is_watched else list(situation.state)
    after = state[:] if in_span else state
    tried = Tried(situation, situation)
    sides = dict.fromkeys(program.layout.things("Side"), choices)
    seen = Situation(program, state, dict(situation.names), situation.things, situation.boards)
    context = kind(program, seen, dice, sides, asks_always=True)
    dice.context = choices.context = context
    try:
        tried.result = _carry_out(program, module, address, context, state, after, arguments)
    except DiceFaultError as error:
        tried.problems.append(Problem(str(error.args[0]), ("dice",)))
    except ChoiceFaultError as error:
        tried.problems.append(Problem(str(error.args[0]), ("choices",)))
    except (RecordFaultError, RulesFaultError) as error:
        tried.problems.append(Problem(told_with_rule(error), ("of",)))
    except (LookupError, ArithmeticError):
        if not isinstance(after, PartlyKnownState) or not after.met:  # what means nothing can come to anything
            raise
    unknown = set(after.unknown) if isinstance(after, PartlyKnownState) else set()
    tried.ungiven = tuple(after.met) if isinstance(after, PartlyKnownState) else ()
    there = situation
    for thing in situation.names.keys() - seen.names.keys():  # another has come into its place
        there = without_name_of(there, thing)
    tried.after = replace(there, state=list(after), opening="", ungiven=unknown)
    tried.events = context.events
    tried.told = context.told
    tried.revealed = context.revealed
    tried.asked = choices.asked
    tried.context = context
    return tried


def not_used(dice: LabelledDice, choices: ScriptedChoices) -> list[Problem]:
    """Give what was given and not used."""
    unrolled = [Problem(f"`{label}` is given and was not rolled", ("dice", label)) for label in dice.left()]
    unasked = [Problem(f"`{label}` is given and was not asked for", ("choices", label)) for label in choices.left()]
    return unrolled + unasked


def _carry_out(
    program: Program,
    module: PrintedModule,
    address: str,
    context: TracedContext,
    state: list[int],
    after: list[int],
    arguments: Sequence[Any],
) -> Any:
    if address not in program.routines and address in ("turn", *(phase.address for phase in program.turn.phases)):
        over = program.layout.arrays["Game"].base + program.layout.offsets["Game.over"]
        for phase in program.turn.phases:
            if address in ("turn", phase.address) and not state[over]:
                module.phase(phase.address)(context, state)
        return None
    if address in program.acting_tables:
        given, keys = _split(program, address, arguments)
        context.row(address, keys)
        act = module.row(address, keys[0] if len(keys) == 1 else keys)
        if act:
            act(context, state, after, *given, *keys)
        return None
    if address in program.value_tables:
        _, keys = _split(program, address, arguments)
        found = module.cell(address, keys[0] if len(keys) == 1 else keys)
        return found(state, *keys) if callable(found) else found
    if program.routines[address].value is not None:
        return module.definition(address)(state, *arguments)
    module.routine(address)(context, state, after, *arguments)
    return None


def _split(program: Program, table: str, arguments: Sequence[Any]) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    count = len(program.world.tables[table].given)
    return tuple(arguments[:count]), tuple(arguments[count:])
