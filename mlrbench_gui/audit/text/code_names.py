"""The names by which Python code calls things."""

import ast


def last_name(node: ast.AST) -> str:
    """The last name of `a.b.c`; empty for what is no name."""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
