"""What is raised where a book cannot be built; apart from what builds, which takes long to import."""

from quarterdeck.base.errors import FailureSort, UserError


class BookError(UserError):
    """A book cannot be built; the argument is the reason."""

    sort: FailureSort = "book"
