"""The languages of books: what each has to give, English, and how the others are found.

In: installed distributions with entry points of the group `quarterdeck.languages`. Out: a `BookLanguage` by its code.
`print` and `apps` know a language only by this protocol. This room knows no language but English.
"""
