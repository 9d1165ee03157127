"""Name a fault of syntax by what was meant: tables of what authors write, with what is said about it.

In: what the parser says, its grammar, and the text. Out: code, message, hint and place. The tables are tried in the
order in which they stand here; the last resort tells what may stand there, in words of the language and never by names
of tokens.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from typing import Any

from lark import Lark, UnexpectedInput
from lark.exceptions import UnexpectedCharacters, UnexpectedToken


@dataclass(frozen=True)
class Fault:
    """What is said about a fault, and the stretch of the text that it is about."""

    code: str
    message: str
    hint: str
    start: int
    end: int


Said = tuple[str, str, str]
"""Code, message and hint."""

STATEMENTS = (
    "let tally set add take append create remove do apply start reveal announce order win draw stop finish"
    " roll check each choose require when for repeat step"
).split()
DEFINITIONS = "define procedure effect turn option advice amend add remove rules".split()
_VERB = rf"(?:{'|'.join(STATEMENTS)}|otherwise|modifier|success|natural)\b"
_NEXT = rf"(?:{'|'.join(verb for verb in STATEMENTS if verb not in ('for', 'step', 'when', 'order', 'each'))})\b"
_HEAD = r"(?:define|procedure|effect|advice)"
_NAMED = rf"(?:modifier|require|roll|check|let|tally|choose|phase|step|option|rules|for each|{_HEAD})"
_MORE = r"(?:greater|less|more|fewer|higher|lower|larger|smaller|bigger|better)"

# What begins a statement or definition elsewhere, and what is written instead.
INSTEAD = {
    foreign: form
    for form, words in {
        "do name(...)": "call run perform execute invoke carry use",
        'announce "..."': "print say show tell write display log message report",
        "let name = value": "var const variable dim def define where",
        "set field to value": "change make assign put update becomes",
        "add amount to field": "increase raise increment gain plus restore",
        "take amount from field": "decrease reduce lower lose subtract decrement minus deduct spend",
        "remove thing": "delete destroy kill eliminate discard",
        "create KIND in list": "new spawn place insert build",
        "roll name on d6": "throw dice rolls die",
        "check name on d6": "test saving save",
        "choose name by side from list": "pick select ask decide may can",
        'require name: condition else "reason"': "must need needs requires assert only cannot",
        "repeat 3 times": "again twice times",
        "finish": "done",
        "do original(...)": "original",
        'win for side because "..."': "wins victory winner",
    }.items()
    for foreign in words.split()
}
FOREIGN_HEADS = {
    foreign: form
    for form, words in {
        "write `define name(...) -> type = value`": "def function func fn let const value formula",
        "write `procedure name(...)`": "proc sub action method rule when roll routine task",
        "tables stand in files of their own: tables/NAME.yaml": "table rows columns",
        "kinds, enums, units and constants stand in components.yaml": (
            "kind kinds enum enums unit units type class record struct"
        ),
        "phases stand below `turn`, and steps below a phase": "phase phases step steps turns round sequence",
        'write `rules NAME "Title"`': "module chapter section title ruleset header name",
        "write `amend`, `add` or `remove` and what it is about": "replace change modify override delete drop extend",
    }.items()
    for foreign in words.split()
}

# What is written, by patterns on the faulty line. In it `¦` marks where the parser stumbles, and words in quotes are
# blotted out; what stands on several lines inside brackets counts as one. Numbers in braces stand for the groups of the
# pattern.
WRITTEN: list[tuple[str, str, str, str]] = [
    # --- signs
    ("QD147", "a comment begins with `#`", "", r"¦//|/¦/|¦/\*|/¦\*|^\s*¦(?:--|;)"),
    (
        "QD116",
        "a test for equality is written with one sign",
        "write `=` for numbers and `is` for anything else",
        r"=¦=",
    ),
    (
        "QD120",
        "that two things differ is said in words",
        "write `a is not b`; of numbers, `not a = b`",
        r"¦!=|<¦>|¦<>|/¦=|¦~=|¦=/=",
    ),
    ("QD120", "this is written `{0}=`", "", r"=¦([<>])"),
    ("QD120", "conditions are joined by `and`", "", r"¦&"),
    ("QD120", "conditions are joined by `or`", "", r"¦\|"),
    ("QD120", "a condition is denied by `not`", "", r"¦!"),
    ("QD120", "there is no sign for powers", "write `a * a`", r"\*¦\*|¦\^"),
    ("QD120", "a statement ends with its line, without a sign", "leave out the `;`", r"¦;\s*$"),
    ("QD120", "values are parted by commas, statements by ends of lines", "", r"¦;"),
    (
        "QD120",
        "the language has no braces",
        "a block is what is indented by four blanks; what is given stands in `( )`, a row of a table in `[ ]`",
        r"¦[{}]",
    ),
    (
        "QD120",
        "which of two values counts is said by the cases of a definition",
        "write `a if condition` and `b otherwise`, a line each",
        r"¦\?",
    ),
    # --- what changes
    (
        "QD128",
        "numbers are raised with `add` and lowered with `take`",
        "write `add 1 to {0}` or `take 1 from {0}`",
        r"^\s*¦([\w.]+)\s*(?:[-+*/]=|\+\+|--)|^\s*(?:set|let)\s+([\w.]+)\s*¦[-+*/]=",
    ),
    (
        "QD128",
        "a value is given by `let` or `set`",
        "write `let {0} = ...` for a new name, `set {0} to ...` for a field or tally",
        r"^\s+¦([A-Za-z_][\w.]*)\s*:?=",
    ),
    (
        "QD128",
        "`let` gives a value a new name; a field is changed with `set`",
        "write `set {0} to ...`",
        r"^\s*let\s+(\w+)\s*¦\.",
    ),
    # --- words of other languages in place of a statement
    (
        "QD123",
        "what happens on a condition begins with `when`",
        "`if` stands in the cases of a definition",
        r"^\s*¦(?i:if)\b",
    ),
    (
        "QD123",
        "a further case of `when` begins with `otherwise when`",
        "",
        r"^\s*¦(?i:else\s*if|elif|elsif|otherwise\s+if|else\s+when|or\s+when)\b",
    ),
    ("QD123", "the last case of `when` begins with `otherwise`", "", r"^\s*¦(?i:else)\b"),
    (
        "QD123",
        "`otherwise` stands behind the block of a `when`, at the indentation of that `when`",
        "",
        r"^\s*¦otherwise\b",
    ),
    (
        "QD123",
        "`unless` stands behind a statement",
        "write `when not ...` to open a block",
        r"^\s*¦(?i:unless|if\s+not)\b",
    ),
    (
        "QD123",
        "a loop begins with `for each`",
        "write `for each x in LIST`, or `for each n from 1 to 6`",
        r"^\s*¦(?i:foreach|forall|for|every|each|all)\b(?!\s+side)",
    ),
    (
        "QD123",
        "every loop has an end that is known",
        "write `repeat up to 6 times`, and in its block `stop when ...`",
        r"^\s*¦(?i:while|until|loop)\b|^\s*repeat\s+¦?(?:until|while|for|forever)\b",
    ),
    (
        "QD123",
        "a block ends where its indentation ends; no word closes it",
        "leave out `{0}`",
        r"^\s*¦((?i:end\s*\w*|next\b.*|done|fi|wend))\s*$",
    ),
    (
        "QD123",
        "`finish` leaves a procedure or effect; a value is worked out by a `define`",
        "",
        r"^\s*¦(?i:return|quit)\b",
    ),
    (
        "QD123",
        "`stop` leaves a loop, `finish` a procedure or effect",
        "",
        r"^\s*¦(?i:break|exit|leave)\b",
    ),
    (
        "QD123",
        "what is passed over is said with `where` or `when`",
        "write `for each x in LIST where ...`",
        r"^\s*¦(?i:continue|skip)\b",
    ),
    ("QD123", "where nothing happens, nothing is written", "", r"^\s*¦(?i:pass|nothing|none)\s*$"),
    (
        "QD123",
        "cases are written `when ...`, `otherwise when ...`, `otherwise`",
        "",
        r"^\s*¦(?i:switch|case|select\s+case)\b",
    ),
    # --- what has its place elsewhere
    ("QD131", "a phase stands below `turn`, indented", "", r"^¦phase\b"),
    (
        "QD131",
        "a definition stands in no other",
        "begin it in the first column",
        r"^\s+¦(?:define|procedure|effect|turn|option|advice|amend|rules)\b",
    ),
    # --- dice
    ("QD125", "dice are written small", "write `{0}d{1}`", r"(\d+)¦D(\d+)\b"),
    ("QD125", "dice are one word", "write `{0}d{1}`", r"\b(\d+)\s+¦[dD](\d+)\b"),
    (
        "QD125",
        "so many dice are written `3d6`",
        "where their number is worked out: `n times d6`",
        r"\b\w+\s*¦[*x]\s*[dD]\d+\b",
    ),
    ("QD125", "a percentile die is written `d100`", "", r"\b\d*[dD]¦%|¦\d*[dD]%"),
    (
        "QD125",
        "what is added to dice is said with `plus` or `minus`",
        "write `roll x on d6 plus 2`",
        r"^\s*(?:roll|check|each side rolls)\b.*¦,?\s*[-+]",
    ),
    (
        "QD125",
        "a roll has a name, by which its result is known",
        "write `roll NAME on {0}`",
        r"^\s*(?:roll|check|each side rolls)\s+¦?(\d*[dD]\d+)\b",
    ),
    (
        "QD125",
        "which of several dice counts is said with `highest of` or `lowest of`",
        "write `highest of 2d6`",
        r"\b(?:best|worst|high|low|keep|drop|highest|lowest)\s+¦(?:of|\d)",
    ),
    (
        "QD111",
        "a check says first when it succeeds",
        "begin its block with: success when total <= ...",
        r"^\s*check\b.*\son\b.*¦(?:[<>=]|success|when|against|vs|under|over)",
    ),
    # --- names
    (
        "QD126",
        "a part of a thing is said with a point",
        "write `{0}.` and the name of the part",
        r"^\s.*?(\w+)(?:-¦>|¦->)\s*\w",
    ),
    ("QD126", "rules have no articles", "write the bare name", r"\b(?:the|an)\s+¦\w"),
    ("QD126", "a name is one word", "join its parts by `_`", r"[A-Za-z_]\w*¦-[A-Za-z_]"),
    (
        "QD126",
        "a name is one word",
        "join its parts by `_`",
        rf"^\s*(?:modifier|require)\s+\w+(?:\s+\w+)*?\s+¦[A-Za-z]\w*(?:\s+\w+)*\s*:|^{_HEAD}\s+[\w.]+\s+¦\w+(?:\s+\w+)*\s*\(",
    ),
    (
        "QD126",
        "a name is one word",
        "join its parts by `_`; a title stands in quotes",
        r"^\s*(?:phase|step)\s+\w+\s+¦(?!effects?\b|for\b|in\b|with\b|at\b|cites\b)\w+",
    ),
    ("QD126", "a name begins with a letter", "", rf"^\s*{_NAMED}\s+¦\d"),
    (
        "QD126",
        "behind a point stands the name of a part",
        "",
        r"\w\.\s*¦\s*$|\w\.\s+(?:to|from|by|in|on|for|when|is|and|or)\s+¦",
    ),
    ("QD142", "a definition has a name", "write `define name(...)`", rf"^(?:amend\s+)?{_HEAD}\s*(?:-(?=¦>))?¦(?!\w)"),
    # --- words in quotes, and notes
    (
        "QD114",
        "a requirement ends with what to tell the player",
        'end it with: else "the reason"',
        r"^\s*require\b.*:.*¦(?:,|otherwise|because|or\b|\")",
    ),
    ("QD138", "a condition comes before the words in quotes", "", r"\".*¦(?:when|unless|where)\b"),
    ("QD138", "what a definition gives comes before the words in quotes", "", r"^(?:amend\s+)?define\b[^>]*¦\".*->"),
    ("QD138", "no comma stands before words in quotes", "", r"^\s*(?:choose|step|phase)\b[^(\[]*,\s*¦\""),
    ("QD122", "words for the reader stand in quotes", "", r"\b(?:announce|because|else)\s+¦[^\s\"]"),
    (
        "QD122",
        "a title stands in quotes",
        'write `rules {0} "..."`',
        r"^rules\s+(\w+)\s+¦(?!cites|topic|ruling)[A-Za-z]",
    ),
    (
        "QD122",
        "words in quotes are no value",
        "a member of an enum is written as a bare name",
        r"(?:\b(?:to|from|is|not|in|where|when|if|and|or)\s|[=,(\[])\s*¦\"(?!.*\"\s*:)",
    ),
    (
        "QD150",
        "a docstring stands first in its block",
        "further down, write a comment: `# ...`",
        r"^\s*¦\"",
    ),
    ("QD138", "places are cited in quotes", 'write `cites "IV-a"`', r"\bcites\s+¦[^\s\"]"),
    ("QD138", "rulings and topics are named without quotes", "", r"\b(?:ruling|topic|formerly)\s+¦\""),
    ("QD138", "several places or rulings are joined by `and`", "", r"\b(?:cites|ruling)\b[^,]*¦,"),
    (
        "QD138",
        "words in quotes come before `cites`, `ruling` and `topic`",
        "",
        r"\b(?:cites|ruling|topic|formerly)\b.*¦\"",
    ),
    ("QD138", "one phrase is enough", "", r"\"\s*¦\""),
    # --- types
    ("QD154", "a range is written `1..6`", "", r"(?:->|:)\s*-?\d+\s*¦(?:to\b|-|–)"),
    (
        "QD154",
        "what may be missing is `or none`",
        "write `-> Kind or none`",
        r"(?:->|:)\s*(?:list\s+of\s+)?\w+\s+¦or\b",
    ),
    ("QD154", "a list says of what", "write `list of Kind`", r"(?:->|:)\s*list\s+(?:of\s*)?¦|\blist\s+of\s*¦"),
    # --- numbers
    (
        "QD134",
        "a limit stands behind a comma",
        "write `, to no more than 6` or `, to no less than 0`",
        (
            r"^\s*(?:add|take)\b.*\b(?:to|from)\b.*¦(?:,\s*)?"
            r"(?:to\s+(?:no|at|a)\b|no\b|not\b|max|min|up\s+to|down\s+to|at\b|limit|but\b)"
        ),
    ),
    (
        "QD135",
        "parts and multiples are said with `/` and `*`",
        "write `x / 2 rounded up`, or `x * 2`",
        r"(?i)\b(?:half|twice|double|triple|a\s+third|a\s+quarter)\s+(?:of\s+)?¦",
    ),
    ("QD106", "a number begins with a digit", "write `0.5`", r"[^\w\s.]\s*¦\.\d|\b(?:to|and|or|is)\s+¦\.\d"),
    (
        "QD135",
        "rounding is said behind what is rounded",
        "write `x / 2 rounded up`, `rounded down` or `rounded nearest`",
        r"(?i)¦(?:,\s*)?(?:then\s+)?round\w*|\bround\s+¦(?:up|down|off)|¦(?:floor|ceil)",
    ),
    (
        "QD136",
        "what lies between two numbers is compared with each of them",
        "write `x >= 1 and x <= 6`",
        r"(?i)¦(?:is\s+)?between\b|\bbetween\s+¦|[<>]=?[^<>=¦]*¦[<>]",
    ),
    (
        "QD136",
        "a range says what a number may be; a loop counts with `from` and `to`",
        "write `for each n from 1 to 6`",
        r"^\s*for each\b.*(?:\.¦\.|¦\.\.)",
    ),
    (
        "QD136",
        "a range says what a number may be, behind its name and a colon",
        "to compare, write `x >= 1 and x <= 6`",
        r"\.¦\.|¦\.\.",
    ),
    (
        "QD136",
        "numbers are compared with `=`, `<`, `>`, `<=` and `>=`",
        "anything else with `is`, `is not` and `in`",
        (
            rf"(?i)\b{_MORE}\s+¦|¦(?:(?:is|or)\s+)?{_MORE}\b|¦(?:at least|at most|exceeds|equals?)\b"
            r"|\bequals?\s+¦|\bat\s+¦(?:least|most)|\b(?:least|most)\s+¦\d"
        ),
    ),
    ("QD136", "that a list does not hold something is said with `not in`", "", r"\bis\s+not\s+¦?in\b|¦isnt\b"),
    ("QD137", "a percentage says of what", "write `40 % of x`", r"\d\s*%\s*¦"),
    (
        "QD137",
        "a percentage is written `40 % of x`",
        "there is no remainder; `odd(x)` tells whether a number is odd",
        r"¦%",
    ),
    # --- where a line or a statement ends
    (
        "QD130",
        "a line that opens a block ends without a sign or word",
        "leave out `{0}`, and indent what belongs to the line by four blanks",
        (
            r"^\s*(?:when|otherwise|for each|repeat|step|at the close|turn|phase|procedure|effect|roll|check|choose)\b"
            r".*¦(:|then|do|begin|has|is|as|=|->)\s*$"
        ),
    ),
    (
        "QD151",
        "what belongs to `{0}` begins on a line of its own",
        "indent it by four blanks; or put the condition behind the statement: `stop when ...`",
        (
            r"^\s*(when|otherwise when|for each|repeat|otherwise|at the close)\b"
            rf".*¦(?:then\s+|:\s*|do\s+|,\s*)?{_NEXT}"
        ),
    ),
    (
        "QD151",
        "`otherwise` stands alone on its line",
        "with a condition, write `otherwise when ...`",
        r"^\s*otherwise\s+¦",
    ),
    (
        "QD151",
        "each statement has a line of its own",
        "",
        rf"^\s*{_VERB}.*(?:¦(?:,|and|then)?\s*(?:then\s+)?{_NEXT}|\b(?:and|then)\s+{_NEXT}\s+¦)",
    ),
    (
        "QD130",
        "no word stands between a condition and what follows",
        "leave out `then`",
        r"¦then\b(?!\s+(?:every|again))",
    ),
    (
        "QD152",
        "a condition behind a statement or modifier begins with `when`",
        "or with `unless`",
        rf"^\s*{_VERB}.*¦,?\s*if\b|^(?:add|amend)\s+modifier\b.*¦if\b",
    ),
    (
        "QD118",
        "each case of a definition stands on a line of its own",
        "end every case but the last in `if ...`, and the last in `otherwise`",
        r"^\s.*\bif\b.*¦(?:else|,|otherwise)|^(?:amend\s+)?(?:define|advice)\b.*=.*¦(?:if|otherwise|else)\b",
    ),
    (
        "QD118",
        "a case of a definition begins with its value",
        "write `1 if condition`, and at last `2 otherwise`, a line each",
        r"^(?:amend\s+)?(?:define|advice)\b.*=\s*(?:if|when)\s+¦",
    ),
    # --- calls
    ("QD129", "`do` carries out a procedure or an effect", "write `do {0}(...)`", r"^\s+¦(\w[\w.]*)\s*\("),
    (
        "QD129",
        "what a procedure or effect is given stands in brackets",
        "write `do {0}(...)`",
        r"^\s*do\s+([\w.]+)\s+¦(?!when|unless)[\w\"]",
    ),
    ("QD139", "nothing stands behind this comma", "", r",\s*¦[)\]]"),
    ("QD139", "nothing stands before this comma", "", r"[(\[,]\s*¦,"),
    # --- heads of definitions
    ("QD113", "parameters stand in brackets", "write `(name: Kind)`", rf"^(?:amend\s+)?{_HEAD}\s+[\w.]+\s+¦\w+\s*:"),
    (
        "QD112",
        "a definition says what it gives",
        "write `-> number`, `-> boolean`, or the kind, behind the parameters",
        r"^(?:amend\s+)?define\b(?:[^)]*\)|\s+[\w.]+)\s*¦(?!->)",
    ),
    (
        "QD112",
        "behind `->` stands what the definition gives",
        "write `-> number`, `-> boolean`, or the kind",
        r"^(?:amend\s+)?define\b.*->\s*¦",
    ),
    (
        "QD140",
        "the value of a definition stands behind `=`",
        "end the line with `=`, and write the cases below it, indented",
        r"^(?:amend\s+)?(?:define\b[^=]*->|advice\b)[^=]*¦",
    ),
    (
        "QD141",
        "a procedure or effect gives no value",
        "a value is worked out by a `define`",
        r"^(?:amend\s+)?(?:procedure|effect)\b.*¦(?:->|=)",
    ),
    (
        "QD113",
        "a parameter says what it is, behind a colon",
        "write `{1}: {0}`",
        r"[(,]\s*([A-Z]\w*)\s+¦(\w+)\s*[,)]",
    ),
    (
        "QD113",
        "a parameter says what it is, behind a colon",
        "write `name: Kind`",
        rf"^(?:amend\s+)?{_HEAD}\b[^)]*[(,]\s*\w+\s*¦",
    ),
    (
        "QD139",
        "a comma stands between parameters",
        "",
        rf"^(?:amend\s+)?{_HEAD}\b[^)]*:\s*[\w.]+(?:\s+\w+)*\s+¦\w+\s*:",
    ),
    (
        "QD145",
        "a comma stands before this",
        "",
        (
            r"[^,\s]\s*¦(?:effects at the end|for each|for all sides at once|in secret|or stop|or none|default|at once"
            r"|in an order|then every|then again|ties again|highest|lowest|up to)\b"
        ),
    ),
    ("QD139", "a comma or a sign is missing here", "", r"[(\[][^)\]]*[\w)\]\"]\s+¦[\w(\[\"]"),
]

# Signs that no keyboard for rules has, and what they stand for.
SIGNS: list[tuple[str, str, str]] = [
    ("“”„‟«»‹›", "these are quotes of a word processor", 'write straight ones: "..."'),
    ("'‘’‚`´", "words for the reader stand in double quotes", 'write "..."'),
    ("–—−‐‑", "this is no minus sign, though it looks like one", "write `-`"),
    ("×·∙", "`{0}` is no sign of the language", "write `*`"),
    ("÷∕⁄", "`{0}` is no sign of the language", "write `/`"),
    ("≤", "`{0}` is no sign of the language", "write `<=`"),
    ("≥", "`{0}` is no sign of the language", "write `>=`"),
    ("≠", "`{0}` is no sign of the language", "write `is not`; of numbers, `not a = b`"),
    ("→⇒", "`{0}` is no sign of the language", "write `->`"),
    ("…", "`{0}` is no sign of the language", "write `..`"),
    ("½¼¾⅓⅔", "`{0}` is no sign of the language", "write `1 / 2`, and how it is rounded"),
    ("²³", "there is no sign for powers", "write `a * a`"),
]

# What a statement or definition needs, in its order: the words, and the form in full.
NEEDS: dict[str, tuple[str, tuple[str, ...], str]] = {
    "let": ("QD133", ("=",), "let NAME = value"),
    "tally": ("QD133", (":", "="), "tally NAME: 0..6 = value"),
    "set": ("QD115", ("to",), "set field to value"),
    "add": ("QD133", ("to",), "add amount to field"),
    "take": ("QD133", ("from",), "take amount from field"),
    "append": ("QD133", ("to",), "append value to list"),
    "create": ("QD133", ("in",), "create KIND in list with field: value"),
    "start": ("QD133", ("in",), "start timer in 3 CLOCK"),
    "win": ("QD133", ("for", "because"), 'win for side because "..."'),
    "draw": ("QD133", ("because",), 'draw because "..."'),
    "order": ("QD133", ("sides", "by", ",", "first"), "order sides by field, highest first"),
    "each side": ("QD133", ("rolls", "on", ",", "ties again"), "each side rolls field on d6, ties again"),
    "roll": ("QD133", ("on",), "roll NAME on d6"),
    "check": ("QD133", ("on",), "check NAME on d6"),
    "choose": ("QD133", ("by", "from"), 'choose NAME by side from list "question"'),
    "for each": ("QD133", ("in|from",), "for each x in list"),
    "repeat": ("QD133", ("times",), "repeat 3 times"),
    "success": ("QD133", ("when",), "success when condition"),
    "modifier": ("QD133", (":",), "modifier NAME: +1 when condition"),
    "natural": ("QD133", (":",), "natural 1: success"),
    "require": ("QD114", (":", "else"), 'require NAME: condition else "reason"'),
    "option": ("QD133", (":", "="), "option NAME: boolean = no"),
    "amend modifier": ("QD133", (":",), "amend modifier a.b.c: +1 when condition"),
    "add modifier": ("QD133", (":",), "add modifier a.b.c: +1 when condition"),
    "amend require": ("QD114", (":", "else"), 'amend require a.b: condition else "reason"'),
    "add require": ("QD114", (":", "else"), 'add require a.b: condition else "reason"'),
    "amend case": ("QD133", (":",), "amend case a.b: value if condition"),
    "amend option": ("QD133", ("=",), "amend option NAME = value"),
    "amend cell": ("QD133", ("=",), "amend cell table.row = value"),
}

NAMES_FIRST = frozenset(
    "let tally set add take append create start roll check choose repeat modifier natural require option".split()
)
"""What names something before the first of those words."""

# What was meant, by examples that fail at the same place of the grammar, whatever was written there.
CHECK = "procedure p(a: A)\n    check x on d6\n        success when a\n"
MEANT: dict[Said, list[str]] = {
    (
        "QD110",
        "a modifier needs a sign",
        "write `+1`, `-1`, `doubled`, `halved rounded down`, `at least 1` or `at most 3`",
    ): [
        "procedure p(a: A)\n    roll x on d6\n        modifier m: 1 when a\n",
        "add modifier a.b.c: 1 when x\n",
        "amend modifier a.b.c: 1 when x\n",
    ],
    ("QD111", "a check says first when it succeeds", "begin its block with: success when total <= ..."): [
        "procedure p(a: A)\n    check x on d6\n    stop\n",
        "procedure p(a: A)\n    check x on d6\n        modifier m: +1\n",
    ],
    ("QD132", "modifiers come before `natural`, and both behind `success`", ""): [
        CHECK + "        natural 1: success\n        modifier m: +1\n",
        CHECK + "        modifier m: +1\n        success when a\n",
        CHECK + "        success when a\n",
    ],
    ("QD132", "below a roll stand its modifiers, and nothing else", "what happens next has the roll's indentation"): [
        "procedure p(a: A)\n    roll x on d6\n        stop\n",
        "procedure p(a: A)\n    roll x on d6\n        modifier m: +1\n        stop\n",
    ],
    ("QD132", "below a choice stand its requirements, and nothing else", "what happens next has its indentation"): [
        "procedure p(a: A)\n    choose x by a from b\n        stop\n",
        'procedure p(a: A)\n    choose x by a from b\n        require r: a else "b"\n        stop\n',
    ],
    ("QD133", "a natural face brings `success` or `failure`", "write `natural 1: success`"): [
        "procedure p(a: A)\n    check x on d6\n        success when a\n        natural 1: a\n",
    ],
    ("QD133", "what a new thing is given is written `field: value`", ""): [
        "procedure p(a: A)\n    create b in c with d = 1\n",
    ],
    ("QD133", "a timer says in how many of which clock", "write `start timer in 3 CLOCK`"): [
        "procedure p(a: A)\n    start a in 3\n",
        "procedure p(a: A)\n    start a in b\n",
        "procedure p(a: A)\n    start a in b.c\n",
        "procedure p(a: A)\n    start a in b(c)\n",
    ],
    (
        "QD145",
        "here may stand how the loop runs",
        "write `at once`, `highest x first`, or `in an order chosen by ...`",
    ): [
        "procedure p(a: A)\n    for each x in y, z\n        stop\n",
    ],
    (
        "QD145",
        "here may stand what else the side may do",
        "write `or stop`, `or none`, `in secret`, `default ...`; a list is `[a, b]`",
    ): [
        "procedure p(a: A)\n    choose x by a from b, c\n",
    ],
    (
        "QD145",
        "here may stand how the phase or step is gone through",
        "write `effects at the end`, `for each side in order`, `in secret` or `for all sides at once`",
    ): [
        "turn\n    phase a, b\n        stop\n",
    ],
    ("QD145", "what comes first is said as `highest x first` or `lowest x first`", ""): [
        "procedure p(a: A)\n    for each x in y, highest z\n        stop\n",
        "procedure p(a: A)\n    for each x in y, highest z.a\n        stop\n",
        "procedure p(a: A)\n    for each x in y, highest z(a)\n        stop\n",
    ],
    ("QD117", "the line above opens a block, which is missing", "indent what belongs to it by four blanks"): [
        "procedure p(a: A)\n    when a\n    stop\n",
        "procedure p(a: A)\n    when a\n        stop\n    otherwise\n    stop\n",
        "procedure p(a: A)\n    for each x in a\n    stop\n",
        "procedure p(a: A)\n    repeat 3 times\n    stop\n",
        "procedure p(a: A)\n    at the close\n    stop\n",
        "turn\n    phase a\n    phase b\n        stop\n",
        "turn\nturn\n",
        "amend row a.b\nturn\n",
        "define f -> a =\n",
        "advice f =\n",
    ],
    ("QD144", "a turn consists of phases", "write `phase NAME`, and below it, indented, what is done"): [
        "turn\n    stop\n",
        "turn\n    phase a\n        stop\n    stop\n",
    ],
    ("QD144", "a phase has a name", "write `phase NAME`"): ["turn\n    phase\n"],
    ("QD143", "the header says what the file is called", 'write `rules NAME "Title"`'): ["rules\n", 'rules "A"\n'],
    ("QD118", "a case of a definition ends in `if ...` or `otherwise`", "give every case but the last an `if`"): [
        "define f(a: A) -> number =\n    1 when a\n    2 otherwise\n",
    ],
    ("QD146", "an added step or phase says where it belongs", "end it with a line: after ADDRESS"): [
        "add step a\n    stop\n",
        "add phase a\n    stop\n",
    ],
    (
        "QD146",
        "what is amended is a definition, or a modifier, require, case, option, row or cell",
        "write `amend define ...`, `amend modifier ADDRESS: ...`",
    ): ["amend a.b\n"],
    ("QD146", "what is added is a modifier, require, step or phase", "write `add modifier ADDRESS: ...`"): [
        "add a.b\n"
    ],
    ("QD146", "what is removed is a modifier, require, case, step, phase or row", "write `remove modifier ADDRESS`"): [
        "remove a.b\n"
    ],
    ("QD153", "below its docstring a block says what happens", ""): ['procedure p(a: A)\n    "b"\n'],
}

# What would stand before a piece of text, by its start symbol.
BEFORE = {"unit": "", "cell": "    ", "expression": "= ", "type": ": "}

# Terminals of the grammar that are no words of it.
LINE_END, INDENT = "_NL", "_INDENT"
TERMINALS = {
    "$END": "the end of the text",
    LINE_END: "the end of the line",
    INDENT: "an indented block",
    "_DEDENT": "the end of the block",
    "NAME": "a name",
    "NUMBER": "a number",
    "STRING": "words in quotes",
    "DICE": "dice",
    "EQUALS": "`=`",
    "COLON": "`:`",
    "COMMA": "`,`",
    "DOT": "`.`",
    "RANGE": "`..`",
    "ARROW": "`->`",
    "OPEN": "`(`",
    "CLOSE": "`)`",
    "OPEN_LIST": "`[`",
    "CLOSE_LIST": "`]`",
    "PLUS": "`+`",
    "MINUS": "`-`",
    "TIMES_SIGN": "`*`",
    "OVER": "`/`",
    "PERCENT": "`%`",
    "NO_MORE": "`<=`",
    "NO_LESS": "`>=`",
    "LESS": "`<`",
    "MORE": "`>`",
    "PLUS_WORD": "`plus`",
    "MINUS_WORD": "`minus`",
    "_CHOSEN_BY": "`in an order chosen by`",
    "_ALL_SIDES_AT_ONCE": "`for all sides at once`",
    "RANKING": "`highest first`",
    "ROUNDED": "`rounded up`",
    "HALVED": "`halved rounded up`",
    "TO_STEP": "`to tenths`",
}
OPERATORS = frozenset(
    "PLUS MINUS TIMES_SIGN OVER NO_MORE NO_LESS LESS MORE DOT OPEN OPEN_LIST EQUALS IS IS_NOT IN NOT_IN".split()
)


def word(terminal: str) -> str:
    """Give a terminal's name as an author would say it."""
    return TERMINALS.get(terminal, f"`{terminal.strip('_').lower().replace('_', ' ')}`")


def misaligned(text: str, place: int) -> Fault:
    """Tell of a line whose indentation ends no block."""
    hint = "put it below the line that it belongs with; each block is four blanks deeper"
    if re.search(r"(?m)^ *\t", text):
        hint = "a tab counts as four blanks: use blanks only"
    return Fault("QD102", "this line's indentation matches no line above it", hint, place, _word_end(text, place))


def fault(error: UnexpectedInput, grammar: Lark, text: str, start: str) -> Fault:
    """Tell what is wrong with a text that cannot be parsed from a start symbol of the grammar."""
    bare = _blotted(text)
    place = _place(error, bare)
    end = _word_end(text, place)
    if text[place : place + 1] == '"' and isinstance(error, UnexpectedCharacters):
        rest = text[place:].split("\n", maxsplit=1)[0]
        hint = (
            "the quote at their end is that of a word processor"
            if re.search("[“”„]", rest)
            else 'end them with `"` on the same line'
        )
        return Fault("QD103", "these words in quotes do not end on their line", hint, place, place + len(rest.rstrip()))
    opened = _open_brackets(bare)
    if opened and opened[0] < place:
        hint = (
            "" if start == "unit" else "in a list of YAML a comma ends each piece: put one that holds commas in quotes"
        )
        return Fault("QD105", "this bracket is not closed", hint, opened[0], opened[0] + 1)
    case = _Case(error, grammar, bare, place, _line(bare, place, start), start)
    for name_fault in (
        _brackets,
        _sign,
        _case_of_definition,
        _written,
        _capital,
        _needed,
        _meant,
        _indented,
        _beginning,
        _missing,
    ):
        if said := name_fault(case):
            if said[0] == "QD117":
                place, end = _line_above(bare, place)
            return Fault(*said, place, end)
    return Fault(*_what_may_stand(case, text[place:end]), place, end)


@dataclass(frozen=True)
class _Case:
    """A fault as the parser met it: the text with words in quotes blotted out, and the faulty line with its mark."""

    error: UnexpectedInput
    grammar: Lark
    bare: str
    place: int
    line: str
    start: str

    @property
    def token(self) -> str:
        """Give the type of the token that did not fit, or nothing where there is none."""
        return self.error.token.type if isinstance(self.error, UnexpectedToken) else ""

    @property
    def written(self) -> str:
        """Give the word or sign at the fault."""
        return self.bare[self.place : _word_end(self.bare, self.place)]

    @property
    def accepted(self) -> frozenset[str]:
        """Give the terminals that may stand at the fault."""
        parser: Any = self.error.interactive_parser
        return frozenset(parser.accepts())

    @property
    def words(self) -> list[str]:
        """Give the words of the language that may stand at the fault."""
        return [name[1:-1] for name in map(word, self.accepted) if re.match("`[a-z]", name)]

    @property
    def state(self) -> tuple[object, frozenset[str]]:
        """Give the place in the grammar."""
        return self.error.interactive_parser.parser_state.position, self.accepted


# --- where


_BLOTTED = re.compile(r'"(?:\\.|[^"\\\n])*"|#[^\n]*')


def _blotted(text: str) -> str:
    """Give the text with dots for words in quotes, and blanks for comments."""

    def blot(match: re.Match[str]) -> str:
        length = len(match.group()) - 2
        return f'"{"." * length}"' if match.group()[0] == '"' else " " * (length + 2)

    return _BLOTTED.sub(blot, text)


def _place(error: UnexpectedInput, bare: str) -> int:
    """Give where the author would look; behind the last sign of a line that ends too early."""
    if isinstance(error, UnexpectedCharacters):
        place: int | None = error.pos_in_stream
        return place or 0
    assert isinstance(error, UnexpectedToken)
    start, end = error.token.start_pos, error.token.end_pos
    if error.token.type == INDENT:
        return end or 0
    if error.token.type in (LINE_END, "_DEDENT", "$END"):
        return len(bare[: start if error.token.type != "$END" else None].rstrip())
    return start or 0


def _word_end(text: str, place: int) -> int:
    """Give where the word, number or sign at a place ends."""
    match = re.compile(r'\w+|"(?:\\.|[^"\\\n])*"|.', re.DOTALL).match(text, place)
    return match.end() if match else place + 1


def _line(bare: str, place: int, start: str) -> str:
    """Give the faulty line with its mark.

    The lines of a bracket count as one, and a piece of another file as indented.
    """
    begin, depth, end = 0, 0, len(bare)
    for at, sign in enumerate(bare):
        depth = max(0, depth + (sign in "([") - (sign in ")]"))
        if sign == "\n" and depth == 0:
            if at >= place:
                end = at
                break
            begin = at + 1
    line = f"{bare[begin:place]}¦{bare[place:end]}".replace("\n", " ")
    return BEFORE[start] + (line if start == "unit" else line.lstrip())


def _line_above(bare: str, place: int) -> tuple[int, int]:
    begin = bare.rfind("\n", 0, place) + 1
    if bare[begin:place].strip():
        return place, place + 1
    at = len(bare[:begin].rstrip())
    return at, at + 1


# --- what


def _open_brackets(bare: str) -> list[int]:
    opened: list[int] = []
    for at, sign in enumerate(bare):
        if sign in "([":
            opened.append(at)
        elif sign in ")]" and opened:
            opened.pop()
    return opened


def _brackets(case: _Case) -> Said | None:
    if case.written not in (")", "]"):
        return None
    opened = _open_brackets(case.bare[: case.place])
    if not opened:
        return "QD105", "this bracket closes nothing", ""
    if case.bare[opened[-1]] + case.written not in ("()", "[]"):
        return "QD105", "this bracket closes one of the other kind", "`(` is closed by `)`, and `[` by `]`"
    return None


def _written(case: _Case) -> Said | None:
    for code, message, hint, pattern in WRITTEN:
        if match := re.search(pattern, case.line):
            groups = [group for group in match.groups() if group is not None]
            return code, message.format(*groups), hint.format(*groups)
    return None


def _sign(case: _Case) -> Said | None:
    if not isinstance(case.error, UnexpectedCharacters):
        return None
    sign = case.bare[case.place]
    if owner := re.search(r"\b([A-Za-z_]\w*)¦['’‘´`]s?\b", case.line):
        return "QD126", "a part of a thing is said with a point", f"write `{owner[1]}.` and the name of the part"
    for signs, message, hint in SIGNS:
        if sign in signs:
            return "QD121", message.format(sign), hint
    if sign.isspace() and sign not in "\r\v":
        return "QD121", "this is no ordinary blank", "type it anew; word processors and web pages have others"
    if sign.isalpha():
        return "QD126", f"`{sign}` cannot stand in a name", "names consist of the letters a to z, digits and `_`"
    if not sign.isprintable():
        name = unicodedata.name(sign, f"number {ord(sign)}").lower()
        return "QD104", f"here stands an invisible sign ({name})", "delete it"
    return None


def _capital(case: _Case) -> Said | None:
    small = case.written.lower()
    if small != case.written and any(small == known.split()[0] for known in case.words):
        return "QD124", "words of the language are written small", f"write `{small}`"
    return None


def _needed(case: _Case) -> Said | None:
    line = case.line.replace("¦", "")
    for verb in re.findall(r"^\s*((\w+)\s+\w+|\w+)", line)[:1]:
        first = verb[0] if verb[0] in NEEDS else verb[1] or verb[0]
        if first not in NEEDS or (first == "add" and not line[:1].isspace()):
            return None
        code, needed, form = NEEDS[first]
        rest = line.split(first, 1)[1]
        for at, one in enumerate(needed):
            match = re.search(
                "|".join(rf"\b{part}\b" if part.isalpha() else re.escape(part) for part in one.split("|")), rest
            )
            if match is None:
                wanted = "` or `".join(one.split("|"))
                return code, f"`{first}` needs `{wanted}`", f"write `{form}`"
            if at == 0 and first in NAMES_FIRST and not rest[: match.start()].strip():
                return code, f"between `{first}` and `{one}` something is missing", f"write `{form}`"
            rest = rest[match.end() :]
    return None


def _case_of_definition(case: _Case) -> Said | None:
    if not {"IF", "OTHERWISE"} <= case.accepted:
        return None
    if re.match(r"\s+(?:if|when|otherwise|else|return)\s+¦", case.line):
        return (
            "QD118",
            "a case of a definition begins with its value",
            "write `1 if condition`, and at last `2 otherwise`",
        )
    if re.match(rf"\s+{_VERB}\s+¦", case.line):
        return "QD141", "a definition only works out a value", "what happens stands in a procedure or effect"
    return None


def _meant(case: _Case) -> Said | None:
    return _examples(case.grammar).get(case.state)


@cache
def _examples(grammar: Lark) -> dict[tuple[object, frozenset[str]], Said]:
    """Give what is meant by place in the grammar."""
    found: dict[tuple[object, frozenset[str]], Said] = {}
    for said, texts in MEANT.items():
        for text in texts:
            try:
                grammar.parse(text, start="unit")
            except UnexpectedInput as error:
                found.setdefault(_Case(error, grammar, text, 0, "", "unit").state, said)
            else:
                raise AssertionError(f"this example of a fault is none: {text!r}")
    return found


def _indented(case: _Case) -> Said | None:
    if case.token == INDENT:
        return "QD148", "this line is deeper than the one above, which opens no block", "give both the same indentation"
    return None


def _beginning(case: _Case) -> Said | None:
    """Tell of what begins no statement or definition, and of a word that is nearly right."""
    written, small = case.written, case.written.lower()
    close = (
        [f"did you mean `{known}`?" for known in get_close_matches(small, case.words, 1, 0.7)]
        if re.match("[a-z]{3}", small)
        else []
    )
    if {"DEFINE", "PROCEDURE"} <= case.accepted:
        if written in STATEMENTS:
            return "QD148", "what happens stands in a procedure, effect or phase", "indent it by four blanks below that"
        hint = FOREIGN_HEADS.get(small) or [*close, f"begin it with one of: {', '.join(DEFINITIONS)}"][0]
        return "QD142", f"`{written}` begins no definition", hint
    if {"LET", "SET"} <= case.accepted:
        if written == "phase":
            return "QD131", "a phase stands below `turn`, indented", ""
        if written in ("modifier", "natural", "success"):
            where = "`roll` or `check`" if written == "modifier" else "`check`"
            return "QD131", f"`{written}` stands below its {where}, indented", ""
        if not written.strip():
            return "QD106", "here stands nothing", "write what happens"
        if case.start == "cell" and written in STATEMENTS:
            return "QD155", f"`{written}` does not go into a cell", "put it into an effect, and write `do name(...)`"
        instead = [f"write `{INSTEAD[small]}`"] if small in INSTEAD else []
        hint = [*instead, *close, f"begin it with one of: {', '.join(STATEMENTS)}"][0]
        return "QD127", f"`{written}` begins no statement", hint
    return ("QD127", f"`{written}` is no word of the language here", close[0]) if close else None


def _missing(case: _Case) -> Said | None:
    if isinstance(case.error, UnexpectedCharacters) or not {"NAME", "NUMBER", "OPEN"} <= case.accepted:
        return None
    if case.written.strip():
        return "QD106", f"a value is missing before `{case.written}`", ""
    return "QD106", "a value is missing at the end of this line", ""


def _what_may_stand(case: _Case, written: str) -> Said:
    if isinstance(case.error, UnexpectedCharacters):
        return "QD104", f"`{written}` is no sign of the language", ""
    found = f"`{written}`" if written.strip() else TERMINALS[LINE_END if case.token == LINE_END else "$END"]
    accepted = case.accepted - OPERATORS or case.accepted
    expected = sorted({word(name) for name in accepted})
    hint = f"here may stand: {', '.join(expected)}" if 0 < len(expected) <= 8 else ""
    return "QD101", f"{found} does not fit here", hint
