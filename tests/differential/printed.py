"""Writes a tree of rules as the files of a ruleset, with no bracket more than the grammar asks for."""

from __future__ import annotations

from fractions import Fraction

from tests.differential import syntax as s
from tests.differential.areas import AreaMap
from tests.differential.boards import Arc, Board
from tests.differential.values import number_words

# How tightly an expression binds, loosest first, as in grammar/expressions.lark.
EITHER, BOTH, NEGATED, COMPARED, SUM, ROUNDED, PRODUCT, SIGNED, POSTFIX = range(9)


def expression(tree: s.Expression, ruleset: s.Ruleset, at_least: int = EITHER) -> str:
    """Write an expression, in brackets where it binds less tightly than its place wants."""
    binds, text = bound(tree, ruleset)
    return text if binds >= at_least else f"({text})"


def bound(tree: s.Expression, ruleset: s.Ruleset) -> tuple[int, str]:
    """Write an expression, and say how tightly it binds."""

    def sub(part: s.Expression, at_least: int = EITHER) -> str:
        return expression(part, ruleset, at_least)

    def subs(parts: tuple[s.Expression, ...]) -> str:
        return ", ".join(sub(part) for part in parts)

    match tree:
        case s.Number(value):
            return (SIGNED if value < 0 else POSTFIX), number_words(value)
        case (
            s.Truth()
            | s.MemberName()
            | s.Local()
            | s.Nothing()
            | s.Constant()
            | s.Things()
            | s.PlaceName()
            | s.Members()
        ):
            return POSTFIX, word(tree, ruleset)
        case s.FieldOf(owner, name):
            return POSTFIX, f"{sub(owner, POSTFIX)}.{name}"
        case s.Extreme(word_of_it, items):
            return POSTFIX, f"{word_of_it}({subs(items)})"
        case s.Listed(items):
            return POSTFIX, f"[{subs(items)}]"
        case s.Gathered():
            return POSTFIX, gathered(tree, ruleset)
        case s.Size(value) | s.Odd(value):
            return POSTFIX, f"{'count' if isinstance(tree, s.Size) else 'odd'}({sub(value)})"
        case s.Called(name, inputs) | s.OnBoard(name, inputs):
            is_named = isinstance(tree, s.Called) and not inputs
            return POSTFIX, name if is_named else f"{name}({subs(inputs)})"
        case s.Allowed(name, inputs):
            return POSTFIX, f"allowed({name}({subs(inputs)}))"
        case s.LookedUp(table, keys):
            return POSTFIX, f"{table}[{subs(keys)}]"
        case s.Before(value):
            return POSTFIX, f"before({sub(value)})"
        case s.DeckSize() | s.Copies() | s.Cards():
            return POSTFIX, about_deck(tree, ruleset)
        case _:
            return joined(tree, ruleset)


def word(tree: s.Expression, ruleset: s.Ruleset) -> str:
    """Write what is one word, or two with a point between."""
    match tree:
        case s.Truth(value):
            return "yes" if value else "no"
        case s.MemberName(_, name) | s.Local(name):
            return name
        case s.Constant(name):
            return f"game.{name}"
        case s.PlaceName(column, row):
            return f"[{column}, {row}]"
        case s.Members(enum):
            return f"{enum.lower()}s"
        case s.Things(kind):
            return ruleset.kind(kind).many
        case _:
            return "none"


def deck(tree: s.Deck, ruleset: s.Ruleset) -> str:
    return f"{'game' if tree.owner is None else expression(tree.owner, ruleset, POSTFIX)}.{tree.name}"


def about_deck(tree: s.DeckSize | s.Copies | s.Cards, ruleset: s.Ruleset) -> str:
    """Write what a deck is asked."""
    of = deck(tree.deck, ruleset)
    match tree:
        case s.DeckSize():
            return f"size({of})"
        case s.Copies(_, s.MemberName(_, name), pointed=True):
            return f"{of}.{name}"
        case s.Copies(_, card):
            return f"copies({of}, {expression(card, ruleset)})"
        case s.Cards():
            return f"cards({of})"


def joined(tree: s.Expression, ruleset: s.Ruleset) -> tuple[int, str]:
    """Write what is joined by signs and words, and say how tightly it binds."""

    def sub(part: s.Expression, at_least: int) -> str:
        return expression(part, ruleset, at_least)

    match tree:
        case s.Negative(value):
            return SIGNED, f"-{sub(value, POSTFIX)}"
        case s.Arithmetic("+" | "-" as sign, left, right):
            return SUM, f"{sub(left, SUM)} {sign} {sub(right, ROUNDED)}"
        case s.Arithmetic(sign, left, right):
            return PRODUCT, f"{sub(left, PRODUCT)} {sign} {sub(right, SIGNED)}"
        case s.Best(end, count, source):
            return PRODUCT, f"{end} {sub(count, POSTFIX)} of {sub(source, POSTFIX)}"
        case s.Stretch(source, first, last):
            return POSTFIX, f"items({sub(source, EITHER)}, {sub(first, EITHER)}, {sub(last, EITHER)})"
        case s.Percent(rate, value):
            return PRODUCT, f"{number_words(rate)} % of {sub(value, SIGNED)}"
        case s.Power(base, exponent) | s.Raised(base, exponent):
            often = exponent if isinstance(exponent, int) else f"({sub(exponent, EITHER)})"
            return SIGNED, f"{sub(base, POSTFIX)} to the power {often}"
        case s.Root(base, top, below, way, step):
            to_step = "" if step == "whole" else f" to {step}"
            return ROUNDED, f"{sub(base, POSTFIX)} to the power {top}/{below} rounded {way}{to_step}"
        case s.Rounded(value, way, step):
            to_step = "" if step == "whole" else f" to {step}"
            return ROUNDED, f"{sub(value, PRODUCT)} rounded {way}{to_step}"
        case s.Comparison(sign, left, right):
            return COMPARED, f"{sub(left, SUM)} {sign} {sub(right, SUM)}"
        case s.Not(value):
            return NEGATED, f"not {sub(value, NEGATED)}"
        case s.Joined("and", items):
            return BOTH, " and ".join(sub(item, NEGATED) for item in items)
        case s.Joined(_, items):
            return EITHER, " or ".join(sub(item, BOTH) for item in items)
        case _:
            raise AssertionError(tree)


def gathered(tree: s.Gathered, ruleset: s.Ruleset) -> str:
    """Write what gathers from a list."""
    inside = "" if tree.value is None else f"{expression(tree.value, ruleset)} for "
    inside += f"{tree.name} in {expression(tree.source, ruleset, SUM)}"
    if tree.where is not None:
        inside += f" where {expression(tree.where, ruleset)}"
    if tree.order is not None:
        inside += f", {order(tree.order, ruleset)}"
    return f"{tree.word}({inside})"


def order(tree: s.Order, ruleset: s.Ruleset) -> str:
    return f"{'highest' if tree.highest else 'lowest'} {expression(tree.key, ruleset)} first"


def type_name(tree: s.Type) -> str:
    """Write a type."""
    match tree:
        case s.NumberType(low, high, step, optional):
            named = f"{number_words(low)}..{number_words(high)}" + ("" if step == "whole" else f" {step}")
            return f"{named} or none" if optional else named
        case s.TruthType():
            return "boolean"
        case s.EnumType(name):
            return name
        case s.ThingType(kind, optional):
            return f"{kind} or none" if optional else kind
        case s.PlaceType(board, optional):
            name = board.areas if isinstance(board, AreaMap) else board.shape
            return f"{name} or none" if optional else name
        case s.ListType(item):
            return f"list of {type_name(item)}"
        case s.DeckType(enum):
            return f"deck of {enum}"


def block(statements: s.Block, ruleset: s.Ruleset, depth: int) -> list[str]:
    """Write statements, indented."""
    lines = [line for statement in statements for line in written(statement, ruleset)]
    return ["    " * depth + line for line in lines]


def written(statement: s.Statement, ruleset: s.Ruleset) -> list[str]:
    """Write a statement with what stands below it."""

    def text(tree: s.Expression, at_least: int = EITHER) -> str:
        return expression(tree, ruleset, at_least)

    def below(head: str, statements: s.Block) -> list[str]:
        return [head, *block(statements, ruleset, 1)]

    match statement:
        case s.Roll():
            return roll(statement, ruleset)
        case s.Pool():
            return pool(statement, ruleset)
        case s.When(branches, otherwise):
            lines: list[str] = []
            for number, (condition, body) in enumerate(branches):
                lines += below(f"{'otherwise ' if number else ''}when {text(condition)}", body)
            return lines + (below("otherwise", otherwise) if otherwise else [])
        case s.ForEach(name, source, body, where, first, at_once):
            head = f"for each {name} in {text(source)}"
            head += "" if where is None else f" where {text(where)}"
            head += "" if first is None else f", {order(first, ruleset)}"
            return below(head + (", at once" if at_once else ""), body)
        case s.ForNumbers(name, first_number, last, body):
            return below(f"for each {name} from {text(first_number, SUM)} to {text(last, SUM)}", body)
        case s.Repeat(times, body, up_to):
            return below(f"repeat {'up to ' if up_to else ''}{text(times)} times", body)
        case s.Step():
            return part_of_turn("step", statement, ruleset)
        case _:
            return [simple(statement, ruleset)]


def simple(statement: s.Statement, ruleset: s.Ruleset) -> str:
    """Write a statement that stands on one line."""

    def text(tree: s.Expression, at_least: int = EITHER) -> str:
        return expression(tree, ruleset, at_least)

    match statement:
        case s.Guarded(guarded, condition, unless):
            return f"{simple(guarded, ruleset)} {'unless' if unless else 'when'} {text(condition)}"
        case s.Let(name, value):
            return f"let {name} = {text(value)}"
        case s.Tally(name, kind, value):
            return f"tally {name}: {type_name(kind)} = {text(value)}"
        case s.Set(target, value):
            return f"set {text(target)} to {text(value)}"
        case s.Add(amount, target, limit, take):
            line = f"{'take' if take else 'add'} {text(amount)} {'from' if take else 'to'} {text(target)}"
            if limit is None:
                return line
            return f"{line}, to no {'more' if limit.upper else 'less'} than {text(limit.value, SUM)}"
        case s.Append(value, target):
            return f"append {text(value)} to {text(target)}"
        case s.Create(kind, fields):
            settings = ", ".join(f"{name}: {text(value)}" for name, value in fields)
            line = f"create {ruleset.kind(kind).one} in {ruleset.kind(kind).many}"
            return f"{line} with {settings}" if settings else line
        case s.Remove(thing):
            return f"remove {text(thing)}"
        case s.Do(name, inputs, into):
            return f"{f'let {into} = ' if into else ''}do {name}({', '.join(text(one) for one in inputs)})"
        case s.Apply(table, keys, inputs):
            row = f"{table}[{', '.join(text(key) for key in keys)}]"
            return f"apply {row}({', '.join(text(one) for one in inputs)})"
        case s.Announce(parts):
            return f'announce "{"".join(part if isinstance(part, str) else "{" + text(part) + "}" for part in parts)}"'
        case s.Draw() | s.Peek() | s.Shuffle() | s.MoveCard():
            return dealing(statement, ruleset)
        case _:
            result = "" if not isinstance(statement, s.Finish) or statement.result is None else text(statement.result)
            return type(statement).__name__.lower() + (f" with {result}" if result else "")  # stop or finish


def dealing(statement: s.Draw | s.Peek | s.Shuffle | s.MoveCard, ruleset: s.Ruleset) -> str:
    """Write what is done to a deck."""
    of = deck(statement.deck, ruleset)
    match statement:
        case s.Draw(name, _, or_none, secret_by):
            secret = "" if secret_by is None else f" in secret by {expression(secret_by, ruleset)}"
            return f'draw {name} from {of}{", or none" if or_none else ""}{secret} "a card"'
        case s.Peek(name, side, _, most):
            by = expression(side, ruleset)
            return f'peek {name} by {by} from {of}, up to {expression(most, ruleset)} "the top"'
        case s.Shuffle(_, into):
            return f"shuffle {of}" + ("" if into is None else f" into {deck(into, ruleset)}")
        case s.MoveCard(card, _, take):
            return f"{'take' if take else 'add'} {expression(card, ruleset)} {'from' if take else 'to'} {of}"


def throw(tree: s.Throw, ruleset: s.Ruleset) -> str:
    """Write dice, how many of them, and which of them count."""
    dice = f"{'' if tree.count == 1 else tree.count}d{tree.sides}"
    if tree.plus:
        dice = f"({dice} {'+' if tree.plus > 0 else '-'} {abs(tree.plus)})"
    if tree.times is not None:
        dice = f"{expression(tree.times, ruleset, POSTFIX)} times {dice}"
    kept = "" if tree.kept is None else f" {expression(tree.kept, ruleset, POSTFIX)}"
    return f"{tree.keep}{kept} of {dice}" if tree.keep else dice


def pool(tree: s.Pool, ruleset: s.Ruleset) -> list[str]:
    """Write the roll of a pool with what is done with its dice."""
    dice = " and ".join(throw(one, ruleset) for one in (tree.throw, *tree.others))
    lines = [f'roll {tree.name} on a pool of {dice} "the dice"']
    for one in tree.changes:
        value = "" if one.value is None else expression(one.value, ruleset)
        amount = "" if one.amount is None else expression(one.amount, ruleset, SUM)
        match one.change:
            case "again":
                text = f"each {one.die} where {value} is thrown again"
            case "on":
                text = f"each {one.die} where {value} is thrown on, up to {amount}"
            case "adds":
                text = f"each {one.die} where {value} adds a die, up to {amount}"
            case "counts":
                text = f"each {one.die} counts {value}"
            case _:
                text = f"{one.change} {amount}"
        when = "" if one.when is None else f" when {expression(one.when, ruleset)}"
        lines.append(f'    modifier {one.name}: {text}{when} "for a reason"')
    return lines


def roll(tree: s.Roll, ruleset: s.Ruleset) -> list[str]:
    """Write a roll or check with its modifiers and natural faces."""
    head = f"{'roll' if tree.success is None else 'check'} {tree.name} on {throw(tree.throw, ruleset)}"
    if tree.shift is not None:
        head += f" {tree.shift_sign} {expression(tree.shift, ruleset, SUM)}"
    lines = [f'{head} "the dice"']
    if tree.success is not None:
        lines.append(f"    success when {expression(tree.success, ruleset)}")
    lines += modifiers(tree.modifiers, ruleset)
    for natural in tree.naturals:
        again = "" if natural.again is None else f", then again, up to {expression(natural.again, ruleset)}"
        lines.append(f"    natural {natural.face}: {'success' if natural.success else 'failure'}{again}")
    return lines


def modifiers(changes: tuple[s.Modifier, ...], ruleset: s.Ruleset) -> list[str]:
    """Write the modifiers of a roll or a definition, below it."""
    lines = []
    for modifier in changes:
        change = modifier.change.replace("halved ", "halved rounded ")
        if modifier.amount is not None:
            place, gap = (PRODUCT, "") if change in {"+", "-"} else (SUM, " ")
            change += gap + expression(modifier.amount, ruleset, place)
        when = "" if modifier.when is None else f" when {expression(modifier.when, ruleset)}"
        lines.append(f'    modifier {modifier.name}: {change}{when} "for a reason"')
    return lines


def inputs(names: tuple[s.Input, ...]) -> str:
    return f"({', '.join(f'{one.name}: {type_name(one.type)}' for one in names)})" if names else ""


def definition(tree: s.Definition, ruleset: s.Ruleset) -> list[str]:
    """Write a definition."""
    phrase = "it is {not} so" if isinstance(tree.type, s.TruthType) else "what comes of it"
    head = f'define {tree.name}{inputs(tree.inputs)} -> {type_name(tree.type)} "{phrase}" ='
    if len(tree.cases) == 1:
        return [f"{head} {expression(tree.cases[0].value, ruleset)}", *modifiers(tree.modifiers, ruleset)]
    lines = [head]
    for case in tree.cases:
        when = "otherwise" if case.condition is None else f"if {expression(case.condition, ruleset)}"
        lines.append(f"    {expression(case.value, ruleset)} {when}")
    return lines + modifiers(tree.modifiers, ruleset)


def procedure(tree: s.Procedure, ruleset: s.Ruleset) -> list[str]:
    """Write a procedure or effect."""
    gives = "" if tree.result is None else f" -> {type_name(tree.result)}"
    head = f"{'effect' if tree.effect else 'procedure'} {tree.name}{inputs(tree.inputs)}{gives}"
    lines = [f'{head} "something is done"']
    if tree.requirement is not None:
        lines.append(f'    require allowed: {expression(tree.requirement, ruleset)} else "it is not allowed"')
    return lines + block(tree.body, ruleset, 1)


def phase(tree: s.Phase, ruleset: s.Ruleset) -> list[str]:
    """Write a phase."""
    return ["    " + line for line in part_of_turn("phase", tree, ruleset)]


def part_of_turn(word: str, tree: s.Phase | s.Step, ruleset: s.Ruleset) -> list[str]:
    """Write a phase or a step."""
    head = f'{word} {tree.name} "{tree.name.capitalize()}"{", for each side in order" if tree.each_side else ""}'
    lines = [head + (", effects at the end" if tree.at_the_end else ""), *block(tree.body, ruleset, 1)]
    if tree.close:
        lines += ["    at the close", *block(tree.close, ruleset, 2)]
    return lines


def rules(ruleset: s.Ruleset) -> str:
    """Write the file of rules."""
    parts = [['rules probe "Probe" cites "page one"']]
    parts.append(['turn "A round"', *(line for one in ruleset.phases for line in phase(one, ruleset))])
    parts += [definition(one, ruleset) for one in ruleset.definitions if not one.takes]
    parts += [procedure(one, ruleset) for one in ruleset.procedures]
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


def components(ruleset: s.Ruleset) -> str:
    """Write components.yaml."""
    lines = ["components: probe", "enums:"]
    for enum in ruleset.enums:
        members = f"[{', '.join(enum.members)}]"
        sort = members if enum.sort == "plain" else f"{{{enum.sort}: {members}, many: {enum.name.lower()}s}}"
        lines.append(f"  {enum.name}: {sort if enum.sort != 'areas' else connected(ruleset)}")
    if isinstance(ruleset.board, Board):
        lines += ["arcs:", *(arc(one) for one in ruleset.board.arcs)]
    lines.append("constants:")
    for one in ruleset.constants:
        start = expression(one.start, ruleset)
        lines.append(f'  {one.name}: {{type: {type_name(one.type)}, words: the {one.name}, start: "{start}"}}')
    lines.append("kinds:")
    for kind in ruleset.kinds:
        lines.append(f"  {kind.name}:")
        if kind.name != "Game":
            lines += [f"    one: {kind.one}", f"    many: {kind.many}"]
        if kind.name not in {"Side", "Game"}:
            lines.append(f"    capacity: {kind.capacity}")
        if kind.owned:
            lines.append("    owner: side")
        lines.append("    fields:")
        if kind.owned:
            lines.append("      side: {type: Side, words: side, fixed: yes}")
        for one in kind.fields:
            if isinstance(one.type, s.DeckType):
                lines.append(
                    f"      {one.name}: {{type: {type_name(one.type)}, words: {one.name}{declared(one.type)}}}"
                )
                continue
            room = f", capacity: {one.type.capacity}" if isinstance(one.type, s.ListType) else ""
            room += ", mark: yes" if one.mark else ""
            must_be_given = isinstance(one.type, s.PlaceType) and not one.type.optional
            start = "" if must_be_given else f', start: "{expression(one.start, ruleset)}"'
            lines.append(f"      {one.name}: {{type: {type_name(one.type)}, words: {one.name}{room}{start}}}")
    return "\n".join(lines) + "\n"


def connected(ruleset: s.Ruleset) -> str:
    """Write the areas of a map with their connections; an area that no step leads to has an empty list."""
    board = ruleset.board
    assert isinstance(board, AreaMap)
    alone = [one for one in board.names if not any(board.leads(other, one) for other in board.names)]
    members = ", ".join(f"{one}: {one}" for one in board.names)
    ways = ", ".join([*map(led, leading(board.joined).items()), *(f"{one}: []" for one in alone)])
    one_way = ", ".join(map(led, leading(board.one_way).items()))
    return (
        f"{{many: {board.areas.lower()}s, members: {{{members}}}, connections: {{{ways}}}"
        + (f", one_way: {{{one_way}}}" if one_way else "")
        + "}"
    )


def leading(pairs: tuple[tuple[str, str], ...]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for start, goal in pairs:
        found.setdefault(start, []).append(goal)
    return found


def led(pair: tuple[str, list[str]]) -> str:
    return f"{pair[0]}: [{', '.join(pair[1])}]"


def arc(tree: Arc) -> str:
    both = ", both_sides: yes" if tree.both_sides else ""
    return f"  {tree.name}: {{first: {tree.first}, last: {tree.last}{both}}}"


def declared(deck: s.DeckType) -> str:
    """Write what a deck is declared with."""
    holds = ", ".join(f"{name}: {many}" for name, many in deck.holds)
    text = f", holds: {{{holds}}}" if holds else ""
    text += f", capacity: {deck.capacity}"
    text += f", peek: {deck.peek}" if deck.peek else ""
    return text + (f", seen_by: {deck.seen_by}" if deck.seen_by else "")


def table(tree: s.Table, ruleset: s.Ruleset) -> str:
    """Write a table."""
    lines = [f"table: {tree.name}", f"title: {tree.name.capitalize()}", "source: {document: notes, place: page one}"]
    if tree.given:
        lines.append(f"given: {{{', '.join(f'{one.name}: {type_name(one.type)}' for one in tree.given)}}}")
    second = f", column: {tree.enum}" if tree.enum else ""
    lines.append(f"key: {{force: {type_name(tree.key)}{second}}}")
    if tree.enum:
        lines.append(f"columns: {{column: [{', '.join(ruleset.enum(tree.enum).members)}]}}")
    if tree.gives is not None:
        lines.append(f"gives: {type_name(tree.gives)}")
    if tree.between_rows:
        lines.append(f"between_rows: straight line, rounded {tree.between_rows}")
    lines.append("rows:")
    for row in tree.rows:
        cells = [cell(one, ruleset) for one in row.cells]
        lines.append(f"  {row_name(row)}: {'[' + ', '.join(cells) + ']' if tree.enum else cells[0]}")
    return "\n".join(lines) + "\n"


def table_by_condition(tree: s.Definition, ruleset: s.Ruleset) -> str:
    """Write a table by condition: what a row asks of an input stands in its cell, anything else behind `when`."""
    gives = tree.type.item if isinstance(tree.type, s.ListType) and tree.takes.startswith("all") else tree.type
    phrase = "it is {not} so" if isinstance(tree.type, s.TruthType) else "what comes of it"
    lines = [f"table_by_condition: {tree.name}", f"title: {tree.name}", "chapter: probe"]
    lines += ["source: {document: notes, place: page one}", f'phrase: "{phrase}"', f"takes: {tree.takes}", "key:"]
    lines += [f"  {one.name}: {type_name(one.type)}" for one in tree.inputs]
    lines += [f"gives: {type_name(gives)}", "rows:"]
    names = {one.name for one in tree.inputs}
    for at, case in enumerate(tree.cases):
        lines.append(f"  {'otherwise' if case.condition is None else f'row{at}'}:")
        lines += [f'    {key}: "{asked}"' for key, asked in cells_of(case.condition, names, ruleset).items()]
        lines.append(f'    gives: "{expression(case.value, ruleset)}"')
    return "\n".join(lines) + "\n"


def cells_of(condition: s.Expression | None, names: set[str], ruleset: s.Ruleset) -> dict[str, str]:
    """Give what a row asks, by its keys and behind `when`."""
    parts = condition.items if isinstance(condition, s.Joined) and condition.word == "and" else (condition,)
    found: dict[str, list[str]] = {}
    for part in parts:
        match part:
            case None:
                pass
            case s.Local(name) if name in names:
                found.setdefault(name, []).append("yes")
            case s.Not(s.Local(name)) if name in names:
                found.setdefault(name, []).append("no")
            case s.Comparison("is not", s.Local(name), s.MemberName() as right) if name in names:
                found.setdefault(name, []).append(f"not {expression(right, ruleset)}")
            case s.Comparison("is", s.Local(name), s.MemberName() as right) if name in names:
                found.setdefault(name, []).append(expression(right, ruleset))
            case s.Comparison("<" | "<=" | ">" | ">=" | "=" as sign, s.Local(name), right) if name in names:
                found.setdefault(name, []).append(f"{sign} {expression(right, ruleset, SUM)}")
            case _:
                found.setdefault("when", []).append(expression(part, ruleset, NEGATED))
    return {key: " and ".join(asked) for key, asked in found.items()}


def row_name(row: s.Row) -> str:
    low, high = ("" if end is None else number_words(Fraction(end)) for end in (row.low, row.high))
    if row.low is None:
        return f'"..{high}"'
    if row.high is None:
        return f'"{low}+"'
    return f'"{low}"' if low == high else f'"{low}-{high}"'


def cell(tree: Fraction | s.Block, ruleset: s.Ruleset) -> str:
    """Write a cell: a figure, a dash where nothing happens, or one statement."""
    if isinstance(tree, Fraction):
        return f'"{number_words(tree)}"'
    return "'" + (simple(tree[0], ruleset) if tree else "-") + "'"


def head(ruleset: s.Ruleset) -> str:
    """Write ruleset.yaml."""
    lines = ["ruleset: probe", "title: A probe", "edition: first", "documents:"]
    lines.append("  notes: {title: Notes, by: us}")
    lines += [f"dice: [{', '.join(f'd{sides}' for sides in ruleset.dice)}]", "chapters: [probe]"]
    board = ruleset.board
    if isinstance(board, AreaMap):
        lines.append(f"board: {{shape: areas, areas: {board.areas}}}")
    elif board is not None:
        diagonals = f", diagonals: {board.diagonals}" if board.shape == "square" else ""
        lines.append(f"board: {{shape: {board.shape}, directions: {board.directions}{diagonals}}}")
    return "\n".join(lines) + "\n"


def files(ruleset: s.Ruleset) -> dict[str, str]:
    """Write all files of a ruleset, by their paths."""
    written_files = {
        "ruleset.yaml": head(ruleset),
        "components.yaml": components(ruleset),
        "rules/probe.rules": rules(ruleset),
    }
    for one in ruleset.tables:
        written_files[f"tables/{one.name}.yaml"] = table(one, ruleset)
    for made in ruleset.definitions:
        if made.takes:
            written_files[f"tables/{made.name}.yaml"] = table_by_condition(made, ruleset)
    return written_files
