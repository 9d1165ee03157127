"""The ground floor: text and spans, exact numbers, diagnostics, the cache, and the geometry of boards.

In: bytes, numbers and values from any wing. Out: values, diagnostics and cache entries. May not know: what a rule
means.
No module here imports from another wing.
"""
