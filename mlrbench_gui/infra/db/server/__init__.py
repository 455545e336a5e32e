"""A shared workspace: the same tables in a database of a PostgreSQL server."""
