"""See to it that braces in words hold what they can hold: an expression, or `not` where something can be denied.

In: words as written, and the nodes that were made of them. Out: what is said about braces that cannot be meant. What
stands in them is read by a later stage, which knows the names.
"""

from __future__ import annotations

from quarterdeck.language.syntax import nodes

Said = tuple[str, str]
"""Message and hint."""
NOT = "not"


def odd_braces(text: str, may_deny: bool) -> Said | None:
    """Tell what is wrong with the braces in some words; nothing where they are sound."""
    opened = -1
    for at, sign in enumerate(text):
        if sign == "{" and opened >= 0:
            return "braces in braces cannot be meant", "one pair holds the whole expression: `{child.side}`"
        if sign == "{":
            opened = at
        elif sign == "}" and opened < 0:
            return "this `}` closes nothing", "in words, braces hold an expression: `{child}`"
        elif sign == "}":
            if text[opened + 1 : at].strip() == NOT and not may_deny:
                hint = "it has a place in the words of a definition or input that gives yes or no"
                return "`{not}` stands in words that are never denied", hint
            opened = -1
    return ("this `{` is not closed", "in words, braces hold an expression: `{child}`") if opened >= 0 else None


def words_that_may_deny(node: nodes.Node) -> nodes.Word | None:
    """Give the phrase of something that is true or false: of a definition, advice or an input."""
    match node:
        case (
            nodes.Define(phrase=phrase, type=nodes.WrittenType(base=nodes.NamedType(name=kind)))
            | nodes.Advice(phrase=phrase, type=nodes.WrittenType(base=nodes.NamedType(name=kind)))
            | nodes.Parameter(phrase=phrase, type=nodes.WrittenType(base=nodes.NamedType(name=kind)))
        ) if kind.text == "boolean":
            return phrase
    return None
