"""What a designer begins with: a new game, a new variant, an amendment that says what stands at its address now.

In: names, folders and addresses. Out: files, written where there were none, and additions to those of a variant.
"""
