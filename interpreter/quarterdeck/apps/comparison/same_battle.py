"""The same battle fought by several games, with the doctrine of each: who wins, how long it takes, what is lost, why.

In: rulesets whose `comparison.yaml` names a scenario for a battle of history. Out: `BattleCompared`. Every battle has
its own seed, so that the same number of them gives the same.
"""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from quarterdeck.analysis.battles.series import SeriesWanted, fight_series
from quarterdeck.analysis.battles.summary import SeriesSummary
from quarterdeck.apps.comparison.measures import AskedGame, Progress
from quarterdeck.apps.comparison.report import (
    BattleCompared,
    BattleLength,
    BattleLoss,
    BattleOfGame,
    BattleShare,
    LossCause,
)

SEED = 1
LAST = 2
"""So many of the rules that were being carried out are told of a cause, the innermost last."""


def battles_of(games: Sequence[AskedGame], count: int, progress: Progress) -> Iterator[BattleCompared]:
    """Fight every battle that at least one of the games has, so many times each."""
    known = {name: said for game in games for name, said in game.book.vocabulary.battles.items()}
    for name, battle in known.items():
        if any(name in game.book.said("battles") for game in games):
            fought = []
            for game in games:
                progress(f"{battle.title}: {game.name}")
                fought.append(battle_of(game, name, count))
            yield BattleCompared(name, battle.title, battle.happened, tuple(fought))


def battle_of(game: AskedGame, name: str, count: int) -> BattleOfGame:
    """Fight a battle in one game, or say why it cannot."""
    here = game.book.said("battles").get(name)
    if here is None:
        said = game.book.said("cannot").get(name)
        reason = said.shape if said is not None else "it has no scenario for it"
        return BattleOfGame(game.name, reason, None, 0, None, (), None, (), (), "")
    scenario = here.shape.scenario
    came = fight_series(game.ruleset, SeriesWanted(scenario, count=count, seed=SEED)).contests[0].came
    words = ["quarterdeck", "battles", game.name, scenario, "--count", str(count), "--seed", str(SEED)]
    return BattleOfGame(
        game.name,
        None,
        scenario,
        came.ended,
        game.book.minutes_each_turn(),
        tuple(BattleShare(one.title, one.won.share, one.won.interval.low, one.won.interval.high) for one in came.wins),
        length_of(came),
        tuple(losses_of(came)),
        tuple(causes_of(came)),
        shlex.join(words),
    )


def length_of(came: SeriesSummary) -> BattleLength | None:
    """Give how long battles took; nothing where none came to its end."""
    turns = came.turns
    return BattleLength(turns.lower, turns.median, turns.upper) if turns is not None else None


def losses_of(came: SeriesSummary) -> Iterator[BattleLoss]:
    """Give what was lost, by side, the most frequent losses first."""
    for one in came.losses:
        interval = one.lost.interval
        yield BattleLoss(one.side, one.thing, one.lost.share, interval.low, interval.high, one.turn)


def causes_of(came: SeriesSummary) -> Iterator[LossCause]:
    """Give by which rules things were lost: what led to it where that is known, else the rule that took them away."""
    led = Counter[tuple[str, str]]()
    for one in came.causes:
        by = one.after.by if one.after is not None else one.by
        led[one.after_words or one.words, " › ".join(by.within[-LAST:]) or by.phase] += one.losses
    losses = sum(led.values())
    for (words, rule), count in led.most_common():
        yield LossCause(words, rule, Fraction(count, losses))
