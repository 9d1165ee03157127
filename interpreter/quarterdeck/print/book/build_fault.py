"""What is raised where a book cannot be built; apart from what builds, which takes long to import."""


class BookError(Exception):
    """A book cannot be built; the argument says why."""
