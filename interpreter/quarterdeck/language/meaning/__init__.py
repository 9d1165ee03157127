"""The meaning of rules, independent of wording: canonical forms, the hash made of them, and the text of an element."""
