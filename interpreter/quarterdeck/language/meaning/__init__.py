"""The meaning of rules apart from their wording: canonical forms, the hash of them, and the text of an element."""
