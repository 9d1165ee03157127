"""The book: chapters, pages, tables, index, on a screen and on paper."""
