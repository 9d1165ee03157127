"""Make a page of HTML that needs no other file and no network.

In: what is on it, as HTML, and its style. Out: text. Every page has a title, a language, a width that suits the screen,
and one `main` that a screen reader can go to.
"""

from __future__ import annotations

from html import escape

PAGE = """<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
{style}
</style>
</head>
<body>
{before}<main>
{main}
</main>
{after}</body>
</html>
"""


def html_page(title: str, main: str, style: str, *, before: str = "", after: str = "", language: str = "en") -> str:
    """Return a page; what is `before` and `after` its main part is HTML too: a menu, a foot, scripts."""
    return PAGE.format(
        language=escape(language),
        title=escape(title),
        style=style.strip(),
        before=f"{before}\n" if before else "",
        main=main,
        after=f"{after}\n" if after else "",
    )
