"""`quarterdeck odds`: the exact chances of one rule in one situation."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal

from cyclopts import Parameter
from rich.console import Console
from rich.progress import Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from quarterdeck.analysis.trial.requests import AskingForFields
from quarterdeck.apps.api.asking import DecidesCounted, goal_of, sampled_turns, shown_of, who_answers
from quarterdeck.apps.api.asking import question as question_of
from quarterdeck.apps.cli.facts import WhatIsAsked, ready_facts, somebody_to_ask, what_is_asked
from quarterdeck.apps.cli.game_choices import expressions_in
from quarterdeck.apps.cli.grid import cases_asked, is_a_grid, print_grid
from quarterdeck.apps.cli.json_output import print_json
from quarterdeck.apps.cli.open_ruleset import NoAnswerError, UsageError, open_ruleset, refuse_number
from quarterdeck.apps.cli.quick_tables import QuickTable, print_quick_tables, quick_tables, refuse_dice
from quarterdeck.apps.comparison.measures import PLAYS
from quarterdeck.base import decimals
from quarterdeck.base.text import many
from quarterdeck.engine.odds.answers import BEST
from quarterdeck.engine.odds.choices import UndecidedError
from quarterdeck.engine.odds.count import BUDGET, BudgetError
from quarterdeck.engine.odds.inner_values import MISSING
from quarterdeck.engine.odds.odds_data import OddsData
from quarterdeck.engine.odds.odds_questions import Odds
from quarterdeck.engine.odds.sampling import interval
from quarterdeck.program.passes.cut import NotCountedError
from quarterdeck.workspace.ruleset.grids import Case
from quarterdeck.workspace.ruleset.rounds import Rounds
from quarterdeck.workspace.ruleset.rule_question import Facts, RuleQuestion, UngivenRefusalError, questions_of
from quarterdeck.workspace.ruleset.ruleset import Ruleset

BAR, SHORTEST_BAR = 30, 6
LONG = 32
ROWS = 40
WORDS = 4
SOME_STEPS = 100_000
"""So far is counted to find out which facts a question needs."""


class OddsOfCase(OddsData):
    """Outcomes of a case of a grid, by name; the case is empty where there is no grid."""

    case: dict[str, str | int | bool | list[int]]


@dataclass(frozen=True)
class RuleCounted:
    """The outcomes of a rule, counted exactly or sampled."""

    game: str
    of: str
    odds: list[OddsOfCase]
    tables: list[QuickTable]


def odds(
    game: str,
    address: str = "",
    *,
    given: str = "",
    of: str = "",
    show: Annotated[Sequence[str], Parameter(consume_multiple=True, negative="")] = (),
    over: str = "",
    each: Annotated[bool, Parameter(negative="")] = False,
    decider: DecidesCounted = "",
    goal: str = "",
    side: str = "",
    budget: int = BUDGET,
    sample: int = 0,
    seed: int = 1,
    chart: Path | None = None,
    table: str = "",
    json: Annotated[bool, Parameter(name="--json", negative="")] = False,
) -> int:
    """Compute a rule's exact outcome probabilities.

    Args:
        game: a ruleset: its name, `name+variant+variant`, or the path of a folder.
        address: the rule; optional with --of. Without both, the standard questions are listed.
        given: its inputs and the state, as a YAML file or as text such as 'thrower: Kim, throws: 3'; `things`,
            `options`, `constants`, `board` and `situation` may be next to `given`, as in an example.
        of: the situation of a worked example, of one case of it (`example/case`), of a standard question in
            `questions.yaml`, with the values that it shows, or of a measure of `compare` (`measure/pair/distance`);
            values in --given have priority. For an example outside the ruleset, `FILE/example`.
        show: values to show at the end, expressions over the inputs; by default each roll and each field that may
            change.
        over: compute once for each of these values and every combination, as 'range: 1..15, target: [Ajax, Exeter]';
            names are inputs, fields, options and constants.
        each: show each value alone, not their combinations.
        decider: the decider of choices without an answer in `choices`: the first option, the default, a random one, the
            ruleset's advice as bots follow it, or the best answers for one side.
        goal: what the best answers maximise: the chance of a condition, or the mean of a number; by default the only
            shown value. It is shown if nothing else is.
        side: the side that maximises the goal, while all others minimise it; by default the only side that decides.
        budget: the number of steps of counting before it gives up.
        sample: sample this number of random plays instead of counting, with a 95 % interval for each chance.
        seed: the seed of the dice of the sample.
        chart: draw the chances into this file (.svg, .png or .html; needs the extra `plots`).
        table: print a quick-resolution table instead: the outcome for each roll of these dice, as d20 or 2d6.
        json: print JSON, with exact fractions.
    """
    refuse_dice(table)
    refuse_number("--budget", budget, 1)
    refuse_number("--sample", sample, 0)
    ruleset = open_ruleset(game)
    if not (address or given or of or json):
        return _list_questions(ruleset, game)
    about = what_is_asked(ruleset, address, given, of)
    wanted, cases = {one: one for one in expressions_in(show)} or about.columns, cases_asked(ruleset, about, over)
    if is_a_grid(cases) and not (wanted or goal):
        raise UsageError("a grid needs --show")
    by = WhoDecides(decider, goal, side)
    manner = WhatToCount(wanted, each or is_a_grid(cases), by, budget, sample, seed, about.rounds)
    _put_out(game, _all_answered(ruleset, about, cases, manner, asks=not json), chart, table, json=json)
    return 0


def _all_answered(
    ruleset: Ruleset, about: WhatIsAsked, cases: Sequence[tuple[Case, Facts]], manner: WhatToCount, *, asks: bool
) -> list[tuple[Case, RuleQuestion, list[Odds]]]:
    """Count or play each case of a grid, or the only one."""
    attempt = partial(_attempt, ruleset, about.address, manner)
    with what_cannot_be_counted(), ready_facts(ruleset, about.address, about.facts, attempt):
        return [
            (case, *_answered(ruleset, about.address, facts, manner, somebody_to_ask() if asks else None))
            for case, facts in cases
        ]


def _list_questions(ruleset: Ruleset, game: str) -> int:
    """Print the standard questions of a ruleset; exit with 2 if it has none."""
    asked = [question for question, _ in questions_of(ruleset.declared)]
    if not asked:
        raise UsageError("name a rule, or a worked example with --of; the ruleset has no standard questions")
    wide = max(len(one.question) for one in asked)
    for one in asked:
        print(f"{one.question:{wide}}  {one.title}")
    print(f"count one with `quarterdeck odds {game} --of {asked[0].question}`, or name a rule")
    return 0


def _put_out(
    game: str, found: Sequence[tuple[Case, RuleQuestion, list[Odds]]], chart: Path | None, dice: str, *, json: bool
) -> None:
    """Print what was counted, and draw it where that is wanted."""
    if chart is not None:
        from quarterdeck.apps.cli.chart import draw  # few ask for charts, and its library is large

        draw(_by_case(found), chart)
    address = found[0][1].address
    tables = quick_tables([(case, several) for case, _, several in found], dice) if dice else []
    if json:
        print_json(RuleCounted(game, address, [_of_case(case, one) for case, one in _by_case(found)], tables))
    elif dice:
        print_quick_tables(address, tables)
    else:
        _print(found)


def _by_case(found: Sequence[tuple[Case, RuleQuestion, list[Odds]]]) -> list[tuple[Case, Odds]]:
    return [(case, one) for case, _, several in found for one in several]


def _of_case(case: Case, odds: Odds) -> OddsOfCase:
    return {"case": dict(case), **odds.as_json()}


@contextmanager
def what_cannot_be_counted() -> Iterator[None]:
    """Say why something is not counted, and what to do instead."""
    try:
        yield
    except BudgetError as error:
        words = f"{error}; show less with --show, raise --budget, or sample it with --sample 20000"
        raise NoAnswerError("uncounted", words) from None
    except UndecidedError as error:
        raise UsageError(f"the rule asks for a decision at {error}: give `choices`, or set --decider") from None
    except NotCountedError as error:
        raise NoAnswerError("uncounted", f"{error.args[0]}; sample it with --sample 20000 instead") from None


@dataclass(frozen=True)
class WhoDecides:
    """The decider of choices; of the best answers also what they maximise, and for which side."""

    decider: DecidesCounted
    goal: str
    side: str

    def __post_init__(self) -> None:
        """Refuse a goal without somebody who looks at it."""
        if self.decider != BEST and (self.goal or self.side):
            raise UsageError("--goal and --side are for --decider best")


@dataclass(frozen=True)
class WhatToCount:
    """How a question is to be answered: what is shown by the titles of its columns, together or each, and how.

    `rounds` are carried out turn after turn, where that is what is asked.
    """

    show: Mapping[str, str]
    each: bool
    by: WhoDecides
    budget: int
    sample: int
    seed: int
    rounds: Rounds | None = None

    def __post_init__(self) -> None:
        """Refuse to count what is carried out turn after turn, and to sample what is best."""
        if self.sample and self.by.decider == BEST:
            raise UsageError("the best answers are counted, not sampled: leave --sample out")
        if self.rounds is not None and not self.sample:
            raise UsageError(f"a measure over several turns is sampled, not counted: add --sample {PLAYS}")


def _attempt(ruleset: Ruleset, address: str, manner: WhatToCount, facts: Facts) -> object:
    """Ask for everything, to find out which facts are read."""
    return _answered_as_given(
        ruleset, address, facts, replace(manner, show={}, sample=0, rounds=None, budget=SOME_STEPS)
    )


def _answered(
    ruleset: Ruleset, address: str, facts: Facts, manner: WhatToCount, ask: AskingForFields | None
) -> tuple[RuleQuestion, list[Odds]]:
    """Count or play; what is read and was not given is asked for, where there is somebody to ask."""
    while True:
        try:
            return _answered_as_given(ruleset, address, facts, manner)
        except UngivenRefusalError as error:
            more = ask(error.fields) if ask is not None else None
            if more is None:
                raise
            facts = facts.with_answers(more)


def _answered_as_given(
    ruleset: Ruleset, address: str, facts: Facts, manner: WhatToCount
) -> tuple[RuleQuestion, list[Odds]]:
    """Count or play.

    Raises:
        UngivenRefusalError: fields are read that nobody gave a value.
    """
    if manner.rounds is not None:
        given = (facts, manner.rounds, manner.show, manner.sample, manner.seed)
        put, found = sampled_turns(ruleset, address, *given)
        return put, [found]
    question = question_of(ruleset, address, facts)
    answer, shown = who_answers(question, manner.by.decider, manner.by.side), shown_of(question, manner.show)
    if manner.sample and not shown:
        raise UsageError("a sample needs --show")
    if manner.sample:
        return question, [question.sample(shown, manner.sample, manner.seed, answer)]
    goal = goal_of(question, manner.by.decider, manner.by.goal, shown)
    with CountingProgress() as progress:
        how: dict[str, Any] = {"answer": answer, "budget": manner.budget, "progress": progress}
        return question, question.count(shown, each=manner.each, goal=goal, **how)


class CountingProgress:
    """Show how far counting has got, on the standard error, where it is a terminal and counting takes its time."""

    def __init__(self) -> None:
        console = Console(stderr=True)
        self.bar = Progress(
            TextColumn("counting: {task.description}"),
            TimeElapsedColumn(),
            console=console,
            transient=True,
            disable=not console.is_terminal,
        )

    def __enter__(self) -> Callable[[int, Fraction], None]:
        self.bar.start()
        task = self.bar.add_task("")

        def progress(visits: int, done: Fraction) -> None:
            self.bar.update(task, description=f"{visits:,} steps, {decimals.in_percent(done, 1)} of all cases")

        return progress

    def __exit__(self, *given: object) -> None:
        self.bar.stop()


def _print(found: Sequence[tuple[Case, RuleQuestion, list[Odds]]]) -> None:
    case, question, first = found[0]
    if case:
        print_grid(question.address, [(case, several) for case, _, several in found])
    else:
        _print_odds(question, first)


def _print_odds(question: RuleQuestion, found: Sequence[Odds]) -> None:
    console = Console()
    if not found:
        console.print(f"{question.address} changes nothing here")
    for one in found:
        title = f"{question.address}: {one.titles[0]}" if len(found) > 1 else question.address
        console.print(_table(one, title, console.width), highlight=False)
        if len(one.rows) > ROWS:
            rest = one.below - sum(weight for _, weight in shown_rows(one))
            console.print(
                f"and {len(one.rows) - ROWS:,} more rows, "
                f"together {decimals.in_percent(Fraction(rest, one.below), 4)} (--json)"
            )
        if len(one.titles) > 1:
            for heading in one.titles:
                console.print(f"{heading}: {_by_itself(one, heading)}", highlight=False)
    rows = sum(len(one.rows) for one in found)
    if found and found[0].sampled:
        console.print(f"sampled: {many(found[0].sampled, 'play')}, {many(rows, 'outcome')}")
    elif found:
        console.print(f"counted exactly: {many(sum(one.visits for one in found), 'step')}, {many(rows, 'outcome')}")
    for line in dict.fromkeys(line for one in found for line in who_decided(one)):
        console.print(line, highlight=False)


def who_decided(one: Odds) -> Iterator[str]:
    """Yield who was assumed to decide, and which choices."""
    by = one.decided
    if by is None or not by.choices:
        return
    choices = ", ".join(by.choices)
    if by.mean is None:
        yield f"decided by {by.decider}: {choices}"
        return
    mean = decimals.in_percent(by.mean, 4) if by.is_chance else f"{decimals.rounded(by.mean, 4)} on average"
    yield f"decided by best: side {by.side} maximises {by.goal} ({mean}), all others minimise it: {choices}"


def _table(one: Odds, title: str, width: int) -> Table:
    """Lay out the likeliest outcomes; columns that do not fit are left out: first the bars, then the exact shares."""
    rows = shown_rows(one)
    shares = [Fraction(weight, one.below) for _, weight in rows]
    exact = [_interval(w, one.sampled) if one.sampled else _short(s) for (_, w), s in zip(rows, shares, strict=True)]
    exactly = "interval of 95 %" if one.sampled else "exactly"
    cells = [max(len(words[place]) for words, _ in rows) for place in range(len(one.titles))]
    whole = [max(len(heading), cell) for heading, cell in zip(one.titles, cells, strict=True)]
    parted = [max(*map(len, h.split()), min(LONG, cell)) for h, cell in zip(one.titles, cells, strict=True)]
    of_exact = max(map(len, [exactly, *exact]))
    rest = width - 1 - (3 + len("100.0000%")) - 3 * len(one.titles)
    widths = whole if rest - sum(whole) >= 3 + of_exact + 3 + BAR else parted
    room = rest - sum(widths)
    fits = room >= 0
    shows_exactly = room >= 3 + of_exact
    room -= 3 + of_exact if shows_exactly else 0
    for place, cell in enumerate(cells):  # long words take what is left
        more = max(0, min(cell - widths[place], room))
        widths[place], room = widths[place] + more, room - more
    bar = min(BAR, room - 3) if room - 3 >= SHORTEST_BAR else 0
    table = Table(title=title)
    for heading, one_width in zip(one.titles, widths, strict=True):
        justify: Literal["left", "right"] = "right" if one.numbers_of(heading) else "left"
        table.add_column(heading, justify=justify, width=one_width if fits else None)
    table.add_column("chance", justify="right", no_wrap=True)
    if shows_exactly:
        table.add_column(exactly, justify="right", style="dim", no_wrap=True)
    if bar:
        table.add_column("", justify="left", no_wrap=True)
    most = max(weight for _, weight in one.rows)
    for (words, weight), share, one_exact in zip(rows, shares, exact, strict=True):
        drawn = "█" * max(1, round(bar * weight / most)) if weight else ""
        table.add_row(
            *words, decimals.in_percent(share, 4), *([one_exact] if shows_exactly else []), *([drawn] if bar else [])
        )
    return table


def shown_rows(one: Odds) -> list[tuple[tuple[str, ...], int]]:
    """Give the likeliest rows, as many as are shown, in the order in which they stand."""
    places = sorted(range(len(one.rows)), key=lambda at: -one.rows[at][1])[:ROWS]
    return [one.rows[at] for at in sorted(places)]


def _by_itself(one: Odds, heading: str) -> str:
    """Say what one column holds, the others left aside: from where to where and the mean, or its likeliest words."""
    values = one.of_column(heading)
    numbers, mean = one.numbers_of(heading), one.mean_of(heading)
    if mean is not None:
        missing = [f", {value}: {decimals.in_percent(share, 4)}" for value, share in values if value in MISSING]
        least, most = min(numbers)[0], max(numbers)[0]
        said = f"{decimals.shown(least)} to {decimals.shown(most)}, {decimals.rounded(mean, 4)} on average"
        return said + "".join(missing)
    likeliest = sorted(values, key=lambda each: -each[1])
    shown = [f"{value} {decimals.in_percent(share, 4)}" for value, share in likeliest[:WORDS]]
    return ", ".join([*shown, *(["…"] if len(likeliest) > WORDS else [])])


def _short(share: Fraction) -> str:
    text = str(share)
    return text if len(text) <= 24 else f"about 1 in {round(1 / share):,}" if share < Fraction(1, 10) else ""


def _interval(count: int, times: int) -> str:
    low, high = interval(count, times)
    return f"{decimals.in_percent(low, 2)} to {decimals.in_percent(high, 2)}"
