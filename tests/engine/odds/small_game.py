"""A game of one kind of child, small enough to be counted by hand: each test brings its fields and its rules."""

from __future__ import annotations

from pathlib import Path

from quarterdeck.api import Ruleset

HEAD = """ruleset: pockets
title: Pockets
documents: {notes: {title: Notes}}
dice: [d6]
chapters: [pockets]
"""
COMPONENTS = """components: pockets
kinds:
  Side: {one: gang, many: gangs}
  Child:
    one: child
    many: children
    capacity: 4
    owner: side
    fields:
      side: {type: Side, words: gang, fixed: yes}
"""


def pockets_of(folder: Path, fields: str, rules: str) -> Ruleset:
    """Write the game into a folder and open it; `fields` are the child's own, a line each."""
    (folder / "rules").mkdir()
    (folder / "ruleset.yaml").write_text(HEAD)
    (folder / "components.yaml").write_text(COMPONENTS + fields)
    (folder / "rules" / "pockets.rules").write_text(rules)
    return Ruleset.open(str(folder))
