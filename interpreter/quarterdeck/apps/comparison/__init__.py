"""Different games compared: what each does about a topic, how it answers the same question, how it fights one battle.

`report` says what a comparison consists of; `topics`, `turns`, `answers` and `battles` find it out, `games` puts it
together; `page` prints it as HTML, `paper` as PDF, with what `charts` draws.
"""
