"""Text that knows what it refers to, and the blocks of a page; no language in it."""
