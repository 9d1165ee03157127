"""All games that an editor has files of, each on a desk of its own, and the texts that are not saved.

In: texts by path, as an editor tells them. Out: findings by file over all games; the game that a file belongs to.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from quarterdeck.apps.lsp.open_game import OpenGame, SeenGame
from quarterdeck.base.findings.finding import Finding, Findings
from quarterdeck.base.text import SourceFile, Span, UnreadableError, with_unix_ends
from quarterdeck.language.syntax.from_text import parse_file
from quarterdeck.workspace.pipeline.folders import SUFFIXES, NotFoundError, has_variants, parts_of
from quarterdeck.workspace.pipeline.load_result import KnownBelow
from quarterdeck.workspace.pipeline.locks import game_with
from quarterdeck.workspace.pipeline.variants import NEEDLESS_IN_A_VARIANT


def game_of(path: Path) -> str:
    """Give the game of a file; nothing where it lies in no folder of one.

    A ruleset that a variant extends is looked for beside the variant and above, and among those that come along.

    Raises:
        NotFoundError: it belongs to a variant of which it cannot be told what it is laid over.
        UnreadableError: what the variant extends cannot be read.
    """
    for folder in path.parents if path.suffix in SUFFIXES else ():
        if (folder / "variant.yaml").is_file():
            base, variant = parts_of(game_with(str(folder)))
            beside = (above / base for above in folder.parents if base)
            return f"{next((str(one) for one in beside if (one / 'ruleset.yaml').is_file()), base)}+{variant}"
        if (folder / "ruleset.yaml").is_file():
            return str(folder)
    return ""


@dataclass
class OpenGames:
    """The desks of an editor by their games; `game` is one that is held whatever is opened.

    `texts` are those that are open, saved or not. `unplaced` says of files that somebody opened why no game has them.
    What is known of a ruleset `below` house rules counts for all games with it.
    """

    game: str = ""
    texts: dict[Path, str] = field(default_factory=dict)
    desks: dict[str, OpenGame] = field(default_factory=dict)
    unplaced: dict[Path, str] = field(default_factory=dict)
    below: dict[Path, KnownBelow] = field(default_factory=dict)

    def desk_at(self, game: str) -> OpenGame:
        """Give the desk of a game.

        Raises:
            NotFoundError: there is no such game.
        """
        if game not in self.desks:
            self.desks[game] = desk = OpenGame(game)
            desk.edited.held.memory.below = self.below
        return self.desks[game]

    def desk_of(self, path: Path) -> OpenGame | None:
        """Give the desk at which a file is written; none where no game has it, which is then said of it.

        A file of a ruleset is at home where the ruleset is by itself, whatever house rules lie over it elsewhere.
        """
        own = self.desk_at(self.game) if self.game else None
        if own is not None and any(path.is_relative_to(folder) for folder in own.folders[1:] or own.folders):
            return own
        self.unplaced.pop(path, None)
        try:
            if game := game_of(path):
                return self.desk_at(game)
        except (NotFoundError, UnreadableError) as error:
            self.unplaced[path] = str(error)
        return None

    def seen(self, path: Path) -> SeenGame | None:
        """Give the game that a file belongs to, as it is now; none where it belongs to none."""
        desk = self.desk_of(path)
        return desk.looked(self.texts) if desk is not None else None

    def file_at(self, path: Path) -> SourceFile | None:
        """Give an open text as all stages read it; none where it is not open."""
        if path not in self.texts:
            return None
        return SourceFile(f"{path.parent.name}/{path.name}", with_unix_ends(self.texts[path].removeprefix("\ufeff")))

    def found(self, opened: Iterable[Path]) -> list[FoundIn]:
        """Look at all games; give what is found, by file. Files that are open are in it, also where nothing is found.

        What two games find in one file counts once.
        """
        found: dict[Path, dict[Finding, SeenGame | None]] = {path: {} for path in opened}
        for path in found:
            self.desk_of(path)
        if self.game:
            self.desk_at(self.game)
        for game, desk in sorted(self.desks.items(), key=lambda one: has_variants(one[0])):
            try:
                seen = desk.looked(self.texts)
            except NotFoundError:  # its folder is gone
                del self.desks[game]
                continue
            for path, findings in seen.found().items():
                known = found.setdefault(path, {})
                known.update({one: seen for one in findings if one not in known})
        for path in [path for path in found if not any(desk.holds(path) for desk in self.desks.values())]:
            found[path].update(dict.fromkeys(self.found_by_itself(path)))
        return [FoundIn(path, tuple(known.items())) for path, known in found.items()]

    def found_by_itself(self, path: Path) -> list[Finding]:
        """Give what can be found of a file that no game has: why that is, and of one of rules faults of syntax."""
        file, findings = self.file_at(path), Findings()
        if file is None:
            return []
        if path.suffix == ".rules":
            parse_file(file, findings)
        if path not in self.unplaced:
            return list(findings)
        why = Finding("", f"this file is not checked: {self.unplaced[path]}", Span(file, 0, 0))
        return [why, *(finding for finding in findings if finding.code not in NEEDLESS_IN_A_VARIANT)]


@dataclass(frozen=True)
class FoundIn:
    """What is found in one file, each with the game that it was found in."""

    path: Path
    findings: tuple[tuple[Finding, SeenGame | None], ...]
