"""What a designer begins with: a new game, a new variant, an amendment that repeats the present text of its element.

In: names, folders and addresses. Out: new files, and additions to those of a variant.
"""
