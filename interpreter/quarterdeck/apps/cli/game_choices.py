"""What commands are told about a game by name: a scenario, sides and options."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from quarterdeck.apps.cli.open_ruleset import UsageError, one_of
from quarterdeck.language.declarations.addresses import present_option
from quarterdeck.program.form.settings import stored_setting, what_it_may_be
from quarterdeck.workspace.ruleset.ruleset import Ruleset
from quarterdeck.workspace.ruleset.scenario_names import scenario_meant


def listed(given: str) -> list[str]:
    """Give what stands between commas."""
    return [part.strip() for part in given.split(",") if part.strip()]


def expressions_in(given: Sequence[str]) -> list[str]:
    """Give expressions that stand between commas; a comma inside brackets belongs to its expression.

    >>> expressions_in(["child.wet, least(1, 2)", "[1, 2]"])
    ['child.wet', 'least(1, 2)', '[1, 2]']
    """
    parts, depth = list[str](), 0
    for text in given:
        parts.append("")
        for sign in text:
            depth += (sign in "([{") - (sign in ")]}")
            if sign == "," and not depth:
                parts.append("")
            else:
                parts[-1] += sign
        depth = 0
    return [part.strip() for part in parts]


def by_name(flag: str, given: Sequence[str]) -> dict[str, str]:
    """Give names with their values.

    Raises:
        UsageError: one has no value.
    """
    for text in given:
        if "=" not in text:
            raise UsageError(f"{flag} {text}: write NAME=VALUE")
    return {name.strip(): value.strip() for name, value in (text.split("=", 1) for text in given)}


def scenario_of(ruleset: Ruleset, game: str, name: str, what_for: str) -> str:
    """Return the name of a scenario that is given by its name or title.

    Raises:
        UsageError: none is named, or there is none of the name.
    """
    if not name:
        there = ", ".join(sorted(ruleset.declared.scenarios))
        raise UsageError(f"name a scenario: {there}" if there else f"{game} has no scenario to {what_for}")
    return scenario_named(ruleset, name)


def scenario_named(ruleset: Ruleset, name: str, others: Iterable[str] = ()) -> str:
    """Return the name of a scenario, or one of some other names, by that name or by a scenario's title.

    Raises:
        UsageError: there is no such name.
    """
    known = [*ruleset.declared.scenarios, *others]
    found = scenario_meant(ruleset.declared, name)
    return found or one_of(name, known, "scenario or roster" if others else "scenario")


def options_of(ruleset: Ruleset, given: Mapping[str, str]) -> dict[str, str]:
    """Give options by the names that the ruleset has for them.

    Raises:
        UsageError: there is no such option, or it cannot be that.
    """
    known = ruleset.declared.options
    options = {one_of(present_option(name, known), known, "option"): value for name, value in given.items()}
    for name, value in options.items():
        kind = ruleset.declared.options[name].type
        if stored_setting(ruleset.declared, kind, value) is None:
            raise UsageError(f"--option {name}={value}: {what_it_may_be(ruleset.declared, kind, value)}")
    return options
