"""Reports: one document, printed at a terminal, as a page of HTML, on paper, and as Markdown."""
