"""What an earlier following of the same program learnt: which value an evaluation had that was not known then."""

import ast

from mlrbench_gui.audit.plots._values import Scope, Unknown, Value, copied
from mlrbench_gui.domain.values import RelPath

_Place = tuple[RelPath, int, int, int, int]
Site = tuple[_Place, int]
"""An evaluation: where its expression stands, and the how many-th time it was evaluated."""


class Memory:
    """Counts evaluations, keeps those that are not known, and gives those that an earlier following learnt."""

    def __init__(self) -> None:
        self.taught: dict[Site, Value] = {}
        self._times: dict[_Place, int] = {}
        self._sites: list[tuple[Site, Unknown]] = []

    def recalled(self, node: ast.Call | ast.BinOp, scope: Scope, value: Value) -> Value:
        """The value, or what was learnt of it, if it is not known."""
        place = (scope.path, node.lineno, node.col_offset, node.end_lineno or 0, node.end_col_offset or 0)
        times = self._times.get(place, 0)
        self._times[place] = times + 1
        if not isinstance(value, Unknown):
            return value
        if (place, times) in self.taught:
            return copied(self.taught[(place, times)])
        self._sites.append(((place, times), value))
        return value

    def learnt(self) -> dict[Site, Value]:
        """Evaluations that were not known when they were made and that files told of afterwards."""
        return {site: value.found[0] for site, value in self._sites if value.found}
