"""`quarterdeck compare`: different games side by side, by topics, turn beside turn, and in numbers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from quarterdeck.apps.api.comparing_games import compare as compared
from quarterdeck.apps.cli.json_output import print_json
from quarterdeck.apps.cli.open_ruleset import UsageError, complain, open_ruleset, refuse_number
from quarterdeck.apps.cli.progress_line import progress_line
from quarterdeck.apps.comparison.measures import BUDGET, PLAYS, SAMPLE
from quarterdeck.apps.comparison.report import GamesCompared
from quarterdeck.base.bounds import MOST_BATTLES, MOST_GAMES, MOST_PLAYS


def compare(
    *games: str,
    topic: Annotated[list[str] | None, Parameter(name="--topic", negative=())] = None,
    measure: Annotated[list[str] | None, Parameter(name="--measure", negative=())] = None,
    numbers: bool = True,
    folder: Path | None = None,
    budget: int = BUDGET,
    sample: int = SAMPLE,
    plays: int = PLAYS,
    battles: int = 0,
    json: Annotated[bool, Parameter(name="--json", negative="")] = False,
) -> int:
    """Compare different games: the rules of each on a topic, and its answers to the same questions.

    The `comparison.yaml` of a game has its topics and questions. `vocabulary.yaml` next to the rulesets has the
    shared words.

    Args:
        games: two or more rulesets, by name, `name+variant+variant` or folder.
        topic: show only this topic or group of topics, and its questions, in full; repeatable.
        measure: compute only this measure, in full; repeatable.
        numbers: ask all games the same questions; `--no-numbers` omits them.
        folder: write an HTML page, the same as PDF, and the data into this folder (needs the extras `plots` and
            `docs`).
        budget: the number of steps of counting for each answer, before it is sampled instead.
        sample: the number of random plays of an answer that cannot be counted.
        plays: the number of plays of a measure that runs turn after turn.
        battles: play each historical battle this number of times, in every game with a scenario for it.
        json: print JSON, with exact fractions.
    """
    check_arguments(games, budget, sample, plays, battles)
    if folder is not None:
        check_folder(folder)
    rulesets = [open_ruleset(game) for game in games]
    asked = measure if measure is not None else None if numbers else []
    with progress_line("comparing") as progress:
        found = compared(
            rulesets,
            topics=topic or (),
            measures=asked,
            budget=budget,
            sample=sample,
            plays=plays,
            battles=battles,
            progress=lambda text: progress(f"asking: {text}"),
        )
        written = None if folder is None else written_to(folder, found)
    if json:
        print_json(found)
    else:
        from quarterdeck.apps.cli.compare_tables import print_comparison

        print_comparison(found, topics=bool(topic), pairs=bool(topic or measure))
        for path in written or ():
            print(path)
    return 0


def check_folder(folder: Path) -> None:
    """Refuse a folder into which no comparison can be written.

    Raises:
        UserError: it holds something else, or what prints is not installed.
    """
    from quarterdeck.apps.comparison.folder import refuse_folder

    refuse_folder(folder)


def check_arguments(games: tuple[str, ...], budget: int, sample: int, plays: int, battles: int) -> None:
    """Refuse what is invalid.

    Raises:
        UsageError: there are not two different games, or a number is too small.
    """
    if len(games) < 2:
        raise UsageError("name at least two games; `diff` compares a game with its house rules")
    if len(games) > MOST_GAMES:
        raise UsageError(f"{len(games)} games are too many; name at most {MOST_GAMES}")
    twice = [game for game in games if games.count(game) > 1]
    if twice:
        raise UsageError(f"{twice[0]} is named twice")
    refuse_number("--budget", budget, 1)
    refuse_number("--sample", sample, 1)
    refuse_number("--plays", plays, 1, MOST_PLAYS)
    refuse_number("--battles", battles, 0, MOST_BATTLES)


def written_to(folder: Path, found: GamesCompared) -> list[Path]:
    """Write the pages, say so where they take the place of earlier ones, and give where they lie.

    Raises:
        BookError: they cannot be printed.
    """
    from quarterdeck.apps.comparison.folder import is_there, write_folder

    if is_there(folder):
        complain(f"{folder} had an earlier comparison, which is replaced")
    return write_folder(found, folder)
