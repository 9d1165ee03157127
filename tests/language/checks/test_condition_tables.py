"""Tables by condition: what is found in them, with a situation as a witness, and what house rules make of them."""

from pathlib import Path

import pytest

from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.findings.printer import as_text
from quarterdeck.prose.english.english_writer import said
from quarterdeck.workspace.pipeline.stages import load
from quarterdeck.workspace.ruleset.ruleset import Ruleset

FILES = {
    "ruleset.yaml": "ruleset: luck\nlanguage: 1\ntitle: Luck\ndocuments:\n  notebook: {title: Notes}\n"
    "dice: [d6]\nchapters: [throwing]\n",
    "components.yaml": "components: luck\nenums:\n  Mood: {ladder: [glum, calm, merry], many: moods}\n"
    "  Cause: {members: [snowball, slush], many: causes}\n",
    "throwing.rules": 'rules throwing "Throwing" cites "page one"\n',
}
HEAD = """table_by_condition: luck
title: Luck
chapter: throwing
source: {document: notebook, place: page two}
phrase: "the luck"
"""
KEYS = "key: {throw: 1..6, mood: Mood, sure: boolean, limit: 1..6}\n"
UNUSED = {"QD421", "QD423", "QD425"}


def game_with(table: str, folder: Path) -> Path:
    game = folder / "game"
    game.mkdir()
    for name, text in FILES.items():
        (game / name).write_text(text, "utf-8")
    (game / "luck.yaml").write_text(HEAD + table, "utf-8")
    return game


def found_in(table: str, folder: Path) -> list[tuple[str, str, int]]:
    loaded = load(str(game_with(table, folder)))
    return [(one.code, one.message, one.span.line) for one in loaded.findings if one.code not in UNUSED]


@pytest.mark.parametrize(
    ("rest", "wanted"),
    [
        pytest.param(
            "gives: 0..9\nrows:\n  low: {throw: ..3, gives: 1}\n  high: {throw: 5+, gives: 2}\n",
            [("QD401", "no row of `luck` applies where throw = 4", 1)],
            id="a gap",
        ),
        pytest.param(
            "gives: 0..9\nrows:\n  low: {throw: ..4, gives: 1}\n  glum: {mood: glum, throw: 4+, gives: 2}\n"
            "  otherwise: 3\n",
            [("QD402", "two rows of `luck` apply where throw = 4, mood is glum", 10)],
            id="two rows together",
        ),
        pytest.param(
            "gives: 0..9\ntakes: same\nrows:\n  low: {throw: ..4, gives: 1}\n  high: {throw: 4+, gives: 1}\n"
            "  sure: {sure: yes, throw: 6, gives: 2}\n",
            [("QD402", "two rows of `luck` with different values apply where throw = 6, sure", 12)],
            id="two rows together that differ",
        ),
        pytest.param(
            "gives: 0..9\ntakes: first\nrows:\n  low: {throw: ..4, gives: 1}\n  glum: {mood: glum, gives: 4}\n"
            "  never: {throw: 2-3, sure: no, gives: 2}\n  otherwise: 3\n",
            [("QD403", "the row `never` never counts: other rows always precede it", 12)],
            id="a row that others hide",
        ),
        pytest.param(
            "gives: 0..9\ntakes: highest\nrows:\n  low: {throw: ..4, gives: 1}\n  any: {gives: 4}\n",
            [("QD403", "the row `low` never counts: other rows always precede it", 10)],
            id="a row of lower rank than one that always applies",
        ),
        pytest.param(
            "gives: 0..9\ntakes: sum\nrows:\n  low: {throw: '> 4 and < 5', gives: 1}\n",
            [("QD403", "the row `low` never applies", 10)],
            id="a row that never applies",
        ),
        pytest.param(
            "gives: 0..9\nrows:\n  low: {throw: ..3, gives: 1}\n  high: {throw: 4+, gives: 1}\n  otherwise: 2\n",
            [("QD403", "`otherwise` never applies: the other rows cover everything", 11)],
            id="otherwise where nothing is left",
        ),
        pytest.param(
            "gives: 0..9\ntakes: sum\nrows:\n  low: {throw: ..3, gives: 6}\n  high: {throw: 4+, gives: 7}\n"
            "  sure: {sure: yes, gives: 3}\n",
            [("QD340", "the rows together make 6 to 10, and the table gives 0..9", 1)],
            id="a sum beyond the range, in one situation only",
        ),
        pytest.param(
            "gives: 0..9\nrows:\n  low: {throw: < limit, gives: 1}\n  high: {throw: '>= limit', gives: 1}\n",
            [],
            id="keys that are compared with each other leave nothing out",
        ),
        pytest.param(
            "gives: 0..9\nrows:\n  low: {throw: < limit, gives: 1}\n  high: {throw: '> limit', gives: 1}\n",
            [("QD401", "no row of `luck` applies where limit - throw = 0", 1)],
            id="keys that are compared with each other",
        ),
        pytest.param(
            "gives: 0..9\nrows:\n  low: {thro: 3, gives: 1}\n  otherwise: {throw: 2, gives: 1}\n",
            [("QD310", "there is no key `thro`", 9), ("QD225", "`otherwise` applies when no other row does", 10)],
            id="a key that is misspelt, and conditions of otherwise",
        ),
        pytest.param(
            "gives: 0..9\nrows:\n  low: {throw: [], gives: 1}\n  high: {when: [sure, sure], gives: 2}\n",
            [("QD405", "this cell is empty", 9), ("QD215", "`when` takes one condition", 10)],
            id="a cell without anything, and a condition that is a list",
        ),
        pytest.param(
            "gives: {}\nrows:\n  low: 1\n", [("QD205", "the table `luck` says nothing as `gives`", 1)], id="no result"
        ),
        pytest.param(
            "gives: 0..9\ntakes: firts\nrows:\n  low: {throw: 3, gives: 1}\n  otherwise: 2\n",
            [("QD225", "`takes:` does not know `firts`", 8)],
            id="a word for what is taken that there is not",
        ),
        pytest.param(
            "gives: 0..9\ntakes: highest\nrows:\n  low: {throw: 3, gives: limit}\n  otherwise: 2\n",
            [("QD225", "rows are ranked by written values, and this is not one", 10)],
            id="rows that are ranked by what is worked out",
        ),
        pytest.param(
            "gives: {luck: 0..9, cause: Cause}\nrows:\n  low: {throw: ..3, luck: 1}\n"
            "  high: {throw: 4+, luck: 2, cause: slush}\n",
            [("QD214", "the row `low` has no `cause`", 9)],
            id="a row without one of the results",
        ),
    ],
)  # fmt: skip
def test_rows_are_found_wanting_with_a_situation(rest, wanted, tmp_path):
    rest = rest.replace("{throw: < limit", "{throw: '< limit'")
    found = found_in(KEYS + rest, tmp_path)
    assert [(code, message) for code, message, _ in found] == [(code, message) for code, message, _ in wanted], found


CELLS = {
    "3": "throw = 3",
    "2-4": "2 <= throw <= 4",
    "..2": "throw <= 2",
    "5+": "throw >= 5",
    "[1, 5+]": "throw == 1 or throw >= 5",
    "not 3": "throw != 3",
    "not 2-4": "not 2 <= throw <= 4",
    "'> limit'": "throw > limit",
    "'>limit and <= 5'": "limit < throw <= 5",
    "limit to 5": "limit <= throw <= 5",
    "not limit to 5": "not limit <= throw <= 5",
    "limit": "throw == limit",
    "limit + 1": "throw == limit + 1",
    "any": "True",
    "'-'": "True",
    "'[limit, 6]'": "throw in (limit, 6)",
    "'in [limit, 6]'": "throw in (limit, 6)",
    "'not [1, 2]'": "throw not in (1, 2)",
}


def says_python(condition: str, throw: int, limit: int) -> bool:
    return bool(eval(condition.replace(" = ", " == "), {"throw": throw, "limit": limit}))


def test_every_way_to_fill_a_cell_is_what_it_says(tmp_path):
    rows = "".join(f"  r{at}: {{throw: {cell}, gives: {at}}}\n" for at, cell in enumerate(CELLS))
    table = f"key: {{throw: 1..6, limit: 1..6}}\ngives: 0..99\ntakes: all\nrows:\n{rows}"
    ruleset = Ruleset.open(str(game_with(table, tmp_path)))
    assert not [one for one in ruleset.findings if one.code not in UNUSED], as_text(ruleset.findings)
    luck = ruleset.built(Findings()).module().definition("throwing.luck")
    for throw in range(1, 7):
        for limit in range(1, 7):
            says = [at for at, python in enumerate(CELLS.values()) if says_python(python, throw, limit)]
            assert list(luck([], throw, limit)) == says, (throw, limit)


TAKES = {
    "first": lambda rows: rows[0] if rows else 7,
    "highest": lambda rows: max(rows) if rows else 7,
    "lowest": lambda rows: min(rows) if rows else 7,
    "least": lambda rows: min(rows) if rows else 7,
    "greatest": lambda rows: max(rows) if rows else 7,
    "sum": lambda rows: sum(rows) if rows else 7,
    "count": lambda rows: len(rows) if rows else 7,
    "all": lambda rows: rows or [7],
    "all, highest first": lambda rows: sorted(rows, reverse=True) or [7],
    "all, lowest first": lambda rows: sorted(rows) or [7],
}


@pytest.mark.parametrize("takes", TAKES)
def test_a_table_takes_what_it_says(takes, tmp_path):
    rows = (
        "  a: {throw: 2+, mood: [glum, merry], gives: 5}\n  b: {throw: 3+, sure: yes, gives: 2}\n"
        "  c: {mood: merry, throw: '>= limit', gives: 8}\n  d: {throw: '< limit', sure: no, gives: 3}\n  otherwise: 7\n"
    )
    ruleset = Ruleset.open(str(game_with(f"{KEYS}gives: 0..20\ntakes: {takes}\nrows:\n{rows}", tmp_path)))
    assert not [one for one in ruleset.findings if one.code not in UNUSED], as_text(ruleset.findings)
    luck = ruleset.built(Findings()).module().definition("throwing.luck")
    for throw in range(1, 7):
        for mood in range(3):
            for sure in (0, 1):
                for limit in (2, 5):
                    asked = [
                        throw >= 2 and mood in (0, 2), throw >= 3 and sure,
                        mood == 2 and throw >= limit, throw < limit and not sure,
                    ]  # fmt: skip
                    given = [value for value, applies in zip((5, 2, 8, 3), asked, strict=True) if applies]
                    found = luck([], throw, mood, sure, limit)
                    assert (list(found) if isinstance(found, list | tuple) else found) == TAKES[takes](given)


VARIANT = "variant: lucky\nextends: game\ntitle: Lucky\nsource: {document: notebook, place: page nine, kind: house}\n"
PHRASE, PHRASES = 'phrase: "the luck"', "phrase: {luck: the luck, mood: the mood}"
TABLE = """key: {throw: 1..6, sure: boolean}
gives: {luck: 0..9, mood: Mood}
takes: highest luck
rows:
  low: {throw: ..3, luck: 1, mood: glum}
  high: {throw: 4+, luck: 2, mood: merry}
"""
AMENDED = """rules lucky "Lucky" cites "page nine"

amend case throwing.luck.luck.low: 6 if throw <= 5 and sure

amend case throwing.luck.mood.low: glum if throw <= 5 and sure
"""
OF_ONE_RESULT = """rules lucky "Lucky" cites "page nine"

amend case throwing.luck.mood.low: glum if throw <= 2
"""
REPLACED = """replaces: yes
key: {throw: 1..6, sure: boolean}
gives: {luck: 0..9, mood: Mood}
rows:
  all: {luck: 4, mood: calm}
"""


def varied(folder: Path, name: str, text: str) -> Ruleset:
    game = game_with(TABLE, folder)
    (game / "luck.yaml").write_text(HEAD.replace(PHRASE, PHRASES) + TABLE, "utf-8")
    lucky = game / "variants" / "lucky"
    lucky.mkdir(parents=True)
    (lucky / "variant.yaml").write_text(VARIANT, "utf-8")
    (lucky / name).write_text(text, "utf-8")
    return Ruleset.open(f"{game}+lucky")


def test_a_house_rule_amends_a_row_and_rows_are_ranked_anew(tmp_path):
    ruleset = varied(tmp_path, "lucky.rules", AMENDED)
    wanted = [("QD401", "no row of `luck` applies where throw = 1, not sure")]
    assert [(one.code, one.message) for one in ruleset.findings if one.code not in UNUSED] == wanted
    table = ruleset.declared.rules["throwing.luck.mood"].by_condition
    assert table is not None
    assert table.order == ("low", "high")
    assert said(ruleset.checked, "throwing.luck.luck").splitlines()[2] == "Up to 5 | Yes | 6 | glum"


def test_rows_of_a_result_that_are_amended_alone_are_looked_at_alone(tmp_path):
    ruleset = varied(tmp_path, "lucky.rules", OF_ONE_RESULT)
    found = [(one.code, one.message, one.rule) for one in ruleset.findings if one.code not in UNUSED]
    assert found == [("QD401", "no row of `luck` applies where throw = 3", "throwing.luck.mood")]
    assert "Luck: mood" in said(ruleset.checked, "throwing.luck.mood")


ADDED = """rules lucky "Lucky" cites "page nine"

add case throwing.luck.luck.sure before throwing.luck.luck.high: 3 if throw >= 5 and sure

add case throwing.luck.mood.sure before throwing.luck.mood.high: calm if throw >= 5 and sure

add case throwing.luck.luck.odd: 0 if odd(throw)

add case throwing.luck.mood.odd: glum if odd(throw)
"""


def test_a_house_rule_adds_rows(tmp_path):
    ruleset = varied(tmp_path, "lucky.rules", ADDED)
    hidden = [(one.code, one.message) for one in ruleset.findings if one.code not in UNUSED]
    assert hidden == [("QD403", "the row `odd` never counts: other rows always precede it")]
    rows = said(ruleset.checked, "throwing.luck.luck").splitlines()[2:6]
    assert rows == [
        "Up to 3 | Any |  | 1 | glum",
        "5+ | Yes |  | 3 | calm",
        "4+ | Any |  | 2 | merry",
        "Any | Any | The throw is odd | 0 | glum",
    ]


@pytest.mark.parametrize(
    ("rules", "wanted"),
    [
        ("add case throwing.luck.luck.low: 3 if sure", ("QD508", "`throwing.luck.luck.low` already exists")),
        ("add case throwing.luck.luck.new after throwing.luck.luck.nope: 3 if sure", ("QD501", None)),
        ("add case throwing.luck.luck.new after throwing.luck.mood.low: 3 if sure", ("QD502", None)),
        ("add case new: 3 if sure", ("QD501", "`new` does not name the definition that it belongs to")),
    ],
)
def test_a_row_is_added_only_where_it_can_be(rules, wanted, tmp_path):
    ruleset = varied(tmp_path, "lucky.rules", f'rules lucky "Lucky" cites "page nine"\n\n{rules}\n')
    code, message = wanted
    (found,) = [one for one in ruleset.findings if one.code not in UNUSED]
    assert (found.code, message or found.message) == (code, found.message)


@pytest.mark.parametrize(
    ("rules", "codes"),
    [
        ("amend case throwing.luck.luck.low: 4 if throw = 3", ["QD401", "QD401"]),
        ("amend case throwing.luck.luck.otherwise: 4", ["QD518"]),
        ("amend define throwing.luck.luck(throw: 1..6, sure: boolean) -> 0..9 = 3", ["QD518"]),
    ],
)
def test_rows_hang_on_a_condition_and_nothing_else_of_a_table_does(rules, codes, tmp_path):
    ruleset = varied(tmp_path, "lucky.rules", f'rules lucky "Lucky" cites "page nine"\n\n{rules}\n')
    assert not [one for one in ruleset.findings if one.code == "QD518"]
    game = tmp_path / "game"
    (game / "more.yaml").write_text("components: more\nconstants:\n  year: {type: 1..9, start: 1}\n", "utf-8")
    (game / "variants" / "lucky" / "variant.yaml").write_text(f"{VARIANT}only_when: game.year > 3\n", "utf-8")
    table = TABLE + ("  otherwise: {luck: 0, mood: calm}\n" if "otherwise" in rules else "")
    table = table.replace("4+,", "5+,") if "otherwise" in rules else table
    (game / "luck.yaml").write_text(HEAD.replace(PHRASE, PHRASES) + table, "utf-8")
    found = Ruleset.open(f"{game}+lucky").findings
    assert [one.code for one in found if one.code not in UNUSED] == codes, as_text(found)


def test_a_house_rule_replaces_a_table(tmp_path):
    ruleset = varied(tmp_path, "luck.yaml", HEAD.replace(PHRASE, PHRASES) + REPLACED)
    assert not [one for one in ruleset.findings if one.code not in UNUSED], as_text(ruleset.findings)
    assert said(ruleset.checked, "throwing.luck.luck") == "Luck\n | Luck | Mood\n | 4 | calm"
