"""Text that knows what it speaks of, an outline of it, and blocks of a page; no language in it."""
