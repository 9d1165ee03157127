"""Explain an entry of a game that is still played, to one of its sides: nothing is told that the side may not know.

In: a game as far as it was played, a side or `PUBLIC`, and the number of an entry that the side has read of. Out: a
`Why` with less in it. The rule is told in any case, since the book is open to all. A roll is counted out where all that
it is worked out of is known to the side; a decision where it was the side's own.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from quarterdeck.analysis.why.explanation import Explaining
from quarterdeck.analysis.why.why_records import Why
from quarterdeck.engine.run import happenings as hap
from quarterdeck.engine.run.narrative import things_given
from quarterdeck.engine.run.record import Entry
from quarterdeck.engine.run.secrecy import Secrecy
from quarterdeck.engine.run.views import owner_of


@dataclass(frozen=True)
class SeatExplaining:
    """Explains entries to one side."""

    explaining: Explaining
    secrecy: Secrecy

    def explain(self, number: int) -> Why:
        """Explain an entry, as far as the side may know what went into it.

        Raises:
            IndexError: there is no such entry.
        """
        explaining = self.explaining
        explaining.hidden.clear()
        found = explaining.explain(number)
        entry = explaining.replayed.record[number - 1]
        own = entry.get("by") == explaining.game.start.known_as.get(explaining.reader)
        is_counted = not explaining.hidden and self.may_count(entry, found.number)
        home = explaining.wording.program.site_at[entry["at"]].routine
        return replace(
            found,
            within=(),
            happenings=(),
            roll=found.roll if is_counted else None,
            decision=found.decision if own else None,
            rows=(),
            outcome=(),
            rules=tuple(one for one in found.rules if one.of in (entry["at"], home)),
        )

    def may_count(self, entry: Entry, number: int) -> bool:
        """Tell whether a side may know all names that a roll is worked out of."""
        secrecy, address = self.secrecy, entry["at"]
        site = self.explaining.wording.program.site_at[address]
        beside = (one for one in self.explaining.wording.program.sites if one.routine == site.routine)
        if address in secrecy.rolls or any(one.secret for one in beside):
            return False
        is_private = site.routine in secrecy.routines or any(routine == site.routine for routine, _ in secrecy.inputs)
        return not is_private or self.is_own(number)

    def is_own(self, number: int) -> bool:
        """Tell whether the rule that rolled was carried out on things of the side alone."""
        explaining = self.explaining
        events = explaining.replayed.events
        at = next((place for place, one in enumerate(events) if one.entry >= number), len(events))
        calls = [events[place] for place in explaining.frames(at)]
        call = next((one for one in reversed(calls) if isinstance(one, hap.Called)), None)
        if call is None:
            return False
        things, program = things_given(call), explaining.wording.program
        states = explaining.game.start.state, explaining.replayed.situation.state
        owners = {owner_of(program, state, one, program.layout.kind_at(one)) for one in things for state in states}
        return owners == {explaining.reader}
