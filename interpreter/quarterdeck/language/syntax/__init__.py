"""Rules text to nodes: what a `.rules` file, a cell or an expression says, before any name is looked up.

In: `SourceFile`. Out: nodes with spans, and findings for what cannot be read. Names, kinds and addresses are left to
later stages.
"""
