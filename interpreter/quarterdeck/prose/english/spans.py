"""Tell when the effects of a phase or step come into force that all wait for its end.

In: a phase or step of a `Checked` ruleset. Out: sentences; none where its effects come at once.
"""

from __future__ import annotations

from quarterdeck.language.typing.meanings import Checked
from quarterdeck.prose.english.fields import head_of_any
from quarterdeck.prose.english.phrases import listed, say
from quarterdeck.prose.text.rule_facts import Stage, is_span, seen_at_once, sort_of
from quarterdeck.prose.text.runs import Text, sentence


def coming_into_force(checked: Checked, stage: Stage) -> tuple[Text, ...]:
    """Tell when the effects of a phase or step come into force, and what is seen at once all the same."""
    if not is_span(stage):
        return ()
    marks = [head_of_any(kind, known) for kind, known in seen_at_once(checked, stage)]
    found = (say("effects_at_end", stage=say(sort_of(stage))),)
    return (*found, sentence(say("but_marks", marks=listed(marks)))) if marks else found
