"""Games side by side: every rule has its topic, every number is asked again and comes out alike, pages hold it all."""

from __future__ import annotations

import errno
import json
import re
import shlex
import shutil
from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import comb
from pathlib import Path
from typing import Any

import pytest

from quarterdeck.analysis.trial.comparison_data import faults_of_comparison
from quarterdeck.analysis.trial.rounds import asked_rounds
from quarterdeck.api import GamesCompared, NothingCommonError, Ruleset, compare
from quarterdeck.apps.api import asking
from quarterdeck.apps.cli import odds
from quarterdeck.apps.cli.main import main
from quarterdeck.apps.comparison.folder import DATA, PAGE, PAPER, fill, is_there
from quarterdeck.apps.comparison.measures import AskedGame, WayToAnswer, answers_of
from quarterdeck.apps.comparison.report import AnswersOfGame
from quarterdeck.apps.comparison.topics import TopicsOfGame
from quarterdeck.apps.comparison.turns import CourseOfTurn
from quarterdeck.base.findings.finding import RefusedError
from quarterdeck.base.resources import rulesets_folder
from quarterdeck.engine.odds.sampling import interval, ranks_of
from quarterdeck.print.book.build_fault import BookError
from quarterdeck.prose.english.english_writer import EnglishWriter
from quarterdeck.workspace.pipeline.folders import ruleset_names, variant_names
from quarterdeck.workspace.ruleset.comparison import (
    ComparisonBook,
    QuestionOfMeasure,
    comparison_of,
    question_of_measure,
    shared_vocabulary,
)
from quarterdeck.workspace.ruleset.rounds import PartOfTurn, Rounds
from quarterdeck.workspace.ruleset.rule_question import Facts
from tests.apps.cli.as_data.material import COMPARED, GAMES, STONES, write

NUMERIC = ("quickfire", "ships_and_sails")
"""Games whose answers are quickly counted."""
OF_OTHERS = (("easyships", "torpedo", "nestor_derfflinger"), ("fear_god", "gunfire", "mikasa_borodino"))
"""What is asked of the others."""
ONCE = ("gunfire", "torpedo", "broadside")
"""Measures that are asked once, and counted."""


@cache
def opened(name: str) -> Ruleset:
    return Ruleset.open(name)


@cache
def compared() -> GamesCompared:
    return compare([opened(name) for name in NUMERIC], measures=ONCE)


@pytest.fixture
def small(tmp_path, monkeypatch):
    """Lay out two small games that say how they are compared, and go there."""
    shutil.copytree(GAMES / "snowballs", tmp_path / "snowballs")
    write(tmp_path / "stones", STONES)
    write(tmp_path, COMPARED)
    monkeypatch.chdir(tmp_path)
    return tmp_path


# --- topics


@pytest.mark.parametrize("name", ruleset_names())
def test_every_rule_of_a_shipped_game_has_a_topic_and_every_modifier_a_subject(name):
    book = comparison_of(opened(name).declared)
    assert len(book.rules) > 50
    assert [one.address for one in book.rules if one.topic is None] == []
    told = topics_of(name)
    assert len(told.modifying) > 1
    assert [address for address in told.modifying if told.subject_of(address) is None] == []


def test_every_rule_of_a_shipped_variant_has_a_topic():
    """Its own file may say so, or the topic that the rule names."""
    whole = "+".join(["easyships", *variant_names(rulesets_folder() / "easyships")])
    book = comparison_of(Ruleset.open(whole).declared)
    assert [one.address for one in book.rules if one.topic is None] == []


def test_the_longest_address_counts():
    book = comparison_of(opened("easyships").declared)
    assert book.topic_of("gunnery.attack") == "chance_to_hit"
    assert book.topic_of("gunnery.pierce") == "penetration"
    assert book.topic_of("gunneryman.attack") is None
    assert book.topic_of("tables.x", "torpedoes.reload") == "torpedoes"


def test_what_a_topic_tells_comes_from_the_rules():
    told = {name: topics_of(name).topic("chance_to_hit") for name in ("easyships", "quickfire")}
    assert ("gunnery.attack.to_hit", "d20") in {(roll.address, roll.dice) for roll in told["easyships"].rolls}
    evasion = {one.address: one.text for one in told["easyships"].modifiers if one.subject == "evasion"}
    assert evasion == {"gunnery.attack.to_hit.evading_target": "+2 if the target is evading"}
    assert told["quickfire"].core[0].address == "gunnery.fire"
    assert any("Roll a d12 for a successful ROF roll" in line for line in told["quickfire"].core[0].lines)


def topics_of(name: str) -> TopicsOfGame:
    return TopicsOfGame(name, comparison_of(opened(name).declared), EnglishWriter(opened(name).checked))


def test_turns_are_told_with_what_each_stage_is_about():
    book = comparison_of(opened("easyships").declared)
    turn = CourseOfTurn("easyships", book, opened("easyships").checked).turn()
    combat = next(phase for phase in turn.phases if phase.title == "Combat")
    assert [(step.title, step.topic) for step in combat.steps][1:3] == [
        ("Gunnery", "chance_to_hit"),
        ("Torpedoes", "torpedoes"),
    ]


# --- numbers


def read_again(command: str, capsys: pytest.CaptureFixture[str]) -> list[tuple[dict[str, Fraction], Fraction]]:
    """Run the printed command, and give its cases: the value of each column, and the chance."""
    words = shlex.split(command)
    assert words.pop(0) == "quarterdeck"
    assert main([*words, "--json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)["odds"]
    titles = [column["title"] for column in found["columns"]]
    return [
        (
            dict(zip(titles, map(as_number, row["values"]), strict=True)),
            Fraction(row["chance"]["numerator"], row["chance"]["denominator"]),
        )
        for row in found["rows"]
    ]


def as_number(value: Any) -> Fraction:
    if isinstance(value, list):
        return sum(map(as_number, value), Fraction())
    return Fraction() if value is None else Fraction(value)


def worked_out(cases: list[tuple[dict[str, Fraction], Fraction]], name: str, minutes: int) -> Fraction | None:
    """Work a number out of the cases, by its name in the vocabulary."""
    match name:
        case "chance":
            return sum((chance for case, chance in cases if case["hits"] > 0), Fraction())
        case "hits":
            return sum((case["hits"] * chance for case, chance in cases), Fraction())
        case "hit":
            return sum((chance for case, chance in cases if case["hit"]), Fraction())
    column = name
    if "hit" in cases[0][0]:  # of the cases in which there is a hit
        cases, minutes = [(case, chance) for case, chance in cases if case["hit"]], 1
    whole = sum(chance for _, chance in cases)
    if column not in cases[0][0]:
        return None
    return sum((case[column] * chance for case, chance in cases), Fraction()) / whole / minutes


def answers_for(name: str, measure: str, pair: str) -> AnswersOfGame:
    """Give what one game answers for one pair."""
    book = comparison_of(opened(name).declared)
    return answers_of(AskedGame(opened(name), book), measure, book.vocabulary.measures[measure], pair, WayToAnswer())


@pytest.mark.slow
def test_every_number_comes_again_by_the_command_that_is_printed_beside_it(capsys, monkeypatch):
    """Of each game, measure and pair two answers: more than a dozen, each worked out here from the odds."""
    monkeypatch.setattr(odds, "open_ruleset", opened)  # each game is opened once
    games = [game for measure in compared().measures for pair in measure.pairs for game in pair.games]
    games += [answers_for(*one) for one in OF_OTHERS]
    answers = [answer for game in games for answer in game.answers[-1:] + game.answers[:-1][:1]]
    for answer in answers:
        cases = read_again(answer.command, capsys)
        again = {one.number: worked_out(cases, one.number, 3) for one in answer.numbers}
        assert {one.number: one.value for one in answer.numbers} == again, answer.command
    assert len(answers) >= 12


def test_numbers_are_those_of_the_rules():
    """A battery of four guns that has found its target: 4 of 20 at eight hexes, as the d20 says."""
    at = {answer.at: answer for answer in answers_for("easyships", "gunfire", "mikasa_borodino").answers}
    assert at[8000].here == 8
    assert at[8000].numbers[0].value == Fraction(4, 20)
    assert at[4000].numbers[0].value == Fraction(5, 20)
    assert max(one or 0 for one in at) == 12000  # guns of 12 inches reach 13 hexes
    gunfire = next(one for one in compared().measures if one.measure == "gunfire")
    quickfire, sails = next(one for one in gunfire.pairs if one.pair == "mikasa_borodino").games
    assert quickfire.answers[-1].here == Fraction("45.5")
    assert sails.cannot
    assert not sails.answers


def test_what_is_too_much_to_count_is_played_with_an_interval(small):
    found = compare([Ruleset.open("snowballs"), Ruleset.open("stones")], measures=["throw"], budget=1, sample=400)
    answer = found.measures[0].pairs[0].games[0].answers[0]
    chance, wet, spilt = answer.numbers
    assert answer.sampled == 400
    assert answer.command.endswith("--sample 400 --seed 1")
    exact = compare([Ruleset.open("snowballs")], measures=["throw"]).measures[0].pairs[0].games[0].answers[0]
    assert chance.low is not None
    assert chance.high is not None
    assert chance.low <= (exact.numbers[0].value or 0) <= chance.high
    assert (exact.sampled, exact.numbers[0].low) == (0, None)
    assert wet.low is not None
    assert spilt.value is None


def test_a_battle_is_the_same_that_battles_fights(small, capsys):
    found = compare([Ruleset.open("snowballs"), Ruleset.open("stones")], measures=[], battles=3)
    yard, pond = found.battles
    snowballs, stones = yard.games
    assert main([*shlex.split(snowballs.command)[1:], "--json"]) == 0
    came = json.loads(capsys.readouterr().out)["contests"][0]["came"]
    assert [one.share for one in snowballs.wins] == [Fraction(one["won"]["battles"], 3) for one in came["wins"]]
    assert snowballs.length is not None
    assert snowballs.length.median == came["turns"]["median"]
    assert snowballs.losses
    assert sum(one.share for one in snowballs.causes) == 1
    assert (snowballs.minutes, stones.minutes) == (Fraction(1, 2), None)
    assert (pond.games[1].cannot, pond.games[1].fought) == ("it has no scenario for it", 0)


# --- turns until something holds


def soaked(book: ComparisonBook, minutes: int = 10) -> tuple[QuestionOfMeasure, Rounds]:
    """Give the question of the small game that is asked turn after turn."""
    question = question_of_measure(book.declared, "soaked/anna_dora")
    assert question is not None
    assert question.rounds is not None
    return question, replace(question.rounds, turns=2 * minutes)


def test_times_come_again_by_the_command_that_is_printed_beside_them(small, capsys):
    found = compare([Ruleset.open("snowballs"), Ruleset.open("stones")], measures=["soaked"], plays=60)
    snowballs, stones = found.measures[0].pairs[0].games
    (answer,) = snowballs.answers
    told = {one.number: one for one in answer.numbers}
    assert answer.command == "quarterdeck odds snowballs --of soaked/anna_dora --sample 60 --seed 1"
    assert main([*shlex.split(answer.command)[1:], "--json"]) == 0
    (odds_again,) = json.loads(capsys.readouterr().out)["odds"]
    turns = [row["values"][0] for row in odds_again["rows"] for _ in range(row["weight"])]
    ended = sorted(turn for turn in turns if turn is not None)
    assert told["soaked"].value == Fraction(len(ended), 60)
    assert told["median"].value == Fraction(ended[29], 2)  # a turn is half a minute
    median = told["median"]
    assert median.low is not None
    assert median.high is not None
    assert median.low <= (median.value or 0) <= median.high
    both = sum(row["weight"] for row in odds_again["rows"] if row["values"][2])
    assert told["both"].value == Fraction(both, len(ended))
    assert told["glum"].value is None
    assert snowballs.each_turn == ("throwing.throw", "throwing.throw", "turn.snow.cold")
    assert stones.cannot
    assert main(["odds", "snowballs", "--of", "soaked/anna_dora"]) == 2
    assert "sampled, not counted" in capsys.readouterr().err


def test_a_turn_is_what_is_counted_exactly(small):
    """The share that ends in the first turn, with nothing else in it, is the chance of one throw."""
    ruleset = Ruleset.open("snowballs")
    question, rounds = soaked(comparison_of(ruleset.declared))
    alone = Rounds((), "target.wet > 0", 1)
    came = asked_rounds(ruleset, question.address, question.facts, alone, {}).played(300, 1)
    low, high = interval(
        sum(weight for (turn,), (_, weight) in zip(came.values, came.rows, strict=True) if turn == 1), 300
    )
    put = asking.question(ruleset, question.address, question.facts)
    exact = put.count(asking.shown_of(put, ["target.wet > 0"]))[0].chance("yes")
    assert low <= exact <= high
    short = asked_rounds(ruleset, question.address, question.facts, replace(rounds, turns=1), {}).played(40, 1)
    assert {turn for (turn,) in short.values} <= {1, None}


@pytest.mark.parametrize(("at_once", "first"), [(True, 2), (False, 1)])
def test_what_comes_at_once_is_not_seen_by_the_others(at_once, first, small):
    ruleset = Ruleset.open("snowballs")
    question, rounds = soaked(comparison_of(ruleset.declared))
    place = rounds.parts[0].place
    parts = (
        PartOfTurn("throwing.soak", {"child": "target", "amount": 1}, "", at_once=False, place=place),
        PartOfTurn("throwing.soak", {"child": "thrower", "amount": 1}, "target.wet > 0", at_once=at_once, place=place),
    )
    facts = replace(question.facts, given={"child": "target"})
    came = asked_rounds(ruleset, "throwing.use_up", with_balls(facts), Rounds(parts, "thrower.wet > 0", 5), {})
    assert {turn for (turn,) in came.played(3, 1).values} == {first}


def with_balls(facts: Facts) -> Facts:
    return replace(facts, given={**facts.given, "balls": 1})


UNENDING = {
    "thrower.gone_home": "changes the end condition",
    "target.wet": "is not yes or no",
    "aim.success": "is a roll",
}
"""What is to end turns, and what is said of it."""


@pytest.mark.parametrize("until", UNENDING)
def test_an_end_that_cannot_come_is_a_finding(until, small):
    ruleset = Ruleset.open("snowballs")
    question, rounds = soaked(comparison_of(ruleset.declared))
    with pytest.raises(RefusedError) as refused:
        asked_rounds(ruleset, question.address, question.facts, Rounds((), until, rounds.turns), {})
    assert UNENDING[until] in refused.value.findings[0].message
    with pytest.raises(RefusedError) as refused:
        asked_rounds(ruleset, question.address, question.facts, replace(rounds, turns=10**6), {})
    assert "exceed the limit" in refused.value.findings[0].message


@pytest.mark.parametrize("times", [1, 6, 40, 100])
@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_quartiles_lie_where_the_binomial_distribution_says(times, quarters):
    """The ends are the narrowest that leave out no more than 2.5 of 100 on either side."""
    low, middle, high = ranks_of(times, quarters)
    share = Fraction(quarters, 4)
    chances = [comb(times, count) * share**count * (1 - share) ** (times - count) for count in range(times + 1)]
    assert [sum(chances[: rank + 1]) <= Fraction(25, 1000) for rank in (low, low + 1)] == [True, False]
    assert [sum(chances[rank + 1 :]) <= Fraction(25, 1000) for rank in (high, high - 1)] == [True, False]
    assert low < middle < high or times == 1


# --- what is invalid


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("easyships", "name at least two games"),
        ("easyships easyships", "named twice"),
        ("quickfire ships_and_sails --topic gunery", "did you mean gunnery?"),
        ("quickfire ships_and_sails --topic aircraft", "none of these games has a rule about aircraft"),
        ("quickfire ships_and_sails --measure gunfires", "did you mean gunfire?"),
        ("quickfire regatta --measure broadside", "its ships have engines"),
        ("quickfire ships_and_sails --sample 0", "--sample 0: at least 1"),
        ("ships_and_sails nowhere", "no ruleset is called nowhere"),
    ],
)
def test_what_cannot_be_meant_is_said_in_a_line(line, said, capsys):
    games = {"regatta": str(GAMES / "regatta")}
    assert main(["compare", *(games.get(word, word) for word in line.split())]) == 2
    assert said in capsys.readouterr().err


FAULTS = {
    "topics:\n  throwing:": ("topics:\n  trowing:", "`trowing` is not a topic"),
    "heaps: [snow]": ("heaps: [snow, throwing]", "`throwing` already belongs to throwing"),
    "throwing: [throwing.throw, splashes]": ("throwing: [throwing.toss]", "`throwing.toss` is not an address"),
    "farness: [throwing": ("nearness: [throwing", "`nearness` is not a subject"),
    "stands_for: 3": ("stands_for: far", "`far` is not a number above 0"),
    "unit: feet, source": ("unit: miles, source", "`throw` needs a scale that is missing"),
    "not_shown: {spilt: nothing is spilt}": ("not_shown: {}", "`spilt` is neither in `show` nor in `not_shown`"),
    "show: {hits: aim.successes": ("show: {hit: aim.successes", "`hit` is not a column"),
    "of: throwing.throw\n": ("of: throwing.trow\n", "no rule"),
    "like: $thrower": ("like: $throwr", "`throwr` is not a value"),
    "wet: target.wet": ("wet: target.wett", "wett"),
    "asked_while: range <= 6": ("asked_while: rang <= 6", "rang"),
    "strewn: there are": ("strown: there are", "`strown` is not a measure"),
    "cannot:\n": ("cannot:\n  soaked/nobody: they are dry\n", "`nobody` is not a pair"),
    "of: turn.snow.cold": ("of: turn.snow.warm", "turn.snow.warm"),
    "child: target, target: thrower": ("kid: target, target: thrower", "has no input `kid`"),
    "when: target.mood": ("when: target.mod", "mod"),
    "holds: soaked": ("holds: soked", "`soked` is not a column"),
    "minutes: 10}": ("minutes: 1000000}", "takes more than 1,000 turns"),
    "minutes: 10": ("minutes: 0", "`0` is not a number of minutes"),
    "quarters: 3": ("quarters: 4", "is not 1, 2 or 3 quarters"),
    "      until: {holds: soaked, minutes: 10}\n": ("", "`soaked` has one answer, and not one for each turn"),
    "      soaked: target.wet >= 4": ("      glum: target.wet >= 4", "`soaked` ends the turns, and must be shown"),
    "turn: {one: turn": ("move: {one: turn", "needs the minutes of a turn"),
}
"""What is written instead, and what is said of it."""


@pytest.mark.parametrize("right", FAULTS)
def test_a_slip_in_a_comparison_is_a_finding_at_its_place(right, small):
    wrong, said = FAULTS[right]
    path = small / "snowballs" / "comparison.yaml"
    text = path.read_text("utf-8")
    assert right in text
    path.write_text(text.replace(right, wrong, 1), "utf-8")
    found = list(faults_of_comparison(Ruleset.open("snowballs")))
    assert any(said in finding.message for finding in found), [finding.message for finding in found]
    assert {finding.span.file.path for finding in found} == {"snowballs/comparison.yaml"}


def test_what_is_sound_has_no_finding(small):
    assert list(faults_of_comparison(Ruleset.open("snowballs"))) == []


def test_games_that_say_nothing_are_compared_by_the_topics_of_their_rules():
    found = compare([Ruleset.open(str(GAMES / "marbles")), Ruleset.open(str(GAMES / "regatta"))])
    assert found.measures == ()
    assert found.without_topic
    with pytest.raises(NothingCommonError):
        compare([Ruleset.open(str(GAMES / "marbles"))], measures=["gunfire"])


def test_the_shared_words_fit_together():
    words = shared_vocabulary()
    assert {topic.within for topic in words.topics.values()} - {None} == set(words.groups)
    for measure in words.measures.values():
        assert measure.topic in words.topics
        assert set(measure.pairs) <= set(words.pairs)
        for number in measure.numbers.values():
            assert {number.of, number.where or number.of} <= set(measure.columns)


# --- pages


@pytest.mark.slow
def test_the_folder_holds_a_page_without_network_a_paper_and_the_data(small, capsys):
    assert main(["compare", "snowballs", "stones", "--folder", "out"]) == 0
    page = Path("out/index.html").read_text("utf-8")
    assert re.findall(r'<(?:link|img|iframe)\b|\bsrc="|@import|url\(http', page.split("<script")[0]) == []
    assert page.count('class="chart"') == 3
    assert "quarterdeck odds snowballs --of soaked/anna_dora" in page
    assert "quarterdeck odds snowballs --of throw/anna_dora/9" in page
    assert "window.vegaEmbed = vegaEmbed" in page or "vegaEmbed" in page
    specs = json.loads(page.split('id="charts">', 1)[1].split("</script>", 1)[0].replace("<\\/", "</"))
    assert set(specs) == {"throw-anna_dora", "strewn-alone", "soaked-anna_dora"}
    assert Path("out/comparison.pdf").read_bytes().startswith(b"%PDF")
    capsys.readouterr()
    assert main(["compare", "snowballs", "stones", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(Path("out/comparison.json").read_text("utf-8"))
    assert main(["compare", "snowballs", "stones", "--no-numbers", "--folder", "out"]) == 0


def test_a_folder_is_filled_whole_or_not_at_all(tmp_path, monkeypatch):
    folder = tmp_path / "out"
    old, new = (dict.fromkeys((PAGE, PAPER, DATA), words) for words in (b"old", b"new"))
    assert not is_there(folder)
    assert fill(folder, old) == [folder / name for name in (PAGE, PAPER, DATA)]
    assert is_there(folder)
    write = Path.write_bytes

    def full(path, content):
        write(path, content)
        if DATA in path.name:
            raise OSError(errno.ENOSPC, "No space left on device", str(path))

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(BookError, match="out cannot be written: no space left on device"):
        fill(folder, new)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == old
    (tmp_path / "file").write_text("", "utf-8")
    with pytest.raises(BookError, match="cannot be written"):
        fill(tmp_path / "file" / "below", new)


def test_a_folder_that_holds_something_else_is_left_alone(small, capsys):
    Path("mine").mkdir()
    Path("mine/index.html").write_text("my own", "utf-8")
    assert main(["compare", "snowballs", "stones", "--folder", "mine"]) == 2
    assert "has other files" in capsys.readouterr().err
    assert [path.name for path in Path("mine").iterdir()] == ["index.html"]
    assert Path("mine/index.html").read_text("utf-8") == "my own"
    assert main(["compare", "snowballs", "stones", "--folder", "mine/index.html"]) == 2
