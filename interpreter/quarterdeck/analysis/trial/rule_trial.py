"""Try rules in a situation: carry them out with dice and decisions given, and keep what came of each.

In: a build, a situation, dice and choices. Out: for each rule a `Tried`: the state after, the result, what happened,
and what the dice or choices lacked. What is compared with it is the business of `analysis.trial.assertions`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any

from quarterdeck.analysis.trial.answer_labels import ChoiceFaultError, LabelledDice, ScriptedChoices
from quarterdeck.analysis.trial.offers import OfferingContext
from quarterdeck.analysis.trial.spelling import shown
from quarterdeck.backends.python.faults import told_with_rule
from quarterdeck.backends.python.runtime import RulesFaultError
from quarterdeck.base.plain_data import SchemaName
from quarterdeck.engine.run.arguments import parameters_of
from quarterdeck.engine.run.dice import DiceFaultError
from quarterdeck.engine.run.game import RecordFaultError, begin_next_turn, open_game
from quarterdeck.engine.run.happenings import Given, Happening, Refused
from quarterdeck.engine.run.offer import Offer
from quarterdeck.engine.run.partly_known import PartlyKnownState
from quarterdeck.engine.run.plain_values import Plain, PlainValues
from quarterdeck.engine.run.questions import Question
from quarterdeck.engine.run.situation import Situation
from quarterdeck.engine.run.thing_names import without_name_of
from quarterdeck.engine.run.trace import TracedContext
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.types import Type
from quarterdeck.program.form.program import Program
from quarterdeck.workspace.pipeline.build import Built

Path = tuple[str | int, ...]
VALUE = types.Number(-(10**9), 10**9, types.STEPS["thousandths"])
"""The type of what advice gives."""


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

    `expected` and `found` are null if no values were compared. If an expected change did not happen, `is_unchanged` is
    true and `found` is the old value. For an unexpected change, `path` ends in its key and `expected` is null.
    """

    message: str
    path: Path
    expected: ComparedValue | None = None
    found: ComparedValue | None = None
    is_unchanged: bool = False


@dataclass
class Tried:
    """What came of carrying out a rule, or several one after another, in a situation.

    `address` and `arguments` are those of the last rule. `given` is what it gives, as generated code has it.
    """

    before: Situation
    after: Situation
    address: str = ""
    arguments: tuple[Any, ...] = ()
    given: Any = None
    events: list[Happening] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    revealed: dict[tuple[str, int], tuple[int, ...]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    asked: list[Question] = field(default_factory=list)
    offers: tuple[Offer, ...] = ()
    ungiven: tuple[int, ...] = ()
    """Slots that were read though nobody gave them a value, in the order in which they were."""
    ended: str = ""
    """How the game has ended by now, in words; empty while it goes on."""
    phases: int = 0
    """So many phases of the turn have been carried out by now, each in its order."""

    @property
    def named_arguments(self) -> tuple[Given, ...]:
        """Give the arguments with the names and types of the inputs of the last rule."""
        inputs = parameters_of(self.before.program, self.address)
        return tuple((one.name, one.type, value) for one, value in zip(inputs, self.arguments, strict=False))

    @property
    def result_type(self) -> Type | None:
        """Give the type of its result; nothing where it has none."""
        world = self.before.program.world
        rule, table = world.rules.get(self.address), world.tables.get(self.address)
        kind = rule.result if rule else table.gives if table else None
        return VALUE if kind is None and rule is not None and rule.sort == "advice" else kind

    @property
    def result(self) -> Any:
        """Give what a definition, table or advice gives, as it is stored; nothing for what changes the state."""
        kind = self.result_type
        return None if kind is None or self.given is None else normal(kind, self.given)

    @property
    def result_text(self) -> str | None:
        """Give the result as an example would write it."""
        return None if self.result is None else shown(self.before, self.result_type, self.result)

    @property
    def refusal(self) -> Refused | None:
        """Give the requirement at the rule's own head that does not hold."""
        heads = (event for event in self.events if isinstance(event, Refused))
        return next((one for one in heads if one.address.rpartition(".")[0] == self.address), None)


def whole_of(steps: Sequence[Tried]) -> Tried:
    """Return all steps as one trial: from the situation of the first to what the last has left."""
    events = [event for step in steps for event in step.events]
    told = [word for step in steps for word in step.told]
    return replace(steps[-1], before=steps[0].before, events=events, told=told)


def is_of_turn(address: str) -> bool:
    """Tell whether an address is that of the turn, or of one of its phases or steps."""
    return address == "turn" or address.startswith("turn.")


def left_out(ended: str, addresses: Sequence[str]) -> str:
    """Say that the game has ended before the first of some rules, where that is part of a turn; nothing elsewhere."""
    if not ended or not is_of_turn(addresses[0]):
        return ""
    return f"{ended}; {not_run(addresses)}"


def not_run(addresses: Sequence[str]) -> str:
    """Say that some rules are not run."""
    return f"{', '.join(addresses)} {'is' if len(addresses) == 1 else 'are'} not run"


def normal(kind: Type, value: Any) -> Any:
    """Give a result as it is stored."""
    if isinstance(kind, types.ListType):
        return [normal(kind.item, item) for item in value]
    if isinstance(kind, types.DiceType):
        return tuple(value[:2])
    return int(bool(value)) if isinstance(kind, types.Boolean) else value


@dataclass
class RuleTrial:
    """Carries rules of a build out one after another, each in the situation that the one before has left.

    Where it is `watched`, what is read and was not given is noted. A `mutant` is a program with which the traced
    functions of the build were changed. `phases` counts those of this turn that were carried out, each in its order.
    """

    built: Built
    situation: Situation
    dice: LabelledDice
    choices: ScriptedChoices
    context: type[TracedContext] = OfferingContext
    watched: bool = True
    mutant: Program | None = None
    phases: int = 0

    def run(self, address: str, arguments: Sequence[Any]) -> Tried:
        """Carry out a rule, a table's row, a phase or a whole turn; what dice or choices lack is a problem.

        What is reached only while effects wait reads the state before, as it does in play. What is given and was not
        used is for the caller to tell, with `not_used`: there may be more to carry out. Before the turn or a part of it
        comes the set-up of the scenario, if nothing was carried out in the situation yet.
        """
        situation, program = self.situation, self.mutant or self.built.program
        is_watched = self.watched and bool(situation.ungiven)
        state = PartlyKnownState(situation.state, situation.ungiven) if is_watched else list(situation.state)
        routine = program.routines.get(address)
        is_plain = routine is not None and routine.value is not None  # a definition changes nothing
        after = state[:] if not is_plain and address in self.built.while_effects_wait else state
        tried = Tried(situation, situation, address, tuple(arguments))
        sides = dict.fromkeys(program.layout.things("Side"), self.choices)
        opening = situation.opening if is_of_turn(address) else ""
        seen = Situation(program, state, dict(situation.names), situation.things, situation.boards, opening)
        context = self.context(program, seen, self.dice, sides, asks_always=True)
        self.dice.context = self.choices.context = context
        try:
            tried.given = self.carry_out(address, program, context, state, after, arguments)
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
        self.situation = tried.after = replace(there, state=list(after), opening="", ungiven=unknown)
        if self.field("over"):
            winner = situation.names.get(self.field("winner"), "")
            tried.ended = f"the game is over: {f'{winner} wins' if winner else 'nobody wins'}"
        tried.events, tried.told, tried.revealed = context.events, context.told, context.revealed
        tried.asked = self.choices.asked
        tried.offers = tuple(context.offers) if isinstance(context, OfferingContext) else ()
        return tried

    def field(self, name: str) -> int:
        """Return a field of the game as it is now."""
        layout = self.built.program.layout
        return self.situation.state[layout.arrays["Game"].base + layout.offsets[f"Game.{name}"]]

    def end_turn(self, tried: Tried) -> None:
        """Count a turn that was carried out, as a whole or phase by phase, so that what follows belongs to the next.

        The last turn ends the game.
        """
        phases = [phase.address for phase in self.built.program.turn.phases]
        if tried.address in phases:
            at = phases.index(tried.address)
            self.phases = at + 1 if at in (0, self.phases) else 0
        whole = tried.address == "turn" or (tried.address in phases and self.phases == len(phases))
        tried.phases = self.phases = 0 if whole else self.phases
        if not whole or tried.problems or tried.ended:
            return
        after = tried.after.copy()
        limit = self.built.program.layout.arrays["Game"].base + self.built.program.layout.offsets["Game.turn_limit"]
        if limit in after.ungiven:
            after.state[limit] = 0
        if not begin_next_turn(self.built.program, after.state):
            tried.ended = f"the game is over: turn {self.field('turn')} was the last"
        self.situation = tried.after = after

    def carry_out(
        self,
        address: str,
        program: Program,
        context: TracedContext,
        state: list[int],
        after: list[int],
        arguments: Sequence[Any],
    ) -> Any:
        """Call what the traced module has for an address; of a definition or a table give what it gives."""
        module = self.built.traced_module
        if context.situation.opening:
            open_game(module, context)
            after[:] = state
        if address not in program.routines and address in ("turn", *(phase.address for phase in program.turn.phases)):
            base, offsets = program.layout.arrays["Game"].base, program.layout.offsets
            over = base + offsets["Game.over"]
            if address == "turn":
                self.dice.new_turn(state[base + offsets["Game.turn"]])
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
        return module.routine(address)(context, state, after, *arguments)

    def not_used(self) -> list[Problem]:
        """Give what was given and not used."""
        unrolled = [Problem(f"`{label}` is given and was not rolled", ("dice", label)) for label in self.dice.left()]
        unasked = [
            Problem(f"`{label}` is given and was not asked for", ("choices", label)) for label in self.choices.left()
        ]
        return unrolled + unasked


def _split(program: Program, table: str, arguments: Sequence[Any]) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    count = len(program.world.tables[table].given)
    return tuple(arguments[:count]), tuple(arguments[count:])
