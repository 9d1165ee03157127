"""Variants that were planted, in pairs: which bear on each other, which conflict, and which go together."""
