"""The boards, for plugins and programs: `hexes`, `squares` and `plane`; they are in `base.geometry`."""

from quarterdeck.base.geometry import hexes, plane, squares

__all__ = ["hexes", "plane", "squares"]
