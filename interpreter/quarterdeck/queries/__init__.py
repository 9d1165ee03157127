"""Work that is kept by content: what was found out about one definition, until something that it rests on changes.

It knows neither rules nor games: a query is a name, an address and a piece of work; a question is what the work asks
about others. What is asked, and how answers are compared, is said by the stages that use it.
"""
