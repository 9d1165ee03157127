"""A small interpreter, written from the handbook (`docs/language.md`) alone: what a rule does, for every die.

In comes a ruleset as a tree (`syntax`) and a state; out comes the state that a rule leaves, what is told, and each
roll. It imports nothing of the project. It works things out in the plainest way there is, from the tree, with
fractions; what it cannot give a meaning by the handbook is a `Fault`.
"""

from __future__ import annotations

import contextlib
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from tests.differential import syntax as s
from tests.differential.decks import Forbidden, Pile
from tests.differential.values import (
    Fault,
    Member,
    Names,
    Scene,
    Silence,
    State,
    Thing,
    Value,
    best,
    called,
    card_named,
    cell_of,
    fitted,
    listed,
    modified,
    number,
    owner_of,
    sort_key,
    taken_in,
    truth,
    value_of,
    whole,
    words,
)


class OutOfDiceError(Exception):
    """A die is wanted and none is left; `sides` says which."""

    def __init__(self, sides: int) -> None:
        super().__init__(sides)
        self.sides = sides


class StopLoop(Exception):  # noqa: N818  no error: how a `stop` travels
    """Leave the innermost loop."""


class FinishRule(Exception):  # noqa: N818  no error: how a `finish` travels
    """Leave the rule, with its result where it has one."""

    def __init__(self, result: Value = None) -> None:
        super().__init__()
        self.result = result


class TooManyPathsError(Exception):
    """A rule has more paths of the dice than are wanted."""


@dataclass(frozen=True)
class Rolled:
    """How one try of a roll of a rule went; `success` is None where nothing counts as one."""

    rule: str
    name: str
    natural: Fraction
    total: Fraction
    success: bool | None


@dataclass
class Dice:
    """Faces in the order in which they fall, and how many sides the dice had for which they fell.

    A card is drawn as a die falls that has a side for each of them: its face is a place among the cards, or the card.
    """

    faces: Sequence[int | str]
    fallen: list[int | str] = field(default_factory=list)
    sides: list[int] = field(default_factory=list)
    rolls: list[str] = field(default_factory=list)

    def fall(self, sides: int, roll: str) -> Fraction:
        if len(self.sides) == len(self.faces):
            raise OutOfDiceError(sides)
        face = self.faces[len(self.sides)]
        if not isinstance(face, int):
            raise Fault(f"{face} is drawn where a die is rolled for {roll}")
        self.keep(sides, roll, face)
        return Fraction(face)

    def draw(self, cards: tuple[str, ...], name: str) -> str:
        if len(self.sides) == len(self.faces):
            raise OutOfDiceError(len(cards))
        face = self.faces[len(self.sides)]
        card = cards[face - 1] if isinstance(face, int) else face
        if card not in cards:
            raise Fault(f"{card} is drawn for {name}, and is not there")
        self.keep(len(cards), name, card)
        return card

    def keep(self, sides: int, name: str, fallen: int | str) -> None:
        self.sides.append(sides)
        self.rolls.append(name)
        self.fallen.append(fallen)


@dataclass(frozen=True)
class Outcome:
    """What came of a rule: the state at its end, words told, rolls, dice and what they fell for, rules not allowed.

    `forbidden` says where it came to an end that rules must not come to.
    """

    state: State
    told: tuple[str, ...]
    rolls: tuple[Rolled, ...]
    faces: tuple[int | str, ...]
    sides: tuple[int, ...]
    fallen_for: tuple[str, ...]
    refused: tuple[str, ...] = ()
    forbidden: str = ""

    @property
    def chance(self) -> Fraction:
        chance = Fraction(1)
        for sides in self.sides:
            chance /= sides
        return chance


class Machine:
    """Carries statements out.

    In a span (a phase with effects at its end, or a loop at once) there are two states: procedures read how things
    stood before, effects read and change how they stand after. So says docs/decisions/02-two-worlds.md, where the
    handbook only says that everything in a span reads the state before. What the cell of a table does counts as an
    effect, of which neither says anything. Outside of a span both states are the same.
    """

    def __init__(self, ruleset: s.Ruleset, state: State, faces: Sequence[int | str]) -> None:
        self.ruleset = ruleset
        self.after = state
        self.span: State | None = None  # the state before, within a span
        self.closing: State | None = None  # the same, at its close
        self.closed: State | None = None  # that of `closing`, also while a rule is carried out that cannot ask about it
        self.in_effect = False
        self.rule = ""
        self.told: list[str] = []
        self.rolls: list[Rolled] = []
        self.refused: list[str] = []
        self.dice = Dice(faces)
        # A tally has a name of its own in the whole ruleset.
        self.tallies: dict[str, s.NumberType] = {}
        self.created: dict[str, int] = {kind: len(things) for kind, things in state.things.items()}

    def outcome(self, forbidden: str = "") -> Outcome:
        refused = tuple(self.refused)
        dice = (tuple(self.dice.fallen), tuple(self.dice.sides), tuple(self.dice.rolls))
        return Outcome(self.after, tuple(self.told), tuple(self.rolls), *dice, refused, forbidden)

    @property
    def states_before(self) -> list[State]:
        """Give the states before that are kept: what is seen at once is seen there too."""
        return [state for state in (self.span, self.closed) if state is not None]

    @property
    def scene(self) -> Scene:
        state = self.after if self.in_effect or self.span is None else self.span
        at_close = self.span is None and self.closing is not None
        return Scene(self.ruleset, state, self.span or self.closing, at_close=at_close)

    def value(self, expression: s.Expression, names: Names) -> Value:
        return value_of(expression, self.scene, names)

    def holds(self, condition: s.Expression | None, names: Names) -> bool:
        return condition is None or truth(self.value(condition, names))

    # Rules
    def carry_out(self, name: str, inputs: tuple[Value, ...]) -> Value:
        """Carry a procedure or effect out, unless what it requires fails; give its result."""
        rule = self.ruleset.procedure(name)
        names = taken_in(rule.inputs, inputs, name)
        around, self.rule = self.rule, name
        close, self.closing = self.closing, None  # what is called from a close is outside of the span
        with self.reading(effect=self.in_effect or rule.effect):
            result: Value = None
            if self.holds(rule.requirement, names):
                result = self.until_finished(rule.body, names)
            else:
                self.refused.append(name)
        self.rule, self.closing = around, close
        return result if rule.result is None else fitted(result, rule.result, name)

    def until_finished(self, block: s.Block, names: Names) -> Value:
        try:
            self.run(block, names)
        except FinishRule as finished:
            return finished.result
        return None

    @contextlib.contextmanager
    def reading(self, *, effect: bool) -> Iterator[None]:
        """Read the state after as an effect does, or the state before as a procedure does."""
        around, self.in_effect = self.in_effect, effect
        try:
            yield
        finally:
            self.in_effect = around

    @contextlib.contextmanager
    def spanning(self) -> Iterator[None]:
        """Keep the state before for those who read it, as long as a span lasts."""
        around, self.span = self.span, self.after.copy()
        try:
            with self.reading(effect=False):
                yield
        finally:
            self.span = around

    def go_through(self, phase: s.Phase) -> None:
        """Go through a phase; where its effects come at the end, then its close.

        What `before(...)` says at the close of a mark or a deck is what it is by then; a thing that came since has the
        values with which it came.
        """
        with contextlib.suppress(FinishRule):
            self.part_of_turn(phase, {})
        self.closing = self.closed = None

    def part_of_turn(self, part: s.Phase | s.Step, names: Names) -> None:
        """Go through a phase or a step, for each side if it says so; what finishes it finishes its phase."""
        with self.spanning() if part.at_the_end else contextlib.nullcontext():
            for side in self.after.things["Side"] if part.each_side else (None,):
                self.run(part.body, {**names, "side": side} if part.each_side else names)
            around, self.closing, self.closed = self.closing, self.span, self.span
        self.run(part.close, names)
        self.closing = self.closed = around

    # Statements
    def run(self, block: s.Block, names: Names) -> None:
        for statement in block:
            self.step(statement, names)

    def step(self, statement: s.Statement, names: Names) -> None:
        """Carry one statement out."""
        match statement:
            case s.Let(name, value):
                names[name] = self.value(value, names)
            case s.Tally(name, kind, value):
                names[name] = fitted(self.value(value, names), kind, name)
                self.tallies[name] = kind
            case s.Do(name, inputs, into):
                names[into] = self.carry_out(name, tuple(self.value(one, names) for one in inputs))
            case s.Apply():
                self.apply(statement, names)
            case s.Announce(parts):
                said = (part if isinstance(part, str) else (words(self.value(part, names)) or "none") for part in parts)
                self.told.append("".join(said))
            case s.Stop():
                raise StopLoop
            case s.Finish(result):
                raise FinishRule(None if result is None else self.value(result, names))
            case s.Guarded(guarded, condition, unless):
                if self.holds(condition, names) != unless:
                    self.step(guarded, names)
            case s.When(branches, otherwise):
                taken = next((block for condition, block in branches if self.holds(condition, names)), otherwise)
                self.run(taken, names)
            case s.Roll() | s.Pool():
                self.roll_dice(statement, names)
            case s.ForEach() | s.ForNumbers() | s.Repeat():
                self.loop(statement, names)
            case s.Step():
                around, self.rule = self.rule, statement.name
                self.part_of_turn(statement, names)
                self.rule = around
            case s.Draw() | s.Peek() | s.Shuffle() | s.MoveCard():
                self.deal(statement, names)
            case _:
                self.alter(statement, names)

    def apply(self, statement: s.Apply, names: Names) -> None:
        """Carry out what the row of a table says."""
        table = self.ruleset.table(statement.table)
        cell = cell_of(table, tuple(self.value(key, names) for key in statement.keys), self.scene)
        assert not isinstance(cell, Fraction)
        inputs = tuple(self.value(one, names) for one in statement.inputs)
        close, self.closing = self.closing, None  # what a row does is outside of the span as well
        with self.reading(effect=True):
            self.until_finished(cell, taken_in(table.given, inputs, table.name))
        self.closing = close

    # Loops
    def loop(self, statement: s.ForEach | s.ForNumbers | s.Repeat, names: Names) -> None:
        """Go round a loop until it ends or is left."""
        at_once = isinstance(statement, s.ForEach) and statement.at_once
        with self.spanning() if at_once else contextlib.nullcontext(), contextlib.suppress(StopLoop):
            for name, item in list(self.turns(statement, names)):
                names[name] = item
                if self.has_its_turn(statement, item, names):
                    self.run(statement.body, names)

    def has_its_turn(self, statement: s.ForEach | s.ForNumbers | s.Repeat, item: Value, names: Names) -> bool:
        """Pass over what has left play, and what `where` does not hold of when its turn comes."""
        if isinstance(item, Thing) and item not in self.scene.state.fields:
            return False
        return not isinstance(statement, s.ForEach) or self.holds(statement.where, names)

    def turns(self, statement: s.ForEach | s.ForNumbers | s.Repeat, names: Names) -> Iterator[tuple[str, Value]]:
        """Give what a loop goes through, which is settled at its beginning."""
        match statement:
            case s.Repeat(times):
                for _ in range(whole(self.value(times, names), "repeat")):
                    yield "", None
            case s.ForNumbers(name, first, last):
                ends = whole(self.value(first, names), "for each"), whole(self.value(last, names), "for each")
                for each in range(ends[0], ends[1] + 1):
                    yield name, Fraction(each)
            case s.ForEach(name, source, _, where, order):
                inner = [{**names, name: item} for item in listed(self.value(source, names))]
                if order is not None:
                    inner = [each for each in inner if self.holds(where, each)]
                    inner.sort(key=sort_key(order, self.scene))
                yield from ((name, each[name]) for each in inner)

    # Changes
    def alter(self, statement: s.Statement, names: Names) -> None:
        """Change a field, a tally, or what is in play."""
        match statement:
            case s.Set(target, value):
                new = self.value(value, names)
                self.put(target, lambda _old: new, names)
            case s.Append(value, target):
                item = self.value(value, names)
                self.put(target, lambda old: (*listed(old), item), names)
            case s.Add(amount, target, limit, take):
                change = number(self.value(amount, names)) * (-1 if take else 1)
                bound = None if limit is None else number(self.value(limit.value, names))
                upper = limit is not None and limit.upper
                self.put(target, lambda old: limited(number(old), change, bound, upper=upper), names)
            case s.Create(kind, fields):
                given = {name: self.value(value, names) for name, value in fields}
                self.bring(kind, given)
            case s.Remove(thing):
                gone = self.value(thing, names)
                assert isinstance(gone, Thing)
                leave(gone, self.after)
            case _:
                raise AssertionError(statement)

    def put(self, target: s.FieldOf | s.Local, work_out: Callable[[Value], Value], names: Names) -> None:
        """Give a field or tally a new value; what it is worked out from is the value that it has then."""
        if isinstance(target, s.Local):
            names[target.name] = fitted(work_out(names[target.name]), self.tallies[target.name], target.name)
            return
        owner = self.value(target.owner, names)
        if not isinstance(owner, Thing):
            raise Fault(f"{words(owner)} has no {target.name}")
        field = self.ruleset.kind(owner.kind).field(target.name)
        fields = self.after.of(owner)
        fields[target.name] = fitted(work_out(fields[target.name]), field.type, f"{owner.name}.{target.name}")
        for state in self.states_before if field.mark else ():
            state.of(owner)[target.name] = fields[target.name]

    # Decks
    def deal(self, statement: s.Draw | s.Peek | s.Shuffle | s.MoveCard, names: Names) -> None:
        """Do something to a deck, which is seen at once; what is drawn or seen has a name from then on."""
        owner, name = owner_of(statement.deck, self.scene, names), statement.deck.name
        pile = self.pile(owner, name)
        enum = self.ruleset.decks(name)[0].enum
        match statement:
            case s.Draw(drawn, _, or_none):
                card: str | None = None
                if pile.size or not or_none:
                    card, pile = pile.drawn(lambda cards: self.dice.draw(cards, drawn))
                names[drawn] = None if card is None else Member(enum, card)
            case s.Peek(seen, _, _, most):
                many = whole(self.value(most, names), "peek")
                tops, pile = pile.looked_at(many, lambda cards: self.dice.draw(cards, seen))
                names[seen] = tuple(Member(enum, each) for each in tops)
            case s.Shuffle(_, None):
                pile = pile.forgotten()
            case s.Shuffle(_, s.Deck() as into):
                other = owner_of(into, self.scene, names)
                if (other, into.name) != (owner, name):
                    self.lay(other, into.name, self.pile(other, into.name).with_all_of(pile))
                    pile = pile.emptied()
                else:
                    pile = pile.forgotten()
            case s.MoveCard(what, _, take):
                value = self.value(what, names)
                if value is None:
                    raise Forbidden("there is no card")
                moved = card_named(value).name
                pile = pile.without(moved) if take else pile.changed(moved, 1)
        self.lay(owner, name, pile)

    def pile(self, owner: Thing, name: str) -> Pile:
        found = self.after.of(owner)[name]
        assert isinstance(found, Pile)
        return found

    def lay(self, owner: Thing, name: str, pile: Pile) -> None:
        """Let a deck hold this from now on, for those too who read the state before a span."""
        self.after.of(owner)[name] = pile
        for state in self.states_before:
            state.of(owner)[name] = pile

    def bring(self, kind: str, given: dict[str, Value]) -> None:
        """Bring a thing into play, behind all others of its kind."""
        declared = self.ruleset.kind(kind)
        self.created[kind] += 1
        thing = Thing(kind, f"{declared.one} {self.created[kind]}")
        if len(self.after.things[kind]) == declared.capacity:
            raise Silence(f"there are more {declared.many} than there is room for")
        fields: dict[str, Value] = {}
        for one in declared.fields:
            value = given[one.name] if one.name in given else value_of(one.start, Scene(self.ruleset, self.after), {})
            fields[one.name] = fitted(value, one.type, f"{kind}.{one.name}")
        self.after.things[kind].append(thing)
        self.after.fields[thing] = fields
        for state in self.states_before:
            state.gone[thing] = dict(fields)

    # Dice
    def roll_dice(self, statement: s.Roll | s.Pool, names: Names) -> None:
        if isinstance(statement, s.Pool):
            names[statement.name] = self.pool(statement, names)
        else:
            self.roll(statement, names)

    def roll(self, roll: s.Roll, names: Names) -> None:
        """Roll, and again as long as a natural face earns another try."""
        tries = successes = 0
        while True:
            tries += 1
            natural, thrown = self.throw(roll, names)
            shift = Fraction() if roll.shift is None else number(self.value(roll.shift, names))
            shifted = thrown + (shift if roll.shift_sign == "plus" else -shift)
            total = modified(roll.modifiers, shifted, self.scene, {**names, "natural": natural})
            names.update({roll.name: total, f"{roll.name}.natural": natural})
            shown = next((one for one in roll.naturals if one.face == natural), None)
            success = None if roll.success is None else self.succeeds(roll, natural, total, names)
            successes += bool(success)
            self.rolls.append(Rolled(self.rule, roll.name, natural, total, success))
            if shown is None or shown.again is None or tries >= whole(self.value(shown.again, names), "up to"):
                break
        if roll.success is not None:
            names.update({f"{roll.name}.success": successes > 0, f"{roll.name}.successes": Fraction(successes)})

    def succeeds(self, roll: s.Roll, natural: Fraction, total: Fraction, names: Names) -> bool:
        """Whether a try is a success: as its natural face says, whatever the total, or by the total."""
        shown = next((one for one in roll.naturals if one.face == natural), None)
        if shown is not None:
            return shown.success
        assert roll.success is not None
        return self.holds(roll.success, {**names, "total": total, "natural": natural})

    def throw(self, roll: s.Roll, names: Names) -> tuple[Fraction, Fraction]:
        """Throw dice: what they show, and what that comes to with the number that belongs to them."""
        throw = roll.throw
        times = 1 if throw.times is None else whole(self.value(throw.times, names), "the number of dice")
        if times < 0:
            raise Fault("fewer than no dice")
        faces = [self.dice.fall(throw.sides, roll.name) for _ in range(times * throw.count)]
        if throw.kept is not None:
            found = sum(best(faces, throw.keep, whole(self.value(throw.kept, names), "kept")), Fraction())
            return found, found
        added = min(times, 1) if throw.keep else times
        match throw.keep:
            case "highest":
                natural = max(faces, default=Fraction())
            case "lowest":
                natural = min(faces, default=Fraction())
            case _:
                natural = sum(faces, Fraction())
        return natural, natural + added * throw.plus

    def pool(self, pool: s.Pool, names: Names) -> tuple[Value, ...]:
        """Throw dice, do with each what is to be done with it, and give what each counts, the highest first."""
        dice = [die for throw in (pool.throw, *pool.others) for die in self.dice_of_pool(pool, throw, names)]
        for change in pool.changes:
            if not self.holds(change.when, names):
                continue
            amount = 1 if change.amount is None else whole(self.value(change.amount, names), pool.name)
            match change.change.split():
                case ["keep", end]:
                    dice = best(dice, end, amount)
                case ["drop", end]:
                    left = len(dice) - min(len(dice), max(0, amount))
                    dice = best(dice, "lowest" if end == "highest" else "highest", left)
        return tuple(best(dice, "highest", len(dice)))

    def dice_of_pool(self, pool: s.Pool, throw: s.Throw, names: Names) -> list[Fraction]:
        """Throw the dice of one kind, and do with each what is to be done with it."""
        times = 1 if throw.times is None else whole(self.value(throw.times, names), "the number of dice")
        dice = [self.dice.fall(throw.sides, pool.name) for _ in range(times * throw.count)]
        for change in pool.changes:
            if not self.holds(change.when, names):
                continue
            match change.change.split():
                case ["counts"]:
                    assert change.value is not None
                    dice = [number(self.value(change.value, {**names, change.die: die})) for die in dice]
                case ["again" | "on" | "adds"]:
                    amount = 1 if change.amount is None else whole(self.value(change.amount, names), pool.name)
                    most = 1 if change.change == "again" else amount - 1
                    dice = self.thrown_further(pool, throw.sides, change, dice, most, names)
        return dice

    def thrown_further(
        self, pool: s.Pool, sides: int, change: s.DieChange, dice: list[Fraction], most: int, names: Names
    ) -> list[Fraction]:
        """Throw each die again for which something holds: once, and it counts as it shows; or on and on, as the sum.

        Or another die is thrown for it, which joins the others.
        """
        dice, shown = list(dice), dict(enumerate(dice))
        for _ in range(most):
            again = [place for place, die in shown.items() if self.holds(change.value, {**names, change.die: die})]
            faces = [self.dice.fall(sides, pool.name) for _ in again]
            if change.change == "adds":
                shown = dict(enumerate(faces, len(dice)))
                dice += faces
                continue
            shown = dict(zip(again, faces, strict=True))
            for place, face in shown.items():
                dice[place] = face if change.change == "again" else dice[place] + face
        return dice


def limited(old: Fraction, change: Fraction, bound: Fraction | None, *, upper: bool) -> Fraction:
    """Add to a number up to a bound, which never moves what is beyond it already."""
    if bound is None:
        return old + change
    return min(old + change, max(old, bound)) if upper else max(old + change, min(old, bound))


def leave(thing: Thing, state: State) -> None:
    """Take a thing out of play, if it is still there."""
    if thing in state.fields:
        state.things[thing.kind].remove(thing)
        state.gone[thing] = state.fields.pop(thing)


Rule = Callable[[Machine], object]


def play(ruleset: s.Ruleset, state: State, rule: Rule, faces: Sequence[int | str]) -> Outcome:
    """Carry a rule out with given dice.

    Raises:
        OutOfDiceError: more dice are rolled than are given.
        Fault: the handbook gives it no meaning.
    """
    machine = Machine(ruleset, state.copy(), faces)
    try:
        rule(machine)
    except Forbidden as end:
        return machine.outcome(str(end))
    return machine.outcome()


def every_path(ruleset: s.Ruleset, state: State, rule: Rule, most: int) -> list[Outcome]:
    """Give what comes of a rule for every fall of the dice, in order of the faces.

    Raises:
        TooManyPathsError: there are more than `most`.
        Fault: the handbook gives it no meaning.
    """
    outcomes: list[Outcome] = []
    faces: list[int] = []
    tried = 0
    while True:
        try:
            outcome = play(ruleset, state, rule, faces)
        except OutOfDiceError:
            faces.append(1)
            tried += 1
            if tried > most * 20:
                raise TooManyPathsError from None
            continue
        outcomes.append(outcome)
        if len(outcomes) > most:
            raise TooManyPathsError
        while faces and faces[-1] == outcome.sides[len(faces) - 1]:
            faces.pop()
        if not faces:
            return outcomes
        faces[-1] += 1


def distribution(outcomes: list[Outcome], look: Callable[[State], Hashable]) -> dict[Hashable, Fraction]:
    """Add the chances of all paths that look alike."""
    chances: dict[Hashable, Fraction] = defaultdict(Fraction)
    for outcome in outcomes:
        chances[look(outcome.state)] += outcome.chance
    return dict(chances)


def definition_value(ruleset: s.Ruleset, state: State, name: str, inputs: tuple[Value, ...]) -> Value:
    """Give what a definition is worth.

    Raises:
        Fault: the handbook gives it no meaning.
    """
    return called(name, inputs, Scene(ruleset, state))
