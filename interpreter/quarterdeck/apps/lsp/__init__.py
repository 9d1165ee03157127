"""The language server: diagnostics, hover, definitions, references, renaming and completion while somebody writes.

In: texts as the editor holds them, saved or not, and positions. Out: diagnostics by file, words, spans and edits.
`server` speaks the protocol, `protocol` and `responses` translate to and from its types, and no other module knows the
library. `open_games` holds what is edited; a module for each request does the rest.
"""
