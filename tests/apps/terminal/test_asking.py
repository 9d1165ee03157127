"""A side is asked in the author's words, whatever stands in them, and what it decides is told as a record."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from quarterdeck.api import Ruleset
from quarterdeck.base.findings.finding import Findings
from quarterdeck.engine.run.arguments import inputs_of, situation_of
from quarterdeck.engine.run.dice import ScriptedDice
from quarterdeck.engine.run.happenings import Announced, Called, Changed, Chosen, Happening, Left, Rolled
from quarterdeck.engine.run.questions import Question
from quarterdeck.engine.run.situation import nowhere
from quarterdeck.engine.run.trace import TracedContext
from tests.engine.odds.small_game import pockets_of

pytestmark = pytest.mark.no_cover

FIELDS = """\
      wet: {type: 0..3 halves, words: how wet, start: "0"}
      friend: {type: Child or none, words: friend}
"""
RULES = """rules pockets "Pockets" cites "one"

procedure share(child: Child) "{child} shares" cites "one"
    choose much by child.side from 0 to 2 in steps of 0.5, default 1 "How much, it%s a 'share' for {child}?"
        require little: much < 2 else "too wet for {child}: it%s 'wet'"
    choose others by child.side from children, up to 2 "Who, it%s a 'share'?"
    roll luck on d6 "the luck"
        modifier dry: +1 when child.wet = 0 "while dry"
    do soak(child, much)
    announce "{child} is {child.wet}, and has {child.friend}"

effect soak(child: Child, much: 0..3 halves) "{child} gets {much} wet" cites "one"
    set child.wet to much
"""


class Choosing:
    """Takes what is given, and keeps the questions."""

    def __init__(self, *answers: Any) -> None:
        self.answers = list(answers)
        self.asked: list[Question] = []

    def decide(self, question: Question) -> Any:
        self.asked.append(question)
        said = self.answers.pop(0)
        return next(answer for answer in question.answers() if question.worded(answer) == said)


def shared(folder: Path, *answers: str, trace: bool = True) -> tuple[Choosing, TracedContext]:
    """Let Kim share, and choose what is given."""
    ruleset: Ruleset = pockets_of(folder, FIELDS, RULES)
    assert not [one for one in ruleset.findings if one.is_fault], list(ruleset.findings)
    findings = Findings()
    built = ruleset.built(findings)
    rosters = ruleset.rosters(built)
    things = {name: {"kind": "Child"} for name in ("Kim", "Lee")}
    situation = situation_of(built.program, rosters, things, {"child": "Kim"}, findings, nowhere)
    arguments = inputs_of(built.program, "pockets.share", situation, rosters, {"child": "Kim"}, findings, nowhere)
    assert not findings, list(findings)
    assert arguments is not None
    decider = Choosing(*answers)
    context = TracedContext(
        built.program, situation, ScriptedDice([4]), dict.fromkeys(built.program.layout.things("Side"), decider)
    )
    built.module(trace).routine("pockets.share")(context, situation.state, situation.state, *arguments)
    return decider, context


def test_the_words_of_a_choice_are_taken_as_they_stand(tmp_path):
    decider, _ = shared(tmp_path, "1.5", "stop")
    much, others = decider.asked
    assert much.choice.question is not None
    assert much.choice.question(0) == "How much, it%s a 'share' for Kim?"
    assert [(much.worded(option), much.reason(option, number)) for option, number in much.refused] == [
        ("2", "too wet for Kim: it%s 'wet'")
    ]
    assert others.choice.question is not None
    assert others.choice.question(0) == "Who, it%s a 'share'?"


def test_whoever_may_choose_several_may_stop(tmp_path):
    decider, _ = shared(tmp_path, "0", "Lee", "stop")
    assert [question.may_stop for question in decider.asked] == [False, True, True]


def test_what_happens_is_told_with_its_names(tmp_path):
    _, context = shared(tmp_path, "1.5", "Lee", "Kim")
    kim, lee = (context.situation.things[name] for name in ("Kim", "Lee"))
    events: dict[type, list[Happening]] = {}
    for event in context.events:
        events.setdefault(type(event), []).append(event)
    share, soak = events[Called]
    assert isinstance(share, Called)
    assert (share.address, share.depth, share.time, share.arguments) == ("pockets.share", 0, 1, (kim,))
    assert isinstance(soak, Called)
    assert (soak.address, soak.depth, soak.arguments) == ("pockets.soak", 1, (kim, 3))
    assert [(e.answer, e.asked, e.usual, e.entry) for e in events[Chosen] if isinstance(e, Chosen)] == [
        (3, True, False, 1),
        (lee, True, False, 2),
        (kim, True, False, 3),
    ]
    (rolled,) = events[Rolled]
    assert isinstance(rolled, Rolled)
    assert (rolled.natural, rolled.total, rolled.success, rolled.added) == (4, 5, None, 0)
    assert [(change.address, change.by, change.applied) for change in rolled.modifiers] == [
        ("pockets.share.luck.dry", 1, True)
    ]
    (changed,) = events[Changed]
    assert isinstance(changed, Changed)
    assert (changed.address, changed.before, changed.after) == ("Child.wet", 0, 3)
    (told,) = events[Announced]
    assert isinstance(told, Announced)
    assert told.text == "Kim is 1.5, and has none"
    assert [event.address for event in events[Left]] == ["pockets.soak", "pockets.share"]


def test_the_record_is_the_same_with_and_without_a_trace(tmp_path):
    (tmp_path / "one").mkdir()
    (tmp_path / "other").mkdir()
    _, traced = shared(tmp_path / "one", "1.5", "Lee", "Kim")
    _, plain = shared(tmp_path / "other", "1.5", "Lee", "Kim", trace=False)
    assert traced.record.lines == plain.record.lines
    assert [entry.get("choice", entry.get("die")) for entry in plain.record] == ["1.5", "Lee", "Kim", 4]
