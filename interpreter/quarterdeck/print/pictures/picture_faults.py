"""Find what is wrong with the pictures that authors place, leave out or caption.

In: a ruleset without faults. Out: findings, each at its place in `pictures.yaml`. To know what is wrong with a picture
is to draw it: what a situation leaves open, or a rule does not give, shows only there. Of a curve that is counted the
first point is enough.
"""

from __future__ import annotations

from quarterdeck.base.findings.finding import Findings
from quarterdeck.print.pictures.gallery import Gallery
from quarterdeck.prose.overrides.override_writer import book_writer
from quarterdeck.prose.overrides.selection import Selection
from quarterdeck.workspace.ruleset.ruleset import Ruleset


def faults_of_pictures(ruleset: Ruleset) -> Findings:
    """Find what is wrong with the pictures of a ruleset."""
    if not any(ruleset.declared.of_sort("pictures")):
        return Findings()
    writer = book_writer(ruleset, told=True)
    gallery = Gallery(ruleset, writer, Selection(writer), "#000000")
    gallery.look_through()
    return gallery.findings
