"""The frame of a book in German, by the English words of each message; what stands for `{}` is kept."""

from __future__ import annotations

MESSAGES: dict[str, str] = {
    # the front
    "A rulebook": "Ein Regelbuch",
    "A rulebook, {}": "Ein Regelbuch, {}",
    "with {}": "mit {}",
    "Edition {}": "Ausgabe {}",
    "after {}": "nach {}",
    "by {}": "von {}",
    "How to read this book": "Wie dieses Buch zu lesen ist",
    "Each chapter begins with what is done, step by step. The terms that a step uses are explained below it.": (
        "Jedes Kapitel beginnt mit dem, was getan wird, Schritt für Schritt. Was man dazu wissen muss, steht darunter."
    ),
    "A paragraph is cited by the number before it. Numbered and lettered steps go in order.": (
        "Ein Absatz wird mit der Nummer vor ihm zitiert. Schritte mit Zahlen und Buchstaben folgen aufeinander."
    ),
    "The points of other lists are in no order; every point that applies counts.": (
        "Die Punkte anderer Listen stehen in keiner Reihenfolge; jeder, der zutrifft, gilt."
    ),
    (
        "The margin says where in the sources a rule is found. A mark like {} there is a ruling: "
        "a decision where the sources are silent or at odds; the list of rulings has the reason."
    ): (
        "Am Rand steht, wo eine Regel in den Quellen zu finden ist, und EN, wo etwas nicht ins Deutsche übersetzt "
        "ist. Ein Zeichen wie {} ist dort eine Entscheidung, wo die Quellen schweigen oder einander widersprechen; "
        "das Verzeichnis der Entscheidungen nennt den Grund."
    ),
    (
        "The margin says where in the sources a rule is found. A mark like {} there is a ruling: "
        "a decision where the sources are silent or at odds; the list of rulings says what it is."
    ): (
        "Am Rand steht, wo eine Regel in den Quellen zu finden ist, und EN, wo etwas nicht ins Deutsche übersetzt "
        "ist. Ein Zeichen wie {} ist dort eine Entscheidung, wo die Quellen schweigen oder einander widersprechen; "
        "das Verzeichnis der Entscheidungen nennt sie."
    ),
    (
        "The margin says where in the sources a rule is found. A mark like {} there is a ruling: "
        "a decision where the sources are silent or at odds."
    ): (
        "Am Rand steht, wo eine Regel in den Quellen zu finden ist, und EN, wo etwas nicht ins Deutsche übersetzt "
        "ist. Ein Zeichen wie {} ist dort eine Entscheidung, wo die Quellen schweigen oder einander widersprechen."
    ),
    "The margin says where in the sources a rule is found.": (
        "Am Rand steht, wo eine Regel in den Quellen zu finden ist, und EN, wo etwas nicht ins Deutsche übersetzt ist."
    ),
    ("A box with a broken line is an option. It is in use if the scenario says so, or if all players agree on it."): (
        "Ein Kasten mit unterbrochener Linie ist eine Zusatzregel. "
        "Sie gilt, wenn das Szenario es sagt oder alle Spieler sie vereinbaren."
    ),
    (
        "A box with a broken line is an option. "
        "It is in use if its box or the scenario says so, or if all players agree on it."
    ): (
        "Ein Kasten mit unterbrochener Linie ist eine Zusatzregel. "
        "Sie gilt, wenn der Kasten oder das Szenario es sagt oder alle Spieler sie vereinbaren."
    ),
    "A bar in the margin marks what house rules have added or changed.": (
        "Ein Balken am Rand kennzeichnet, was Hausregeln hinzugefügt oder geändert haben."
    ),
    "Fractions are rounded only where a rule says so, and as it says.": (
        "Brüche werden nur dort gerundet, wo eine Regel es sagt, und so, wie sie es sagt."
    ),
    "Sources": "Quellen",
    "A word in brackets after a source says how sure its figures are.": "Bei Zahlen steht, wie sicher sie sind.",
    ": read off a drawing, or taken from another document on the same subject.": (
        ": aus einer Zeichnung abgelesen, oder in einem anderen Dokument über dieselben Dinge gefunden."
    ),
    ": printed nowhere, but what is printed leaves little choice.": (
        ": nirgends gedruckt, doch lässt das Gedruckte wenig Wahl."
    ),
    ": printed nowhere, and made to fit what is printed.": (
        ": nirgends gedruckt, und passend zum Gedruckten neu gemacht."
    ),
    ": left open by the sources, and settled by a ruling.": (
        ": von den Quellen offen gelassen und durch eine Entscheidung geklärt."
    ),
    ": of this ruleset alone.": ": gehört allein zu diesem Regelwerk.",
    "Rights": "Rechte",
    "After {}, told in other words. Where the rules are silent or at odds, a ruling says what holds.": (
        "Nach {}, mit anderen Worten erzählt. Wo die Regeln schweigen oder einander widersprechen, sagt eine "
        "Entscheidung, was gilt."
    ),
    "Rules": "Regeln",
    "Scenarios and charts": "Szenarien und Übersichten",
    "Draft": "Entwurf",
    "Contents": "Inhalt",
    "Index": "Stichwortverzeichnis",
    "Symbols": "Sonderzeichen",
    "Draft: these rules are not finished.": "Entwurf: diese Regeln sind nicht fertig.",
    # chapters
    "Used in: ": "Gebraucht in: ",
    "Further tables": "Weitere Tabellen",
    "Option: ": "Zusatzregel: ",
    "Option: {}": "Zusatzregel: {}",
    "Before the change": "Vor der Änderung",
    "Before the change: ": "Vor der Änderung: ",
    "{}, before the change": "{}, vor der Änderung",
    "this ruleset": "dieses Regelwerk",
    " (found)": " (aus anderer Quelle)",
    " (constrained)": " (erschlossen)",
    " (reconstructed)": " (neu gemacht)",
    " (ruling)": " (entschieden)",
    " (house)": " (eigene)",
    "constrained": "erschlossen",
    "found": "aus anderer Quelle",
    "reconstructed": "neu gemacht",
    "ruling": "entschieden",
    "house": "eigene",
    "Source: ": "Quelle: ",
    "Source of the row ": "Quelle der Zeile ",
    "Source of the rows ": "Quelle der Zeilen ",
    "Example: {}": "Beispiel: {}",
    # behind the rules
    "Scenarios": "Szenarien",
    "Rosters": "Aufgebote",
    "Further rosters": "Weitere Aufgebote",
    "Options": "Zusatzregeln",
    (
        "An option is in use if its box or the scenario says so, or if all players agree on it before the game. "
        "Each is explained with its rule."
    ): (
        "Eine Zusatzregel gilt, wenn ihr Kasten oder das Szenario es sagt oder alle Spieler sie vor dem Spiel "
        "vereinbaren. Jede ist bei ihrer Regel erklärt."
    ),
    (
        "An option is in use if the scenario says so, or if all players agree on it before the game. "
        "Each is explained with its rule."
    ): (
        "Eine Zusatzregel gilt, wenn das Szenario es sagt oder alle Spieler sie vor dem Spiel vereinbaren. Jede "
        "ist bei ihrer Regel erklärt."
    ),
    "Glossary": "Glossar",
    "Terms that a rule defines in a sentence or two; the index leads to the others, too.": (
        "Begriffe, die eine Regel in ein, zwei Sätzen erklärt; der Index führt auch zu den anderen."
    ),
    "Quick reference": "Kurzübersicht",
    "The course of a turn": "Der Ablauf eines Zuges",
    "A turn of play": "Ein Zug im Spiel",
    "Appendices": "Anhänge",
    "What stands behind this page is not needed at the table. It is for those who look things up.": (
        "Was hinter dieser Seite steht, braucht man beim Spielen nicht. Es ist zum Nachschlagen."
    ),
    "First come forms to copy. All else is not needed at the table; it is for those who look things up.": (
        "Zuerst kommen Blätter zum Kopieren. Alles andere braucht man beim Spielen nicht; es ist zum Nachschlagen."
    ),
    "Forms to copy": "Blätter zum Kopieren",
    "What is kept on paper has a blank form: ": (
        "Für das, was auf Papier festgehalten wird, gibt es ein leeres Blatt: "
    ),
    "forms to copy": "Blätter zum Kopieren",
    "These blank forms may be copied.": "Diese leeren Blätter dürfen kopiert werden.",
    "The program Quarterdeck, with which this book was made, also prints them filled in, for any scenario.": (
        "Das Programm Quarterdeck, mit dem dieses Buch gemacht ist, druckt sie auch ausgefüllt, für jedes Szenario."
    ),
    "What the game is played with": "Womit gespielt wird",
    ("All that the rules speak of, with what is known of each. What is given comes with the scenario or the roster."): (
        "Alles, wovon die Regeln sprechen, mit allem, was davon bekannt ist. Was gegeben ist, kommt mit dem "
        "Szenario oder dem Aufgebot."
    ),
    "Lists of words": "Wortlisten",
    "What a scenario says": "Was ein Szenario sagt",
    "Arcs": "Bereiche",
    "Units": "Einheiten",
    "Clocks": "Fristen",
    "Rulings": "Entscheidungen",
    (
        "Where the sources say nothing, can be read in two ways or contradict themselves, this book decides. "
        "A group that prefers another reading is free to take it."
    ): (
        "Wo die Quellen nichts sagen, auf zwei Arten zu lesen sind oder sich widersprechen, entscheidet dieses "
        "Buch. Wer lieber anders liest, ist frei, es zu tun."
    ),
    "The other reading is an option: ": "Die andere Lesart ist eine Zusatzregel: ",
    "Followed by: ": "Danach richten sich: ",
    "What is left out": "Was fehlt",
    (
        "These parts of the sources are not in this book, or have no place in the course of its turns. The "
        "game is complete without them."
    ): (
        "Diese Teile der Quellen sind nicht in diesem Buch, oder haben im Ablauf seiner Runden keinen Platz. Es ist "
        "ohne sie vollständig und spielt sich, als gäbe es sie nicht."
    ),
    "Further examples": "Weitere Beispiele",
    "Picture": "Bild",
    "Pictures": "Bilder",
    "Where everything begins.": "Wo alles beginnt.",
    "Numbers by name": "Zahlen nach Namen",
    "Each of these stands in the sentences of the rules. Here a house rule finds its name.": (
        "Jede dieser Zahlen steht in den Sätzen der Regeln. Hier findet eine Hausregel ihren Namen."
    ),
    "What": "Was",
    "How much": "Wie viel",
    "Where it is from": "Woher",
    "For the curious": "Für Neugierige",
    "A program has to be told more than a player: how things are counted, ordered and shared out.": (
        "Einem Programm muss man mehr sagen als einem Spieler: wie gezählt, geordnet und verteilt wird."
    ),
    # the index
    "Tables; {}": "Tabellen; {}",
    "Options; {}": "Zusatzregeln; {}",
    "Scenarios; {}": "Szenarien; {}",
}
