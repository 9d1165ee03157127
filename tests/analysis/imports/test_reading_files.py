"""Files that people have are read as they are, whatever program wrote them; what cannot be read is said."""

from __future__ import annotations

import random
import zipfile
from io import BytesIO
from pathlib import Path

import pytest

from quarterdeck.analysis.imports.file_grids import FileGrid, ImportRefusedError
from quarterdeck.analysis.imports.file_import import ReadingWishes, grids_in, read_grid
from quarterdeck.base.errors import UserError

EXPECTED = [("Name", "Guns", "Speed"), ("Ägir", "3", '5"'), ("Bison", "", "6+")]
WISHES = ReadingWishes()


def cells(grid: FileGrid) -> list[tuple[str, ...]]:
    return [row.cells for row in grid.rows]


def as_text(separator: str) -> str:
    return "".join(separator.join(row) + "\n" for row in EXPECTED)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp1252"])
@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
def test_any_common_encoding_and_separator_is_read(encoding, separator):
    (grid,), notes = grids_in(Path("list.csv"), as_text(separator).encode(encoding), WISHES)
    assert cells(grid) == EXPECTED
    assert bool(notes) == (encoding == "cp1252")


def test_line_ends_quotes_and_a_separator_on_the_first_line_are_read():
    text = 'sep=;\r\nName;Guns\r\n"Ajax; the first";"5"""\r\n'
    (grid,), _ = grids_in(Path("list.csv"), text.encode(), WISHES)
    assert [(row.number, row.cells) for row in grid.rows] == [(2, ("Name", "Guns")), (3, ("Ajax; the first", '5"'))]


MARKDOWN = """
# The fleet

| Name | Guns | **Speed** |
|:-----|-----:|:---------:|
| Ägir | 3 | `5"` |
| Bison | | 6+ |

## Numbers
A | B
--- | ---
1 | 2 \\| 3
"""
HTML = """
<h2>The fleet</h2>
<table><tr><th>Name<th>Guns<th>Speed</tr>
<tr><td>&Auml;gir</td><td>3</td><td>5"</td></tr>
<tr><td>Bison<td><td><b>6+</b></table>
<table><caption>Spans</caption><tr><td rowspan=2>a</td><td colspan="2">b</td></tr><tr><td>c</td><td>d</td></tr></table>
"""


def test_tables_of_markdown_have_the_heading_above_them():
    grids, _ = grids_in(Path("rules.md"), MARKDOWN.encode(), WISHES)
    assert [grid.name for grid in grids] == ["The fleet", "Numbers"]
    assert cells(grids[0]) == EXPECTED
    assert cells(grids[1])[1] == ("1", "2 | 3")
    assert grids[0].rows[0].number == 4


def test_tables_of_html_have_their_captions_and_spans():
    grids, _ = grids_in(Path("rules.html"), HTML.encode(), WISHES)
    assert [grid.name for grid in grids] == ["The fleet", "Spans"]
    assert cells(grids[0]) == EXPECTED
    assert cells(grids[1]) == [("a", "b", "b"), ("a", "c", "d")]


def test_a_table_that_a_page_does_not_close_is_complete():
    (grid,), _ = grids_in(Path("rules.html"), b"<table><tr><td>a<td>b<tr><td>c<td>d", WISHES)
    assert cells(grid) == [("a", "b"), ("c", "d")]


def packed(parts: dict[str, str]) -> bytes:
    found = BytesIO()
    with zipfile.ZipFile(found, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return found.getvalue()


MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
RELATIONS = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'


def xlsx(rows: str, more: str = "") -> bytes:
    return packed(
        {
            "xl/workbook.xml": f'<workbook {MAIN} {RELATIONS}><sheets><sheet name="Fleet" r:id="r1"/></sheets>'
            "</workbook>",
            "xl/_rels/workbook.xml.rels": "<Relationships>"
            '<Relationship Id="r1" Target="worksheets/s.xml"/></Relationships>',
            "xl/styles.xml": f'<styleSheet {MAIN}><numFmts><numFmt numFmtId="170" formatCode="d/m"/></numFmts>'
            '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/></cellXfs></styleSheet>',
            "xl/sharedStrings.xml": f"<sst {MAIN}><si><t>Name</t></si><si><r><t>Gu</t></r><r><t>ns</t></r></si></sst>",
            "xl/worksheets/s.xml": f"<worksheet {MAIN}><sheetData>{rows}</sheetData>{more}</worksheet>",
        }
    )


def test_cells_of_xlsx_are_what_a_person_sees():
    rows = (
        '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="str"><v>At</v></c></row>'
        '<row r="3"><c r="A3" t="inlineStr"><is><t>Ajax</t></is></c><c r="B3"><v>0.10000000000000001</v></c>'
        '<c r="C3" s="2"><v>43000</v></c></row>'
        '<row r="4"><c r="B4" t="b"><v>1</v></c><c r="C4" t="e"><v>#DIV/0!</v></c></row>'
    )
    (grid,), _ = grids_in(Path("x.xlsx"), xlsx(rows, '<mergeCells><mergeCell ref="A3:A4"/></mergeCells>'), WISHES)
    assert [row.number for row in grid.rows] == [1, 3, 4]
    assert [row[:2] for row in cells(grid)] == [("Name", "Guns"), ("Ajax", "0.1"), ("Ajax", "yes")]
    assert {place: why.split(";")[0] for place, why in grid.unread.items()} == {
        (3, 2): "the spreadsheet made a date of this cell",
        (4, 2): "the formula of this cell ends in an error, #DIV/0!",
    }


ODS = """<office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x"><office:body><office:spreadsheet>
<table:table table:name="Fleet">
<table:table-row><table:table-cell office:value-type="string"><text:p>Name</text:p></table:table-cell>
<table:table-cell office:value-type="string"><text:p>Gu<text:span>ns</text:span></text:p>
<office:annotation><text:p>a remark</text:p></office:annotation></table:table-cell></table:table-row>
<table:table-row table:number-rows-repeated="2"><table:table-cell office:value-type="string"><text:p>Ajax</text:p>
</table:table-cell><table:table-cell office:value-type="float" office:value="3.0"><text:p>3</text:p></table:table-cell>
<table:table-cell table:number-columns-repeated="16000"/></table:table-row>
<table:table-row table:number-rows-repeated="1000000"><table:table-cell/></table:table-row>
</table:table></office:spreadsheet></office:body></office:document-content>"""


def test_cells_of_ods_are_what_a_person_sees():
    (grid,), _ = grids_in(Path("x.ods"), packed({"content.xml": ODS}), WISHES)
    assert cells(grid) == [("Name", "Guns"), ("Ajax", "3"), ("Ajax", "3")]


CORNERS = '<row r="1"><c r="A1"><v>1</v></c></row><row r="199999"><c r="XFD199999"><v>2</v></c></row>'
ENTITIES = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><office:x xmlns:office="o">&b;</office:x>'
REFUSED = {
    "far.xlsx": (xlsx('<row r="1048576"><c r="A1048576"><v>1</v></c></row>'), "more than 200,000 cells"),
    "merged.xlsx": (
        xlsx('<row r="1"><c r="A1"><v>1</v></c></row>', '<mergeCells><mergeCell ref="A1:ZZ9999"/></mergeCells>'),
        "more than 200,000 cells",
    ),
    "repeated.ods": (packed({"content.xml": ODS.replace('repeated="2"', 'repeated="900000"')}), "more than 200,000"),
    "bomb.ods": (packed({"content.xml": "<a>" + " " * 50_000_000 + "</a>"}), "larger than 40,000,000 bytes"),
    "entities.ods": (packed({"content.xml": ENTITIES}), "it holds a DOCTYPE"),
    "broken.ods": (packed({"content.xml": "<a>"}), "it is broken"),
    "cut.xlsx": (xlsx(CORNERS)[:300], "it is broken"),
    "other.zip": (packed({"a.txt": "x"}), "it is not a spreadsheet in XLSX or ODS"),
    "old.xls": (bytes.fromhex("d0cf11e0a1b11ae1"), "a spreadsheet of an old program"),
    "noise.csv": (b"a,b\n\x00\x01,\x02", "it is not text in"),
    "quote.csv": (b'a,b\n1,"2\n3,4\n', "row 2: a quotation mark does not close its cell"),
    "empty.csv": (b"", "there is no table in it"),
    "head.csv": (b"a,b\n", "there are no rows below its header"),
    "spans.html": (b"<table><tr><td rowspan=1000 colspan=1000>x", "more than 200,000 cells"),
    "text.md": (b"# no table", "there is no table in it"),
}


def test_cells_far_apart_take_no_room_for_those_between_them():
    (grid,), _ = grids_in(Path("x.xlsx"), xlsx(CORNERS), WISHES)
    assert [(row.number, len(row.cells)) for row in grid.rows] == [(1, 16_384), (199_999, 16_384)]


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_table_or_too_large_is_refused(name, tmp_path):
    data, message = REFUSED[name]
    (tmp_path / name).write_bytes(data)
    with pytest.raises(ImportRefusedError, match=message):
        read_grid(tmp_path / name, WISHES)


def test_a_spoilt_file_is_read_or_refused(tmp_path):
    rng = random.Random(7)
    whole = [
        packed({"content.xml": ODS}),
        xlsx(CORNERS.replace("199999", "9")),
        HTML.encode(),
        MARKDOWN.encode("utf-16"),
    ]
    for number in range(300):
        data = bytearray(rng.choice(whole))
        for _ in range(rng.randint(1, 20)):
            data[rng.randrange(len(data))] = rng.randrange(256)
        file = tmp_path / f"{number}.{rng.choice(['csv', 'md', 'html'])}"
        file.write_bytes(bytes(data[: rng.randint(1, len(data))]))
        try:
            read_grid(file, WISHES)
        except UserError as error:
            assert str(file) in str(error)  # noqa: PT017 - that it is refused is well, too


def test_a_sheet_is_chosen_by_name_or_number(tmp_path):
    file = tmp_path / "rules.md"
    file.write_text(MARKDOWN, "utf-8")
    assert read_grid(file, ReadingWishes("numbers")).grid.name == "Numbers"
    assert read_grid(file, ReadingWishes("2")).grid.name == "Numbers"
    with pytest.raises(ImportRefusedError, match="it has no table Fleets"):
        read_grid(file, ReadingWishes("Fleets"))
    assert "choose one with --sheet: 1 The fleet, 2 Numbers" in read_grid(file, WISHES).notes[0]


def test_titles_above_the_header_are_passed_over(tmp_path):
    file = tmp_path / "list.csv"
    file.write_text("The fleet of 1890,,\n,,\nName,Guns,Speed\nAjax,1,2\n", "utf-8")
    assert list(read_grid(file, WISHES).columns) == ["Name", "Guns", "Speed"]
    file.write_text("a,b\n1,2\nName,Guns\nAjax,1\n", "utf-8")
    assert list(read_grid(file, ReadingWishes(header=3)).columns) == ["Name", "Guns"]
