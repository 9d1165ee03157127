"""What is found is said while somebody writes, of the text as it stands in the editor; nothing ends the server."""

from __future__ import annotations

import asyncio
import importlib
import shutil
import sys
from pathlib import Path

import pytest

from quarterdeck.analysis.watch.watcher import Edited
from quarterdeck.apps.cli.main import main
from tests.apps.lsp.client import EditorClient, Refused

THROWING = "snowballs/rules/throwing.rules"
ARMS = "long_arms/arms.rules"


@pytest.fixture
def throwing(editor):
    """Give the text of a file of rules that is open."""
    editor.open(THROWING)
    yield editor.text(THROWING)
    editor.close(THROWING)


def codes(found):
    return [one["code"] for one in found]


def words_at(text, found):
    start, end = found["range"]["start"], found["range"]["end"]
    line = text.split("\n")[start["line"]].encode("utf-16-le")
    return line[2 * start["character"] : 2 * end["character"]].decode("utf-16-le")


def test_a_game_in_which_all_is_well_has_no_findings(editor):
    assert editor.open(THROWING) == []
    editor.close(THROWING)


def test_a_name_that_is_misspelt_is_found_before_it_is_saved_and_gone_when_it_is_mended(editor, throwing):
    text = throwing.replace("ammunition(child) = 0", "amunition(child) = 0", 1)
    (found,) = editor.change(THROWING, text)
    assert (found["code"], found["severity"], found["source"]) == ("QD310", 1, "quarterdeck")
    assert "did you mean `ammunition`" in found["message"]
    assert words_at(text, found) == "amunition"
    assert editor.text(THROWING) == throwing
    assert editor.change(THROWING, throwing) == []


def test_a_place_behind_signs_of_two_units_is_counted_as_editors_count(editor, throwing):
    line = 'define odd_thing -> 0..9 "an 😀 odd 😀 thing" = nothing_known\n'
    found = editor.change(THROWING, throwing + "\n" + line)
    assert "nothing_known" in [words_at(throwing + "\n" + line, one) for one in found]


def test_what_is_found_elsewhere_is_said_of_the_other_file_and_taken_back(editor, throwing):
    def said_of_another(message):
        return message.get("method") == "textDocument/publishDiagnostics" and message["params"]["uri"] == editor.uri(
            "snowballs/tables/reaches.yaml"
        )

    editor.change(THROWING, throwing.replace("child.mood, least(", "least(", 1), wait=False)
    editor.found(THROWING)
    editor.change(THROWING, throwing.replace("reaches[child.mood, least(5, game.frost)]", "1", 1), wait=False)
    found = editor.until(said_of_another)["params"]["diagnostics"]
    assert codes(found) == ["QD421"]
    assert found[0]["tags"] == [1]
    editor.change(THROWING, throwing, wait=False)
    assert editor.until(said_of_another)["params"]["diagnostics"] == []


def test_what_is_said_is_what_check_finds(editor, throwing, tmp_path):
    text = throwing.replace("set child.target to target", "set child.target to 7", 1)
    found = editor.change(THROWING, text)
    shutil.copytree(editor.folder / "snowballs", tmp_path / "snowballs")
    (tmp_path / THROWING).write_text(text, "utf-8")
    looked = Edited(str(tmp_path / "snowballs")).look()
    assert codes(found) == [one.code for one in looked.findings]
    assert [one["range"]["start"]["line"] + 1 for one in found] == [one.span.line for one in looked.findings]


def test_a_text_that_does_not_parse_costs_one_definition(editor, throwing):
    found = editor.change(THROWING, throwing.replace("define reach(child: Child) ->", "define reach(((", 1))
    assert found
    assert all(code.startswith(("QD1", "QD3")) for code in codes(found))
    assert editor.change(THROWING, throwing) == []


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n" * 5000,
        "\0\x01\x02",
        "rules " + "x" * 60_000,
        'option a: 0..9 = 1 "' + "w" * 60_000 + '"\n',
        "define a -> 0..9 = " + "(" * 4000,
        "\ud800 \udfff rules\n",
        "a\u2028b\fc\x0bd\u0085e\n\tdefine\r\nx\ry",
        "# 😀\n" * 3000,
    ],
    ids=["nothing", "lines", "control", "long_word", "long_line", "deep", "surrogates", "line_ends", "comments"],
)
def test_whatever_is_written_there_is_an_answer_and_the_server_goes_on(editor, throwing, text):
    editor.change(THROWING, text)
    assert editor.change(THROWING, throwing) == []


def test_a_document_of_yaml_that_is_none_is_found_and_mended(editor):
    path = "snowballs/components.yaml"
    assert editor.open(path) == []
    found = editor.change(path, editor.text(path).replace("kinds:", "kinds: [", 1))
    assert found
    assert editor.change(path, editor.text(path)) == []
    editor.close(path)


def test_a_house_rule_is_checked_over_its_game(editor):
    assert editor.open(ARMS) == []
    (found,) = editor.change(ARMS, editor.text(ARMS).replace("aim.far", "aim.fur"))
    assert found["code"].startswith("QD5")
    assert "throwing.throw.aim.far" in found["message"]
    assert editor.change(ARMS, editor.text(ARMS)) == []
    editor.close(ARMS)


def test_an_edit_of_the_game_is_seen_in_the_house_rule_over_it(editor, throwing):
    editor.open(ARMS)
    editor.change(THROWING, throwing.replace("modifier far:", "modifier distant:", 1))
    editor.change(ARMS, editor.text(ARMS) + "# so that it is asked for\n", wait=False)
    assert codes(editor.found(ARMS)) == ["QD501"]
    editor.change(THROWING, throwing)
    editor.close(ARMS)


def test_a_file_that_is_new_and_was_never_saved_belongs_to_the_game(editor, throwing):
    path = "snowballs/rules/extra.rules"
    found = editor.open(path, 'rules extra "More"\n\noption more: boolean = yes "there is more"\n')
    assert "QD421" in codes(found)
    editor.close(path)


def test_a_file_of_rules_without_a_game_is_parsed(editor):
    assert codes(editor.open("alone.rules", "option a 0..9\n"))
    editor.close("alone.rules")


def test_a_house_rule_over_nothing_known_says_so(editor):
    folder = editor.folder / "stray"
    folder.mkdir(exist_ok=True)
    (folder / "variant.yaml").write_text("variant: stray\nextends: no_such_game\n", "utf-8")
    (found,) = editor.open("stray/stray.rules", "# nothing\n")
    assert "not checked" in found["message"]
    assert "no_such_game" in found["message"]
    editor.close("stray/stray.rules")


def test_what_is_no_file_is_left_alone(editor, throwing):
    for uri in ("untitled:Untitled-1", "git:/a/b.rules", "file:", "http://[", "x" * 9999, "file:///nul%00.rules"):
        document = {"uri": uri, "languageId": "quarterdeck", "version": 1, "text": "option"}
        editor.notify("textDocument/didOpen", textDocument=document)
        editor.notify("textDocument/didClose", textDocument={"uri": uri})
    assert editor.change(THROWING, throwing) == []


def test_messages_that_are_none_end_nothing(editor, throwing):
    editor.raw(b"{not json")
    editor.raw(b"[]")
    editor.raw(b'"text"')
    editor.send({"method": "textDocument/didChange", "params": {"textDocument": 7}})
    editor.send({"method": "no/such/thing", "params": {}})
    with pytest.raises(Refused):
        editor.ask("textDocument/noSuchThing", textDocument={"uri": editor.uri(THROWING)})
    assert editor.change(THROWING, throwing) == []


def test_an_editor_that_goes_away_leaves_no_server(tmp_path):
    pytest.importorskip("pygls")
    assert EditorClient(tmp_path).leave() == 1


def test_a_game_that_is_not_there_is_said_on_the_command_line(capsys):
    assert main(["lsp", "no_such_game"]) == 2
    assert "no ruleset is called no_such_game" in capsys.readouterr().err


def test_without_the_extra_it_is_said_what_to_install(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "quarterdeck.apps.lsp.server", None)
    monkeypatch.setitem(sys.modules, "pygls", None)
    for name in [name for name in sys.modules if name.startswith(("quarterdeck.apps.lsp.", "pygls."))]:
        monkeypatch.delitem(sys.modules, name)
    assert main(["lsp"]) == 2
    assert "pip install 'quarterdeck[editor]'" in capsys.readouterr().err


def test_paths_are_resolved(editor, throwing):
    uri = (editor.folder / "snowballs" / "tables" / ".." / "rules" / "throwing.rules").as_uri()
    assert Path(THROWING).name in uri
    editor.notify("textDocument/didSave", textDocument={"uri": uri})
    assert editor.change(THROWING, throwing) == []


def test_what_is_written_while_it_looks_is_looked_at_once(monkeypatch):
    """However many texts come while a look goes on: the last of them is looked at, and those before it are not."""
    pytest.importorskip("pygls")
    server, looks = importlib.import_module("quarterdeck.apps.lsp.server").EditorServer(), []

    async def look():
        looks.append(len(texts))
        await asyncio.sleep(0)
        if len(looks) == 1:
            for text in "abcde":
                texts.append(text)
                server._look_now()
            await asyncio.sleep(0)

    async def write():
        server._look_now()
        await asyncio.gather(*server.tasks)

    texts: list[str] = []
    monkeypatch.setattr(server, "look", look)
    asyncio.run(write())
    assert looks == [0, 5]


def test_a_name_that_stands_for_nothing_is_marked_wherever_it_is(editor, throwing):
    text = throwing.replace("child.wet", "child.weet")
    found = editor.change(THROWING, text)
    assert [words_at(text, one) for one in found].count("weet") == throwing.count("child.wet")
