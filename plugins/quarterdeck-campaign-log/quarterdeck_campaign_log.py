"""A campaign log: what happened to each ship of a battle, turn by turn, as Markdown or as a table of CSV.

It only listens. While a battle is played, or when it is played again from its journal, it is told what happens, and
writes the log into the file that was named for it when the battle is over.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from dataclasses import astuple, dataclass, field, fields
from pathlib import Path
from typing import Any

from quarterdeck.api import replay
from quarterdeck.hooks import About, Command, EndHeard, GameHeard, Listener, ThingHeard, hookimpl


@dataclass(frozen=True)
class Entry:
    """One line of the log: whose ship, when, what, from what to what, and by which rule."""

    side: str
    ship: str
    turn: int
    phase: str
    what: str
    before: str
    after: str
    rule: str


@dataclass
class Log:
    """Hears one battle, and writes what happened to each ship."""

    game: GameHeard
    to: Path
    entries: list[Entry] = field(default_factory=list)
    turn: int = 0
    phase: str = ""
    rules: dict[int, str] = field(default_factory=dict)

    def hear(self, happening: Mapping[str, Any]) -> None:
        """Keep what concerns a ship."""
        match happening["happened"]:
            case "phase":
                self.turn, self.phase = happening["turn"], happening["of"].rpartition(".")[2]
            case "called":
                self.rules[happening["depth"]] = happening["of"]
            case "changed" if happening["field"] and happening["of"] not in self.game.placing:
                self.changed(happening)
            case "told":
                self.told(happening["text"].removeprefix("told: "))
            case "line":
                self.read(happening["sort"], happening["text"])

    def changed(self, happening: Mapping[str, Any]) -> None:
        """Keep that a field of a ship, or of a part of one, has another value."""
        ship = self.ship_of(happening["thing"])
        if ship is None or "before" not in happening:
            return
        part = happening["thing"][len(ship.name) + 1 :]
        what = " ".join(filter(None, [part, happening["field"].replace("_", " ")]))
        rule = self.rules.get(happening["depth"] - 1, "")
        self.keep(ship, what, said(happening["before"]), said(happening["after"]), rule)

    def told(self, text: str) -> None:
        """Keep what all were told of a ship."""
        for ship in self.ships():
            if ship.title in text:
                self.keep(ship, text, "", "", "")

    def read(self, sort: str, text: str) -> None:
        """Keep a line that one side reads, where it names a ship."""
        if sort == "turn":
            self.turn = int(text.rpartition(" ")[2])
        elif sort == "phase":
            self.phase = text
        elif sort in ("changed", "told"):
            self.told(text)

    def end(self, how: EndHeard) -> None:
        """Write the log."""
        self.to.parent.mkdir(parents=True, exist_ok=True)
        with self.to.open("w", encoding="utf-8", newline="") as file:
            if self.to.suffix == ".csv":
                rows = csv.writer(file)
                rows.writerow([one.name for one in fields(Entry)])
                rows.writerows(map(astuple, self.entries))
            else:
                file.writelines(f"{line}\n" for line in self.as_markdown(how))

    def as_markdown(self, how: EndHeard) -> Iterable[str]:
        """Give the log as text: a heading for each side, one for each ship, a line for each thing that happened."""
        who = f"{how.winner} wins" if how.winner else "nobody wins" if how.result == "drawn" else "it was left"
        yield f"# {self.game.title}"
        yield ""
        yield f"{self.game.game}, {self.game.scenario}, seed {self.game.seed}. Turn {how.turn}: {who}."
        for side in dict.fromkeys(ship.side or "" for ship in self.ships()):
            yield from ("", f"## {side}")
            for ship in (one for one in self.ships() if one.side == side):
                own = [entry for entry in self.entries if entry.ship == ship.name]
                yield from ("", f"### {ship.title}", "")
                yield from (f"- turn {one.turn}, {one.phase}: {in_words(one)}" for one in own)
                if not own:
                    yield "- nothing happened to her"

    def ships(self) -> list[ThingHeard]:
        """Give the things that belong to a side, and are part of no other."""
        things = self.game.things
        return [one for one in things.values() if one.side and one.kind != "Side" and self.ship_of(one.name) is one]

    def ship_of(self, name: str) -> ThingHeard | None:
        """Give the ship that a name is the name of, or of a part of which it is one."""
        things = self.game.things
        return next((one for one in things.values() if f"{name}.".startswith(f"{one.name}.") and one.side), None)

    def keep(self, ship: ThingHeard, what: str, before: str, after: str, rule: str) -> None:
        """Put a line into the log."""
        self.entries.append(Entry(ship.side or "", ship.name, self.turn, self.phase, what, before, after, rule))


def said(value: object) -> str:
    """Give a value in a word."""
    return (
        {True: "yes", False: "no", None: "none"}[value]
        if value is None or value is True or value is False
        else str(value)
    )


def in_words(entry: Entry) -> str:
    """Give a line of the log as text."""
    return f"{entry.what} {entry.before} → {entry.after} ({entry.rule})" if entry.after else entry.what


def campaign(*journals: Path, folder: Path = Path("campaign")) -> int:
    """Write the log of each battle of a campaign from its journal.

    Args:
        journals: saved games, as `quarterdeck play --save` writes them.
        folder: the folder of the logs; each is named after its journal.
    """
    for journal in journals:
        log = folder / f"{journal.stem}.md"
        battle = replay(journal, listen=[f"campaign_log={log}"])
        print(f"{log}: {battle.scenario}, {battle.result} in turn {battle.turn}")  # noqa: T201  a command reports
    return 0 if journals else 2


class CampaignLog:
    """What the plugin offers."""

    @hookimpl
    def quarterdeck_about(self) -> About:
        """Say what the plugin is."""
        return About("Campaign log", "What happened to each ship of a battle, turn by turn.")

    @hookimpl
    def quarterdeck_listener(self, game: GameHeard) -> Listener:
        """Listen to a battle."""
        if game.to is None:
            raise ValueError("name the file of the log: --listen campaign_log=FILE.md, or FILE.csv")
        return Log(game, game.to)

    @hookimpl
    def quarterdeck_commands(self) -> list[Command]:
        """Bring the command `campaign`."""
        return [Command("campaign", "Write the log of each battle of a campaign from its journal.", campaign)]
