"""The rules of the gate as data: which conditions over facts of a run let a state be reached.

The rules stand in ``resources/gate/rules.toml``, where a person can read them; this module reads and applies them.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from mlrbench_gui.domain.resources import resource
from mlrbench_gui.domain.values import GateState

FACTS = {
    "ideas_written": "files with an idea or a proposal",
    "proposals_written": "files with a proposal, or summaries that keep plans of experiments",
    "starts_known": "recorded commands that start the experiment, logs with messages of its code, stored experiments",
    "runs_ended": "of these, the ones that came to their end and leave something",
    "outputs_left": "result files, logs and figures with content that nobody typed",
    "files_admitted": "files that result claims rest on (else all result files) that code which ran computed",
    "weight_admitted": "result claims that rest on admitted files; the files themselves where no claim rests on any",
    "weight_refused": "the same of refused files",
    "claims_on_computed": "supported result claims whose value was computed",
    "claims_on_made_up": "supported result claims whose value was typed, is a literal or was drawn at random",
    "only_inventing_scripts": "scripts that ran and write, if each one of them makes its results up; else 0",
    "files_of_error_answers": "result files whose scored answers are error texts",
    "papers_written": "papers",
    "numbers_claimed": "result claims of the paper with a number",
    "numbers_measured": "of these, the ones that measured evidence supports",
    "results_contradicted": "result claims of the paper that the evidence contradicts",
}
"""Every fact that a condition may name, with what is counted."""

_CONDITION = re.compile(r"\s*(?:(\d+)\s*\*\s*)?(\w+)\s*(>=|<=)\s*(?:(\d+)\s*\*\s*)?(\w+)\s*")


@dataclass(frozen=True, slots=True)
class Condition:
    """`left_times` x `left` is at least (or at most) `right_times` x `right`; a side is a fact or a number."""

    left_times: int
    left: str
    at_least: bool
    right_times: int
    right: str

    def holds(self, facts: Mapping[str, int]) -> bool:
        """Whether the facts meet it. Raises KeyError for a fact that was not established."""
        left = self.left_times * _number(self.left, facts)
        right = self.right_times * _number(self.right, facts)
        return left >= right if self.at_least else left <= right


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of the transition into `to`."""

    to: GateState
    id: str
    text: str
    conditions: tuple[Condition, ...]

    def holds(self, facts: Mapping[str, int]) -> bool:
        """Whether all conditions hold."""
        return all(condition.holds(facts) for condition in self.conditions)


@cache
def rules_of(state: GateState) -> tuple[Rule, ...]:
    """The rules of one transition, in the order of the file."""
    return tuple(rule for rule in _bundled() if rule.to is state)


@cache
def _bundled() -> tuple[Rule, ...]:
    return read_rules(resource("gate", "rules.toml").read_text(encoding="utf-8"))


def read_rules(text: str) -> tuple[Rule, ...]:
    """Read rules from TOML. Raises ValueError that names the rule and what is wrong with it."""
    rules = tuple(_rule(dict(item)) for item in tomllib.loads(text).get("rule", ()))
    ids = [rule.id for rule in rules]
    if twice := next((name for name in ids if ids.count(name) > 1), None):
        raise ValueError(f"gate rule {twice}: the id stands twice")
    return rules


def _rule(item: Mapping[str, object]) -> Rule:
    name = str(item.get("id", ""))
    if missing := [key for key in ("to", "id", "text", "holds") if not item.get(key)]:
        raise ValueError(f"gate rule {name or '(without id)'}: {missing[0]} is missing")
    lines = item["holds"]
    conditions = tuple(
        _condition(name, str(line)) for line in (lines if isinstance(lines, list) else [lines])
    )
    return Rule(GateState(str(item["to"])), name, str(item["text"]), conditions)


def _condition(name: str, line: str) -> Condition:
    found = _CONDITION.fullmatch(line)
    if found is None:
        raise ValueError(f"gate rule {name}: {line!r} is no condition such as 'runs_ended >= 1'")
    left_times, left, sign, right_times, right = found.groups()
    for side in (left, right):
        if not side.isdigit() and side not in FACTS:
            raise ValueError(f"gate rule {name}: there is no fact {side!r}")
    return Condition(int(left_times or 1), left, sign == ">=", int(right_times or 1), right)


def _number(side: str, facts: Mapping[str, int]) -> int:
    return int(side) if side.isdigit() else facts[side]
