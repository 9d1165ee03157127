"""What an editor asks while somebody writes: findings, words about a name, where it stands, what may be written next.

In: texts as they stand in the editor, saved or not, and places in them. Out: findings by file, words, spans and edits
as values. `server` speaks the language server protocol, `translated` and `answers` know its words, and nothing else
knows the library for it.
"""
