"""Write a picture as SVG: the same bytes for the same picture, with its title and description as alternative text."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import assert_never

from quarterdeck.print.drawing.measures import around
from quarterdeck.print.drawing.palette import Palette
from quarterdeck.print.drawing.shapes import Arc, Circle, Group, Path, Picture, Point, Shape, Style, Words


def svg(picture: Picture, palette: Palette) -> str:
    """Write a picture in the colours of a palette; its units are millimetres.

    >>> from quarterdeck.print.drawing.palette import BLACK_AND_WHITE
    >>> svg(Picture(1000, 550, (), "Nothing"), BLACK_AND_WHITE)[-28:]
    '<title>Nothing</title></svg>'
    """
    wide, high = written(picture.width), written(picture.height)
    left, top = map(written, picture.corner)
    inner = _tag("title", escape(picture.title, quote=False))
    inner += _tag("desc", escape(picture.description, quote=False)) if picture.description else ""
    return _tag(
        "svg",
        inner + shapes(picture.shapes, palette),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"{left} {top} {wide} {high}",
        width=f"{wide}mm",
        height=f"{high}mm",
        role="group" if any(map(_is_live, picture.shapes)) else "img",
        font_family=palette.font,
    )


def _is_live(shape: Shape) -> bool:
    """Tell whether there is something to follow or to choose in a shape; what is an image would hide that."""
    return isinstance(shape, Group) and bool(shape.link or shape.attributes or any(map(_is_live, shape.shapes)))


def shapes(found: Iterable[Shape], palette: Palette) -> str:
    """Write shapes without a picture around them."""
    return "".join(_shape(shape, palette) for shape in found)


def written(hundredths: int) -> str:
    """Write a length in millimetres.

    >>> written(1250), written(-5), written(300)
    ('12.5', '-0.05', '3')
    """
    whole, rest = divmod(abs(hundredths), 100)
    return ("-" if hundredths < 0 else "") + (f"{whole}.{rest:02}".rstrip("0") if rest else str(whole))


def _tag(name: str, inner: str | None = None, /, **values: str) -> str:
    attributes = "".join(f' {key.replace("_", "-")}="{escape(value)}"' for key, value in values.items())
    return f"<{name}{attributes}/>" if inner is None else f"<{name}{attributes}>{inner}</{name}>"


def _shape(shape: Shape, palette: Palette) -> str:
    match shape:
        case Path(lines=lines, closed=closed):
            d = "".join(f"M{'L'.join(map(_point, points))}{'Z' if closed else ''}" for points in lines)
            return _tag("path", None, d=d, **_style(shape.style, palette))
        case Circle(centre=(x, y), radius=radius):
            return _tag("circle", None, cx=written(x), cy=written(y), r=written(radius), **_style(shape.style, palette))
        case Arc():
            return _arc(shape, palette)
        case Words():
            return _words(shape, palette)
        case Group(shapes=inner, at=at, turn=turn):
            moves = [f"translate({_point(at)})"] if at != (0, 0) else []
            moves += [f"rotate({turn})"] if turn % 360 else []
            made = (_tag("title", escape(shape.title, quote=False)) if shape.title else "") + shapes(inner, palette)
            made = _tag("a", made, href=shape.link) if shape.link else made
            return _tag("g", made, **({"transform": " ".join(moves)} if moves else {}), **dict(shape.attributes))
    assert_never(shape)


def _point(point: Point) -> str:
    return f"{written(point[0])} {written(point[1])}"


def _arc(shape: Arc, palette: Palette) -> str:
    """Write an arc; a whole turn is a circle, which no arc of SVG is."""
    centre, radius = shape.centre, shape.radius
    if shape.last - shape.first >= 360:
        return _shape(Circle(centre, radius, shape.style), palette)
    start, end = around(centre, radius, shape.first), around(centre, radius, shape.last)
    large = int((shape.last - shape.first) % 360 > 180)
    d = f"M{_point(start)}A{written(radius)} {written(radius)} 0 {large} 1 {_point(end)}"
    d += f"L{_point(centre)}Z" if shape.sector else ""
    return _tag("path", None, d=d, **_style(shape.style, palette))


def _style(style: Style, palette: Palette) -> dict[str, str]:
    found = {"fill": palette.colour(style.fill)}
    if style.line:
        found |= {"stroke": palette.colour(style.line), "stroke_width": written(style.width)}
        found |= {"stroke_linejoin": "round", "stroke_linecap": "butt" if style.dashes else "round"}
    if style.line and style.dashes:
        found["stroke_dasharray"] = " ".join(map(written, style.dashes))
    return found


def _words(shape: Words, palette: Palette) -> str:
    values = {"x": written(shape.at[0]), "y": written(shape.at[1]), "font_size": written(shape.size)}
    values |= {"fill": palette.colour(shape.role)}
    values |= {"text_anchor": shape.anchor} if shape.anchor != "start" else {}
    values |= {"font_weight": "600"} if shape.bold else {}
    values |= {"font_style": "italic"} if shape.italic else {}
    if shape.halo:
        values |= {"stroke": palette.colour("page"), "stroke_width": written(shape.size // 4)}
        values |= {"stroke_linejoin": "round", "paint_order": "stroke"}
    if shape.turn % 360:
        values["transform"] = f"rotate({shape.turn} {_point(shape.at)})"
    return _tag("text", escape(shape.words, quote=False), **values)
