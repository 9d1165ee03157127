"""The two boards, for plugins and programs: `hexes` and `plane`; they stand in `base.geometry`."""

from quarterdeck.base.geometry import hexes, plane

__all__ = ["hexes", "plane"]
