"""Everything that is printed: books, errata, sheets, forms, pictures, and what readers try on a page.

In: an opened ruleset, its prose and its drawings. Out: HTML, PDF, EPUB, SVG and plain text. Only this wing knows
Sphinx, and only this wing calls Typst.
May not know: who wants a page: the command line, an interface or a server.
"""
