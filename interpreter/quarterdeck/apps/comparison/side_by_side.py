"""Compare several games: by topics, turn beside turn, and in numbers.

In: rulesets in which nothing is wrong. Out: `GamesCompared`. The pages are printed from it by `page` and `paper`.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from quarterdeck.apps.comparison.measures import AskedGame, WayToAnswer, compared
from quarterdeck.apps.comparison.report import (
    ComparedGame,
    GamesCompared,
    ScaleOfGame,
    TopicCompared,
    WithoutTopic,
)
from quarterdeck.apps.comparison.same_battle import battles_of
from quarterdeck.apps.comparison.topics import TopicsOfGame
from quarterdeck.apps.comparison.turns import CourseOfTurn
from quarterdeck.base import decimals
from quarterdeck.base.errors import UserError
from quarterdeck.base.near_names import did_you_mean
from quarterdeck.language.documents import shapes
from quarterdeck.prose.english.english_writer import EnglishWriter
from quarterdeck.workspace.ruleset.comparison import ComparisonBook, comparison_of, with_more
from quarterdeck.workspace.ruleset.ruleset import Ruleset


class NothingCommonError(UserError):
    """The games have nothing in common: no game has that topic or measure; the argument is the message."""


def compare_games(
    rulesets: Sequence[Ruleset],
    topics: Sequence[str] = (),
    measures: Sequence[str] | None = None,
    manner: WayToAnswer | None = None,
    battles: int = 0,
) -> GamesCompared:
    """Compare games by all topics, or by some of them and the measures that belong to these.

    With `battles` every battle of history is fought so many times in each game that has it.
    `topics` are names of topics or of groups. `measures` are asked: all that two games, or the one that there is, can
    answer where nothing is said.

    Raises:
        NothingCommonError: a topic or measure is unknown, or no game has it.
    """
    games = [AskedGame(ruleset, comparison_of(ruleset.declared)) for ruleset in rulesets]
    vocabulary = shapes.Vocabulary()
    for game in games:
        vocabulary = with_more(vocabulary, game.book.vocabulary)
    wanted = topics_wanted(games, vocabulary, topics)
    writers = [EnglishWriter(ruleset.checked, ruleset.loaded.store) for ruleset in rulesets]
    told = [TopicsOfGame(game.name, game.book, writer) for game, writer in zip(games, writers, strict=True)]
    by_topic = [
        TopicCompared(name, said.title, said.about or "", said.within, tuple(one.topic(name) for one in told))
        for name, said in vocabulary.topics.items()
        if name in wanted
    ]
    if topics and not any(one.addresses for topic in by_topic for one in topic.games):
        raise NothingCommonError(f"none of these games has a rule about {', '.join(topics)}")
    asked = measures_wanted(games, vocabulary, wanted if topics else None, measures)
    how = manner or WayToAnswer()
    answers = [compared(name, games, how) for name in asked]
    return GamesCompared(
        tuple(game_told(game) for game in games),
        tuple(CourseOfTurn(game.name, game.book, game.ruleset.checked).turn() for game in games),
        tuple(topic for topic in by_topic if topics or any(one.addresses for one in topic.games)),
        vocabulary.subjects,
        tuple(WithoutTopic(game.name, one.address) for game in games for one in game.book.rules if one.topic is None),
        tuple(one for one in answers if one.pairs or measures),
        tuple(battles_of(games, battles, how.progress)) if battles else (),
    )


def topics_wanted(games: Sequence[AskedGame], vocabulary: shapes.Vocabulary, names: Sequence[str]) -> set[str]:
    """Give the topics that are meant: all where none is named.

    Raises:
        NothingCommonError: no topic or group has this name.
    """
    found: set[str] = set()
    for name in names:
        meant = {topic for game in games for topic in game.book.topics_called(name.replace("-", "_"))}
        if not meant:
            known = [*vocabulary.topics, *vocabulary.groups]
            raise NothingCommonError(f"there is no topic {name}; {hint_for(name, known)}")
        found |= meant
    return found or set(vocabulary.topics)


def measures_wanted(
    games: Sequence[AskedGame],
    vocabulary: shapes.Vocabulary,
    topics: set[str] | None,
    names: Sequence[str] | None,
) -> list[str]:
    """Give the measures that are asked: those named, or those about some topics that a game says how to ask.

    Raises:
        NothingCommonError: a measure is not known, or no game says how it is asked.
    """
    has = {name for game in games for name in game.book.said("measures")}
    for name in names or ():
        if name not in vocabulary.measures:
            raise NothingCommonError(f"there is no measure {name}; {hint_for(name, vocabulary.measures)}")
        if name not in has:
            why = "; ".join(f"{game.name}: {reason(game.book, name)}" for game in games)
            raise NothingCommonError(f"none of these games can answer {name} ({why})")
    if names is not None:
        return list(names)
    return [
        name
        for name, measure in vocabulary.measures.items()
        if name in has and (topics is None or measure.topic in topics)
    ]


def reason(book: ComparisonBook, measure: str) -> str:
    """Say why a game has no answer to a measure."""
    said = book.said("cannot").get(measure)
    return said.shape if said is not None else "its comparison.yaml has no question for it"


def hint_for(name: str, known: Sequence[str] | dict[str, shapes.Measure]) -> str:
    """Say what may be meant by a name that is not known."""
    return did_you_mean(name.replace("-", "_"), known, f"there are {', '.join(known)}", mark="")


def game_told(game: AskedGame) -> ComparedGame:
    """Give what is said of a game as a whole."""
    head = game.book.declared.head
    scales = tuple(
        ScaleOfGame(
            name,
            scale.one,
            decimals.read(scale.stands_for) or Fraction(),
            scale.unit,
            decimals.read(scale.steps) or Fraction(1),
            scale.source.kind if scale.source else "house",
            (scale.source.place if scale.source else None) or "",
            (scale.source.note if scale.source else None) or "",
        )
        for name, said in game.book.said("scale").items()
        for scale in [said.shape]
    )
    return ComparedGame(game.name, head.title, head.edition or "", head.era or "", tuple(head.dice), scales)
