"""Explain an entry of a game that is still played, to one of its sides: nothing is told that the side may not know.

In: a game as far as it was played, a side or `PUBLIC`, and the number of an entry that the side has read of. Out: a
`Why` with less in it. The rule is told in any case, since the book is open to all. A roll is counted out where all that
it is worked out of is known to the side; a decision where it was the side's own.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from quarterdeck.analysis.why.explanation import Explaining
from quarterdeck.analysis.why.what_if import moment_before
from quarterdeck.analysis.why.why_records import Why
from quarterdeck.engine.run import happenings as hap
from quarterdeck.engine.run.journal import Saved
from quarterdeck.engine.run.narrative import things_given
from quarterdeck.engine.run.record import Entry
from quarterdeck.engine.run.secrecy import Secrecy
from quarterdeck.engine.run.views import PUBLIC, owner_of
from quarterdeck.language.syntax import nodes
from quarterdeck.program.form.instructions import Site
from quarterdeck.program.form.program import Program
from quarterdeck.workspace.ruleset.seating import Game


@dataclass(frozen=True)
class FacesNeeded:
    """The faces with which a check succeeds, in words, and the chance of one of them."""

    words: str
    chance: Fraction


def faces_needed(game: Game, saved: Saved, secrecy: Secrecy, site: Site, reader: int = PUBLIC) -> FacesNeeded | None:
    """Give the faces with which the check of a site, which comes next, succeeds.

    Nothing, where it is no check of one die, or a reader (-1 may know all) may not know what goes into it.
    """
    program = game.built.program
    if reader >= 0 and (has_secret_names(secrecy, program, site) or is_private(secrecy, site.routine)):
        return None
    explaining = Explaining(game, saved, reader=reader)
    node = explaining.thing(site.address)
    moment = moment_before(game, saved.entries, site.number, len(saved.entries))
    if moment is None or not moment.faces or not isinstance(node, nodes.Check):
        return None
    reckon = explaining.reckoner(site, moment, explaining.writer_at(0))
    for modifier in node.modifiers:
        reckon(modifier.change, modifier.condition)
    reckon(node.dice, node.shift, node.success)
    low, high = min(moment.faces), max(moment.faces)
    if explaining.hidden or low != 1 or len(moment.faces) != high:  # of several dice not all faces are as likely
        return None
    return FacesNeeded(moment.needed(), Fraction(sum(moment.faces.values()), high))


def has_secret_names(secrecy: Secrecy, program: Program, site: Site) -> bool:
    """Tell whether a rule chooses or rolls in secret, so that its names hold what not all may know."""
    beside = (one for one in program.sites if one.routine == site.routine)
    return site.address in secrecy.rolls or any(one.secret for one in beside)


def is_private(secrecy: Secrecy, routine: str) -> bool:
    """Tell whether a rule is carried out because of something hidden, or is given something hidden."""
    return routine in secrecy.routines or any(one == routine for one, _ in secrecy.inputs)


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
        program = self.explaining.wording.program
        site = program.site_at[entry["at"]]
        if has_secret_names(self.secrecy, program, site):
            return False
        return not is_private(self.secrecy, site.routine) or self.is_own(number)

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
